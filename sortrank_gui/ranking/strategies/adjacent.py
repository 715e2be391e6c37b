"""Adjacent pairs: uncertainty sampling by the round, every item against its two neighbours."""

import numpy as np

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.rounding import sort_with_chance
from sortrank_gui.ranking.strategies.about import StrategyFacts
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.model_based import RoundStrategy


class Adjacent(RoundStrategy[Estimate]):
    """Each round asks the n - 1 pairs of neighbours in the current ranking (Appendix C)."""

    name = "adjacent"
    facts = StrategyFacts(
        place=5,
        title="Adjacent pairs",
        brief="All neighbours of the current ranking, round by round",
        what="Asks all neighbours of the current ranking, round by round.",
        good="Very accurate in the end where people seldom err.",
        bad="Slow at the beginning, and every question is a close call.",
        picked="in rounds of all pairs of neighbours in the current ranking",
        colour=7,
        marker=4,
        run="round",
        run_length=lambda n_items: n_items - 1,
    )

    def _pick_round(
        self, table: Comparisons, model: Estimate | None, rng: np.random.Generator
    ) -> tuple[Pairs, Estimate]:
        estimate = fit(table, prior_variance=self._prior_variance, start=model, tolerance=1e-5)
        order = sort_with_chance(estimate.scores, rng)
        return rng.permutation(np.column_stack((order[:-1], order[1:]))), estimate
