"""How well the model describes the answers about each item: infit and outfit.

How it works
------------
An answer x of 1, 1/2 or 0 has by the fit the expectation s and the variance w. Infit of an item is
sum (x - s)^2 / sum w over its answers, outfit the mean of (x - s)^2 / w (Wright and Masters, 1982).
The fit has seen these answers, so that residuals are a little too small: with v the variance of the
gap, w (1 - w v) is expected of a square, and takes the place of w.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.diagnostics.agreement import gap_variances
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.ties import answer_variance, outcome_chances

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_LEAST_VARIANCE = 1e-4
_LEAST_SHARE = 0.05
"""Of the variance, that is left after the fit: an answer may decide about its own expectation."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemFit:
    """One entry an item, in the study's order; NaN without answers."""

    answers: Ints
    infit: Floats
    outfit: Floats
    z_infit: Floats
    """How far the infit lies above 1, in standard errors."""


def assess_items(judgements: Judgements, estimate: Estimate) -> ItemFit:
    """Compare the answers about each item with what the fit of all answers expects."""
    n, items = judgements.n_items, np.concatenate((judgements.left, judgements.right))
    first, equal = outcome_chances(judgements.gaps(estimate.scores), estimate.ties.value)
    second, mean = np.maximum(1 - first - equal, 0.0), first + equal / 2
    variance = np.maximum(answer_variance(first, equal), _LEAST_VARIANCE)
    left = np.clip(1 - variance * gap_variances(judgements, estimate), _LEAST_SHARE, 1.0)
    expected, squares = variance * left, (judgements.chosen - mean) ** 2
    fourth = first * (1 - mean) ** 4 + second * mean**4 + equal * (0.5 - mean) ** 4
    spread = np.maximum(fourth - variance**2, 0.0) * left**2

    def add(values: Floats) -> Floats:
        return np.bincount(items, np.tile(values, 2), n).astype(np.float64)

    count = np.bincount(items, minlength=n).astype(np.int64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return ItemFit(
            answers=count,
            infit=add(squares) / add(expected),
            outfit=add(squares / expected) / count,
            z_infit=add(squares - expected) / np.sqrt(add(spread)),
        )
