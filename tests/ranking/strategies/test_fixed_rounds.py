"""The two strategies that do not listen: random pairs and all pairs."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.strategies import create
from tests.spread import FALSE_ALARM, near


def _asked(name: str, n_items: int, count: int, *, seed: int = 0) -> list[tuple[int, int]]:
    strategy = create(name, n_items=n_items, seed=seed)
    pairs = []
    for _ in range(count):
        pairs.append(strategy.ask())
        strategy.tell(*pairs[-1], Outcome.FIRST)
    return pairs


@pytest.mark.parametrize("n_items", [2, 3, 4, 5, 8, 13, 30])
def test_all_pairs_asks_every_pair_once_a_cycle(n_items: int) -> None:
    """Each pair comes exactly k times in the first k n(n-1)/2 questions, for k = 1, 2, 3."""
    cycle = n_items * (n_items - 1) // 2
    pairs = [frozenset(pair) for pair in _asked("all-pairs", n_items, 3 * cycle, seed=2)]
    for k in range(3):
        assert len(set(pairs[k * cycle : (k + 1) * cycle])) == cycle


@pytest.mark.parametrize("n_items", [4, 5, 13, 30])
def test_all_pairs_has_no_item_twice_in_a_round(n_items: int) -> None:
    """A round of n/2 pairs (rounded down) has every item at most once."""
    size = n_items // 2
    pairs = _asked("all-pairs", n_items, (n_items - 1) * size, seed=3)
    for start in range(0, len(pairs), size):
        items = Counter(item for pair in pairs[start : start + size] for item in pair)
        assert max(items.values()) == 1


def test_all_pairs_cycles_have_different_orders() -> None:
    """The second cycle is shuffled afresh."""
    pairs = _asked("all-pairs", 8, 56)
    assert pairs[:28] != pairs[28:]


def test_all_pairs_rounds_differ_between_seeds() -> None:
    """Which pairs meet in one round is shuffled too, not only the order of fixed rounds."""
    rounds = set()
    for seed in range(5):
        pairs = [frozenset(pair) for pair in _asked("all-pairs", 8, 28, seed=seed)]
        rounds.add(frozenset(frozenset(pairs[k : k + 4]) for k in range(0, 28, 4)))
    assert len(rounds) == 5


def test_random_pairs_are_uniform() -> None:
    """All 20 ordered pairs of 5 items are equally likely, by their chi-square."""
    counts = Counter(_asked("random", 5, 8000, seed=1))
    assert len(counts) == 20
    chi_square = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi_square < chi2.isf(FALSE_ALARM, df=19)


def test_random_pairs_are_drawn_with_replacement() -> None:
    """Pairs repeat by chance: 200 draws of 435 pairs have 39.6 repeats with a deviation of 4.6."""
    pairs = [frozenset(pair) for pair in _asked("random", 30, 200, seed=1)]
    assert 200 - len(set(pairs)) == near(39.6, 4.6)


@pytest.mark.parametrize("name", ["random", "all-pairs"])
def test_fixed_rounds_do_not_depend_on_answers(name: str) -> None:
    """The questions are the same for every series of answers."""
    rng = np.random.default_rng(0)
    strategy = create(name, n_items=9, seed=4)
    for pair in _asked(name, 9, 100, seed=4):
        assert strategy.ask() == pair
        strategy.tell(*pair, Outcome(int(rng.integers(4))))
