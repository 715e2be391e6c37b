"""Uncertainty sampling: ask about the two items whose scores are closest."""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.rounding import in_steps, sort_with_chance
from sortrank_gui.ranking.strategies.about import StrategyFacts
from sortrank_gui.ranking.strategies.model_based import GreedyStrategy
from sortrank_gui.ranking.strategies.selection import match_greedily

Ints = NDArray[np.int64]
_STRIDE = 100
_TOLERANCE = 1e-3
_PRIOR_VARIANCE = 1.0
"""With a weak prior, the population's own among them, it comes to a halt: once all estimated gaps
exceed the true gap of the closest pair, that pair is asked for ever. This one keeps it going."""
_EQUAL = 1e-6
"""Gaps that differ by less are equal: chance decides."""


class UncertaintySampling(GreedyStrategy):
    """The pair with the smallest gap of estimated scores (Section 4.1 of the paper)."""

    name = "uncertainty"
    facts = StrategyFacts(
        place=4,
        title="Uncertainty",
        brief="The pair whose estimated scores are closest",
        what="Asks the pair whose scores seem closest at the moment.",
        good="Quick to learn the order of neighbours.",
        bad="Stays with the same few items for long, and misses mistakes made early: random pairs "
        "are often better in the end. It is here for the record, to compare with papers.",
        picked="by uncertainty sampling: the two items whose estimated scores were closest",
        colour=3,
        marker=2,
        run_length=lambda _n_items: 1,
    )
    _latest: tuple[int, Estimate] | None = None
    _table: Comparisons

    def __init__(
        self, n_items: int, *, seed: int = 0, prior_variance: float | None = _PRIOR_VARIANCE
    ) -> None:
        super().__init__(n_items, seed=seed, prior_variance=prior_variance)

    def _pick(self) -> tuple[int, int]:
        order, gaps = self._gaps()
        closest = np.flatnonzero(gaps <= gaps.min() + _EQUAL)
        chosen = int(closest[0] if len(closest) == 1 else self._rng("choice").choice(closest))
        return int(order[chosen]), int(order[chosen + 1])

    def _pick_more(self, pair: tuple[int, int], count: int) -> list[tuple[int, int]]:
        order, gaps = self._gaps()
        free = np.flatnonzero(~(np.isin(order[:-1], pair) | np.isin(order[1:], pair)))
        free = self._rng("more").permutation(free)
        more = match_greedily(order[free], order[free + 1], -in_steps(gaps)[free], count - 1)
        return [pair, *((i, j) for i, j in more.tolist())]

    def _gaps(self) -> tuple[Ints, NDArray[np.float64]]:
        """Return the items in order of their scores, ties by chance, and the gaps between them."""
        scores = self._estimate().scores
        order = sort_with_chance(scores, self._rng("ties"))
        return order, np.diff(scores[order])

    def _estimate(self) -> Estimate:
        """Return the fit after all answers: from the last anchor on, each goes on from the last."""
        steps = self._journal.steps
        at = steps - steps % _STRIDE
        if self._latest is None or self._latest[0] < at:
            self._table = self._table_at(at)
            self._latest = at, fit(self._table, prior_variance=self._prior_variance)
        step, estimate = self._latest
        for k in range(step, steps):
            self._journal.add_to(self._table, k, k + 1)
            estimate = fit(
                self._table,
                prior_variance=estimate.prior_variance,
                start=estimate,
                tolerance=_TOLERANCE,
            )
        self._latest = steps, estimate
        return estimate
