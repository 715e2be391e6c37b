"""The judge model: one discrimination for every judge beside the scores of the items.

How it works
------------
Judge k chooses i over j with the share s(a_k d) of the model, d the difference of the scores: with
a_k = 1 as everybody, with 0 like a coin, below 0 the other way round (the discrimination of am-ELO,
Liu et al., 2025; crowd-BT, Chen et al., 2013, has one parameter a judge for the same purpose). The
a_k are normal around 1 with a variance that is learned from them (empirical Bayes), so that judges
with few answers stay near 1. A Newton step for the scores and one for all discriminations take
turns; the mean of these is held at 1, which the scores' scale makes up for.

Whether judges differ at all is told by a score test of that variance: u_k, the slope of judge k's
log-likelihood at a_k = 1, has the variance v_k, its information, where all are alike; the sum of
u_k^2 - v_k over the root of 2 sum v_k^2 is then about standard normal.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.ties import share_of_wins

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LEAST_JUDGES = 3
_MOST_STEPS = 60
_STILL = 1e-4
_LONGEST = 1.0
_START_SPREAD, _LEAST_SPREAD = 0.5, 0.05
_LEVEL = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class JudgeModel:
    """Scores, and what each judge makes of their differences."""

    estimate: Estimate
    """Of the items, with judges weighed by what they discriminate."""
    discrimination: Floats
    """One a judge: 1 on average, 0 for a coin."""
    error: Floats
    spread: float
    """Standard deviation of discriminations, learned. Of few answers it stays near where its search
    began: whether there is any is another question."""
    p_alike: float
    """How often judges who are all alike would seem to differ as much."""

    @property
    def judges_differ(self) -> bool:
        """Whether there is more than chance between them."""
        return self.p_alike < _LEVEL


def fit_judges(
    judgements: Judgements,
    judges: Ints,
    estimate: Estimate,
    *,
    count: int | None = None,
    tick: Callable[[float], None] | None = None,
) -> JudgeModel | None:
    """Estimate scores and discriminations; None with fewer than three judges.

    Parameters
    ----------
    judgements
        All answers.
    judges
        Whose each answer is, numbered from 0.
    estimate
        The fit without discriminations: where the search begins, with its prior variance.
    count
        How many judges there are, where some may have no answers.
    tick
        Hears the share done; may raise to stop.
    """
    if not len(judges) or len(np.unique(judges)) < LEAST_JUDGES:
        return None
    search = _JudgeSearch(judgements, judges, count or int(judges.max()) + 1, estimate)
    for step in range(_MOST_STEPS):
        if search.step() < _STILL:
            break
        if tick is not None:
            tick((step + 1) / _MOST_STEPS)
    return search.finish(estimate, _test_alike(judgements, judges, estimate))


def _test_alike(judgements: Judgements, judges: Ints, estimate: Estimate) -> float:
    """Return how often judges who are all alike seem to differ more than these."""
    gaps = judgements.gaps(estimate.scores)
    share, slope = share_of_wins(gaps, estimate.ties.value)
    slopes = np.bincount(judges, gaps * (judgements.chosen - share))
    information = np.bincount(judges, gaps**2 * slope)
    size = float(np.sqrt(2 * (information**2).sum()))
    if not size > 0:
        return 1.0
    return float(ndtr(-float((slopes**2 - information).sum()) / size))


class _JudgeSearch:
    """Scores and discriminations on their way to a maximum."""

    def __init__(
        self, judgements: Judgements, judges: Ints, count: int, estimate: Estimate
    ) -> None:
        self._answers, self._judges, self._count = judgements, judges, count
        self._scores = estimate.scores.copy()
        self._ridge, self._ties = 1.0 / estimate.prior_variance, estimate.ties.value
        self._a: Floats = np.ones(self._count)
        self._spread = _START_SPREAD
        self._bend: Floats = np.ones(self._count)
        n, low = judgements.n_items, np.minimum(judgements.left, judgements.right)
        high = np.maximum(judgements.left, judgements.right)
        keys, self._pair = np.unique(low * n + high, return_inverse=True)
        self._graph = Laplacian(n, keys // n, keys % n)

    def step(self) -> float:
        """Take a step for the scores and one for the judges; return the largest move of these."""
        self._move_scores()
        before = self._a
        gaps = self._answers.gaps(self._scores)
        share, slope = share_of_wins(self._a[self._judges] * gaps, self._ties)
        pull = self._sum(gaps * (self._answers.chosen - share)) - (self._a - 1) / self._spread**2
        self._bend = self._sum(gaps**2 * slope) + 1 / self._spread**2
        self._a = self._a + np.clip(pull / self._bend, -_LONGEST, _LONGEST)
        variance = float(np.mean((self._a - 1) ** 2 + 1 / self._bend))
        self._spread = max(float(np.sqrt(variance)), _LEAST_SPREAD)
        scale = max(float(self._a.mean()), 0.1)
        self._a, self._scores = self._a / scale, self._scores * scale
        return float(np.abs(self._a - before).max())

    def _move_scores(self) -> None:
        weights = self._weigh()
        step = self._graph.solve(weights, 1e-6)
        self._scores = self._scores + step * min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-300))

    def _weigh(self) -> Floats:
        """Set the curvature at the present place; return the slope there."""
        a = self._a[self._judges]
        share, slope = share_of_wins(a * self._answers.gaps(self._scores), self._ties)
        per_pair = np.bincount(self._pair, a**2 * slope, len(self._graph.first))
        self._graph.set_weights(per_pair.astype(np.float64), self._ridge, self._scores)
        return self._answers.pull(a * (self._answers.chosen - share)) - self._ridge * self._scores

    def _sum(self, values: Floats) -> Floats:
        return np.bincount(self._judges, values, self._count).astype(np.float64)

    def finish(self, estimate: Estimate, p_alike: float) -> JudgeModel:
        """Return what was found."""
        self._weigh()
        scores = self._scores - self._scores.mean()
        found = replace(estimate, scores=scores, precision=self._graph)
        return JudgeModel(found, self._a, 1 / np.sqrt(self._bend), self._spread, p_alike)
