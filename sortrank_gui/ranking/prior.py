"""The prior variance of the scores, learned from the comparisons by empirical Bayes.

How it works
------------
The variance v of the scores is the fixed point v = mean(mean_i^2 + variance_i) over the posterior.
The mode of the posterior will not do for the means: a sort never contradicts itself, its answers
are separable, and there the mode lies far nearer to 0 than the mean does, so that v collapses. The
means and variances are those of a normal approximation instead (`normal_fit.py`), and secant steps
on log v find the fixed point.

Before items were compared more than a sort does, the data says almost nothing about v: its gain is
a few hundredths of a nat an item. Then the larger v is the safer one, since a strong prior ruins
the ranking of sorted data and a weak one hardly harms; `_CAUTION` tips the scale that way. While
few items have been compared at all, log v is held near log 4 by a normal prior of its own, with
standard deviation `_SPREAD`: it weighs as much as two items do.
"""

import numpy as np

from sortrank_gui.ranking.normal_fit import NormalFit

START_VARIANCE = 4.0
LEAST_VARIANCE = 0.05
_SPREAD = 2.0
_CAUTION = 0.05
_CLOSE = 0.05
_LOOK = 0.5


def learn_prior_variance(posterior: NormalFit) -> float:
    """Return the variance that explains the outcomes best, from 0.05 up.

    The search always begins at the same place: where the data fits several variances about
    equally well, the result must not depend on what was learned before.

    Parameters
    ----------
    posterior
        A normal approximation at its beginning; it is left near the one for the result.
    """
    if not posterior.n_compared:
        return START_VARIANCE
    low, high = float(np.log(LEAST_VARIANCE)), float(np.log(_most_variance(len(posterior.means))))
    here = float(np.log(START_VARIANCE))
    before: tuple[float, float] | None = None
    while high - low > _CLOSE:
        posterior.settle(float(np.exp(here)))
        miss = float(np.log(posterior.mean_square())) - here + _CAUTION
        miss -= 2 * (here - np.log(START_VARIANCE)) / (posterior.n_compared * _SPREAD**2)
        low, high = (here, high) if miss > 0 else (low, here)
        if before is None:
            # Where nothing much is missing the data may be silent: only a slope tells.
            move = 2.0 * miss if abs(2.0 * miss) >= _CLOSE else float(np.copysign(_LOOK, miss))
        else:
            slope = (miss - before[1]) / (here - before[0])
            move = -miss / slope if slope < -0.02 else 3.0 * float(np.sign(miss))
            if abs(move) < _CLOSE:
                break
        before = here, miss
        here += float(np.clip(move, -3.0, 3.0))
        # A step of 3 up and one of 3 down end at the bound itself, on whichever side of it.
        if not low + _CLOSE / 2 < here < high - _CLOSE / 2:
            here = (low + high) / 2
    return float(np.exp(here))


def _most_variance(n_items: int) -> float:
    """Return the variance of scores spread evenly, one logit from neighbour to neighbour."""
    return max(100.0, n_items**2 / 12)
