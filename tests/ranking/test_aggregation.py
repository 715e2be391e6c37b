"""Copeland's method and Multisort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import aggregation, copeland, displacement, multisort
from sortrank_gui.ranking.strategies import Pairs
from sortrank_gui.simulation import BradleyTerryRespondent
from tests.spread import near


def test_copeland_by_hand() -> None:
    """0 > 1 twice, 0 > 2 twice, 1 > 2 twice out of three: scores 2, 1, 0."""
    assert copeland([[0, 1, 2], [1, 2, 0], [0, 1, 2]]).tolist() == [2, 1, 0]


def test_copeland_of_a_cycle_is_a_tie() -> None:
    """Condorcet's paradox: every item beats exactly one other."""
    assert copeland([[0, 1, 2], [1, 2, 0], [2, 0, 1]]).tolist() == [1, 1, 1]


def test_copeland_needs_a_strict_majority() -> None:
    """Two rankings that contradict each other leave every pair undecided."""
    assert copeland([[0, 1, 2], [2, 1, 0]]).tolist() == [0, 0, 0]


def test_copeland_of_one_ranking_is_that_ranking() -> None:
    """A single ranking gives n-1 to its first item and 0 to its last, as a row or alone."""
    assert copeland([3, 0, 2, 1]).tolist() == [2, 0, 1, 3]
    assert copeland([[3, 0, 2, 1]]).tolist() == [2, 0, 1, 3]


@given(
    rankings=st.integers(1, 9).flatmap(
        lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=7)
    ),
    cells=st.sampled_from([1, 20, 4_000_000]),
)
def test_copeland_equals_naive_counts(rankings: list[list[int]], cells: int) -> None:
    """The scores are those of the definition, also when computed block by block."""
    n_items = len(rankings[0])
    naive = [
        sum(
            2 * sum(r.index(i) < r.index(j) for r in rankings) > len(rankings)
            for j in range(n_items)
        )
        for i in range(n_items)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aggregation, "_CELLS", cells)
        assert copeland(rankings).tolist() == naive


@pytest.mark.parametrize("wrong", [[0, 1, 1], [0, 1, 3], [-1, 0, 1]])
def test_copeland_refuses_what_is_no_ranking(wrong: list[int]) -> None:
    """A row that does not list every item once raises InputError with its number."""
    with pytest.raises(InputError, match="Ranking 1 "):
        copeland([[0, 1, 2], wrong])


@pytest.mark.parametrize("n_items", [2, 3, 30])
@pytest.mark.parametrize("sorts", [1, 2, 5])
def test_multisort_noiseless_gives_the_true_order(n_items: int, sorts: int) -> None:
    """Without noise the Copeland scores are n-1 .. 0 in the true order."""
    truth = np.random.default_rng((n_items, 31, 1)).permutation(n_items)

    def answers(pairs: Pairs) -> np.ndarray:
        return (truth[pairs[:, 0]] < truth[pairs[:, 1]]).astype(np.int8)

    assert multisort(n_items, sorts, answers, seed=3).tolist() == truth.tolist()


def test_multisort_gets_better_with_more_sorts() -> None:
    """Fifteen noisy sorts have a quarter of the displacement of one.

    Over 100 other seeds the ratio is 0.27; the mean of 10 has a standard error of 0.018.
    """
    scores = 0.3 * np.arange(60)
    found = {}
    for sorts in (1, 15):
        values = []
        for seed in range(10):
            respondent = BradleyTerryRespondent(scores, seed=500 + seed)
            copeland_scores = multisort(60, sorts, respondent.answer_many, seed=seed)
            values.append(displacement(copeland_scores, scores))
        found[sorts] = np.array(values)
    assert np.mean(found[15] / found[1]) == near(0.27, 0.018)


def test_multisort_depends_on_its_seed() -> None:
    """The same seeds give the same scores, another seed others."""
    found = [
        multisort(40, 1, BradleyTerryRespondent(0.2 * np.arange(40), seed=8).answer_many, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert found[0].tolist() == found[1].tolist() != found[2].tolist()
