"""The picture of a sort under way: where every item stands, and what is still open."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Role(IntEnum):
    """What an item is doing in its sort."""

    SETTLED = 0
    """Its place is known, or its two runs have become one."""
    WAITING = 1
    """Its part of the sort has not begun."""
    OPEN = 2
    """To be compared with its pivot."""
    BETTER = 3
    """Preferred to its pivot."""
    PIVOT = 4
    WORSE = 5
    """Its pivot was preferred."""
    MERGED = 6
    """Has left its run for the merged one."""
    HEAD = 7
    """First of its run, to be compared with the other run's first."""
    FIRST = 8
    """Behind the head of a merge's first run."""
    SECOND = 9
    """Behind the head of a merge's second run."""


@dataclass(frozen=True, slots=True, eq=False)
class SortLayout:
    """All items of a sort in a row, best first as far as is known, cut into parts.

    A part is a partition with its pivot, or two runs on their way to become one: what is merged,
    the rest of the first run, the rest of the second. In an open partition the better items come
    first, the worse ones last, and those still open lie on both sides of the pivot.
    """

    items: Ints
    roles: NDArray[np.int8]
    """A `Role` for every place."""
    starts: Ints
    """The places at which parts begin, the first one 0."""

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Start and stop of every part."""
        stops = np.append(self.starts[1:], len(self.items))
        return list(zip(self.starts.tolist(), stops.tolist(), strict=True))

    def count(self, role: Role) -> int:
        """Return how many items do this."""
        return int((self.roles == role).sum())


def find_starts(n_items: int, cuts: Ints) -> Ints:
    """Return where parts begin, given the places at which some begin or end."""
    begins = np.zeros(n_items + 1, dtype=np.bool_)
    begins[cuts] = True
    begins[0] = True
    return np.flatnonzero(begins[:-1])


def spread(starts: Ints, sizes: Ints) -> Ints:
    """Return all places of ranges that start here and have these sizes, one after another."""
    offsets = np.cumsum(sizes) - sizes
    places: Ints = np.arange(sizes.sum()) + np.repeat(starts - offsets, sizes)
    return places
