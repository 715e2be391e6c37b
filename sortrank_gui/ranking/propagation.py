"""Expectation propagation: a normal posterior of the scores, and the evidence for a spread.

How it works
------------
Every pair that was compared has a likelihood in the gap d of its two scores. It is replaced by a
normal factor exp(-t d^2 / 2 + u d), chosen such that the posterior of d, with all other factors as
they are, has the mean and variance that the true likelihood would give. All factors are renewed at
once, from one inverse of the precision matrix, until they stay. Against long Markov chains, means
are within 0.02 standard deviations and standard deviations within 2 % at the median, for sorted,
adaptive and random pairs alike. The product of what the replacements lose is the evidence: the
probability of all answers, given spread and shape. How pairs were chosen does not matter to it, as
long as they were chosen by earlier answers and chance. Against sums by importance sampling (12 and
30 items) its logarithm is within 0.1 for spreads up to 4.
"""

from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.shapes import NODE_STEP, NODES, Bell, Shape, log_factor_mass

Floats = NDArray[np.float64]

_MOST_ROUNDS = 60
_STILL = 1e-3
"""Factors that change by less, in units of the posterior, have settled."""
_PATIENCE = 20
"""After so many rounds the steps are halved: factors may swing where scores are far apart."""


@dataclass(frozen=True, slots=True, eq=False)
class NormalPosterior:
    """Scores ~ N(mean, covariance) for one spread and shape, with mean 0 over the items."""

    spread: float
    mean: Floats
    covariance: Floats
    own_weight: Floats
    own_pull: Floats
    """Of the normal factor exp(-weight score^2 / 2 + pull score) that is each score's own prior."""
    log_evidence: float


class Propagation:
    """The factors of all compared pairs; each spread goes on from the factors of the last."""

    def __init__(self, table: Comparisons, ties: float = 0.0) -> None:
        """Take the answers, and how readily people say “equal” (`ties.py`)."""
        self._n, self._ties = table.n_items, ties
        self._first, self._second = table.first, table.second
        self._totals = (table.first_wins + table.second_wins)[:, None]
        self._surplus = (table.first_wins - table.second_wins)[:, None] / 2
        self._weight: Floats = np.zeros(len(self._first))
        self._pull: Floats = np.zeros(len(self._first))

    def settle(self, spread: float, shape: Shape | None = None) -> NormalPosterior:
        """Return the posterior where scores have this standard deviation and shape a priori."""
        prior = Bell(self._n) if shape is None else shape
        prior.begin(spread)
        for number in range(_MOST_ROUNDS):
            covariance, log_root = self._invert(prior.weight)
            force = self._sum(self._pull) + prior.pull
            mean, own = covariance @ force, np.diag(covariance)
            gaps, variances = self._gaps(mean, covariance)
            others = np.maximum(1 / variances - self._weight, 1e-6 / variances)
            centres = (gaps / variances - self._pull) / others
            log_masses, means, tilted = self._tilt(gaps, variances, others, centres)
            weight = np.maximum(1 / tilted - others, 1e-9)
            pull = means / tilted - centres * others
            change = np.abs(weight - self._weight) * variances
            change = np.maximum(change, np.abs(pull - self._pull) * np.sqrt(variances))
            own_weight, own_pull, own_lost = prior.renew(mean, own)
            own_change = np.abs(own_weight - prior.weight) * own
            own_change = np.maximum(own_change, np.abs(own_pull - prior.pull) * np.sqrt(own))
            lost = log_masses - log_factor_mass(self._weight, self._pull, others, centres)
            evidence = float(lost.sum() + own_lost.sum() + force @ mean / 2 - log_root)
            evidence += self._n * float(np.log(2 * np.pi)) / 2
            if max(change.max(initial=0.0), own_change.max()) < _STILL:
                break
            share = 1.0 if number < _PATIENCE else 0.5
            self._weight = self._weight + share * (weight - self._weight)
            self._pull = self._pull + share * (pull - self._pull)
            prior.weight = prior.weight + share * (own_weight - prior.weight)
            prior.pull = prior.pull + share * (own_pull - prior.pull)
        centred = mean - mean.mean()
        return NormalPosterior(
            spread, centred, _centre(covariance), prior.weight, prior.pull, evidence
        )

    def _invert(self, own: Floats) -> tuple[Floats, float]:
        """Return the covariance, and half the logarithm of the precision's determinant."""
        n = self._n
        precision = np.zeros((n, n))
        precision[self._first, self._second] = -self._weight
        precision += precision.T
        up = np.bincount(self._first, self._weight, n)
        down = np.bincount(self._second, self._weight, n)
        precision[np.diag_indices(n)] = up + down + own
        factor, failed = scipy.linalg.lapack.dpotrf(precision, lower=1)
        if failed:
            raise np.linalg.LinAlgError("the precision matrix is not positive definite")
        log_root = float(np.log(np.diag(factor)).sum())
        lower, _ = scipy.linalg.lapack.dpotri(factor, lower=1)
        return np.tril(lower) + np.tril(lower, -1).T, log_root

    def _sum(self, values: Floats) -> Floats:
        """Sum values of pairs for each item: plus where it is first, minus where it is second."""
        up = np.bincount(self._first, values, self._n)
        down = np.bincount(self._second, values, self._n)
        difference: Floats = (up - down).astype(np.float64)
        return difference

    def _gaps(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        one, two, own = self._first, self._second, np.diag(covariance)
        return mean[one] - mean[two], own[one] + own[two] - 2 * covariance[one, two]

    def _tilt(
        self, gaps: Floats, variances: Floats, others: Floats, centres: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Return log mass, mean and variance of each gap with its true likelihood."""
        roots = np.sqrt(variances)
        d = gaps[:, None] + roots[:, None] * NODES
        half = np.abs(d) / 2
        far = np.exp(-half)
        logs = self._surplus * d - self._totals * (half + np.log1p(far * (far + self._ties)))
        logs -= others[:, None] * (d - centres[:, None]) ** 2 / 2
        top = logs.max(axis=1, keepdims=True, initial=-np.inf)
        masses = np.exp(logs - top)
        total = masses.sum(axis=1)
        means = (masses * d).sum(axis=1) / total
        tilted = (masses * (d - means[:, None]) ** 2).sum(axis=1) / total
        logs_of_mass = top[:, 0] + np.log(total * NODE_STEP * roots)
        return logs_of_mass + np.log(others / (2 * np.pi)) / 2, means, tilted


def _centre(covariance: Floats) -> Floats:
    """Return the covariance of the scores less their mean."""
    rows = covariance.mean(axis=0)
    centred: Floats = covariance - rows - rows[:, None] + rows.mean()
    return centred
