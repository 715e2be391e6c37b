"""The Bradley-Terry fit: scores, their uncertainty, and whether the ML estimate exists.

How it works
------------
With d = score_i - score_j for a pair that was compared n times and won w times by i, the fit
maximises sum(w d - n log(1 + e^d)) - |scores|^2 / (2 v). The function is concave; truncated Newton
steps climb it (`newton.py`). The prior variance v is given, or learned by empirical Bayes
(`prior.py`). With v infinite the fit is maximum likelihood. Where some answers are “equal”, the
model is Davidson's (`davidson.py`), with one parameter more; else nothing of it is computed.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InferenceError, InputError
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.davidson import DavidsonSearch
from sortrank_gui.ranking.existence import ml_existence
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.newton import NewtonSearch, centre
from sortrank_gui.ranking.ties import NO_TIES, TieParameter

Floats = NDArray[np.float64]

VAGUE_PRIOR_VARIANCE = 5e5
"""Used where the paper says ML: with a precision of 2e-6 the estimate always exists."""
EXACT_ITEMS = 1500
"""Up to this many items uncertainty comes from the dense inverse, above from random draws."""
_DRAWS, _BLOCK = 64, 16
_GROWN = 1.05


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
    ties: TieParameter = NO_TIES
    """How readily people say “equal”; the precision is that for this very value."""

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
            if self.ties.value:
                variances += self.ties.lean**2
        errors: Floats = np.sqrt(np.maximum(variances, 0.0))
        return errors

    @cached_property
    def covariance(self) -> Floats:
        """The covariance of the centred scores, a dense matrix; ties are uncertain, too."""
        covariance = self.precision.centred_inverse()
        if self.ties.value:
            covariance += np.outer(self.ties.lean, self.ties.lean)
        return covariance

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """Return errors of the scores drawn from their distribution, one draw a column."""
        noise = self.precision.draw(count, rng)
        if self.ties.value:
            noise += np.outer(self.ties.lean, rng.standard_normal(count))
        return noise


def fit(
    table: Comparisons,
    *,
    prior_variance: float | None = None,
    start: Estimate | None = None,
    tolerance: float = 1e-8,
) -> Estimate:
    """Estimate the scores of the Bradley-Terry model (Section 1.1 of the paper).

    Maximises ``sum(w_ij d_ij - n_ij log(1 + exp(d_ij))) - |scores|^2 / (2 prior_variance)`` with
    ``d_ij = scores[i] - scores[j]``; where there are ties, the likelihood of Davidson's model.

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
    known = None if start is None else start.precision
    search = DavidsonSearch(table, known) if table.n_ties else NewtonSearch(table, known)
    if start is not None and len(start.scores) == table.n_items:
        search.start_at(start.scores, start.ties.value)
    learned_from = 0.0
    if prior_variance is None:
        prior_variance, learned_from = _learn(search, table, start)
    search.climb(prior_variance, tolerance)
    return Estimate(
        centre(search.scores),
        prior_variance,
        search.norm,
        learned_from,
        search.laplacian,
        search.tie_parameter(),
    )


def _learn(search: NewtonSearch, table: Comparisons, start: Estimate | None) -> tuple[float, float]:
    """Return the prior variance and what it was learned from; kept until the data has grown."""
    count = table.n_comparisons
    if start is not None and start.learned_from <= count < _GROWN * start.learned_from:
        return start.prior_variance, start.learned_from
    return search.learn_variance(), count


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
