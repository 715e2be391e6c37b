"""Strategies by name: each picks the next pairs to ask."""

from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.all_pairs import AllPairs
from sortrank_gui.ranking.strategies.base import Pairs, Progress, Strategy
from sortrank_gui.ranking.strategies.mergesort import Mergesort
from sortrank_gui.ranking.strategies.quicksort import Quicksort
from sortrank_gui.ranking.strategies.random_pairs import RandomPairs

__all__ = ["Pairs", "Progress", "Strategy", "create", "names"]

_STRATEGIES = {
    strategy.name: strategy for strategy in (RandomPairs, AllPairs, Quicksort, Mergesort)
}


def names() -> list[str]:
    """Return the names that `create` takes."""
    return list(_STRATEGIES)


def create(name: str, *, n_items: int, seed: int = 0, **options: Any) -> Strategy:
    """Return a new strategy; `order="depth"` gives a sort its textbook order."""
    if name not in _STRATEGIES:
        raise InputError(f"There is no strategy “{name}”; choose one of {', '.join(names())}.")
    return _STRATEGIES[name](n_items, seed=seed, **options)
