"""Which items can be told apart: tests of all differences, with Holm's correction.

How it works
------------
The difference of two scores has the variance C_ii + C_jj - 2 C_ij of the posterior covariance C.
Holm's correction sorts all n (n - 1) / 2 tests and holds the chance of any false difference at the
level, whatever their dependence. As it rejects the largest |z| first, its outcome is one limit for
|z|. A group is a stretch of the ranking, as long as it can be, without any difference inside.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from sortrank_gui.ranking.bradley_terry import Estimate

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_ITEMS = 3000
"""Above, the table of all differences would not fit into the memory of small computers."""
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


def find_groups(estimate: Estimate, order: Ints, *, level: float = 0.05) -> Groups:
    """Return the groups of a ranking; `order` has the items best first.

    Parameters
    ----------
    estimate
        Scores with their covariance.
    order
        Item numbers, best first.
    level
        Chance of one or more false differences among all pairs.
    """
    n = len(order)
    covariance = estimate.covariance[np.ix_(order, order)]
    z = _standardise(estimate.scores[order], covariance)
    critical = holm_limit(z[np.triu_indices(n, 1)], level)
    first, from_here_on = _find_below(z, critical)
    # A stretch must not hold any pair that differs, so it ends before the first of them.
    ends = np.minimum.accumulate(first[::-1])[::-1] - 1
    starts = np.flatnonzero(np.diff(ends, prepend=-1))
    return Groups(starts, ends[starts], from_here_on, critical, level)


def holm_limit(z: Floats, level: float = 0.05) -> float:
    """Return the |z| from which on two-sided tests are significant by Holm's correction."""
    sizes = np.sort(np.abs(z))[::-1]
    if not len(sizes):
        return float("inf")
    limits = -ndtri(level / 2 / np.arange(len(sizes), 0, -1))
    passed = sizes > limits
    count = len(sizes) if passed.all() else int(np.argmin(passed))
    return float(limits[min(count, len(sizes) - 1)])


def _standardise(scores: Floats, covariance: Floats) -> Floats:
    """Return every difference over its standard error."""
    variances = np.diag(covariance)
    spread = variances[:, None] + variances[None, :]
    spread -= 2 * covariance
    np.maximum(spread, 1e-12, out=spread)
    np.sqrt(spread, out=spread)
    z: Floats = scores[:, None] - scores[None, :]
    z /= spread
    return z


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
