"""From which size on a difference of scores counts, for all pairs of items together."""

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def holm_limit(z: Floats, level: float = 0.05) -> float:
    """Return the |z| from which on two-sided tests are significant by Holm's correction.

    It holds the chance of any false difference at the level, whatever the tests' dependence. As it
    rejects the largest |z| first, its outcome is one limit for |z|.
    """
    sizes = np.sort(np.abs(z))[::-1]
    if not len(sizes):
        return float("inf")
    limits = -scipy.special.ndtri(level / 2 / np.arange(len(sizes), 0, -1))
    passed = sizes > limits
    count = len(sizes) if passed.all() else int(np.argmin(passed))
    return float(limits[min(count, len(sizes) - 1)])


def largest_errors(draws: Floats, errors: Floats) -> Floats:
    """Return, for each draw, the largest error of any difference, in standard errors.

    Its 95 % quantile is a limit for all differences together. It knows how they depend on one
    another, and how far scores that are not normal may be off.
    """
    off = draws - draws.mean(axis=1, keepdims=True)
    worst = np.zeros(len(draws.T))
    for item in range(len(off) - 1):
        gaps = np.abs(off[item] - off[item + 1 :]) / errors[item, item + 1 :, None]
        np.maximum(worst, gaps.max(axis=0), out=worst)
    return worst


def standard_differences(scores: Floats, errors: Floats) -> Floats:
    """Return every difference over its standard error: row less column."""
    z: Floats = (scores[:, None] - scores[None, :]) / errors
    return z


def errors_of_differences(covariance: Floats) -> Floats:
    """Return the standard error of every difference, from the covariance of the scores."""
    own = np.diag(covariance)
    spread = own[:, None] + own[None, :]
    spread -= 2 * covariance
    np.maximum(spread, 1e-12, out=spread)
    return np.sqrt(spread, out=spread)
