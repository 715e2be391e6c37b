"""What every reader gives, and how it counts the outcomes it finds."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.limits import MOST_COMPARISONS
from sortrank_gui.ranking import Comparisons
from sortrank_gui.tables import Place

_Ints = NDArray[np.int64]
_AT_ONCE = 1_000_000
_Pairs = list[tuple[int, int, int]]
"""Two items, and how often."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Comparisons of named items; item k of the table is `names[k]`."""

    names: tuple[str, ...]
    table: Comparisons
    skipped: int = 0
    """Rows without an outcome that counts, such as “neither”."""


class Outcomes:
    """Collects wins and ties, each as often as a line says."""

    def __init__(self) -> None:
        self._won: _Pairs = []
        self._tied: _Pairs = []
        self._total = 0

    def add(self, place: Place, first: int, second: int, *, tie: bool, count: int = 1) -> None:
        """Note that the first item beat the second, or that they are equal."""
        self._total += count
        if self._total > MOST_COMPARISONS:
            raise place.mistake(f"up to {MOST_COMPARISONS:,} comparisons are possible.")
        (self._tied if tie else self._won).append((first, second, count))

    def count(self, n_items: int) -> Comparisons:
        """Return the table of all outcomes."""
        table = Comparisons(n_items)
        for first, second in _repeat(self._won):
            table.add(first, second)
        for first, second in _repeat(self._tied):
            table.add_ties(first, second)
        return table


def _repeat(pairs: _Pairs) -> Iterator[tuple[_Ints, _Ints]]:
    """Yield pairs as often as they are counted, a million at a time."""
    first, second, counts = np.array(pairs, dtype=np.int64).reshape(-1, 3).T
    while counts.any():
        before = np.cumsum(counts) - counts
        now = np.clip(_AT_ONCE - before, 0, counts)
        yield np.repeat(first, now), np.repeat(second, now)
        counts = counts - now
