"""The climb to the maximum of the Bradley-Terry posterior, step by step.

How it works
------------
Truncated Newton steps: each solves a sparse system inexactly, only as well as the step deserves,
and is shortened while the slope at its end points back. What is climbed is a point: the scores,
and in Davidson's model (`davidson.py`) one parameter more.
"""

import math
from functools import cached_property

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.normal_fit import NormalFit
from sortrank_gui.ranking.prior import learn_prior_variance
from sortrank_gui.ranking.ties import NO_TIES, TieParameter

Floats = NDArray[np.float64]

_MOST_STEPS = 500
_TAIL = 10.0
"""Below this expected gain only one-sided items are still on their way."""
CAUTIOUS_STEP = 10.0
_LONGEST_STEP = 100.0
"""A score moves no further in one step than this and the span of all scores."""
_LAST_RISE = 1e-5
"""Stop only when the last step raised the log-likelihood by less than this, too: the steps
converge quadratically, so that the next one would bring no more than 1e-9."""


class NewtonSearch:
    """A point on its way to the maximum."""

    def __init__(self, table: Comparisons, known: Laplacian | None = None) -> None:
        """Begin at a guess; `known` is a matrix of the same items, perhaps of the same pairs."""
        first, second = table.first, table.second
        if known is not None and known.first is first:
            self.laplacian = known.twin()
        else:
            self.laplacian = Laplacian(table.n_items, first, second)
        self._wins = table.first_wins
        self._totals = table.first_wins + table.second_wins
        self._precision = 0.0
        self.warm = False
        self._excess = self.laplacian.net(self._wins - self._totals / 2)
        self._scale = _norm(self._excess)
        # Balanced wins have no gradient at equal scores: measure against the comparisons then.
        compared = float(self._totals.sum())
        if self._scale <= 1e-12 * compared:
            self._scale = max(compared, 1.0)

    @cached_property
    def _point(self) -> Floats:
        """Where the climb is; without a start, from a guess."""
        played_first, played_second = self.laplacian.sums(self._totals)
        return _guess(self._excess, played_first + played_second)

    @property
    def scores(self) -> Floats:
        """Where the climb is."""
        return self._point

    def start_at(self, scores: Floats, ties: float) -> None:
        """Begin at these scores, and at a tie parameter where the model has one."""
        self._point, self.warm = centre(scores), True

    @property
    def ties(self) -> float:
        """The tie parameter where the climb is: none in this model."""
        return 0.0

    def tie_parameter(self) -> TieParameter:
        """Return the tie parameter with what tells its error."""
        return NO_TIES

    def climb(self, prior_variance: float, tolerance: float) -> None:
        """Take Newton steps until the gradient is small; a warm start begins with caution."""
        self._precision = 1.0 / prior_variance
        gradient, chances = self._slope(self._point)
        rise, overshot = np.inf, self.warm
        for _ in range(_MOST_STEPS):
            norm = _norm(gradient) / self._scale
            if norm == 0.0 or (norm <= tolerance and rise <= max(_LAST_RISE, tolerance)):
                break
            self._set_weights(chances, cautious=overshot)
            step = self._solve(gradient, min(0.1, max(norm**0.5, 0.1 * tolerance / norm)))
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
        self.norm = _norm(gradient) / self._scale
        self._set_weights(chances)

    def learn_variance(self) -> float:
        """Return the prior variance that fits the data best, whatever was learned before."""
        normal = NormalFit(self.laplacian, self._wins, self._totals, ties=self.ties)
        return learn_prior_variance(normal)

    def _solve(self, gradient: Floats, tolerance: float) -> Floats:
        """Return the Newton step."""
        return self.laplacian.solve(gradient, tolerance)

    def _move(self, step: Floats, rise: float) -> tuple[Floats, Floats, float] | None:
        """Go along the step: shorter if its end slopes back, longer if it still climbs well.

        Where answers are one-sided the log-likelihood flattens exponentially, and a Newton step
        moves only by about 1 of the dozen logits that are missing: long steps save most of them.
        """
        length, best = 1.0, None
        for _ in range(60):
            point = self._point + length * step
            gradient, chances = self._slope(point)
            end = float(gradient @ step)
            if end >= (-0.3 if best is None else 0.0) * rise:
                best = point, gradient, chances, length
                if end < 0.25 * rise or rise > _TAIL or length >= 8:
                    break
                length *= 2
            elif best is not None:
                break
            else:
                length *= min(max(rise / (rise - end), 0.1), 0.7)
        if best is None:
            return None
        self._point = best[0]
        return best[1:]

    def _slope(self, point: Floats) -> tuple[Floats, Floats]:
        """Return the gradient and the chance of each pair's first item."""
        graph, scores = self.laplacian, point
        lowest, highest = (scores.min(), scores.max()) if scores.size else (0.0, 0.0)
        if highest - lowest < 600:
            odds = np.exp(scores - (lowest + highest) / 2)
            ours = graph.at_first(odds)
            chances = ours / (ours + graph.at_second(odds))
        else:
            chances = scipy.special.expit(graph.at_first(scores) - graph.at_second(scores))
        surplus = graph.net(self._wins - self._totals * chances)
        return surplus - self._precision * scores, chances

    def _set_weights(self, chances: Floats, *, cautious: bool = False) -> None:
        """Set the curvature; `cautious` raises it where an answer contradicts the scores.

        An item that had won against everyone and now loses stands where the function is flat: a
        Newton step would throw it thousands of logits away. The raised curvature lets no single
        pair ask for more than a few.
        """
        weights = self._totals * (chances * (1.0 - chances))
        if cautious:
            surprise = np.abs(self._wins - self._totals * chances)
            weights = np.maximum(weights, surprise / CAUTIOUS_STEP)
        self.laplacian.set_weights(weights, self._precision, self.scores)


def _guess(excess: Floats, totals: Floats) -> Floats:
    """Return scores from the items' shares of wins, as if opponents were drawn at random.

    Against opponents of variance s an item wins with a chance close to sigma(score / k), where
    k^2 = 1 + pi/8 s, and s is k^2 times the variance of the logits. Data of sorts, where opponents
    are near, gives scores near 0: no better and no worse a start than 0.
    """
    logits = scipy.special.logit((excess + totals / 2 + 0.5) / (totals + 1))
    widening = 1 / max(1 - np.pi / 8 * float(np.var(logits)), 0.1) if logits.size else 1.0
    return centre(np.sqrt(widening) * logits)


def centre(scores: Floats) -> Floats:
    """Shift scores so that their mean is 0."""
    return scores - scores.sum() / scores.size if scores.size else scores


def _norm(vector: Floats) -> float:
    return math.sqrt(float(vector @ vector))
