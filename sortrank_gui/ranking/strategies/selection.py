"""Which pair teaches most: exact searches that look at few pairs, and greedy matchings.

How it works
------------
The gain of a pair falls with the gap of the means and rises with the gap's variance. Covariances
of this posterior are never negative (its precision is a graph Laplacian plus a ridge), so the
variance of a gap is at most the sum of two bounds. With a good pair in hand, a pair can only be
better if its means are closer than the *reach* of that gain at the bound of its variance. Sorted by
mean, such pairs are near neighbours; only their gains are computed.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.column_posterior import ColumnPosterior
from sortrank_gui.ranking.information import GainTable, Reach, gain_table
from sortrank_gui.ranking.rounding import choose_pair, in_steps, sort_with_chance
from sortrank_gui.ranking.strategies.base import Pairs

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_TIE = 1e-7
"""Gains closer than this share are equal: chance decides."""
_SLACK = 0.002
"""A search ends when no other pair can be better by more than this share."""
_BLOCK = 32
_MOST_SWEEPS = 24
_WIDEST = 24


def best_pair(
    mean: Floats, covariance: Floats, rng: np.random.Generator, table: GainTable | None = None
) -> tuple[int, int]:
    """Return a pair whose gain is within 0.2 % of the largest, for a dense covariance."""
    variances = np.diag(covariance)
    bounds = variances - min(float(covariance.min()), float(variances.min()))

    def spread(first: Ints, second: Ints) -> Floats:
        return variances[first] + variances[second] - 2 * covariance[first, second]

    first, second, gains = _search(mean, bounds, spread, table or gain_table(), rng)
    equal = np.flatnonzero(gains >= gains.max() - _TIE)
    return choose_pair(first[equal], second[equal], len(mean), rng)


def _search(
    mean: Floats,
    bounds: Floats,
    spread: Callable[[Ints, Ints], Floats],
    table: GainTable,
    rng: np.random.Generator,
) -> tuple[Ints, Ints, Floats]:
    """Return pairs among which the best one is, with the logarithms of their gains."""
    bounds = bounds + 1e-12
    order = sort_with_chance(mean, rng)
    widest = np.argsort(-in_steps(bounds[order]), kind="stable")[:_WIDEST]
    one, two = np.triu_indices(len(widest), 1)
    first = np.concatenate((order[:-1], order[widest[one]]))
    second = np.concatenate((order[1:], order[widest[two]]))
    found = [(first, second, _gains(mean, spread, table, first, second))]
    best = float(found[0][2].max())
    # A pair that is better needs two items which could be better with the widest of all.
    order = order[table.log_gain(0.0, bounds[order] + bounds.max()) > best + _SLACK]
    widest_gap = 2 * float(bounds.max())
    reach = table.reach(best + _SLACK, widest_gap)
    start, width = 1, 2
    while start < len(order):
        size = len(order) - start
        offsets = np.arange(start, min(start + width, len(order)))
        left = np.tile(np.arange(size), len(offsets))
        right = left + np.repeat(offsets, size)
        inside = right < len(order)
        first, second = order[left[inside]], order[right[inside]]
        gap = mean[second] - mean[first]
        near = gap <= reach.at(bounds[first] + bounds[second])
        if near.any():
            first, second = first[near], second[near]
            found.append((first, second, _gains(mean, spread, table, first, second)))
            if found[-1][2].max() > best:
                best = float(found[-1][2].max())
                reach = table.reach(best + _SLACK, widest_gap)
        start, width = start + width, 2 * width
        furthest = reach.limited(widest_gap)
        if start < len(order) and (mean[order[start:]] - mean[order[:-start]]).min() > furthest:
            break
    first, second, gains = (np.concatenate(column) for column in zip(*found, strict=True))
    return first, second, gains


def _gains(
    mean: Floats,
    spread: Callable[[Ints, Ints], Floats],
    table: GainTable,
    first: Ints,
    second: Ints,
) -> Floats:
    return table.log_gain(mean[first] - mean[second], np.maximum(spread(first, second), 1e-12))


def best_pair_sparse(
    posterior: ColumnPosterior, rng: np.random.Generator, table: GainTable | None = None
) -> tuple[int, int]:
    """Return a pair whose gain is within 0.2 % of the largest, without an n x n matrix.

    Columns of the covariance are asked for the items that could still be in the best pair by the
    bounds of their variances, the widest first, until no bound beats the best gain found. Which
    columns happen to be known does not matter: a study that goes on asks what a resumed one asks.
    """
    table, mean = table or gain_table(), posterior.mean
    bounds = posterior.bounds + 1e-12
    best, pair = -np.inf, (0, 1)
    waiting = np.lexsort((rng.random(len(mean)), -in_steps(bounds)))
    chosen, waiting = waiting[:_BLOCK], waiting[_BLOCK:]
    solved = np.empty(0, dtype=np.int64)
    while len(chosen):
        solved = np.concatenate((chosen, solved))
        shared = posterior.covariances(chosen, solved)
        bounds[chosen] = np.diag(shared)
        spread = bounds[chosen][:, None] + bounds[solved] - 2 * shared
        gains = table.log_gain(mean[chosen][:, None] - mean[solved], np.maximum(spread, 1e-12))
        np.fill_diagonal(gains, -np.inf)
        if gains.max() > best + _TIE:
            best = float(gains.max())
            first, second = np.nonzero(gains >= best - _TIE)
            pair = choose_pair(chosen[first], solved[second], len(mean), rng)
        reach = table.reach(best + _SLACK, 2 * float(bounds.max()))
        chosen, waiting = _next_block(posterior, bounds, solved, waiting, reach)
    return pair


def _next_block(
    posterior: ColumnPosterior, bounds: Floats, solved: Ints, waiting: Ints, reach: Reach
) -> tuple[Ints, Ints]:
    """Return the first items waiting that could be in a better pair, and those behind them."""
    mean = posterior.mean
    able = reach.at(bounds + bounds.max()) >= 0
    waiting, rivals = waiting[able[waiting]], np.flatnonzero(able)
    known = np.flatnonzero(np.isin(rivals, solved))
    found, start = np.empty(0, dtype=np.int64), 0
    while start < len(waiting) and len(found) < _BLOCK:
        block = waiting[start : start + _BLOCK]
        spread = bounds[block][:, None] + bounds[rivals]
        spread[:, known] -= 2 * posterior.covariances(rivals[known], block).T
        possible = np.abs(mean[block][:, None] - mean[rivals]) < reach.at(spread)
        possible &= block[:, None] != rivals
        found = np.concatenate((found, block[possible.any(axis=1)]))
        start += _BLOCK
    return found[:_BLOCK], np.concatenate((found[_BLOCK:], waiting[start:]))


def match_greedily(
    first: Ints, second: Ints, scores: Floats, count: int, chance: Floats | None = None
) -> Pairs:
    """Return up to `count` disjoint pairs, each the best that is left.

    Of equals it is the one with the smallest random number in `chance`, or the first. The best are
    gone through first; of the others only those of items that are free then, and so on.
    """
    left, found = np.arange(len(scores)), [np.empty(0, dtype=np.int64)]
    is_used = np.zeros(_count_items(first, second), dtype=bool)
    while len(left) and count:
        # All that are as good as the last of them: which equals argpartition takes is up to it.
        own, size = scores[left], min(len(left), 8 * count + 64)
        is_top = own >= np.partition(own, -size)[-size]
        top, falling = left[is_top], -own[is_top]
        ties = np.zeros_like(falling) if chance is None else chance[top]
        top = top[np.lexsort((ties, falling))]
        chosen = top[_match_in_order(first[top], second[top])[:count]]
        found.append(chosen)
        count -= len(chosen)
        is_used[first[chosen]] = is_used[second[chosen]] = True
        left = left[~is_top]
        left = left[~(is_used[first[left]] | is_used[second[left]])]
    taken = np.concatenate(found)
    return np.column_stack((first[taken], second[taken])).astype(np.int64)


def _count_items(first: Ints, second: Ints) -> int:
    """Return how many items there are at least."""
    return int(max(first.max(initial=-1), second.max(initial=-1))) + 1


def _match_in_order(first: Ints, second: Ints) -> Ints:
    """Return the places of disjoint pairs, each the first that is left.

    A pair that comes before all others of both its items is taken, whatever becomes of those: all
    such pairs are taken at once, then those among the rest, and so on. Where each waits for the
    one before, as in a long chain, the rest is gone through one by one.
    """
    n_items = _count_items(first, second)
    left, found = np.arange(len(first)), [np.empty(0, dtype=np.int64)]
    for _ in range(_MOST_SWEEPS):
        one, two = first[left], second[left]
        earliest = np.minimum(_find_first(one, left, n_items), _find_first(two, left, n_items))
        is_first = (earliest[one] == left) & (earliest[two] == left)
        found.append(left[is_first])
        is_free = np.ones(n_items, dtype=bool)
        is_free[one[is_first]] = is_free[two[is_first]] = False
        left = left[is_free[one] & is_free[two]]
        if not len(left):
            break
    used: set[int] = set()
    for place, i, j in zip(left.tolist(), first[left].tolist(), second[left].tolist(), strict=True):
        if i not in used and j not in used:
            used.update((i, j))
            found.append(np.array([place]))
    return np.sort(np.concatenate(found))


def _find_first(items: Ints, places: Ints, n_items: int) -> Ints:
    """Return each item's first place, of places that rise."""
    found = np.full(n_items, np.iinfo(np.int64).max)
    found[items[::-1]] = places[::-1]  # of several the last one stays
    return found
