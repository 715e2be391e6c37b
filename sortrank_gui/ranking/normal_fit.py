"""A normal approximation of the posterior: means, and conditional variances, at any size.

How it works
------------
Of all normal distributions, the best one in the variational sense has means at which the expected
surplus of wins balances the prior, and a precision with the expected curvature as its weights. The
expected chance of a pair whose gap has mean d and variance s is close to sigma(k d), with
k = 1 / sqrt(1 + pi/8 s), and the expected curvature to k sigma'(k d). Here s is the sum of the two
items' conditional variances, which are known without inverting a matrix. Where there are ties, the
share of wins by Davidson's model takes the place of sigma (`ties.py`). Newton steps for the means
and updates of k take turns. Where scores are far apart each of the two answers to the other's last
move, and they would swing for ever: a k that turns back goes half of the way, and a step whose end
slopes back is shortened.
"""

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.ties import share_of_wins, shrinking

Floats = NDArray[np.float64]

_MOST_STEPS = 20
_LONG = 4.0
"""A step that changes the logit of a pair by more is looked at before it is taken."""


class NormalFit:
    """Means and variances of the scores, improved step by step."""

    def __init__(
        self,
        laplacian: Laplacian,
        wins: Floats,
        totals: Floats,
        means: Floats | None = None,
        *,
        ties: float = 0.0,
    ) -> None:
        self._laplacian = laplacian
        self._wins, self._totals = wins, totals
        self._ties = ties
        self.means: Floats = np.zeros(laplacian.n_items) if means is None else means
        self.variances: Floats = np.zeros(laplacian.n_items)
        self._shrink: Floats = np.ones(len(wins))
        self._change: Floats = np.zeros(len(wins))
        self._slopes: Floats = np.zeros(len(wins))
        """Of the share of wins at the last means looked at, where there are ties."""
        self._compared = np.zeros(laplacian.n_items, dtype=bool)
        self._compared[laplacian.first] = self._compared[laplacian.second] = True
        self.n_compared = int(np.count_nonzero(self._compared))
        if not self.n_compared:
            self._compared[:] = True

    def settle(self, prior_variance: float, still: float = 0.01) -> bool:
        """Take steps until the mean square of the scores changes by less than a share `still`.

        Say whether it came to that: at the start of a study some scores may be anywhere.
        """
        before = 0.0
        for _ in range(_MOST_STEPS):
            self._improve(prior_variance)
            now = self.mean_square()
            if abs(now - before) < still * now:
                return True
            before = now
        return False

    def _improve(self, prior_variance: float) -> None:
        """Take a Newton step for the means, then renew the variances."""
        graph = self._laplacian
        gradient, chances = self._slope(self.means, prior_variance)
        weights = self._totals * self._shrink
        if self._ties:
            weights *= self._slopes
        else:
            weights *= chances
            weights *= np.subtract(1.0, chances, out=chances)
        graph.set_weights(weights, 1.0 / prior_variance, self.means)
        step = graph.solve(gradient, 0.1)
        longest = max(3.0, prior_variance**0.5) / max(float(np.abs(step).max()), 1e-300)
        step *= min(1.0, longest)
        self.means = self.means + self._shorten(step, gradient, prior_variance) * step
        self.variances = 1.0 / graph.diagonal
        change = graph.at_first(self.variances)
        change += graph.at_second(self.variances)  # the spread of each pair
        change *= shrinking(self._ties)
        change += 1.0
        np.divide(1.0, np.sqrt(change, out=change), out=change)
        change -= self._shrink
        change[change * self._change < 0] *= 0.5
        self._shrink += change
        self._change = change

    def _slope(self, means: Floats, prior_variance: float) -> tuple[Floats, Floats]:
        """Return the gradient and the expected chance of each pair's first item."""
        graph = self._laplacian
        gaps = graph.at_first(means)
        gaps -= graph.at_second(means)
        gaps *= self._shrink
        if self._ties:
            chances, self._slopes = share_of_wins(gaps, self._ties)
        else:
            chances = scipy.special.expit(gaps)
        surplus = self._totals * chances
        of_first, of_second = graph.sums(np.subtract(self._wins, surplus, out=surplus))
        return of_first - of_second - means / prior_variance, chances

    def _shorten(self, step: Floats, gradient: Floats, prior_variance: float) -> float:
        """Return the share of the step at whose end the function does not fall again."""
        graph, length = self._laplacian, 1.0
        logits = graph.at_first(step)
        logits -= graph.at_second(step)
        logits *= self._shrink
        if not len(logits) or float(np.abs(logits, out=logits).max()) <= _LONG:
            return length
        rise = float(gradient @ step)
        for _ in range(6):
            end = float(self._slope(self.means + length * step, prior_variance)[0] @ step)
            if end >= -0.3 * rise:
                break
            length *= min(max(rise / (rise - end), 0.1), 0.7)
        return length

    def mean_square(self) -> float:
        """Return the mean of a squared score under the posterior, over the items compared."""
        return float(np.mean((self.means**2 + self.variances)[self._compared]))
