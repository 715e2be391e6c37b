"""The Bradley-Terry fit: scores, their uncertainty, and whether the ML estimate exists.

How it works
------------
With d = score_i - score_j for a pair that was compared n times and won w times by i, the fit
maximises sum(w d - n log(1 + e^d)) - |scores|^2 / (2 v). The function is concave; truncated Newton
steps climb it. Each step solves a sparse system inexactly, only as well as the step deserves, and
is shortened while the slope at its end points back. The prior variance v is given, or learned by
empirical Bayes (`prior.py`). With v infinite the fit is maximum likelihood.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.errors import InferenceError, InputError
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.existence import ml_existence
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.normal_fit import NormalFit
from sortrank_gui.ranking.prior import learn_prior_variance

Floats = NDArray[np.float64]

VAGUE_PRIOR_VARIANCE = 5e5
"""Used where the paper says ML: with a precision of 2e-6 the estimate always exists."""
EXACT_ITEMS = 1500
"""Up to this many items uncertainty comes from the dense inverse, above from random draws."""
_DRAWS, _BLOCK = 64, 16
_GROWN = 1.05
_MOST_STEPS = 500
_TAIL = 10.0
"""Below this expected gain only one-sided items are still on their way."""
_CAUTIOUS_STEP = 10.0
_LONGEST_STEP = 100.0
"""A score moves no further in one step than this and the span of all scores."""
_LAST_RISE = 1e-5
"""Stop only when the last step raised the log-likelihood by less than this, too: the steps
converge quadratically, so that the next one would bring no more than 1e-9."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """Scores, higher is better, with mean 0, and what is known about their uncertainty."""

    scores: Floats
    prior_variance: float
    gradient_norm: float
    """Norm of the gradient at the scores, relative to the one at equal scores."""
    learned_from: float
    """How many comparisons the prior variance was learned from; 0 where it was given."""
    precision: Laplacian = field(repr=False)
    """Inverse covariance of the scores (Laplace approximation)."""

    @cached_property
    def standard_errors(self) -> Floats:
        """The standard error of every score.

        Exact up to 1,500 items. Above, the mean over 64 seeded draws of the posterior, with each
        item's conditional variance added exactly: within 10 %, or 20 % for a vanishing prior on
        one or two sorts.
        """
        if len(self.scores) <= EXACT_ITEMS:
            variances = np.diag(self.covariance)
        else:
            variances = _sampled_variances(self.precision)
        errors: Floats = np.sqrt(np.maximum(variances, 0.0))
        return errors

    @cached_property
    def covariance(self) -> Floats:
        """The covariance of the centred scores, a dense matrix."""
        return self.precision.centred_inverse()


def fit(
    table: Comparisons,
    *,
    prior_variance: float | None = None,
    start: Estimate | None = None,
    tolerance: float = 1e-8,
) -> Estimate:
    """Estimate the scores of the Bradley-Terry model (Section 1.1 of the paper).

    Maximises ``sum(w_ij d_ij - n_ij log(1 + exp(d_ij))) - |scores|^2 / (2 prior_variance)`` with
    ``d_ij = scores[i] - scores[j]``.

    Parameters
    ----------
    table
        The comparisons.
    prior_variance
        Variance of the normal prior of a score; learned from the data if None; ``inf`` is ML.
    start
        An estimate for earlier data of the same items, from which the search goes on. Its learned
        prior variance is kept until there are 5 % more comparisons.
    tolerance
        Gradient norm at which to stop, relative to the norm at equal scores.

    Returns
    -------
    Estimate
        Never with NaN; items that were never compared have score 0.

    Raises
    ------
    InferenceError
        For ML where it does not exist; the text says which items are the cause.
    """
    if prior_variance is not None and not prior_variance > 0:
        raise InputError(f"The prior variance must be above 0, and it is {prior_variance}.")
    if prior_variance == np.inf:
        existence = ml_existence(table)
        if not existence.exists:
            raise InferenceError(existence.explain())
    search = _NewtonSearch(table)
    if start is not None and len(start.scores) == table.n_items:
        search.scores, search.warm = _centre(start.scores), True
    learned_from = 0.0
    if prior_variance is None:
        prior_variance, learned_from = _learn(search, table, start)
    search.climb(prior_variance, tolerance)
    return Estimate(
        _centre(search.scores), prior_variance, search.norm, learned_from, search.laplacian
    )


def _learn(
    search: "_NewtonSearch", table: Comparisons, start: Estimate | None
) -> tuple[float, float]:
    """Return the prior variance and what it was learned from; kept until the data has grown."""
    count = table.n_comparisons
    if start is not None and start.learned_from <= count < _GROWN * start.learned_from:
        return start.prior_variance, start.learned_from
    return search.learn_variance(), count


class _NewtonSearch:
    """A point on its way to the maximum."""

    def __init__(self, table: Comparisons) -> None:
        self.laplacian = Laplacian(table.n_items, table.first, table.second)
        self._wins = table.first_wins
        self._totals = table.first_wins + table.second_wins
        self._precision = 0.0
        self.warm = False
        won, lost = self.laplacian.sums(self._wins - self._totals / 2)
        excess = won - lost
        played_first, played_second = self.laplacian.sums(self._totals)
        self.scores = _guess(excess, played_first + played_second)
        self._scale = float(np.linalg.norm(excess))
        # Balanced wins have no gradient at equal scores: measure against the comparisons then.
        if self._scale <= 1e-12 * self._totals.sum():
            self._scale = max(float(self._totals.sum()), 1.0)

    def climb(self, prior_variance: float, tolerance: float) -> None:
        """Take Newton steps until the gradient is small; a warm start begins with caution."""
        self._precision = 1.0 / prior_variance
        gradient, chances = self._slope(self.scores)
        rise, overshot = np.inf, self.warm
        for _ in range(_MOST_STEPS):
            norm = float(np.linalg.norm(gradient)) / self._scale
            if norm == 0.0 or (norm <= tolerance and rise <= max(_LAST_RISE, tolerance)):
                break
            self._set_weights(chances, cautious=overshot)
            step = self.laplacian.solve(gradient, min(0.1, max(norm**0.5, 0.1 * tolerance / norm)))
            longest = _LONGEST_STEP + float(np.ptp(self.scores))
            step *= min(1.0, longest / max(float(np.abs(step).max()), 1e-300))
            rise = float(gradient @ step)
            if not rise > 0:
                break
            moved = self._move(step, rise)
            if moved is None:
                break
            gradient, chances, length = moved
            overshot = length < 0.5
        self.norm = float(np.linalg.norm(gradient)) / self._scale
        self._set_weights(chances)

    def learn_variance(self) -> float:
        """Return the prior variance that fits the data best, whatever was learned before."""
        return learn_prior_variance(NormalFit(self.laplacian, self._wins, self._totals))

    def _move(self, step: Floats, rise: float) -> tuple[Floats, Floats, float] | None:
        """Go along the step: shorter if its end slopes back, longer if it still climbs well.

        Where answers are one-sided the log-likelihood flattens exponentially, and a Newton step
        moves only by about 1 of the dozen logits that are missing: long steps save most of them.
        """
        length, best = 1.0, None
        for _ in range(60):
            scores = self.scores + length * step
            gradient, chances = self._slope(scores)
            end = float(gradient @ step)
            if end >= (-0.3 if best is None else 0.0) * rise:
                best = scores, gradient, chances, length
                if end < 0.25 * rise or rise > _TAIL or length >= 8:
                    break
                length *= 2
            elif best is not None:
                break
            else:
                length *= min(max(rise / (rise - end), 0.1), 0.7)
        if best is None:
            return None
        self.scores = best[0]
        return best[1:]

    def _slope(self, scores: Floats) -> tuple[Floats, Floats]:
        """Return the gradient and the chance of each pair's first item."""
        graph = self.laplacian
        lowest, highest = (scores.min(), scores.max()) if scores.size else (0.0, 0.0)
        if highest - lowest < 600:
            odds = np.exp(scores - (lowest + highest) / 2)
            ours = graph.at_first(odds)
            chances = ours / (ours + graph.at_second(odds))
        else:
            chances = scipy.special.expit(graph.at_first(scores) - graph.at_second(scores))
        of_first, of_second = graph.sums(self._wins - self._totals * chances)
        return of_first - of_second - self._precision * scores, chances

    def _set_weights(self, chances: Floats, *, cautious: bool = False) -> None:
        """Set the curvature; `cautious` raises it where an answer contradicts the scores.

        An item that had won against everyone and now loses stands where the function is flat: a
        Newton step would throw it thousands of logits away. The raised curvature lets no single
        pair ask for more than a few.
        """
        weights = self._totals * (chances * (1.0 - chances))
        if cautious:
            surprise = np.abs(self._wins - self._totals * chances)
            weights = np.maximum(weights, surprise / _CAUTIOUS_STEP)
        self.laplacian.set_weights(weights, self._precision, self.scores)


def _guess(excess: Floats, totals: Floats) -> Floats:
    """Return scores from the items' shares of wins, as if opponents were drawn at random.

    Against opponents of variance s an item wins with a chance close to sigma(score / k), where
    k^2 = 1 + pi/8 s, and s is k^2 times the variance of the logits. Data of sorts, where opponents
    are near, gives scores near 0: no better and no worse a start than 0.
    """
    logits = scipy.special.logit((excess + totals / 2 + 0.5) / (totals + 1))
    widening = 1 / max(1 - np.pi / 8 * float(np.var(logits)), 0.1) if logits.size else 1.0
    return _centre(np.sqrt(widening) * logits)


def _centre(scores: Floats) -> Floats:
    return scores - scores.mean() if scores.size else scores


def _sampled_variances(precision: Laplacian) -> Floats:
    """Estimate the variances of the centred scores from posterior draws.

    The variance of a score is its conditional variance given the others, known exactly, plus the
    variance of its conditional mean, which is estimated.
    """
    rng = stream("standard errors", 0)
    variances = 1.0 / precision.diagonal
    for _ in range(_DRAWS // _BLOCK):
        draws = precision.draw(_BLOCK, rng)
        draws -= draws.mean(axis=0)
        means = draws - precision.times(draws) / precision.diagonal[:, None]
        variances += np.einsum("ik,ik->i", means, means) / _DRAWS
    return variances
