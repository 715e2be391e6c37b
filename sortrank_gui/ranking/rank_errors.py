"""How far an answer is expected to mend an order: the fall of the chance of wrongly ordered pairs.

How it works
------------
The gap of two scores is ~ N(d, v) under the posterior, so the ranking by means has this pair wrong
with chance Phi(-z), z = |d| / sqrt(v). What an answer elsewhere teaches removes a share of v and
moves d. Once half of the variance is gone, the new z is |sqrt(2) z + X| with X standard normal, and
the expected chance of a wrong order is P(Y > |sqrt(2) z + X|) = Phi(z) Phi(-z): two independent
normal variables, seen along their diagonals. So the half is worth

    Phi(-z) - Phi(z) Phi(-z) = Phi(-z)^2,

and a unit of variance removed about Phi(-z)^2 / v: the weight W_ij of the pair.

An answer on (a, b) is expected to remove kappa (e_ij' S e_ab)^2 from the variance of any gap, where
S is the covariance, e_ab = e_a - e_b, and kappa = k^2 p (1 - p) with k^2 = 1 / (1 + pi/8 v) and
p = sigma(k d): moment matching, with a normal approximation of the logistic function. Summed over
all pairs with their weights, it is worth

    kappa e_ab' S L S e_ab,    L the Laplacian of the weights W.

Other goals are other weights.
"""

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.ties import answer_variance, outcome_chances

Floats = NDArray[np.float64]


def wrong_chance(gaps: Floats, variances: Floats) -> Floats:
    """Return the chance that pairs with these gaps of the means are ordered wrongly."""
    chances: Floats = np.abs(gaps)
    chances /= -np.sqrt(variances)
    scipy.special.ndtr(chances, out=chances)
    return chances


def order_weights(gaps: Floats, variances: Floats, left: Floats | None = None) -> Floats:
    """Return what removing a unit of a gap's variance is worth for the order of its pair.

    Where answers are under way, only `left` of the variance will be there, and by the rest the gap
    will have moved, nobody knows which way: the same half of what is left, in the mean over that.
    """
    if left is None:
        weights = wrong_chance(gaps, variances)
        weights *= weights
        weights /= variances
        return weights
    after = _wrong_later(gaps, variances, left) - _wrong_later(gaps, variances, left / 2)
    return np.maximum(after, 0.0) / left


def _wrong_later(gaps: Floats, variances: Floats, left: Floats) -> Floats:
    """Return the chance of a wrong order to expect once only `left` of the variances is there.

    The mean that will be known and the true gap are normal, with means d, variances v - l and v and
    covariance v - l; that their signs differ has the chance 2 T(d / sqrt(v), sqrt(l / (v - l))),
    with Owen's T.
    """
    slopes = np.sqrt(left / np.maximum(variances - left, 1e-12 * variances))
    chances: Floats = 2 * scipy.special.owens_t(gaps / np.sqrt(variances), slopes)
    return chances


def expected_precision(gaps: Floats, variances: Floats, ties: float = 0.0) -> Floats:
    """Return kappa: how much precision an answer is expected to add to its own gap.

    In Davidson's model p (1 - p) is the variance of the answer, with a tie as half a win.
    """
    shrink = 1.0 / (1.0 + np.pi / 8 * variances)
    shrunk = np.sqrt(shrink)
    shrunk *= np.abs(gaps)
    if ties:
        return shrink * answer_variance(*outcome_chances(shrunk, ties))
    odds = np.exp(np.negative(shrunk, out=shrunk), out=shrunk)
    shrink *= odds
    odds += 1.0
    odds *= odds
    shrink /= odds
    return shrink


def top_chances(mean: Floats, variances: Floats, top: int) -> Floats:
    """Return each item's chance of being among the best `top`, as if items were independent."""
    border = _find_border(mean, variances, top)
    chances: Floats = scipy.special.ndtr((mean - border) / np.sqrt(variances))
    return chances


def _find_border(mean: Floats, variances: Floats, top: int) -> float:
    """Return the score above which `top` items are expected, by bisection."""
    deviations = np.sqrt(variances)
    low, high = float((mean - 9 * deviations).min()), float((mean + 9 * deviations).max())
    for _ in range(50):
        middle = (low + high) / 2
        above = float(scipy.special.ndtr((mean - middle) / deviations).sum())
        low, high = (middle, high) if above > top else (low, middle)
    return (low + high) / 2
