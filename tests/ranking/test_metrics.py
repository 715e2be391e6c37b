"""Distances between rankings, against their definitions."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import (
    displacement,
    kendall_tau_distance,
    max_displacement,
    random_displacement,
)
from sortrank_gui.ranking.metrics import ranks
from tests.spread import limit, near


def _naive_ranks(scores: list[float]) -> list[int]:
    return [sum(other > score for other in scores) for score in scores]


@given(
    data=st.integers(0, 60).flatmap(
        lambda n: st.tuples(st.permutations(range(n)), st.permutations(range(n)))
    )
)
def test_metrics_equal_their_definitions(data: tuple[list[int], list[int]]) -> None:
    """Displacement, its maximum and Kendall's distance are what O(n^2) loops find."""
    ours, theirs = data
    a, b = _naive_ranks(ours), _naive_ranks(theirs)
    gaps = [abs(x - y) for x, y in zip(a, b, strict=True)]
    discordant = sum((a[i] < a[j]) != (b[i] < b[j]) for i, j in combinations(range(len(a)), 2))
    assert displacement(ours, theirs) == sum(gaps)
    assert max_displacement(ours, theirs) == max(gaps, default=0)
    assert kendall_tau_distance(ours, theirs) == discordant
    assert sum(gaps) % 2 == 0
    assert sum(gaps) / 2 <= discordant <= sum(gaps)


@pytest.mark.parametrize("n_items", [1, 2, 7, 100, 1000])
def test_metrics_of_a_reversed_ranking_are_largest(n_items: int) -> None:
    """The reverse has displacement floor(n^2 / 2), maximum n - 1, and all pairs discordant."""
    scores = np.linspace(-3, 3, n_items)
    assert displacement(scores, -scores) == n_items**2 // 2
    assert max_displacement(scores, -scores) == n_items - 1
    assert kendall_tau_distance(scores, -scores) == n_items * (n_items - 1) // 2
    assert displacement(scores, scores) == kendall_tau_distance(scores, scores) == 0


@given(st.lists(st.floats(-1e300, 1e300), unique=True, min_size=1, max_size=30), st.randoms())
def test_metrics_depend_on_order_alone(scores: list[float], random: object) -> None:
    """A growing function of the scores changes no distance; the arguments may be swapped."""
    truth = list(range(len(scores)))
    random.shuffle(truth)
    order = np.argsort(np.argsort(scores)) * 7 - 100
    for metric in (displacement, max_displacement, kendall_tau_distance):
        assert metric(scores, truth) == metric(order, truth) == metric(truth, scores)


def test_ranks_put_the_highest_score_first() -> None:
    """Rank 0 is the best item; infinite scores are the ends."""
    assert ranks([0.5, np.inf, -np.inf, 2]).tolist() == [2, 0, 3, 1]


def test_ranks_break_ties_by_seed_and_not_by_index() -> None:
    """Equal scores come in an order that the seed decides: each item may be first."""
    assert ranks(np.zeros(50), seed=1).tolist() == ranks(np.zeros(50), seed=1).tolist()
    assert ranks(np.zeros(50), seed=1).tolist() != ranks(np.zeros(50), seed=2).tolist()
    places = np.array([ranks(np.zeros(5), seed=seed) for seed in range(1000)])
    shares = np.array([(places == k).mean(axis=0) for k in range(5)])
    assert np.abs(shares - 0.2).max() < limit(25) * (0.16 / 1000) ** 0.5


def test_ranks_break_ties_only_among_equals() -> None:
    """Ties inside a group never move an item past another group."""
    scores = np.repeat([3.0, 2.0, 1.0], 10)
    for seed in range(20):
        places = ranks(scores, seed=seed)
        assert sorted(places.tolist()) == list(range(30))
        assert (places // 10).tolist() == [0] * 10 + [1] * 10 + [2] * 10


def test_displacement_of_ties_does_not_leak_the_truth() -> None:
    """Scores that say nothing are as far off as a random ranking, but for chance."""
    n_items, truth = 60, -np.arange(60)
    values = [displacement(np.zeros(n_items), truth, seed=seed) for seed in range(400)]
    error = np.std(values) / 400**0.5
    assert np.mean(values) == near(random_displacement(n_items), error)


def test_displacement_of_ties_in_both_is_that_of_random_rankings() -> None:
    """The ties of scores and truth are broken independently of each other."""
    values = [displacement(np.zeros(30), np.zeros(30), seed=seed) for seed in range(400)]
    assert np.mean(values) == near(random_displacement(30), np.std(values) / 400**0.5)


@pytest.mark.parametrize("n_items", [1, 2, 5, 40])
def test_random_displacement_is_the_mean_of_random_rankings(n_items: int) -> None:
    """Simulated random rankings have mean displacement (n^2 - 1) / 3, but for chance."""
    rng = np.random.default_rng(n_items)
    values = [displacement(rng.random(n_items), np.arange(n_items)) for _ in range(2000)]
    error = np.std(values) / 2000**0.5
    assert np.mean(values) == near(random_displacement(n_items), error)
    assert random_displacement(1) == 0.0


def test_kendall_tau_distance_of_many_items() -> None:
    """At n = 50,000 (no O(n^2) here) the known distance of a rotation is found: k (n - k)."""
    scores = np.arange(50_000.0)
    assert kendall_tau_distance(np.roll(scores, 123), scores) == 123 * (50_000 - 123)


@pytest.mark.parametrize("metric", [displacement, max_displacement, kendall_tau_distance])
def test_metrics_refuse_what_is_no_ranking(metric: object) -> None:
    """NaN and unequal lengths raise InputError with the item or the lengths."""
    with pytest.raises(InputError, match="Item 1 "):
        metric([0.0, np.nan], [0.0, 1.0])
    with pytest.raises(InputError, match="Item 0 "):
        metric([0.0, 1.0], [np.nan, 1.0])
    with pytest.raises(InputError, match=r"2 scores but 3"):
        metric([0.0, 1.0], [0.0, 1.0, 2.0])
