"""Errors by people beside the model's."""

import numpy as np
import pytest
from scipy.special import expit

from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.diagnostics import Clustering, Judgements, assess_clustering
from tests.spread import near


def ask_people(taste: float, people: int, seed: int) -> tuple[Judgements, np.ndarray]:
    """Return answers of people, each with 60, whose scores differ by their taste."""
    rng, n, each = np.random.default_rng(seed), 15, 60
    scores = np.linspace(-1.5, 1.5, n) + rng.normal(0, taste, (people, n))
    who = np.repeat(np.arange(people), each)
    left = rng.integers(n, size=len(who))
    right = (left + rng.integers(1, n, size=len(who))) % n
    chosen = rng.random(len(who)) < expit(scores[who, left] - scores[who, right])
    return Judgements(n, left, right, chosen.astype(float)), who


def measure(taste: float, people: int, seed: int) -> Clustering | None:
    """Return how errors by people compare with the model's."""
    answers, who = ask_people(taste, people, seed)
    return assess_clustering(answers, who, assess(answers.table()).estimate)


def test_people_who_do_not_differ_have_the_errors_of_the_model() -> None:
    """The ratio is 1 on average: over 100 others it was 1.001, with a deviation of 0.064."""
    ratios = [found.ratio for seed in range(12) if (found := measure(0.0, 10, seed)) is not None]
    assert np.mean(ratios) == near(1.001, 0.064 / 12**0.5)


def test_people_of_different_taste_have_larger_errors() -> None:
    """Where tastes differ as much as items do, it is clear; intervals become wider by that."""
    found = measure(1.2, 20, 1)
    assert found is not None
    assert found.clear
    assert found.ratio > 1.2
    low, high = found.widen(np.zeros(2), np.array([-1.0, -2.0]), np.array([1.0, 3.0]))
    assert low == pytest.approx([-found.ratio, -2 * found.ratio])
    assert high == pytest.approx([found.ratio, 3 * found.ratio])


def test_intervals_by_people_are_never_narrower() -> None:
    """A ratio below 1 is chance."""
    found = Clustering(0.9, 1.1, 6)
    low, high = found.widen(np.zeros(1), np.array([-1.0]), np.array([2.0]))
    assert (low[0], high[0]) == (-1.0, 2.0)
    assert not found.clear


def test_four_people_say_nothing_about_people() -> None:
    """There is no figure."""
    assert measure(0.5, 4, 1) is None
    assert measure(0.5, 5, 1) is not None
