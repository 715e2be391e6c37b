"""Intervals of single scores that hold wherever an item stands, and of single ranks.

How it works
------------
A posterior's interval holds on average over all items, and too seldom for those that stand out: the
prior draws them to the crowd, and the truth lies further out. An interval without the item's own
prior holds for those, but then and again misses on the other side, where the crowd is. So the
interval reaches from one to the other: from the lower to the upper of the ends of both. Each leans
on the other items for its scale. The item's own prior, and no other, is replaced by a normal one of
1 or of 6 spreads, plus 1.8 errors of the score itself; the errors matter where items are nearly
equal: an interval that is all prior would never miss. Intervals of all spreads that may be are
mixed by their weights, once as they are and once by a prior that draws no spread up to 20 inward:
where answers hardly tell the spread, either of them alone would miss with all scores at once, for
truths that are narrower or wider than it takes them for. Where they tell it, both are the same.

Ranks are whole numbers, so that the shortest stretch of them with 95 % of the draws has more, with
few items far more. Stretches are taken as short as they can be with 95 % on average over the items
and 90 % for each.
"""

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.propagation import NormalPosterior
from sortrank_gui.ranking.spread import SpreadPosterior

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_OWN_SPREADS, _OWN_ERRORS = (1.0, 6.0), 1.8
_LEAST_KNOWN = 1e-3
"""The least precision that answers give to a score: without any, its prior is all there is."""

_LEAST_LEVEL = 0.9
"""Of the interval of a single rank."""


def score_intervals(spread: SpreadPosterior, level: float) -> tuple[Floats, Floats]:
    """Return the lower and the upper ends of the intervals of all scores."""
    low, high = [], []
    for wider in _OWN_SPREADS:
        pairs = [_widen(part, wider) for part in spread.parts]
        means, errors = (np.array([pair[k] for pair in pairs]).T for k in (0, 1))
        for weights in (spread.weights, spread.open_weights):
            low.append(_quantile(means, errors, weights, (1 - level) / 2))
            high.append(_quantile(means, errors, weights, (1 + level) / 2))
    return np.min(low, axis=0), np.max(high, axis=0)


def rank_intervals(drawn: Ints, level: float) -> tuple[Ints, Ints]:
    """Return the best and the worst rank of each item, a row of drawn ranks an item."""
    rising, count = np.sort(drawn, axis=1), len(drawn.T)
    low, high = int(np.ceil(_LEAST_LEVEL * count)), int(np.ceil(level * count))
    while low < high:
        middle = (low + high) // 2
        best, worst = _shortest(rising, middle)
        inside = (drawn >= best[:, None]) & (drawn <= worst[:, None])
        low, high = (low, middle) if inside.mean() >= level else (middle + 1, high)
    return _shortest(rising, high)


def _shortest(rising: Ints, inside: int) -> tuple[Ints, Ints]:
    """Return the ends of the shortest stretch of each row with so many draws inside."""
    widths = rising[:, inside - 1 :] - rising[:, : len(rising.T) - inside + 1]
    at = np.argmin(widths, axis=1)[:, None]
    best, worst = (np.take_along_axis(rising, at + k, axis=1)[:, 0] for k in (0, inside - 1))
    return best, worst


def _widen(part: NormalPosterior, wider: float) -> tuple[Floats, Floats]:
    """Return mean and standard error of each score with another prior for that item alone.

    One entry of the precision matrix changes, so that variances follow from the formula of Sherman
    and Morrison; scores are centred after it.
    """
    own = part.own_variance
    likelihood = np.maximum(1 / own - part.own_weight, _LEAST_KNOWN)
    error = np.minimum(1 / likelihood, 4 * max(part.spread, 1.0) ** 2)
    more = 1 / ((wider * part.spread) ** 2 + _OWN_ERRORS**2 * error) - part.own_weight
    share = more / (1 + more * own)
    variance = np.diag(part.covariance) - share * part.own_lean**2
    far = part.mean + part.middle - part.own_pull * own
    mean = part.mean - part.own_lean * (part.own_pull + share * far)
    return mean, np.sqrt(variance)


def _quantile(means: Floats, errors: Floats, weights: Floats, share: float) -> Floats:
    """Return a quantile of mixtures of normal distributions, one a row, by bisection."""
    low, high = (means - 8 * errors).min(axis=1), (means + 8 * errors).max(axis=1)
    for _ in range(45):
        middle = (low + high) / 2
        below = scipy.special.ndtr((middle[:, None] - means) / errors) @ weights < share
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    found: Floats = (low + high) / 2
    return found
