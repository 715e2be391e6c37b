"""New items on an old scale: a fit in which known items have their scores, with their errors.

How it works
------------
An anchor's score is known from an earlier study: normal, with that study's score and standard
error; without an error it is fixed. The other items are normal around the anchors' mean
with the spread of the old scale, var(score) + mean(error^2). Nothing is centred: the old zero
stays. The posterior's maximum is found by Newton steps with the dense curvature of Davidson's
model (`ties.py`), and its inverse is the covariance, the anchors' errors included.
"""

from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.bradley_terry import fit
from sortrank_gui.ranking.comparisons import Comparisons

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_ITEMS = 4000
_LEAST_ERROR = 1e-4
"""Anchors without an error: as good as fixed."""
_STEPS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Items whose scores are known."""

    item: Ints
    score: Floats
    error: Floats
    """Standard errors; 0 for a score that is fixed."""

    @property
    def mean(self) -> float:
        """Where new items are expected."""
        return float(self.score.mean())

    @property
    def variance(self) -> float:
        """How far the items of the old scale are spread."""
        return float(self.score.var() + np.mean(self.error**2))


@dataclass(frozen=True, slots=True, eq=False)
class AnchoredFit:
    """Scores on the old scale, higher is better."""

    scores: Floats
    standard_errors: Floats
    covariance: Floats
    prior_variance: float
    """Of new items, around the anchors' mean."""


def fit_anchored(
    table: Comparisons, anchors: Anchors, *, prior_variance: float | None = None
) -> AnchoredFit:
    """Estimate the scores of all items on the scale of the anchors."""
    _check(table, anchors)
    variance = anchors.variance if prior_variance is None else prior_variance
    if not variance > 0:
        raise InputError("All anchors have one score: give a prior variance for the new items.")
    n = table.n_items
    centre, precision = np.full(n, anchors.mean), np.full(n, 1 / variance)
    centre[anchors.item] = anchors.score
    precision[anchors.item] = np.maximum(anchors.error, _LEAST_ERROR) ** -2.0
    nu = fit(table).ties.value if table.n_ties else 0.0
    scores = centre.copy()
    for _ in range(_STEPS):
        gradient, curvature = _look(table, scores, nu)
        gradient -= precision * (scores - centre)
        curvature[np.diag_indices(n)] += precision
        step = scipy.linalg.solve(curvature, gradient, assume_a="pos")
        scores = scores + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        if float(gradient @ step) < 1e-12:
            break
    covariance = np.asarray(np.linalg.inv(curvature), dtype=np.float64)
    errors: Floats = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return AnchoredFit(scores, errors, covariance, variance)


def _look(table: Comparisons, scores: Floats, nu: float) -> tuple[Floats, Floats]:
    """Return the gradient and minus the second derivatives of the log-likelihood."""
    first, second, n = table.first, table.second, table.n_items
    ahead, totals = table.first_wins - table.second_wins, table.first_wins + table.second_wins
    half = np.clip((scores[first] - scores[second]) / 2, -300, 300)
    up, down = np.exp(half - np.abs(half)), np.exp(-half - np.abs(half))
    whole = up + down + nu * np.exp(-np.abs(half))
    slope = (ahead - totals * (up - down) / whole) / 2
    bend = totals * ((up + down) / whole - ((up - down) / whole) ** 2) / 4
    gradient: Floats = np.zeros(n) + np.bincount(first, slope, n) - np.bincount(second, slope, n)
    curvature: Floats = np.diag(np.bincount(first, bend, n) + np.bincount(second, bend, n) + 0.0)
    curvature[first, second] -= bend
    curvature[second, first] -= bend
    return gradient, curvature


def _check(table: Comparisons, anchors: Anchors) -> None:
    if not len(anchors.item):
        raise InputError("None of the anchors is among the items.")
    if table.n_items > MOST_ITEMS:
        raise InputError(f"Up to {MOST_ITEMS:,} items can be put on an old scale.")
    if not (np.isfinite(anchors.score).all() and (anchors.error >= 0).all()):
        raise InputError("Anchors have finite scores and errors of 0 or more.")
