"""What answers say about the spread of all scores."""

import numpy as np
import pytest

from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.spread import EQUAL, integrate_spread


def answer_at_random(spread: float, n_items: int, count: int, seed: int) -> Comparisons:
    """Return answers to random pairs of items with normal scores."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(0, spread, n_items)
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
    """Nothing is known: the spreads of real sessions, and one part in ten for equal items."""
    found = integrate_spread(Comparisons(12))
    low, high = found.interval(0.9)
    assert found.equal == pytest.approx(0.1, abs=0.01)
    assert found.typical == pytest.approx(1.0, abs=0.15)
    assert low == pytest.approx(EQUAL, rel=1.0)
    assert 2 < high < 5


def test_spread_weights_sum_to_one_where_finer_nodes_were_added() -> None:
    """Nodes rise, and their weights are shares."""
    found = integrate_spread(answer_at_random(1.0, 100, 5000, seed=6))
    spreads = [part.spread for part in found.parts]
    assert spreads == sorted(set(spreads))
    assert found.weights.sum() == pytest.approx(1.0)
    assert len(spreads) > 5
