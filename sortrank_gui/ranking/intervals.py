"""Intervals of single scores that hold wherever an item stands.

How it works
------------
A posterior's interval holds on average over all items, and too seldom for those that stand out: the
prior draws them to the crowd. So the interval of a score leans on the other items for its scale,
but hardly for its place: the item's own prior, and no other, is widened to 1.75 spreads plus 1.6
errors of the score itself. The errors matter where items are nearly equal: an interval that is all
prior would never miss. Intervals of all spreads that may be are mixed by their weights.
"""

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.spread import SpreadPosterior

Floats = NDArray[np.float64]

_OWN_WIDER, _OWN_ERRORS = 1.75, 1.6
_LEAST_KNOWN = 1e-3
"""The least precision that answers give to a score: without any, its prior is all there is."""


def score_intervals(spread: SpreadPosterior, level: float) -> tuple[Floats, Floats]:
    """Return the lower and the upper ends of the intervals of all scores."""
    pairs = [_widen(part.mean, np.diag(part.covariance), part.spread) for part in spread.parts]
    means, errors = (np.array([pair[k] for pair in pairs]).T for k in (0, 1))
    low, high = (
        _quantile(means, errors, spread.weights, share)
        for share in ((1 - level) / 2, (1 + level) / 2)
    )
    return low, high


def _widen(mean: Floats, variance: Floats, spread: float) -> tuple[Floats, Floats]:
    """Return mean and standard error of each score with a wider prior for that item alone."""
    prior = spread**2 * (1 - 1 / len(mean))
    likelihood = np.maximum(1 / variance - 1 / prior, _LEAST_KNOWN)
    error = np.minimum(1 / likelihood, 4 * max(spread, 1.0) ** 2)
    wider = (_OWN_WIDER * spread) ** 2 + _OWN_ERRORS**2 * error
    precision = likelihood + 1 / wider
    return mean / variance / precision, 1 / np.sqrt(precision)


def _quantile(means: Floats, errors: Floats, weights: Floats, share: float) -> Floats:
    """Return a quantile of mixtures of normal distributions, one a row, by bisection."""
    low, high = (means - 8 * errors).min(axis=1), (means + 8 * errors).max(axis=1)
    for _ in range(45):
        middle = (low + high) / 2
        below = scipy.special.ndtr((middle[:, None] - means) / errors) @ weights < share
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    found: Floats = (low + high) / 2
    return found
