"""Answers that agree with each other: tests that hold for pairs that depend on them."""

from itertools import combinations

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import binom

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.diagnostics import Consistency, Judgements, assess_consistency
from sortrank_gui.ranking.strategies import create
from tests.spread import fewest, near


def _ask(name: str, scores: np.ndarray, count: int, seed: int) -> Judgements:
    """Return one person's answers to what a strategy asks."""
    rng = np.random.default_rng((seed, 77))
    strategy, rows = create(name, n_items=len(scores), seed=seed), []
    for _ in range(count):
        left, right = rng.permutation(strategy.ask()).tolist()
        chosen = rng.random() < expit(scores[left] - scores[right])
        strategy.tell(left, right, Outcome.FIRST if chosen else Outcome.SECOND)
        rows.append((left, right, float(chosen)))
    left, right, chosen = np.array(rows).T
    return Judgements(len(scores), left.astype(int), right.astype(int), chosen)


def _listed(*pairs: str) -> Consistency:
    """Return the consistency of answers such as "ab": a was chosen over b."""
    left, right = (np.array(["abcdef".index(pair[k]) for pair in pairs]) for k in (0, 1))
    return assess_consistency(Judgements(6, left, right, np.ones(len(pairs))), 1.0)


@pytest.mark.parametrize("name", ["random", "quicksort", "mergesort", "adjacent"])
def test_coins_are_fair_games_for_every_strategy(name: str) -> None:
    """For them z has mean 0 and deviation 1, and half of the chains are kept, whatever asks.

    A judge with scores has z_typical of mean 0 and deviation 1.
    """
    coins = [assess_consistency(_ask(name, np.zeros(12), 60, seed), 1.0) for seed in range(40)]
    z = np.array([found.z_coin for found in coins])
    assert z.mean() == near(0.0, 40**-0.5)
    assert z.std() == near(1.0, 0.5**0.5 / 40**0.5)
    kept, closings = sum(c.kept for c in coins), sum(c.closings for c in coins)
    assert kept == near(closings / 2, closings**0.5 / 2)
    rng = np.random.default_rng(5)
    honest = [
        assess_consistency(_ask(name, rng.normal(0, 1, 12), 60, seed), 1.0) for seed in range(40)
    ]
    z = np.array([found.z_typical for found in honest])
    assert z.mean() == near(0.0, 1.2 / 40**0.5)
    assert z.std() == near(1.0, 0.5**0.5 / 40**0.5)


def test_coins_and_clear_judges_are_told_apart() -> None:
    """After 100 random pairs of 12 items, of spread 2, all judges are unlike 99 % of coins."""
    rng = np.random.default_rng(6)
    found = [
        assess_consistency(_ask("random", rng.normal(0, 2, 12), 100, seed), 4.0)
        for seed in range(20)
    ]
    assert sum(c.p_coin < 0.01 for c in found) >= fewest(20, 0.99)
    coins = [assess_consistency(_ask("random", np.zeros(12), 100, seed), 4.0) for seed in range(20)]
    assert sum(c.p_typical < 0.01 for c in coins) >= fewest(20, 0.97)


def test_triads_and_chains_are_counted() -> None:
    """After a > b > c, c > a closes a circle against the chain; a > c would keep to it."""
    circle = _listed("ab", "bc", "ca")
    assert (circle.triads, circle.circular) == (1, 1)
    assert (circle.closings, circle.kept) == (1, 0)
    line = _listed("ab", "bc", "ac")
    assert (line.triads, line.circular, line.closings, line.kept) == (1, 0, 1, 1)
    # Neither a > b, a > c nor a > b, c > b leads to an order of the rest.
    assert _listed("ab", "ac", "bc").closings == 0
    assert _listed("ab", "cb", "ca").closings == 0


def test_circles_of_a_tournament_follow_the_formula() -> None:
    """All pairs once: circular triads are C(n, 3) - sum C(wins, 2) (Kendall, 1940)."""
    rng = np.random.default_rng(1)
    pairs = np.array(list(combinations(range(8), 2)))
    chosen = rng.integers(2, size=len(pairs)).astype(float)
    found = assess_consistency(Judgements(8, pairs[:, 0], pairs[:, 1], chosen), 1.0)
    wins = np.bincount(np.where(chosen == 1, pairs[:, 0], pairs[:, 1]), minlength=8)
    assert found.triads == 56
    assert found.circular == 56 - (wins * (wins - 1) / 2).sum()


def test_chance_to_keep_is_binomial() -> None:
    """The chance of so many kept, or more, by coins."""
    found = Consistency(9, 0.0, 0.0, 0.0, 0, 0, closings=5, kept=4)
    assert found.p_kept == pytest.approx(binom.sf(3, 5, 0.5))
    assert Consistency(9, 0.0, 0.0, 0.0, 0, 0, closings=0, kept=0).p_kept == 1.0


def test_nothing_is_known_without_answers() -> None:
    """No answers, or only “equal”: NaN, which no comparison calls small."""
    equal = Judgements(3, np.array([0, 1]), np.array([1, 2]), np.array([0.5, 0.5]))
    for found in (assess_consistency(equal, 1.0), assess_consistency(equal.take([]), 1.0)):
        assert np.isnan(found.z_coin)
        assert not found.p_coin < 1
