"""The normal posterior of the scores: from all data at once, or answer by answer.

It is variational, from aggregated counts, and close to expectation propagation. Mode and curvature
would be cheaper, but too narrow and too near to 0 for sorted data.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.davidson import find_tie_parameter
from sortrank_gui.ranking.information import tie_moments, win_moments
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.normal_fit import NormalFit
from sortrank_gui.ranking.prior import learn_prior_variance

Floats = NDArray[np.float64]
_STILL = 1e-4
"""Coarser, the order of near neighbours is not settled where scores are far apart."""


class UpdatedPosterior(ABC):
    """A normal posterior of the scores that takes in answer after answer by matching moments.

    With a = C (e_winner - e_loser) and C the covariance: mean += a g, C += a a' h.
    """

    mean: Floats
    ties: float
    """The tie parameter of Davidson's model."""

    @abstractmethod
    def gap(self, first: int, second: int) -> tuple[float, float]:
        """Return mean and variance of the difference of two scores."""

    @abstractmethod
    def _move(self, first: int, second: int, slope: float, bend: float) -> None:
        """Add to the mean and the covariance."""

    def update(self, winner: int, loser: int, weight: float = 1.0) -> None:
        """Take in one outcome; a weight below 1 counts it partly."""
        m, v = self.gap(winner, loser)
        moments = tie_moments(m, v, self.ties, equal=False) if self.ties else win_moments(m, v)
        _, slope, bend = (float(x) for x in moments)
        self._move(winner, loser, weight * slope, max(weight * bend, -(1 - 1e-9) / v))

    def update_equal(self, first: int, second: int) -> None:
        """Take in an answer “equal”: half a win each way until the tie parameter is known."""
        if not self.ties:
            self.update(first, second, 0.5)
            self.update(second, first, 0.5)
            return
        m, v = self.gap(first, second)
        _, slope, bend = (float(x) for x in tie_moments(m, v, self.ties, equal=True))
        self._move(first, second, slope, max(bend, -(1 - 1e-9) / v))


@dataclass(eq=False)
class Posterior(UpdatedPosterior):
    """Scores ~ N(mean, covariance)."""

    mean: Floats
    covariance: Floats
    prior_variance: float
    ties: float = 0.0

    def gap(self, first: int, second: int) -> tuple[float, float]:
        """Return mean and variance of the difference of two scores."""
        c = self.covariance
        spread = c[first, first] + c[second, second] - 2 * c[first, second]
        return float(self.mean[first] - self.mean[second]), max(float(spread), 1e-12)

    def _move(self, first: int, second: int, slope: float, bend: float) -> None:
        a = self.covariance[:, first] - self.covariance[:, second]
        self.mean += slope * a
        # The matrix is symmetric: its transpose is the column-major array that BLAS updates.
        scipy.linalg.blas.dger(bend, a, a, a=self.covariance.T, overwrite_a=1)

    def copy(self) -> "Posterior":
        """Return an independent posterior."""
        return Posterior(self.mean.copy(), self.covariance.copy(), self.prior_variance, self.ties)


@dataclass(frozen=True, eq=False)
class SparsePosterior:
    """Scores ~ N(mean, inverse of the precision), at any size."""

    mean: Floats
    variances: Floats
    """Each score's variance given all others, a lower bound of its variance."""
    precision: Laplacian
    prior_variance: float
    settled: bool
    """Whether the means came to rest."""
    ties: float = 0.0
    """The tie parameter of Davidson's model."""


def sparse_posterior(
    table: Comparisons,
    *,
    prior_variance: float | None = None,
    start: Floats | None = None,
) -> SparsePosterior:
    """Return the variational posterior without forming a covariance.

    Steps begin at the means `start`. The prior variance is learned where none is given; then there
    should be no start, since the result must not depend on what was learned before.
    """
    graph = Laplacian(table.n_items, table.first, table.second)
    wins, totals = table.first_wins, table.first_wins + table.second_wins
    ties = find_tie_parameter(table, prior_variance)
    approximation = NormalFit(graph, wins, totals, start, ties=ties)
    if prior_variance is None:
        prior_variance = learn_prior_variance(approximation)
    settled = approximation.settle(prior_variance, _STILL)
    return SparsePosterior(
        approximation.means, approximation.variances, graph, prior_variance, settled, ties
    )


def normal_posterior(table: Comparisons, *, prior_variance: float | None = None) -> Posterior:
    """Return the variational posterior with its covariance; the prior is learned if not given."""
    return whole_posterior(sparse_posterior(table, prior_variance=prior_variance))


def whole_posterior(sparse: SparsePosterior) -> Posterior:
    """Return the same posterior with its covariance, to be updated."""
    inverse = sparse.precision.inverse()
    return Posterior(sparse.mean.copy(), inverse, sparse.prior_variance, sparse.ties)


def expected_displacement(estimate: Estimate, *, draws: int = 64, seed: int = 0) -> float:
    """Return the displacement to expect of the estimate's ranking, without knowing the truth.

    The mean distance between the estimate's ranking and those of scores drawn from the posterior.
    """
    ours = ranks(estimate.scores, seed=seed)
    noise = estimate.draw(draws, stream("expected displacement", seed))
    theirs = rank_columns(estimate.scores[:, None] + noise)
    return float(np.abs(theirs - ours[:, None]).sum(axis=0).mean())


def rank_columns(scores: Floats) -> NDArray[np.int64]:
    """Return the ranks within every column, 0 for the highest score."""
    order = np.argsort(-scores, axis=0)
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(len(order))[:, None], axis=0)
    return places
