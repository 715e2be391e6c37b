"""Which items can be told apart, as groups of neighbours in the ranking.

How it works
------------
All differences are held against one limit, which holds the chance of any false one at 5 %
(`uncertainty.py`). A group is a stretch of the ranking, as long as it can be, without any
difference inside.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.uncertainty import LEVEL, MOST_COMPARED, Uncertainty

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_ITEMS = MOST_COMPARED
_ROWS = 256


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Stretches of the ranking whose items can't be told apart; they may overlap."""

    first: Ints
    """The place in the ranking where each group begins, from 0."""
    last: Ints
    """The last place of each group."""
    clearly_below: Ints
    """For every place, from which place on all are clearly worse; n where the last is not."""
    critical: float
    """The least |difference / standard error| that counts."""
    level: float

    def __len__(self) -> int:
        return len(self.first)


def find_groups(uncertainty: Uncertainty, order: Ints) -> Groups:
    """Return the groups of a ranking; `order` has the items best first.

    Parameters
    ----------
    uncertainty
        Differences, and from which size on they count.
    order
        Item numbers, best first.
    """
    z, critical = uncertainty.differences[np.ix_(order, order)], uncertainty.critical
    first, from_here_on = _find_below(z, critical)
    # A stretch must not hold any pair that differs, so it ends before the first of them.
    ends = np.minimum.accumulate(first[::-1])[::-1] - 1
    starts = np.flatnonzero(np.diff(ends, prepend=-1))
    return Groups(starts, ends[starts], from_here_on, critical, 1 - LEVEL)


def _find_below(z: Floats, critical: float) -> tuple[Ints, Ints]:
    """Return for each row the first column after it that differs, and where all begin to differ."""
    n = len(z)
    first, all_from = np.full(n, n, dtype=np.int64), np.full(n, n, dtype=np.int64)
    for start in range(0, n, _ROWS):
        rows = np.arange(start, min(start + _ROWS, n))
        below = np.arange(n)[None, :] > rows[:, None]
        apart = np.abs(z[rows]) > critical
        some = (apart & below).any(axis=1)
        first[rows[some]] = np.argmax((apart & below)[some], axis=1)
        alike = ~apart & below
        last_alike = np.where(alike.any(axis=1), n - 1 - np.argmax(alike[:, ::-1], axis=1), rows)
        all_from[rows] = last_alike + 1
    return first, all_from
