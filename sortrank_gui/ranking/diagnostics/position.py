"""Position bias: what the left side is worth, estimated together with the scores.

How it works
------------
The left item's advantage is d + beta, also in the model with ties (Davidson and Beaver, 1977).
Newton steps climb the log-likelihood in the scores and beta at once; the scores are eliminated by
one system of equations more. What is left of the curvature in beta then is the inverse of its
variance.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.ties import share_of_wins

Floats = NDArray[np.float64]

_MOST_STEPS = 20
_LONGEST = 2.0
_STILL = 1e-6


@dataclass(frozen=True, slots=True)
class PositionBias:
    """What standing on the left is worth, in logits; above 0 the left side is preferred."""

    beta: float
    standard_error: float
    share_left: float
    """Share of answers for the left item; equal counts half."""
    share_error: float
    """Its standard error, if sides did not matter and pairs were equal."""

    estimate: Estimate | None = field(default=None, repr=False, compare=False)
    """The scores, were there no preference of a side; estimated together with beta."""

    @property
    def p_value(self) -> float:
        """Chance of so large a bias, to either side, if there is none."""
        return float(2 * ndtr(-abs(self.beta) / self.standard_error))


def estimate_position_bias(judgements: Judgements, estimate: Estimate) -> PositionBias | None:
    """Estimate beta from all answers, starting at a fit without it; None without answers."""
    count = len(judgements)
    if not count:
        return None
    search = _BiasSearch(judgements, estimate)
    for _ in range(_MOST_STEPS):
        if abs(search.step()) < _STILL:
            break
    share = float(judgements.chosen.mean())
    share_error = 0.5 / float(np.sqrt(count))
    return PositionBias(search.beta, search.error, share, share_error, search.finish(estimate))


class _BiasSearch:
    """Scores and beta on their way to the maximum."""

    def __init__(self, judgements: Judgements, estimate: Estimate) -> None:
        self._judgements = judgements
        self._scores = estimate.scores.copy()
        self._ridge = 1.0 / estimate.prior_variance
        self._ties = estimate.ties.value
        self.beta, self.error = 0.0, float("inf")
        n = judgements.n_items
        low = np.minimum(judgements.left, judgements.right)
        keys, self._pair = np.unique(
            low * n + np.maximum(judgements.left, judgements.right), return_inverse=True
        )
        self._graph = Laplacian(n, keys // n, keys % n)

    def step(self) -> float:
        """Take a Newton step; return by how much beta moved."""
        answers = self._judgements
        chances, weights = share_of_wins(answers.gaps(self._scores) + self.beta, self._ties)
        miss = answers.chosen - chances
        per_pair = np.bincount(self._pair, weights, len(self._graph.first)).astype(np.float64)
        self._graph.set_weights(per_pair, self._ridge, self._scores)
        sides = answers.pull(weights)
        slope = answers.pull(miss) - self._ridge * self._scores
        by_side = self._graph.solve(sides, 1e-8)
        curvature = max(float(weights.sum() - sides @ by_side), 1e-12)
        move = float(miss.sum() - by_side @ slope) / curvature
        step = self._graph.solve(slope, 1e-8) - by_side * move
        shorten = min(1.0, _LONGEST / max(abs(move), float(np.abs(step).max()), 1e-300))
        self._scores += shorten * step
        self.beta += shorten * move
        self.error = curvature**-0.5
        return shorten * move

    def finish(self, estimate: Estimate) -> Estimate:
        """Return the scores where the search is; the precision is that for this very beta."""
        scores = self._scores - self._scores.mean()
        return replace(estimate, scores=scores, precision=self._graph)
