"""Pairs that are worth a look: all of them, or those near each other in the current order."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.rounding import sort_with_chance

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
REPEAT_DISCOUNT = 0.1
"""A pair's worth is divided by 1 and so much for each answer that it had: real answers do not
follow the model, and the same hard pairs would be asked for ever."""
_NEIGHBOURS = 32


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
