"""One ranking from many: Copeland's method, and Multisort, which applies it to Quicksorts."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.quicksort import Quicksort

Ints = NDArray[np.int64]
_CELLS = 4_000_000
"""How many pairs of items are compared at a time."""


def copeland(rankings: ArrayLike | Sequence[Ints]) -> Ints:
    """Score every item by the number of items that it beats in a majority of the rankings.

    Parameters
    ----------
    rankings
        One ranking a row: the item numbers, best first.

    Returns
    -------
    NDArray
        The Copeland score of each item; higher is better. A tie between rankings is no majority.
    """
    given = np.atleast_2d(np.asarray(rankings))
    orders = given.astype(np.int64)
    count, n = orders.shape
    wrong = np.flatnonzero((np.sort(given, axis=1) != np.arange(n)).any(axis=1))
    if len(wrong):
        raise InputError(f"Ranking {wrong[0]} does not list every item exactly once.")
    places = np.empty_like(orders)
    np.put_along_axis(places, orders, np.arange(n)[None, :], axis=1)
    scores = np.empty(n, dtype=np.int64)
    block = max(1, _CELLS // max(n, 1))
    for start in range(0, n, block):
        ahead = np.zeros((len(places[0, start : start + block]), n), dtype=np.int32)
        for row in places:
            ahead += row[start : start + block, None] < row
        scores[start : start + block] = (2 * ahead > count).sum(axis=1)
    return scores


def multisort(
    n_items: int, sorts: int, answer: Callable[[Pairs], NDArray[np.int8]], *, seed: int = 0
) -> Ints:
    """Sort `sorts` times with Quicksort and return the Copeland scores (Algorithm 2).

    `answer` takes pairs, one a row, and returns their outcomes.
    """
    if sorts < 1:
        raise InputError(f"Multisort needs at least one sort, not {sorts}.")
    strategy = Quicksort(n_items, seed=seed)
    while len(strategy.rankings) < sorts:
        pairs = strategy.upcoming(n_items)
        strategy.tell_many(pairs, answer(pairs))
    return copeland(strategy.rankings)
