"""Strategies by name: each picks the next pairs to ask, and its file says all about it.

A class in a file of this folder that has `facts` is found, and with it all screens, commands and
reports know the strategy.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.about import Facts, Standing
from sortrank_gui.ranking.strategies.base import Pairs, Progress, Strategy

__all__ = ["DEFAULT", "Facts", "Pairs", "Progress", "Standing", "Strategy"]
__all__ += ["create", "facts", "find", "names"]

DEFAULT = "mergesort"
"""What a study starts with: the paper's method."""
_classes: dict[str, Any] = {}


def find() -> None:
    """Take in every strategy of the folder."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    classes = [value for module in modules for value in vars(module).values()]
    found = [value for value in classes if isinstance(getattr(value, "facts", None), Facts)]
    _classes.clear()
    for strategy in sorted(found, key=lambda strategy: strategy.facts.place):
        _classes[strategy.name] = strategy


def names(*standings: Standing) -> list[str]:
    """Return the names that `create` takes: all, or those with one of these standings."""
    return [name for name in _classes if not standings or facts(name).standing in standings]


def facts(name: str) -> Facts:
    """Return what is to be said about a strategy; of one that another version knows, its name."""
    if name in _classes:
        known: Facts = _classes[name].facts
        return known
    return Facts(
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


find()
