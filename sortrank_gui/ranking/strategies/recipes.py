"""Recipes: a strategy with all that decides which pairs it asks, in one word that files keep.

A sort goes on as it began, whatever became of its strategy since then: `rounds-top+top=7+windows`
asks for the best seven, by windows over the order, and `matching+probes` with some random pairs
among its own. Plain names are recipes, too.
"""

import re
from dataclasses import dataclass

_FORM = re.compile(r"([a-z-]+)(?:\+top=([1-9]\d{0,8}))?(\+windows)?(\+probes)?")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How pairs are chosen."""

    name: str
    """That of the strategy."""
    top: int | None = None
    """How many items are the top, for a strategy that looks for them; None: its own choice."""
    windows: bool = False
    """Whether many items are valued by windows: see `rounds.py`."""
    probes: bool = False
    """Whether there are random pairs among its own: see `probes.py`."""

    def __str__(self) -> str:
        top = "" if self.top is None else f"+top={self.top}"
        return f"{self.name}{top}{'+windows' * self.windows}{'+probes' * self.probes}"


def read_recipe(text: str) -> Recipe:
    """Return the recipe of such a word; what is none is taken for a name."""
    found = _FORM.fullmatch(text)
    if found is None:
        return Recipe(text)
    name, top, windows, probes = found.groups()
    return Recipe(name, None if top is None else int(top), bool(windows), bool(probes))
