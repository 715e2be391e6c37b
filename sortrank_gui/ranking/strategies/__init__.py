"""Strategies by name: each picks the next pairs to ask, and its file says all about it.

A class in a file of this folder that has `facts` is found, and with it all screens, commands and
reports know the strategy.
"""

from dataclasses import replace
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts
from sortrank_gui.ranking.strategies.base import Pairs, Progress, Strategy
from sortrank_gui.ranking.strategies.model_based import ModelStrategy
from sortrank_gui.ranking.strategies.probes import Probing
from sortrank_gui.ranking.strategies.recipes import Recipe, read_recipe
from sortrank_gui.registry import find_classes

__all__ = ["DEFAULT", "Pairs", "Progress", "Standing", "Strategy", "StrategyFacts"]
__all__ += ["create", "facts", "is_known", "names", "plain_name", "recreate", "study_recipe"]

DEFAULT = "mergesort"
"""What a study starts with: the paper's method."""
_PROBES_WHAT = (
    "Some pairs are random ones: their answers tell how far apart the items are, and with that how "
    "sure the ranking is."
)
_PROBES_PICKED = (
    ", and some at random (a quarter of the first 64, later fewer), which tell how far "
    "apart the scores are"
)


def names(*standings: Standing) -> list[str]:
    """Return the names that `create` takes: all, or those with one of these standings."""
    return [name for name in _classes if not standings or facts(name).standing in standings]


def is_known(name: str) -> bool:
    """Say whether `create` takes a name: that of a strategy, or a recipe for one."""
    recipe = read_recipe(name)
    if recipe.name not in _classes:
        return False
    own = facts(recipe.name)
    return (
        (recipe.top is None or own.pick_top is not None)
        and (own.windowed or not recipe.windows)
        and (not recipe.probes or issubclass(_classes[recipe.name], ModelStrategy))
    )


def study_recipe(name: str, *, probes: bool = True, top: int | None = None) -> str:
    """Return how a study asks by a strategy from now on: the recipe that its new sorts keep."""
    if name not in _classes:
        return name
    own = facts(name)
    top = top if own.pick_top is not None else None
    return str(Recipe(name, top, own.windowed, probes and own.probed))


def plain_name(recipe: str) -> str:
    """Return the name of the strategy itself."""
    return read_recipe(recipe).name


def facts(name: str) -> StrategyFacts:
    """Return what is to be said about a strategy; of one that another version knows, its name."""
    if name in _classes:
        known: StrategyFacts = _classes[name].facts
        return known
    if is_known(name):
        recipe = read_recipe(name)
        own = facts(recipe.name)
        if recipe.top is not None and own.pick_top is not None:
            own = replace(own, picked=own.pick_top(recipe.top))
        if recipe.probes:
            what, picked = f"{own.what} {_PROBES_WHAT}", own.picked + _PROBES_PICKED
            own = replace(own, what=what, picked=picked)
        return own
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
    """Return a new strategy; `order="depth"` gives a sort its textbook order.

    The name may be a recipe, such as “matching+probes”: matching with probing pairs.
    """
    if not is_known(name):
        raise InputError(f"There is no strategy “{name}”; choose one of {', '.join(names())}.")
    recipe = read_recipe(name)
    if recipe.top is not None:
        options["top"] = recipe.top
    made = _classes[recipe.name](n_items, seed=seed, **options)
    strategy: Strategy = Probing(made) if recipe.probes else made
    return strategy


def recreate(recipe: str, *, n_items: int, seed: int) -> Strategy:
    """Return the strategy of a recipe that a file kept: what it lacks was not known then."""
    found = read_recipe(recipe)
    old = {"windows": found.windows} if is_known(recipe) and facts(recipe).windowed else {}
    return create(recipe, n_items=n_items, seed=seed, **old)


_classes = find_classes(__name__, StrategyFacts)
