"""Covariances of scores that are near each other in an order, at any number of items.

How it works
------------
In the order of the means most answers are about near neighbours, and what is correlated is near.
So the precision is inverted in windows of `WIDTH` places that overlap by a third. What is outside
of a window is neither known nor unknown there: an item j outside has the variance 1 / d_j given all
others, d the diagonal of the precision, and a link of weight w to it is worth w - w^2 / d_j. That
is the first term of the Schur complement. Early in a study, when answers are about any two items,
this is most of what counts; later the windows have it all, and their middles are exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.laplacian import Laplacian

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
WIDTH = 96
REACH = 16
"""Pairs up to so many places apart have a window in which both are far from its edges."""
_STEP = 64
_MOST_OVERLAPPING = 3
"""At most so many windows hold a place: steps are a little shorter than `_STEP`."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """A precision: the weights of pairs, and a ridge. A pair may be there more than once."""

    first: Ints
    second: Ints
    weights: Floats
    ridge: float

    @classmethod
    def of(cls, precision: Laplacian) -> "Links":
        """Return those of a matrix."""
        return cls(precision.first, precision.second, precision.weights, precision.ridge)

    def with_more(self, first: Ints, second: Ints, weights: Floats) -> "Links":
        """Return these and others."""
        return Links(
            np.concatenate((self.first, first)),
            np.concatenate((self.second, second)),
            np.concatenate((self.weights, weights)),
            self.ridge,
        )

    def sum_by_item(self, of_first: Floats, of_second: Floats, n_items: int) -> Floats:
        """Sum for each item what its links have for it."""
        sums: Floats = np.bincount(self.first, of_first, n_items).astype(np.float64)
        sums += np.bincount(self.second, of_second, n_items)
        return sums


class Windows:
    """Windows over an order of items; a *row* is a place in one of them, counted through all."""

    def __init__(self, order: Ints) -> None:
        self._order, self._width = order, min(WIDTH, len(order))
        count = -(-(len(order) - self._width) // _STEP) + 1
        starts = np.linspace(0, len(order) - self._width, count)
        self._starts = np.rint(starts).astype(np.int64)
        self.items = order[self._starts[:, None] + np.arange(self._width)]
        """The items of each window."""

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """The pairs within reach of each other in each window; some are in two windows."""
        one, two = _near_rows(self._width)
        return self.items[:, one], self.items[:, two]

    @cached_property
    def own_pairs(self) -> NDArray[np.bool_]:
        """Which of `pairs` are in the middle of their window: each pair is so in one of them."""
        one, _ = _near_rows(self._width)
        middles = self._find_middle(self._starts[:, None] + one, REACH)
        return np.equal(middles, np.arange(len(self._starts))[:, None])

    @cached_property
    def _own_rows(self) -> tuple[Ints, Ints]:
        """Window and place in it of every item, where it is in the middle."""
        places = np.empty_like(self._order)
        places[self._order] = np.arange(len(self._order))
        windows = self._find_middle(places, 0)
        return windows, places - self._starts[windows]

    def _find_middle(self, places: Ints, span: int) -> Ints:
        """Return the windows in whose middles these places are, with `span` places after each."""
        halves = (self._starts[1:] + self._starts[:-1]) // 2 + (self._width - span) // 2
        return np.searchsorted(halves, places, side="right")

    def diagonal(self, matrices: Floats) -> Floats:
        """Return each item's entry on the diagonal of a matrix a window."""
        windows, rows = self._own_rows
        entries: Floats = matrices[windows, rows, rows]
        return entries

    def gaps(self, matrices: Floats) -> Floats:
        """Return e' M e for the gap e of each of `pairs`."""
        one, two = _near_rows(self._width)
        own = np.diagonal(matrices, axis1=1, axis2=2)
        values: Floats = own[:, one] + own[:, two] - 2 * matrices[:, one, two]
        return values

    def laplacian(self, weights: Floats, more: Floats) -> Floats:
        """Return a matrix a window: that part of the Laplacian of weights of `pairs`.

        What is `more` for an item, of pairs with others out of reach, is on the diagonal alone.
        """
        n, (first, second), own = len(self._order), self.pairs, self.own_pairs
        totals = more + np.bincount(first[own], weights[own], n)
        totals += np.bincount(second[own], weights[own], n)
        one, two = _near_rows(self._width)
        matrices = np.zeros((*self.items.shape, self._width))
        matrices[:, one, two] = matrices[:, two, one] = -weights
        rows = np.arange(self._width)
        matrices[:, rows, rows] = totals[self.items]
        return matrices

    def invert(self, links: Links) -> Floats:
        """Return the covariances within each window, a matrix a window."""
        n, size, width = len(self._order), self.items.size, self._width
        diagonal = links.ridge + links.sum_by_item(links.weights, links.weights, n)
        squares = links.weights**2
        of_first, of_second = squares / diagonal[links.second], squares / diagonal[links.first]
        unknown = links.sum_by_item(of_first, of_second, n)[self.items].ravel()
        held = tuple(self._find(links))
        link, one, two = (np.concatenate(column) for column in zip(*held, strict=True))
        unknown -= np.bincount(one, of_first[link], size)
        unknown -= np.bincount(two, of_second[link], size)
        cells = np.minimum(one, two) * width + np.maximum(one, two) % width
        weights = np.bincount(cells, -links.weights[link], size * width)
        matrices = weights.astype(np.float64, copy=False).reshape(*self.items.shape, width)
        rows = np.arange(width)
        known = diagonal[self.items] - np.maximum(unknown, 0.0).reshape(self.items.shape)
        matrices[:, rows, rows] = known
        for matrix in matrices:
            _invert(matrix)
        return matrices

    def _find(self, links: Links) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Yield links that a window holds, with the rows of both items there.

        Where windows overlap a link comes several times, each time for another window.
        """
        place = np.empty_like(self._order)
        place[self._order] = np.arange(len(self._order))
        one, two = place[links.first], place[links.second]
        near = np.flatnonzero(np.abs(one - two) < self._width)
        one, two = one[near], two[near]
        last = np.searchsorted(self._starts, np.minimum(one, two), side="right") - 1
        for back in range(_MOST_OVERLAPPING):
            window = np.maximum(last - back, 0)
            held = (last >= back) & (np.maximum(one, two) < self._starts[window] + self._width)
            begin = (window * self._width - self._starts[window])[held]
            yield near[held], begin + one[held], begin + two[held]


@lru_cache(maxsize=4)
def _near_rows(width: int) -> tuple[Ints, Ints]:
    """Return the places in a window of all pairs within reach."""
    one, two = np.triu_indices(width, 1)
    near = two - one <= REACH
    return one[near], two[near]


def _invert(matrix: Floats) -> None:
    """Invert a symmetric matrix in place; below its diagonal there are zeros before.

    What is above the diagonal here is below it for LAPACK, which goes down the columns.
    """
    factor, _ = scipy.linalg.lapack.dpotrf(matrix.T, lower=1, clean=0, overwrite_a=1)
    lower, failed = scipy.linalg.lapack.dpotri(factor, lower=1, overwrite_c=1)
    if failed:
        raise np.linalg.LinAlgError("the precision of a window is not positive definite")
    np.add(lower, lower.T, out=matrix)
    matrix.ravel()[:: len(matrix) + 1] *= 0.5
