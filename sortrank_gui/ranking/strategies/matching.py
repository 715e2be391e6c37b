"""Matching, the adaptive rounds of earlier versions: pairs that teach much about the scores.

How it works
------------
Each round computes the normal posterior once, scores candidate pairs by their information gain,
and takes the best disjoint ones, a quarter as many as there are items. The gain is divided by
1 + 0.1 times the number of comparisons that the pair already had: real answers do not follow the
model, and without this the same hard pairs would be asked for ever. Nothing is to be tuned.
Studies that began with it go on with the very same questions.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.information import gain_table
from sortrank_gui.ranking.posterior import SparsePosterior, sparse_posterior
from sortrank_gui.ranking.strategies.about import StrategyFacts
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.candidates import REPEAT_DISCOUNT, all_pairs, near_pairs
from sortrank_gui.ranking.strategies.model_based import RoundStrategy
from sortrank_gui.ranking.strategies.selection import match_greedily

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
ALL_PAIRS_ITEMS = 500
"""Up to this many items every pair is a candidate, with its exact variance."""
_JITTER = 0.05
_GROWN = 1.1


@dataclass(frozen=True, slots=True)
class Model:
    """What a round leaves to the next one."""

    posterior: SparsePosterior
    learned_from: float
    """How many comparisons the prior variance was learned from."""


class Matching(RoundStrategy[Model]):
    """Rounds of disjoint pairs that are expected to teach most about the scores."""

    name = "matching"
    facts = StrategyFacts(
        place=11,
        title="Earlier rounds",
        subject="Adaptive rounds by information",
        brief="Rounds of pairs that teach much about the scores: adaptive rounds until 2026",
        what="Fits a model to all answers and asks the pairs from which it expects to learn most "
        "about the scores, a round of them; then it fits again.",
        good="Few answers for the same accuracy, and any round is a good place to stop.",
        bad="Adaptive rounds need fewer answers for the same order. It is here for studies that "
        "began with it.",
        picked="in adaptive rounds: disjoint pairs with the largest expected information gain, as "
        "implemented in SortRank",
        colour=0,
        marker=1,
        run="round",
        run_length=lambda n_items: max(1, n_items // 4),
        probed=True,
    )

    def _pick_round(
        self, table: Comparisons, model: Model | None, rng: np.random.Generator
    ) -> tuple[Pairs, Model]:
        model = self._fit(table, model)
        mean = model.posterior.mean
        first, second, spread = self._candidates(model.posterior, rng)
        table_of_gains = gain_table(model.posterior.ties)
        gains = table_of_gains.log_gain(mean[first] - mean[second], spread)
        gains -= np.log1p(REPEAT_DISCOUNT * table.counts_of(first, second))
        gains += _JITTER * rng.standard_normal(len(gains))
        pairs = match_greedily(first, second, gains, max(1, self.n_items // 4))
        return rng.permutation(pairs[np.lexsort(pairs.T)]), model

    def _fit(self, table: Comparisons, model: Model | None) -> Model:
        """Go on from the last round; where the data has grown, begin and learn the prior anew.

        Means that did not come to rest are no beginning: the last bits of a processor would grow
        from round to round, as long as the data hardly tells how far apart the scores are.
        """
        count = table.n_comparisons
        if model is None or count >= _GROWN * model.learned_from:
            return Model(sparse_posterior(table, prior_variance=self._prior_variance), count)
        last = model.posterior
        start = last.mean if last.settled else None
        posterior = sparse_posterior(table, prior_variance=last.prior_variance, start=start)
        return Model(posterior, model.learned_from)

    def _candidates(
        self, posterior: SparsePosterior, rng: np.random.Generator
    ) -> tuple[Ints, Ints, Floats]:
        """Return pairs worth a look and the variances of their gaps."""
        if self.n_items <= ALL_PAIRS_ITEMS:
            first, second = all_pairs(self.n_items)
            covariance = posterior.precision.inverse()
            variances = np.diag(covariance)
            spread = variances[first] + variances[second] - 2 * covariance[first, second]
            return first, second, np.maximum(spread, 1e-12)
        first, second = near_pairs(posterior.mean, rng)
        return first, second, posterior.variances[first] + posterior.variances[second]
