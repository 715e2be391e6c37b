import numpy as np
import pytest
from scipy import stats

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.selection import ALL, Selection
from sortrank_gui.study.results.summary.comparing import SideBySide, compare
from tests.diary import Diary


@pytest.fixture
def diary() -> Diary:
    """Return a study of four: x and y put a last, z puts a first; w says that all are equal."""
    diary = Diary(["a", "b", "c", "d"])
    for code in ("x", "y"):
        diary.sit(code)
        diary.answer(*["a < b", "b < c", "d > c", "a < c", "a < d", "b < d"] * 3)
    diary.sit("z")
    diary.answer(*["a > b", "b < c", "d > c", "a > c", "a > d", "b < d"] * 6)
    diary.sit("w")
    diary.answer("a = b", "b = c", "c = d", "d = a")
    diary.answer(*["a > b"] * 50, kind=Kind.CATCH)
    return diary


def compare_sides(diary: Diary) -> SideBySide:
    """Return x and y beside z."""
    return compare(diary.study, ALL, {"x", "y"}, {"z"})


def test_sides_are_rankings_of_their_own(diary: Diary) -> None:
    """Each is fitted to its own answers, with the prior variance of both together."""
    found = compare_sides(diary)
    assert ["abcd"[k] for k in found.first.item] == list("dcba")
    assert ["abcd"[k] for k in found.second.item] == list("adcb")
    assert found.first.answers == found.second.answers == 36
    pairs = np.array([(1, 0), (2, 1), (3, 2), (2, 0), (3, 0), (3, 1)])
    turned = np.array([(0, 1), (2, 1), (3, 2), (0, 2), (0, 3), (3, 1)])
    one, two = (ranking.Comparisons.from_pairs(4, *np.repeat(p, 6, 0).T) for p in (pairs, turned))
    both = ranking.Comparisons(4)
    both.merge(one)
    both.merge(two)
    variance = assess(both).estimate.prior_variance
    assert found.first_scores == pytest.approx(
        ranking.fit(one, prior_variance=variance).scores, abs=1e-5
    )
    assert found.second_scores == pytest.approx(
        ranking.fit(two, prior_variance=variance).scores, abs=1e-5
    )


def test_distances_are_those_of_the_places(diary: Diary) -> None:
    """The item a moves by three places and the others by one: three pairs are turned round."""
    found = compare_sides(diary)
    assert found.displacement == 3 + 1 + 1 + 1
    assert found.kendall_tau_distance == 3


def test_correlations_are_those_of_scipy(diary: Diary) -> None:
    """Pearson's of the scores, Spearman's of the ranks."""
    found = compare_sides(diary)
    both = found.first_scores, found.second_scores
    assert found.correlation == pytest.approx(stats.pearsonr(*both).statistic)
    assert found.rank_correlation == pytest.approx(stats.spearmanr(*both).statistic)
    assert found.rank_correlation == pytest.approx(1 - 6 * (9 + 1 + 1 + 1) / (4 * 15))


def test_equal_scores_share_their_rank() -> None:
    """Two items that one side never compared are in the middle, both at the same place."""
    diary = Diary(["a", "b", "c", "d"])
    diary.sit("x")
    diary.answer("a < b", "b < c", "c < d", "a < d")
    diary.sit("y")
    diary.answer("a < d")
    found = compare(diary.study, ALL, {"x"}, {"y"})
    both = np.round(found.first_scores, 9), np.round(found.second_scores, 9)
    assert found.rank_correlation == pytest.approx(stats.spearmanr(*both).statistic)


def test_items_that_differ_are_named_the_clearest_first(diary: Diary) -> None:
    """Differences over their standard errors, by Holm's rule; only a is judged differently."""
    found = compare_sides(diary)
    errors = [side.estimate.standard_errors for side in (found.first, found.second)]
    z = (found.first_scores - found.second_scores) / np.sqrt(errors[0] ** 2 + errors[1] ** 2)
    assert found.z == pytest.approx(z)
    order = np.argsort(-np.abs(z))
    p_values = 2 * stats.norm.sf(np.abs(z[order]))
    kept = int(np.argmin(np.append(p_values < 0.05 / np.arange(4, 0, -1), False)))
    assert found.differing.tolist() == order[:kept].tolist()
    assert "abcd"[found.differing[0]] == "a"


def test_clearest_difference_is_named_first() -> None:
    """Both sides are sure about a, and of two minds about b; the others are the same to them."""
    diary = Diary(["b", "c", "a", "d"])
    for code, sign, turned in (("x", ">", "<"), ("y", "<", ">")):
        diary.sit(code)
        diary.answer(*[f"a {sign} c", f"a {sign} d"] * 20, *["c > d", "c < d"] * 10)
        diary.answer(*[f"b {turned} c", f"b {turned} d"] * 12)
    found = compare(diary.study, ALL, {"x"}, {"y"})
    assert ["bcad"[k] for k in found.differing][:2] == ["a", "b"]


def test_side_without_differences_has_no_correlation(diary: Diary) -> None:
    """All are equal to w; catch trials do not count."""
    found = compare(diary.study, ALL, {"x"}, {"w"})
    assert np.isnan(found.correlation)
    assert np.isnan(found.rank_correlation)


def test_selection_rules(diary: Diary) -> None:
    """What is not selected is not compared."""
    catches = Selection(kinds=frozenset({Kind.CATCH, Kind.REGULAR}))
    found = compare(diary.study, catches, {"x"}, {"w"})
    assert found.second.answers == 54


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (set(), {"x"}, "nobody for both"),
        ({"x"}, set(), "nobody for both"),
        ({"x", "y"}, {"y", "z"}, "nobody for both"),
        ({"x"}, {"v", "u"}, "u, v: there are no answers to compare."),
    ],
)
def test_sides_that_can_not_be_compared(
    first: set[str], second: set[str], words: str, diary: Diary
) -> None:
    """A sentence says why."""
    with pytest.raises(InputError, match=words):
        compare(diary.study, ALL, first, second)
