"""Strategies by name: each picks the next pairs to ask, and its file says all about it.

A class in a file of this folder that has `facts` is found, and with it all screens, commands and
reports know the strategy.
"""

from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts
from sortrank_gui.ranking.strategies.base import Pairs, Progress, Strategy
from sortrank_gui.registry import find_classes

__all__ = ["DEFAULT", "Pairs", "Progress", "Standing", "Strategy", "StrategyFacts"]
__all__ += ["create", "facts", "names"]

DEFAULT = "mergesort"
"""What a study starts with: the paper's method."""


def names(*standings: Standing) -> list[str]:
    """Return the names that `create` takes: all, or those with one of these standings."""
    return [name for name in _classes if not standings or facts(name).standing in standings]


def facts(name: str) -> StrategyFacts:
    """Return what is to be said about a strategy; of one that another version knows, its name."""
    if name in _classes:
        known: StrategyFacts = _classes[name].facts
        return known
    return StrategyFacts(
        place=len(_classes),
        title=name.replace("-", " ").capitalize(),
        brief="",
        what="",
        good="",
        bad="",
        picked=f"by the strategy “{name}”",
        colour=7,
        marker=0,
        run_length=lambda _n_items: 1,
    )


def create(name: str, *, n_items: int, seed: int = 0, **options: Any) -> Strategy:
    """Return a new strategy; `order="depth"` gives a sort its textbook order."""
    if name not in _classes:
        raise InputError(f"There is no strategy “{name}”; choose one of {', '.join(names())}.")
    strategy: Strategy = _classes[name](n_items, seed=seed, **options)
    return strategy


_classes = find_classes(__name__, StrategyFacts)
