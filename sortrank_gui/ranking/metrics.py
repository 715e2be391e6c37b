"""How far a ranking is from another: displacement, its maximum, and Kendall's tau distance.

All take scores, higher is better. Equal scores are put in a random order that depends on the seed,
never in the order of the item numbers: that order would leak the truth where items are listed best
first.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.chance import stream

Ints = NDArray[np.int64]


def ranks(scores: ArrayLike, *, seed: int = 0) -> Ints:
    """Return the rank of every item, 0 for the highest score; ties are broken by the seed."""
    values = np.asarray(scores, dtype=np.float64)
    if np.isnan(values).any():
        raise InputError(f"Item {int(np.argmax(np.isnan(values)))} has no score (NaN).")
    order = np.lexsort((stream("ties", seed).random(len(values)), -values))
    places = np.empty(len(values), dtype=np.int64)
    places[order] = np.arange(len(values))
    return places


def displacement(scores: ArrayLike, truth: ArrayLike, *, seed: int = 0) -> int:
    """Return the sum of rank differences, Spearman's footrule (Section 1.1 of the paper)."""
    return int(_rank_differences(scores, truth, seed).sum())


def max_displacement(scores: ArrayLike, truth: ArrayLike, *, seed: int = 0) -> int:
    """Return the largest rank difference of an item."""
    return int(_rank_differences(scores, truth, seed).max(initial=0))


def kendall_tau_distance(scores: ArrayLike, truth: ArrayLike, *, seed: int = 0) -> int:
    """Return the number of pairs of items that the two rankings order differently."""
    ours, theirs = _both_ranks(scores, truth, seed)
    return _count_inversions(theirs[np.argsort(ours)])


def random_displacement(n_items: int) -> float:
    """Return the expected displacement of a random ranking, (n^2 - 1) / 3."""
    return (n_items**2 - 1) / 3


def random_kendall_tau(n_items: int) -> float:
    """Return the expected Kendall tau distance of a random ranking, n (n - 1) / 4."""
    return n_items * (n_items - 1) / 4


def _both_ranks(scores: ArrayLike, truth: ArrayLike, seed: int) -> tuple[Ints, Ints]:
    ours, theirs = ranks(scores, seed=seed), ranks(truth, seed=seed + 1)
    if len(ours) != len(theirs):
        raise InputError(f"There are {len(ours)} scores but {len(theirs)} true scores.")
    return ours, theirs


def _rank_differences(scores: ArrayLike, truth: ArrayLike, seed: int) -> Ints:
    ours, theirs = _both_ranks(scores, truth, seed)
    differences: Ints = np.abs(ours - theirs)
    return differences


def _count_inversions(places: Ints) -> int:
    """Count the pairs in falling order, in O(n log n).

    A pair is told apart by its highest differing bit. Bit by bit from the top, the values are
    grouped stably by the bits above, and each 0 counts the 1s that stand before it in its group.
    """
    count = 0
    for bit in reversed(range(len(places).bit_length())):
        ones = (places >> bit) & 1
        before = np.cumsum(ones) - ones
        groups = places >> (bit + 1)
        starts = np.flatnonzero(np.diff(groups, prepend=-1))
        sizes = np.diff(starts, append=len(places))
        before_in_group = before - np.repeat(before[starts], sizes)
        count += int(before_in_group[ones == 0].sum())
        places = places[np.argsort(places >> bit, kind="stable")]
    return count
