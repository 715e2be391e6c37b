"""How far the true scores of two questions go together, with an interval.

How it works
------------
Estimated scores are off by chance, so that their plain correlation is too small. Here the true
scores a and b of each item are taken as two normal numbers with the spreads that both fits found
and a correlation r, and the answers to both questions as independent given those. With the
likelihood of each question as its fit has it, normal with information L and maximum at L m = h, the
evidence for r is

    1/2 h' (L + K)^-1 h - 1/2 log det (L + K) + n/2 log det K(r),

where K is the inverse of the scores' covariance. It is computed for a grid of r; with a flat prior
that is the posterior, of which the median and the middle 95 % are given. Nothing is known about the
mean of some of the items, so that direction is taken out.
"""

from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_ITEMS = 600
"""Of more shared items a sample is taken: enough for an interval of 0.1."""
LEAST_ITEMS = 3
_GRID, _FINE = 41, 4001
_LAST = 3.0
"""The end of the grid, as Fisher's z: r = 0.995."""


@dataclass(frozen=True, slots=True)
class ScorePosterior:
    """What is known about some scores."""

    mean: Floats
    covariance: Floats
    """With the uncertainty of the mean of all scores in it."""
    prior_variance: float

    def take(self, items: NDArray[np.int64]) -> "ScorePosterior":
        """Return what is known about some of them."""
        return ScorePosterior(
            self.mean[items], self.covariance[np.ix_(items, items)], self.prior_variance
        )

    def information(self) -> tuple[Floats, Floats]:
        """Return what the answers say: their information, and its product with the maximum."""
        n = len(self.mean)
        precision = np.linalg.inv(self.covariance)
        shift = precision @ self.mean
        answers = precision - np.eye(n) / self.prior_variance
        answers = (answers + answers.T) / 2
        pull = answers.sum(axis=1)
        if (whole := float(pull.sum())) > 1e-6 * float(np.trace(answers)):
            shift = shift - pull * float(shift.sum()) / whole
            answers = answers - np.outer(pull, pull) / whole
        return answers, shift


@dataclass(frozen=True, slots=True)
class ScoreCorrelation:
    """The correlation of true scores, and of the estimated ones."""

    value: float
    low: float
    high: float
    """The median and the middle 95 % of what the answers leave possible."""
    plain: float
    """Pearson's of the estimated scores, errors included; NaN where some are all equal."""
    items: int
    """How many items both have."""


def correlate_scores(first: ScorePosterior, second: ScorePosterior) -> ScoreCorrelation | None:
    """Return the correlation of two questions' true scores of the same items.

    None with fewer than three items.
    """
    count = len(first.mean)
    if count < LEAST_ITEMS:
        return None
    flat = np.ptp(first.mean) == 0 or np.ptp(second.mean) == 0
    plain = float("nan") if flat else float(np.corrcoef(first.mean, second.mean)[0, 1])
    if count > MOST_ITEMS:
        some = np.linspace(0, count - 1, MOST_ITEMS).round().astype(np.int64)
        first, second = first.take(some), second.take(some)
    z = np.linspace(-_LAST, _LAST, _GRID)
    evidence = _weigh(np.tanh(z), first, second)
    fine = np.linspace(-_LAST, _LAST, _FINE)
    smooth = scipy.interpolate.CubicSpline(z, evidence)(fine)
    weights = np.exp(smooth - smooth.max()) / np.cosh(fine) ** 2
    below = np.cumsum(weights) / weights.sum()
    low, value, high = np.tanh(np.interp((0.025, 0.5, 0.975), below, fine)).tolist()
    return ScoreCorrelation(value, low, high, plain, count)


def _weigh(correlations: Floats, first: ScorePosterior, second: ScorePosterior) -> Floats:
    """Return the log of the evidence for each correlation."""
    n = len(first.mean)
    parts = [each.information() for each in (first, second)]
    answers = scipy.linalg.block_diag(*(part[0] for part in parts))
    shift = np.concatenate([part[1] for part in parts])
    one, two = first.prior_variance, second.prior_variance
    upper, lower = np.arange(n), np.arange(n, 2 * n)
    found = np.empty(len(correlations))
    for k, r in enumerate(correlations.tolist()):
        rest = 1 - r**2
        matrix = answers.copy()
        matrix[upper, upper] += 1 / (one * rest)
        matrix[lower, lower] += 1 / (two * rest)
        for rows, columns in ((upper, lower), (lower, upper)):
            matrix[rows, columns] -= r / ((one * two) ** 0.5 * rest)
        factor = scipy.linalg.cholesky(matrix, lower=True)
        solved = scipy.linalg.solve_triangular(factor, shift, lower=True)
        size = float(np.log(np.diag(factor)).sum())
        found[k] = 0.5 * float(solved @ solved) - size - 0.5 * n * np.log(rest)
    return found
