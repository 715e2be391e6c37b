"""Adaptive rounds, whatever they are for: fit, value pairs, take the best disjoint ones."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.posterior import SparsePosterior, sparse_posterior
from sortrank_gui.ranking.rounding import sort_with_chance
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.model_based import RoundStrategy

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
REPEAT_DISCOUNT = 0.1
"""Real answers do not follow the model: without it the same hard pairs would be asked for ever."""
_NEIGHBOURS = 32
_GROWN = 1.1


@dataclass(frozen=True, slots=True)
class Model:
    """What a round leaves to the next one."""

    posterior: SparsePosterior
    learned_from: float
    """How many comparisons the prior variance was learned from."""


class FittedRounds(RoundStrategy[Model]):
    """A strategy whose rounds have a quarter as many disjoint pairs as there are items."""

    @abstractmethod
    def _choose(
        self, table: Comparisons, posterior: SparsePosterior, count: int, rng: np.random.Generator
    ) -> Pairs:
        """Return up to `count` disjoint pairs, the best."""

    def _pick_round(
        self, table: Comparisons, model: Model | None, rng: np.random.Generator
    ) -> tuple[Pairs, Model]:
        model = self._fit(table, model)
        pairs = self._choose(table, model.posterior, max(1, self.n_items // 4), rng)
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


@lru_cache(maxsize=4)
def all_pairs(n_items: int) -> tuple[Ints, Ints]:
    """Return all pairs of items."""
    first, second = np.triu_indices(n_items, 1)
    first.flags.writeable = second.flags.writeable = False
    return first, second


def near_pairs(mean: Floats, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Return the pairs of items that are near each other in the order of the means."""
    order = sort_with_chance(mean, rng)
    offsets = range(1, min(len(mean), _NEIGHBOURS + 1))
    first = np.concatenate([order[:-k] for k in offsets])
    second = np.concatenate([order[k:] for k in offsets])
    return first, second
