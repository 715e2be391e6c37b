"""The correlation of true scores, and how often its interval holds it."""

import numpy as np
import pytest

from sortrank_gui.ranking import Comparisons, fit
from sortrank_gui.ranking.score_correlation import (
    MOST_ITEMS,
    ScoreCorrelation,
    ScorePosterior,
    correlate_scores,
)
from tests.spread import fewest


def ask(rng: np.random.Generator, scores: np.ndarray, count: int) -> ScorePosterior:
    """Return what so many answers to random pairs say."""
    n = len(scores)
    one = rng.integers(n, size=count)
    two = (one + rng.integers(1, n, size=count)) % n
    won = rng.random(count) < 1 / (1 + np.exp(scores[two] - scores[one]))
    table = Comparisons.from_pairs(n, np.where(won, one, two), np.where(won, two, one))
    found = fit(table)
    return ScorePosterior(found.scores, found.precision.inverse(), found.prior_variance)


def run(rng: np.random.Generator, r: float, n: int = 20, count: int = 200) -> ScoreCorrelation:
    """Return what is found of two questions whose scores correlate with r."""
    one, noise = rng.standard_normal((2, n))
    two = r * one + (1 - r**2) ** 0.5 * noise
    found = correlate_scores(ask(rng, 1.5 * one, count), ask(rng, 1.5 * two, count))
    assert found is not None
    return found


@pytest.mark.parametrize("r", [0.0, 0.6, 0.9])
def test_intervals_hold_the_true_correlation(r: float) -> None:
    """In 95 % of studies; errors of the scores do not make it smaller."""
    rng = np.random.default_rng(7)
    found = [run(rng, r) for _ in range(150)]
    assert sum(each.low <= r <= each.high for each in found) >= fewest(150, 0.95)
    assert abs(np.median([each.value for each in found]) - r) < 0.1
    if r:
        assert np.median([each.plain for each in found]) < r - 0.05


def test_more_answers_say_more() -> None:
    """The interval shrinks with answers and items."""
    rng = np.random.default_rng(8)
    short, long = run(rng, 0.5, count=60), run(rng, 0.5, n=80, count=4000)
    assert long.high - long.low < 0.6 * (short.high - short.low)
    assert long.low < 0.5 < long.high


def test_unknown_mean_of_some_items_does_not_matter() -> None:
    """A part of the items lies high in both questions: that alone is no correlation."""
    rng = np.random.default_rng(9)
    posteriors = [
        ask(rng, np.concatenate((3 + rng.standard_normal(12), rng.standard_normal(12) - 3)), 900)
        for _ in range(2)
    ]
    some = np.arange(12)
    found = correlate_scores(*(each.take(some) for each in posteriors))
    assert found is not None
    assert found.low < 0.2


def test_too_few_items_have_none_and_many_are_sampled() -> None:
    """Two items say nothing; thousands are no burden."""
    two = ScorePosterior(np.array([1.0, -1.0]), 0.1 * np.eye(2), 1.0)
    assert correlate_scores(two, two) is None
    n = MOST_ITEMS + 50
    scores = np.random.default_rng(1).standard_normal(n)
    many = ScorePosterior(scores, 0.05 * np.eye(n), 1.0)
    found = correlate_scores(many, many)
    assert found is not None
    assert found.items == n
    assert found.low > 0.9
