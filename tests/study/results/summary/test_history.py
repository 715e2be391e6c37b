import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.diagnostics import Judgements
from sortrank_gui.study.results.summary.history import trace_history


def make_judgements(n_items: int, *pairs: tuple[int, int]) -> Judgements:
    """Return answers in which the first of each pair, on the left, is chosen."""
    left, right = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return Judgements(n_items, left, right, np.ones(len(left)))


def test_history_tells_the_distance_to_the_truth() -> None:
    """The first answer is wrong, the next ones turn it round: two places off, then none."""
    shares: list[float] = []
    found = trace_history(
        make_judgements(2, (0, 1), (1, 0), (1, 0), (1, 0)), [0.0, 1.0], shares.append
    )
    assert found.answers.tolist() == [1, 2, 3, 4]
    assert found.to_truth is not None
    assert found.to_truth[[0, 2, 3]].tolist() == [2, 0, 0]  # after two there is a tie
    assert found.random == 1.0
    assert shares == pytest.approx([0.25, 0.5, 0.75, 1.0])


def test_expectation_is_that_of_the_first_answers() -> None:
    """Each point is the expected displacement of a fit of so many answers, and needs no truth."""
    answers = make_judgements(4, *[(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)] * 5)
    found = trace_history(answers, None, lambda _share: None)
    assert found.to_truth is None
    assert found.random == 5.0
    for count, expected in zip(found.answers.tolist(), found.expected.tolist(), strict=True):
        table = ranking.Comparisons.from_pairs(4, answers.left[:count], answers.right[:count])
        assert expected == assess(table).displacement
    assert found.expected[-1] < found.expected[0]


@pytest.mark.parametrize(
    ("total", "first", "most"), [(1, 1, 1), (10, 1, 10), (100, 2, 24), (1000, 20, 24)]
)
def test_points_are_closer_together_at_the_beginning(total: int, first: int, most: int) -> None:
    """From a fiftieth of the answers to all of them, in steps that grow."""
    answers = make_judgements(3, *[(0, 1), (1, 2)] * total).take(slice(total))
    found = trace_history(answers, None, lambda _share: None).answers
    assert (found[0], found[-1]) == (first, total)
    assert len(found) <= most
    if total == 1000:
        assert len(found) == 24
        assert found[1:] / found[:-1] == pytest.approx(50 ** (1 / 23), abs=0.03)


def test_no_answers_have_no_history() -> None:
    """Nothing to draw, and nothing fails."""
    found = trace_history(make_judgements(3), [0.0, 1.0, 2.0], lambda _share: None)
    assert len(found.answers) == len(found.expected) == 0
