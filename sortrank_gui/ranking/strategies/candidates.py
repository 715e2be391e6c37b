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
_GROWTH = 1.6


@lru_cache(maxsize=4)
def all_pairs(n_items: int) -> tuple[Ints, Ints]:
    """Return all pairs of items."""
    first, second = np.triu_indices(n_items, 1)
    first.flags.writeable = second.flags.writeable = False
    return first, second


@lru_cache(maxsize=4)
def all_cells(n_items: int) -> Ints:
    """Return where all pairs are in a square matrix, row after row."""
    first, second = all_pairs(n_items)
    cells: Ints = first * n_items + second
    cells.flags.writeable = False
    return cells


def near_pairs(mean: Floats, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Return the pairs of items that are near each other in the order of the means."""
    order = sort_with_chance(mean, rng)
    offsets = range(1, min(len(mean), _NEIGHBOURS + 1))
    first = np.concatenate([order[:-k] for k in offsets])
    second = np.concatenate([order[k:] for k in offsets])
    return first, second


def far_pairs(
    order: Ints, reach: int, rng: np.random.Generator, mean: Floats, limits: Floats
) -> tuple[Ints, Ints, Ints]:
    """Return a sample of the pairs that are more than `reach` places apart in an order.

    Each item gets partners on both sides, one out of each of some ranges of places that grow with
    the distance; the third array says out of how many places a partner was drawn. So sums over the
    pairs of an item, each times that number, estimate those over all its far pairs. Ranges that
    begin at a gap of the means beyond the item's limit are left out.
    """
    n, places, none = len(order), np.arange(len(order)), np.empty(0, dtype=np.int64)
    firsts, seconds, sizes = [none], [none], [none]
    sorted_mean, low = mean[order], reach + 1
    while low < n:
        high = max(low + 1, round(_GROWTH * low))
        for room, side in ((n - places, 1), (places + 1, -1)):
            chance, size = rng.random(n), np.minimum(room, high) - low
            there = np.flatnonzero(size > 0)
            gaps = np.abs(sorted_mean[there + side * low] - sorted_mean[there])
            there = there[gaps <= limits[order[there]]]
            offsets = low + (chance[there] * size[there]).astype(np.int64)
            firsts.append(order[there])
            seconds.append(order[there + side * offsets])
            sizes.append(size[there])
        low = high
    return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(sizes)
