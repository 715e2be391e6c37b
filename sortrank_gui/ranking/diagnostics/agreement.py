"""How a participant's answers fit the ranking of the others: misfit, and tests with a known null.

How it works
------------
Take the fit of everybody else. An answer to a pair whose scores lie d apart, with variance v, is
“left” with the chance p = E sigma(d + noise). The evidence that a participant judges as the others
do, and does not flip a coin, is T = sum d (x - 1/2), up to a constant the log-likelihood ratio.

* If the participant is like the others, T has the mean sum d (p - 1/2) and the variance
  sum d^2 p (1 - p), plus what the others' scores themselves are uncertain by: with
  u = sum d p (1 - p) (e_left - e_right) that is u' C u, where C is their covariance.
* If the participant flips coins, T has the mean 0 and the variance sum d^2 / 4.

Answers of “equal” are left out: given that an answer is none, Davidson's model is that of Bradley
and Terry, however readily somebody says “equal” (`ties.py`).

Pairs that depend on earlier answers, as those of a sort do, leave both right: the sums are
martingales. Infit and outfit are the residuals' mean squares, weighted and not.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.information import win_moments

Floats = NDArray[np.float64]

_DENSE = 400
"""Up to this many items the variance of a gap is exact, above it leaves the covariance out."""
_LEAST_VARIANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the others' ranking says about one participant's answers; NaN where it can't say."""

    answers: int
    """Those that are not “equal”, which all the rest is about."""
    agreement: float
    """Share of answers that prefer the item that the others rank higher."""
    expected: float
    """The share to expect of somebody who judges as the others do."""
    slope: float
    """1 for a participant like the others, 0 for a coin, below 0 for reversed answers."""
    infit: float
    outfit: float
    z_typical: float
    """How far the evidence lies from that of somebody like the others; negative: too low."""
    z_coin: float
    """How far it lies from that of a coin; negative: the others' order turned round."""
    z_infit: float
    """How far the infit lies above 1, in standard errors."""
    left: float
    """Share of answers for the left item."""
    z_left: float
    """How far the left answers lie from those expected, in standard errors."""

    @property
    def p_typical(self) -> float:
        """Chance of so little evidence, or less, if the participant judges as the others do."""
        return float(ndtr(self.z_typical))

    @property
    def p_coin(self) -> float:
        """Chance of so much evidence, or more, if the participant flips coins."""
        return float(ndtr(-self.z_coin))


def assess_agreement(judgements: Judgements, others: Estimate) -> Agreement:
    """Compare a participant's answers with the fit of everybody else's.

    Parameters
    ----------
    judgements
        The answers of one participant.
    others
        The fit without them.
    """
    judgements = judgements.decided()
    gaps = judgements.gaps(others.scores)
    chances = predict_left(judgements, others)
    weights = chances * (1 - chances)
    surprise = judgements.chosen - chances
    evidence = gaps * (judgements.chosen - 0.5)
    typical = float(gaps @ surprise) / _root(
        gaps**2 @ weights + _spread(judgements, others, gaps * weights)
    )
    squares = surprise**2
    return Agreement(
        answers=len(judgements),
        agreement=_mean(_agrees(gaps, judgements.chosen)),
        expected=_mean(np.maximum(chances, 1 - chances)),
        slope=_ratio(float(evidence.sum()), float(gaps @ (chances - 0.5))),
        infit=_ratio(float(squares.sum()), float(weights.sum())),
        outfit=_mean(squares / np.maximum(weights, _LEAST_VARIANCE)),
        z_typical=typical,
        z_coin=float(evidence.sum()) / _root(gaps @ gaps / 4),
        z_infit=float((squares - weights).sum()) / _root(weights @ (1 - 4 * weights)),
        left=_mean(judgements.chosen),
        z_left=float(surprise.sum()) / _root(weights.sum() + _spread(judgements, others, weights)),
    )


def predict_left(judgements: Judgements, estimate: Estimate) -> Floats:
    """Return the chance that each left item is chosen, if one is, by somebody else."""
    variances = gap_variances(judgements, estimate)
    chances, _, _ = win_moments(judgements.gaps(estimate.scores), variances)
    return np.asarray(chances, dtype=np.float64)


def gap_variances(judgements: Judgements, estimate: Estimate) -> Floats:
    """Return how uncertain the difference of the two scores of each answer is."""
    i, j = judgements.left, judgements.right
    if judgements.n_items > _DENSE:
        errors = 1.0 / np.maximum(estimate.precision.diagonal, _LEAST_VARIANCE)
        return np.maximum(errors[i] + errors[j], _LEAST_VARIANCE)
    c = estimate.covariance
    return np.maximum(c[i, i] + c[j, j] - 2 * c[i, j], _LEAST_VARIANCE)


def _spread(judgements: Judgements, estimate: Estimate, weights: Floats) -> float:
    """Return the variance of a weighted sum of gaps by the uncertainty of the scores."""
    pull = judgements.pull(weights)
    return max(float(pull @ estimate.precision.solve(pull, 1e-4)), 0.0)


def _agrees(gaps: Floats, chosen: Floats) -> Floats:
    agrees: Floats = np.where(gaps == 0, 0.5, np.where(gaps > 0, chosen, 1 - chosen))
    return agrees


def _root(variance: float | Floats) -> float:
    """Return a standard deviation; infinite where there is nothing to tell, so that z is 0."""
    return float(np.sqrt(variance)) if variance > 0 else float("inf")


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _ratio(top: float, bottom: float) -> float:
    return top / bottom if bottom > 0 else float("nan")
