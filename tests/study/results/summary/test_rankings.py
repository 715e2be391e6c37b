import numpy as np
import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.selection import ALL, count_study
from sortrank_gui.study.results.summary.columns import read_columns
from sortrank_gui.study.results.summary.rankings import Ranking, count_wins, rank
from tests.diary import Diary


def rank_regular(study: Everything, *, prior_variance: float | None = None) -> Ranking:
    """Return the ranking of a study."""
    columns = read_columns(study, ALL)
    return rank(columns, columns.of_kinds([Kind.REGULAR]), prior_variance=prior_variance)


@pytest.fixture
def chain() -> Everything:
    """Return a study in which c beats b beats a, once in vain; d is only tied, e never shown."""
    diary = Diary(["a", "b", "c", "d", "e"])
    diary.sit("x")
    diary.answer("b > a", "a < b", "c > b", "c > b", "b > c", "d = b", "a ? b")
    return diary.study


def test_items_are_counted_best_first(chain: Everything) -> None:
    """Wins, losses, ties and showings, by hand; “neither” was shown, and tells nothing."""
    found = rank_regular(chain)
    names = ["abcde"[k] for k in found.item]
    assert names[0] == "c"
    assert names[-1] == "a"
    counts = {
        name: (found.wins[k], found.losses[k], found.ties[k], found.shown[k])
        for k, name in enumerate(names)
    }
    assert counts == {
        "a": (0, 2, 0, 3),
        "b": (3, 2, 1, 7),
        "c": (2, 1, 0, 3),
        "d": (0, 0, 1, 1),
        "e": (0, 0, 0, 0),
    }
    assert found.answers == 6
    assert (np.diff(found.score) <= 0).all()
    assert found.places[found.item].tolist() == [0, 1, 2, 3, 4]


def test_scores_balance_wins_and_prior(chain: Everything) -> None:
    """At the highest posterior the wins beyond expectation are the score over the variance."""
    found = rank_regular(chain, prior_variance=2.0)
    table, scores = count_study(chain), found.estimate.scores
    surplus = table.wins.copy()
    for first, second, one, two in zip(
        table.first, table.second, table.first_wins, table.second_wins, strict=True
    ):
        weights = np.exp((scores[[first, second]] - scores[[second, first]]) / 2)
        half = found.estimate.ties.value / 2  # of a tie, which each of the two gets
        surplus[[first, second]] -= (one + two) * (weights + half) / (weights.sum() + 2 * half)
    assert surplus == pytest.approx(scores / 2.0, abs=1e-6)
    assert found.score == pytest.approx(scores[found.item])


def test_intervals_hold_95_percent(chain: Everything) -> None:
    """They hold the score, and are 3.92 standard errors wide; with a given prior, even to it."""
    found = rank_regular(chain)
    assert found.high - found.low == pytest.approx(2 * 1.959964 * found.standard_error)
    assert (found.low <= found.score).all()
    assert (found.score <= found.high).all()
    given = rank_regular(chain, prior_variance=2.0)
    assert given.high - given.score == pytest.approx(1.959964 * given.standard_error)
    assert given.score - given.low == pytest.approx(1.959964 * given.standard_error)


def test_marks_name_items_that_only_the_prior_holds(chain: Everything) -> None:
    """Never won: a. Never compared: e. A tie is neither a win nor a loss, but a comparison."""
    found = rank_regular(chain)
    names = np.array(list("abcde"))[found.item]
    assert names[found.never_won].tolist() == ["a"]
    assert names[found.never_compared].tolist() == ["e"]
    assert names[found.never_lost].tolist() == []


def test_who_was_always_chosen_never_lost() -> None:
    """Once is enough; who was once found equal is held by more than the prior."""
    diary = Diary(["a", "b", "c"])
    diary.sit("x")
    diary.answer("a > b", "c > b", "c > b", "c = b")
    found = rank_regular(diary.study)
    assert ["abc"[k] for k in found.item[found.never_lost]] == ["a"]


def test_matrix_is_in_the_order_of_the_ranking() -> None:
    """Row beat column, best first; ties count half, and a part can be cut out."""
    diary = Diary(["a", "b", "c"])
    diary.sit("x")
    diary.answer("c > b", "c > b", "b > a", "a < b", "c > a", "c = a", "b > c")
    ranking = rank_regular(diary.study)
    assert ["abc"[k] for k in ranking.item] == ["c", "b", "a"]
    found = count_wins(count_study(diary.study), ranking)
    assert found.dense().tolist() == [[0, 2, 1.5], [1, 0, 2], [0.5, 0, 0]]
    assert found.dense(1).tolist() == [[0, 2], [0, 0]]
    assert found.dense(0, 2).tolist() == [[0, 2], [1, 0]]
    assert found.dense(0, 99).shape == (3, 3)
