"""Expectation propagation: a normal posterior of the scores, and the evidence for a spread.

How it works
------------
Every pair that was compared has a likelihood in the gap d of its two scores. It is replaced by a
normal factor exp(-t d^2 / 2 + u d), chosen such that the posterior of d, with all other factors as
they are, has the mean and variance that the true likelihood would give. All factors are renewed at
once, from one inverse of the precision matrix, until they stay. Against long Markov chains, means
are within 0.02 standard deviations and standard deviations within 2 % at the median, for sorted,
adaptive and random pairs alike. The product of what the replacements lose is the evidence: the
probability of all answers, given spread and shape. Where answers imply one another, as those of a
sort do, factors that are taken one at a time count something twice: the first terms of what they
neglect are added (Opper, Paquet and Winther, 2013). How pairs were chosen does not matter to it, as
long as they were chosen by earlier answers and chance. `python -m benchmarks evidence` holds it
against importance sampling; docs/decisions/uncertainty.md has how far its logarithm is off.
"""

from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.shapes import (
    NODES,
    Bell,
    Renewed,
    Shape,
    find_moments,
    find_skews,
    largest_change,
    log_factor_mass,
)

Floats = NDArray[np.float64]

_MOST_ROUNDS = 60
_STILL = 1e-3
"""Factors that change by less, in units of the posterior, have settled."""
_PATIENCE = 20
"""After so many rounds the steps are halved: factors may swing where scores are far apart."""
_MOST_ROWS = 250
"""Of more factors, so many stand for all in what they neglect together."""
_SKEW = 0.1
"""Up to which the fourth order is nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class NormalPosterior:
    """Scores ~ N(mean, covariance) for one spread and shape, with mean 0 over the items."""

    spread: float
    mean: Floats
    covariance: Floats
    own_weight: Floats
    own_pull: Floats
    """Of the normal factor exp(-weight score^2 / 2 + pull score) that is each score's own prior."""
    own_variance: Floats
    own_lean: Floats
    """Of each score before scores are centred, and its covariance with itself once it is."""
    middle: float
    """The mean of all scores before they are centred."""
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
        self._above = np.triu(np.ones((self._n, self._n), dtype=bool), 1)

    def settle(self, spread: float, shape: Shape | None = None) -> NormalPosterior:
        """Return the posterior where scores have this standard deviation and shape a priori."""
        prior = Bell(self._n) if shape is None else shape
        prior.begin(spread)
        for number in range(_MOST_ROUNDS):
            covariance, log_root = self._invert(prior.weight)
            force = self._sum(self._pull) + prior.pull
            mean = covariance @ force
            pairs, ours = self._renew(mean, covariance), prior.renew(mean, np.diag(covariance))
            if max(pairs.change, ours.change) < _STILL:
                break
            share = 1.0 if number < _PATIENCE else 0.5
            self._weight = self._weight + share * (pairs.weight - self._weight)
            self._pull = self._pull + share * (pairs.pull - self._pull)
            prior.weight = prior.weight + share * (ours.weight - prior.weight)
            prior.pull = prior.pull + share * (ours.pull - prior.pull)
        evidence = pairs.lost + ours.lost + float(force @ mean) / 2 - log_root
        evidence += self._n * float(np.log(2 * np.pi)) / 2
        evidence += self._find_neglected(mean, covariance, prior)
        middle, own = float(mean.mean()), np.diag(covariance).copy()
        return NormalPosterior(
            spread,
            mean - middle,
            _centre(covariance),
            prior.weight,
            prior.pull,
            own,
            own - covariance.mean(axis=0),
            middle,
            evidence,
        )

    def _renew(self, mean: Floats, covariance: Floats) -> Renewed:
        """Return factors that give each gap the mean and variance of its true likelihood."""
        gaps, variances = self._gaps(mean, covariance)
        others, centres = self._leave_out(gaps, variances)
        logs, d = self._look_at(gaps, variances)
        masses, means, tilted = find_moments(logs, d, others, centres)
        weight = np.maximum(1 / tilted - others, 1e-9)
        pull = means / tilted - centres * others
        lost = masses - log_factor_mass(self._weight, self._pull, others, centres)
        change = largest_change(weight - self._weight, pull - self._pull, variances)
        return Renewed(weight, pull, float(lost.sum()), change)

    def _leave_out(self, gaps: Floats, variances: Floats) -> tuple[Floats, Floats]:
        """Return precision and mean of each gap by all factors but its own."""
        others = np.maximum(1 / variances - self._weight, 1e-6 / variances)
        return others, (gaps / variances - self._pull) / others

    def _look_at(self, gaps: Floats, variances: Floats) -> tuple[Floats, Floats]:
        """Return the log likelihood of each pair at some gaps, and these gaps, a row a pair."""
        d = gaps[:, None] + np.sqrt(variances)[:, None] * NODES
        half = np.abs(d) / 2
        far = np.exp(-half)
        return self._surplus * d - self._totals * (half + np.log1p(far * (far + self._ties))), d

    def _find_neglected(self, mean: Floats, covariance: Floats, prior: Shape) -> float:
        """Return the log evidence that is neglected where factors are taken one at a time.

        It is a series in the skews of single factors and the correlations between them: of second
        order twos of factors with their correlation cubed, over six; of fourth order rings of four,
        in which correlations are squared in turn.
        """
        skews, roots = self._find_skews(mean, covariance, prior)
        n_pairs, count = len(self._first), len(skews)
        some = np.arange(0, count, -(-count // _MOST_ROWS))
        pairs, items = some[some < n_pairs], some[some >= n_pairs] - n_pairs
        gaps = covariance[self._first[pairs]] - covariance[self._second[pairs]]
        rows = np.concatenate((gaps, covariance[items]))
        shared = np.concatenate((rows[:, self._first] - rows[:, self._second], rows), axis=1)
        shared /= roots[some, None] * roots
        shared[np.arange(len(some)), some] = 0.0
        squares = shared * shared
        scale, ours = count / len(some), skews[some]
        found = scale * float(ours @ ((squares * shared) @ skews)) / 12
        if float(np.mean(skews**2)) > _SKEW**2:
            halves = (squares * skews) @ shared.T
            rings = ours[:, None] * halves * halves.T * ours
            same = float(np.trace(rings))
            found += (scale * same + scale**2 * (float(rings.sum()) - same)) / 16
        return found

    def _find_skews(self, mean: Floats, covariance: Floats, prior: Shape) -> tuple[Floats, Floats]:
        """Return skew and standard deviation of each gap, then of each score, by its own factor."""
        gaps, variances = self._gaps(mean, covariance)
        others, centres = self._leave_out(gaps, variances)
        logs, d = self._look_at(gaps, variances)
        own = np.diag(covariance)
        skews = find_skews(logs, d, others, centres)
        skews = np.concatenate((skews, prior.find_skews(mean, own)))
        return skews, np.sqrt(np.concatenate((variances, own)))

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
        covariance, _ = scipy.linalg.lapack.dpotri(factor, lower=1)
        np.copyto(covariance, covariance.T, where=self._above)
        return covariance, log_root

    def _sum(self, values: Floats) -> Floats:
        """Sum values of pairs for each item: plus where it is first, minus where it is second."""
        up = np.bincount(self._first, values, self._n)
        down = np.bincount(self._second, values, self._n)
        difference: Floats = (up - down).astype(np.float64)
        return difference

    def _gaps(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        one, two, own = self._first, self._second, np.diag(covariance)
        return mean[one] - mean[two], own[one] + own[two] - 2 * covariance[one, two]


def _centre(covariance: Floats) -> Floats:
    """Return the covariance of the scores less their mean."""
    rows = covariance.mean(axis=0)
    centred: Floats = covariance - rows - rows[:, None] + rows.mean()
    return centred
