"""Strategies by name: each picks the next pairs to ask."""

from collections.abc import Callable
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.adjacent import Adjacent
from sortrank_gui.ranking.strategies.all_pairs import AllPairs
from sortrank_gui.ranking.strategies.base import Pairs, Progress, Strategy
from sortrank_gui.ranking.strategies.information_gain import Entropy, KlDivergence
from sortrank_gui.ranking.strategies.matching import Matching
from sortrank_gui.ranking.strategies.mergesort import Mergesort
from sortrank_gui.ranking.strategies.quicksort import Quicksort
from sortrank_gui.ranking.strategies.random_pairs import RandomPairs
from sortrank_gui.ranking.strategies.uncertainty import Uncertainty

__all__ = ["Pairs", "Progress", "Strategy", "create", "names"]

_STRATEGIES: dict[str, Callable[..., Strategy]] = {
    strategy.name: strategy
    for strategy in (
        RandomPairs,
        AllPairs,
        Quicksort,
        Mergesort,
        Uncertainty,
        Adjacent,
        Entropy,
        KlDivergence,
        Matching,
    )
}


def names() -> list[str]:
    """Return the names that `create` takes."""
    return list(_STRATEGIES)


def create(name: str, *, n_items: int, seed: int = 0, **options: Any) -> Strategy:
    """Return a new strategy; `order="depth"` gives a sort its textbook order."""
    if name not in _STRATEGIES:
        raise InputError(f"There is no strategy “{name}”; choose one of {', '.join(names())}.")
    return _STRATEGIES[name](n_items, seed=seed, **options)
