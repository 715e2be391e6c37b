"""The curve of distances, and what a ranking expects of itself."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.distance_curve import DistanceCurve
from sortrank_gui.ranking.posterior import expected_displacement
from sortrank_gui.ranking.rank_uncertainty import PosteriorDraws, rank_uncertainty
from tests.spread import highest, lowest, near

TRUTH = np.arange(6.0)


def make_estimate(n_items: int, count: int, seed: int = 1) -> ranking.Estimate:
    """Return the fit of random comparisons in which the higher number mostly wins."""
    rng = np.random.default_rng(seed)
    pairs = np.array([rng.choice(n_items, 2, replace=False) for _ in range(count)])
    right = rng.random(count) < 0.8
    winners = np.where(right, pairs.max(axis=1), pairs.min(axis=1))
    return ranking.fit(Comparisons.from_pairs(n_items, winners, pairs.sum(axis=1) - winners))


def test_uncertainty_expects_the_displacement_of_the_posterior() -> None:
    """With the same draws it is the same number; ranges hold the estimate's own ranks."""
    estimate = make_estimate(12, 80)
    found = rank_uncertainty(estimate)
    assert found.displacement == expected_displacement(estimate)
    assert found.displacement / 2 <= found.kendall_tau <= found.displacement
    own = ranking.metrics.ranks(estimate.scores)
    assert ((found.best <= own) & (own <= found.worst)).all()
    assert found.worst.max() == 11


def test_expected_kendall_tau_is_the_mean_over_draws() -> None:
    """One long ranking of all draws gives what the draws give one by one."""
    draws = PosteriorDraws(make_estimate(12, 80))
    draws.add(64)
    ours, theirs = draws._ours, draws._theirs
    single = [ranking.kendall_tau_distance(-ours, -column) for column in theirs.T]
    assert draws.uncertainty().kendall_tau == pytest.approx(np.mean(single))


def test_errors_of_many_items_come_from_draws() -> None:
    """With 2,000 items, drawn bit by bit, they are near the exact ones.

    Over 40 other seeds their ratio has mean 1.0003 (deviation 0.0001), minimum 0.987 (0.0015) and
    maximum 1.019 (0.0022).
    """
    estimate = make_estimate(2000, 8000)
    draws = PosteriorDraws(estimate)
    for _ in range(4):
        draws.add(16)
    ratio = draws.standard_errors() / np.sqrt(np.diag(estimate.covariance))
    assert draws.count == 64
    assert ratio.mean() == near(1.0003, 0.0001)
    assert ratio.min() > lowest(0.987, 0.0015)
    assert ratio.max() < highest(1.019, 0.0022)


def test_uncertainty_shrinks_with_answers() -> None:
    """A hundred times the answers: narrower ranges, a smaller distance to expect.

    Over 100 other seeds 0.07 of the distance (deviation 0.03) and 0.11 of the ranges (0.03) remain.
    """
    few, many = (rank_uncertainty(make_estimate(10, count)) for count in (20, 2000))
    assert many.displacement < highest(0.07, 0.03) * few.displacement
    remaining = (many.worst - many.best).sum() / (few.worst - few.best).sum()
    assert remaining < highest(0.11, 0.03)


def test_uncertainty_without_answers_is_that_of_a_random_order() -> None:
    """Before any answer a random ranking's displacement is expected.

    Over 200 other seeds of the 64 draws: ratio 1.000 with a deviation of 0.013, and of 0.0154 for
    Kendall's distance.
    """
    found = rank_uncertainty(ranking.fit(Comparisons(40)))
    assert found.displacement / ranking.random_displacement(40) == near(1.0, 0.013)
    assert found.kendall_tau / (40 * 39 / 4) == near(1.0, 0.0154)


def test_curve_measures_points_in_the_order_of_answers() -> None:
    """Points may come in any order; a second one after as many answers replaces the first."""
    curve = DistanceCurve(TRUTH)
    curve.put(9, TRUTH)
    curve.put(3, -TRUTH)
    curve.put(9, -TRUTH)
    found = curve.distances()
    assert found.answers.tolist() == [3, 9]
    assert found.displacement.tolist() == [18, 18]
    assert found.kendall_tau.tolist() == [15, 15]
    assert np.isnan(found.expected_displacement).all()


def test_curve_rewinds() -> None:
    """What came after an answer that was taken back is forgotten."""
    curve = DistanceCurve(TRUTH)
    for answers in (0, 5, 6, 7):
        curve.put(answers, TRUTH)
    curve.rewind(5)
    assert curve.distances().answers.tolist() == [0, 5]


def test_curve_fills_from_coarse_to_fine() -> None:
    """From one point after 100,000 answers to an even curve, on both kinds of axes."""
    curve = DistanceCurve()
    curve.put(100_000, TRUTH)
    asked = []
    while (count := curve.widest_gap(60)) is not None:
        asked.append(count)
        curve.put(count, TRUTH)
    assert asked[0] == 0
    assert 25 <= len(asked) <= 60
    assert len(set(asked)) == len(asked)
    middles = sorted(asked[1:8])
    assert middles[0] < 1000
    assert middles[-1] > 50_000
    assert np.diff(curve.distances().answers).max() < 15_000


def test_curve_without_gaps_asks_for_nothing() -> None:
    """Where every answer has its point, be it none, there is nothing to fill."""
    curve = DistanceCurve()
    for answers in range(30):
        curve.put(answers, TRUTH)
        assert curve.widest_gap(10) is None


def test_curve_stays_small() -> None:
    """A thousand points are thinned out; the first and the newest stay."""
    curve = DistanceCurve()
    for answers in range(1000):
        curve.put(answers, TRUTH)
    found = curve.distances().answers
    assert len(found) <= 240
    assert (found[0], found[-1]) == (0, 999)
