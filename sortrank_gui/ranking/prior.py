"""The prior variance of the scores, learned from the comparisons by empirical Bayes.

How it works
------------
The variance v of the scores is the fixed point v = mean(mean_i^2 + variance_i) over the posterior.
The mode of the posterior will not do for the means: a sort never contradicts itself, its answers
are separable, and there the mode lies far nearer to 0 than the mean does, so that v collapses. The
means and variances are those of the best normal approximation instead: a pair's expected chance is
sigma(k d) with k = 1 / sqrt(1 + pi/8 var(d)), var(d) being the sum of both conditional variances.
Newton steps for the means, updates of k, and secant steps on log v take turns.

Before items were compared more than a sort does, the data says almost nothing about v: its gain is
a few hundredths of a nat an item. Then the larger v is the safer one, since a strong prior ruins
the ranking of sorted data and a weak one hardly harms; `_CAUTION` tips the scale that way.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from sortrank_gui.ranking.laplacian import Laplacian

Floats = NDArray[np.float64]

START_VARIANCE = 4.0
LEAST_VARIANCE = 0.05
_CAUTION = 0.05
_CLOSE = 0.05
_MOST_STEPS = 20
_STILL = 0.01


def learn_prior_variance(
    laplacian: Laplacian, wins: Floats, totals: Floats, start: float = START_VARIANCE
) -> float:
    """Return the variance that explains the outcomes best, from 0.05 up.

    Parameters
    ----------
    laplacian
        The graph of compared pairs; its weights are changed.
    wins, totals
        Wins of each pair's first item, and comparisons of the pair.
    start
        Where to begin; the learned variance of earlier data makes it quicker.
    """
    if not len(wins):
        return START_VARIANCE
    posterior = _NormalPosterior(laplacian, wins, totals)
    low, high = float(np.log(LEAST_VARIANCE)), float(np.log(_most_variance(laplacian.n_items)))
    here = float(np.clip(np.log(start), low, high))
    before: tuple[float, float] | None = None
    while high - low > _CLOSE:
        posterior.settle(float(np.exp(here)))
        miss = float(np.log(posterior.mean_square())) - here + _CAUTION
        low, high = (here, high) if miss > 0 else (low, here)
        move = 2.0 * miss
        if before is not None:
            slope = (miss - before[1]) / (here - before[0])
            move = -miss / slope if slope < -0.02 else 3.0 * float(np.sign(miss))
        before = here, miss
        if abs(move) < _CLOSE:
            break
        here += float(np.clip(move, -3.0, 3.0))
        if not low < here < high:
            here = (low + high) / 2
    return float(np.exp(here))


def _most_variance(n_items: int) -> float:
    """Return the variance of scores spread evenly, one logit from neighbour to neighbour."""
    return max(100.0, n_items**2 / 12)


class _NormalPosterior:
    """Means and variances of the scores, improved step by step."""

    def __init__(self, laplacian: Laplacian, wins: Floats, totals: Floats) -> None:
        self._laplacian = laplacian
        self._wins, self._totals = wins, totals
        self._means: Floats = np.zeros(laplacian.n_items)
        self._shrink: Floats = np.ones(len(wins))
        self._variances: Floats = np.zeros(laplacian.n_items)

    def settle(self, prior_variance: float) -> None:
        """Take steps until the mean square of the scores stands still."""
        before = 0.0
        for _ in range(_MOST_STEPS):
            self._improve(prior_variance)
            now = self.mean_square()
            if abs(now - before) < _STILL * now:
                break
            before = now

    def _improve(self, prior_variance: float) -> None:
        """Take a Newton step for the means, then renew the variances."""
        graph = self._laplacian
        gaps = graph.at_first(self._means) - graph.at_second(self._means)
        chances = expit(self._shrink * gaps)
        of_first, of_second = graph.sums(self._wins - self._totals * chances)
        gradient = of_first - of_second - self._means / prior_variance
        weights = self._totals * self._shrink * chances * (1.0 - chances)
        graph.set_weights(weights, 1.0 / prior_variance, np.argsort(self._means))
        step = graph.solve(gradient, 0.1)
        longest = max(3.0, prior_variance**0.5) / max(float(np.abs(step).max()), 1e-300)
        self._means = self._means + min(1.0, longest) * step
        self._variances = 1.0 / graph.diagonal
        spread = graph.at_first(self._variances) + graph.at_second(self._variances)
        self._shrink = 1.0 / np.sqrt(1.0 + np.pi / 8 * spread)

    def mean_square(self) -> float:
        """Return the mean of a squared score under the posterior."""
        return float(np.mean(self._means**2 + self._variances))
