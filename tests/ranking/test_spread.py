"""What answers say about the spread of all scores."""

import numpy as np
import pytest

from benchmarks.calibration import draw_truth
from sortrank_gui.ranking import Comparisons, strategies
from sortrank_gui.ranking.spread import EQUAL, integrate_spread
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey


def answer_at_random(spread: float, n_items: int, count: int, seed: int) -> Comparisons:
    """Return answers to random pairs of items with normal scores."""
    scores = np.random.default_rng(seed).normal(0, spread, n_items)
    return answer_to(scores, count, seed + 1000)


def answer_to(scores: np.ndarray, count: int, seed: int) -> Comparisons:
    """Return answers to random pairs of items with these scores."""
    rng, n_items = np.random.default_rng(seed), len(scores)
    first = rng.integers(n_items, size=count)
    second = (first + rng.integers(1, n_items, size=count)) % n_items
    wins = rng.random(count) < 1 / (1 + np.exp(scores[second] - scores[first]))
    return Comparisons.from_pairs(
        n_items, np.where(wins, first, second), np.where(wins, second, first)
    )


@pytest.mark.parametrize("spread", [0.5, 1.5, 4.0])
def test_spread_is_found_where_there_are_many_answers(spread: float) -> None:
    """The interval holds the true spread, and is no wider than a factor of two."""
    low, high = integrate_spread(answer_at_random(spread, 60, 2400, seed=4)).interval()
    assert low < spread < high
    assert high < 2 * low


def test_spread_of_coins_is_none() -> None:
    """Answers by coins make equal items likely."""
    found = integrate_spread(answer_at_random(0.0, 60, 2400, seed=5))
    assert found.equal > 0.3
    assert found.typical < 0.4


def test_spread_without_answers_is_the_prior() -> None:
    """Nothing is known: around the spreads of real sessions, one part in four for equal items."""
    found = integrate_spread(Comparisons(12))
    low, high = found.interval(0.9)
    assert found.equal == pytest.approx(0.27, abs=0.01)
    assert found.typical == pytest.approx(1.0, abs=0.15)
    assert low == pytest.approx(EQUAL, rel=1.0)
    assert 3 < high < 8


def test_spread_weights_sum_to_one_where_finer_nodes_were_added() -> None:
    """Nodes rise, those above 1 with two shapes each, and their weights are shares."""
    found = integrate_spread(answer_at_random(1.0, 100, 5000, seed=6))
    spreads = [part.spread for part in found.parts]
    assert spreads == sorted(spreads)
    assert max(spreads.count(spread) for spread in spreads) == 2
    assert found.weights.sum() == pytest.approx(1.0)
    assert len(spreads) > 5


def test_spread_beyond_a_valley_is_found() -> None:
    """Adaptive rounds, items 0.2 apart: all equal explains their answers better than spreads of 1.

    The best spread lies beyond, so that the search may not end where weights fall.
    """
    scores = np.random.default_rng(3).permutation(0.2 * (np.arange(200) - 99.5))
    strategy = strategies.create("matching", n_items=200, seed=1002)
    respondent = BradleyTerryRespondent(scores, seed=1002)
    found = integrate_spread(run_survey(strategy, respondent, 2000).table())
    low, high = found.interval()
    assert low < scores.std() < high
    assert found.equal < 0.01


def test_even_scores_are_told_from_a_bell() -> None:
    """The evidence speaks for the shape that is true, where answers are many."""
    rng = np.random.default_rng(8)
    for scores, is_even in ((np.linspace(-5, 5, 80), True), (rng.normal(0, 3, 80), False)):
        found = integrate_spread(answer_to(scores, 8000, seed=9))
        is_other = np.array([np.ptp(part.own_weight) > 0 for part in found.parts])
        share = float(found.weights @ is_other)
        assert share > 0.95 if is_even else share < 0.05


def test_open_weights_do_not_draw_large_spreads_inward() -> None:
    """They lean to larger spreads than the weights with the prior, and are shares, too."""
    found = integrate_spread(answer_at_random(4.0, 30, 150, seed=10))
    spreads = np.log([part.spread for part in found.parts])
    assert found.open_weights.sum() == pytest.approx(1.0)
    assert found.open_weights @ spreads > found.weights @ spreads + 0.01


def test_spread_of_close_calls_is_a_number() -> None:
    """Entropy asks about equal items: they may be equal or 20 logits apart, nobody can tell."""
    strategy = strategies.create("entropy", n_items=40, seed=5)
    coins = BradleyTerryRespondent(np.zeros(40), seed=5)
    found = integrate_spread(run_survey(strategy, coins, 200).table())
    assert np.isfinite(found.typical)
    assert np.isfinite(found.weights).all()
    assert all(np.isfinite(part.covariance).all() for part in found.parts)


def test_nodes_are_near_where_weights_fall_steeply() -> None:
    """Around the best spread of either shape strides are no longer than its weights are wide."""
    scores = draw_truth("uniform:5", 100, 4203)
    sort = strategies.create("mergesort", n_items=100, seed=4203)
    table = run_survey(sort, BradleyTerryRespondent(scores, seed=4203), 2500).table()
    found = integrate_spread(table)
    evens = [k for k, part in enumerate(found.parts) if np.ptp(part.own_weight) > 1e-9]
    weights = found.weights[evens]
    assert weights.sum() > 0.9
    assert weights.max() < 0.6
    assert np.diff(np.log([found.parts[k].spread for k in evens])).min() < 0.1


def test_spreads_of_even_scores_go_on_beyond_those_of_a_bell() -> None:
    """No weight is left at the widest spread that was looked at.

    Two sorts of 200 scores that lie evenly over 40 logits: the best bell is narrower, and where
    its spreads ended those of even scores did, too, with two thirds of all weight at the last.
    """
    scores = draw_truth("uniform:5", 200, 4203)
    sort = strategies.create("quicksort", n_items=200, seed=4203)
    table = run_survey(sort, BradleyTerryRespondent(scores, seed=4203), 2000).table()
    found = integrate_spread(table)
    evens = [k for k, part in enumerate(found.parts) if np.ptp(part.own_weight) > 1e-9]
    assert found.weights[evens].sum() > 0.9
    assert found.weights[evens[-1]] < 0.05
