"""A posterior of many scores that takes in answers: of its covariance only the columns in use.

How it works
------------
The precision at the beginning is a sparse matrix; a column of its inverse is one sparse system.
Columns are computed when somebody asks for them, each to its own accuracy, so that a column is the
same whichever others were computed before or along with it. Answers that come later add a a' h to
the covariance, and all the vectors a are kept: an entry is that of the beginning, plus their sum.

Each variance has an upper bound at no cost. The covariance is that of a network of resistors, and
cutting it can only raise resistances: as if all that an item was compared with knew only the prior.
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.posterior import SparsePosterior, UpdatedPosterior

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_TOLERANCE = 1e-4
_LEAST = 1e-12
_BLOCK = 64
"""Columns that are computed at once: more of them would not fit into the processor's cache."""


class ColumnPosterior(UpdatedPosterior):
    """Scores ~ N(mean, covariance), at any size."""

    def __init__(self, beginning: SparsePosterior) -> None:
        self.mean = beginning.mean.copy()
        self.ties = beginning.ties
        self.variances = beginning.variances.copy()
        """Each score's variance given all others."""
        self.bounds = _bound_variances(beginning.precision)
        """Upper bounds of the variances; exact for the items of the answers taken in."""
        self._precision = beginning.precision
        self._place = np.full(len(self.mean), -1)
        self._columns = _Rows(len(self.mean))  # of the beginning; the matrix is symmetric
        self._moves = _Rows(len(self.mean))
        self._bends: list[float] = []

    def gap(self, first: int, second: int) -> tuple[float, float]:
        """Return mean and variance of the difference of two scores."""
        pair = np.array([first, second])
        c = self.covariances(pair, pair)
        spread = c[0, 0] + c[1, 1] - 2 * c[0, 1]
        return float(self.mean[first] - self.mean[second]), max(float(spread), _LEAST)

    def covariances(self, items: Ints, others: Ints) -> Floats:
        """Return the covariances of items with others, a row an item."""
        self.solve(items)
        found: Floats = self._columns.rows[np.ix_(self._place[items], others)]
        if self._bends:
            moves = self._moves.rows
            found += (moves[:, items].T * self._bends) @ moves[:, others]
        return found

    def _move(self, first: int, second: int, slope: float, bend: float) -> None:
        pair, everything = np.array([first, second]), np.arange(len(self.mean))
        _, spread = self.gap(first, second)
        ours, theirs = self.covariances(pair, everything)
        a = ours - theirs
        self.mean += slope * a
        self.bounds[pair] = ours[first], theirs[second]
        self.bounds += bend * a**2
        # In the precision it is a link between the two, of this weight.
        self.variances[pair] = 1.0 / (1.0 / self.variances[pair] - bend / (1.0 + bend * spread))
        self._moves.append(a[None])
        self._bends.append(bend)

    def solve(self, items: Ints) -> None:
        """Compute the columns of items that are missing: many at once are cheaper."""
        missing = items[self._place[items] < 0]
        for start in range(0, len(missing), _BLOCK):
            block = missing[start : start + _BLOCK]
            known = len(self._columns.rows)
            self._columns.append(self._precision.columns(block, _TOLERANCE).T)
            self._place[block] = np.arange(known, known + len(block))


class _Rows:
    """A matrix that grows."""

    def __init__(self, width: int) -> None:
        self._room = np.empty((_BLOCK, width))
        self.rows = self._room[:0]

    def append(self, more: Floats) -> None:
        """Add rows."""
        used, end = len(self.rows), len(self.rows) + len(more)
        if end > len(self._room):
            room = np.empty((max(end, 2 * used), self._room.shape[1]))
            room[:used] = self.rows
            self._room = room
        self._room[used:end] = more
        self.rows = self._room[:end]


def _bound_variances(precision: Laplacian) -> Floats:
    """Bound the variances from above: 1 / (ridge + sum_j 1 / (1 / w_ij + 1 / ridge))."""
    weights, ridge, n = precision.weights, precision.ridge, precision.n_items
    links = weights * ridge / np.maximum(weights + ridge, 1e-300)
    total = np.bincount(precision.first, links, n) + np.bincount(precision.second, links, n)
    return 1.0 / (ridge + total.astype(np.float64))
