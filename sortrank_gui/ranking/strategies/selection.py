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

from sortrank_gui.ranking.information import GainTable, gain_table
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.rounding import choose_pair, in_steps, sort_with_chance
from sortrank_gui.ranking.strategies.base import Pairs

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_TIE = 1e-7
"""Gains closer than this share are equal: chance decides."""
_SLACK = 0.002
"""A search ends when no other pair can be better by more than this share."""
_BLOCK = 32
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
    reach = table.reach(best + _SLACK)
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
                reach = table.reach(best + _SLACK)
        start, width = start + width, 2 * width
        furthest = reach.limited(2 * float(bounds.max()))
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
    mean: Floats, precision: Laplacian, rng: np.random.Generator, table: GainTable | None = None
) -> tuple[int, int]:
    """Return a pair whose gain is within 0.2 % of the largest, without an n x n matrix.

    Each item's variance is bounded from above as if its neighbours knew only the prior (a star:
    cutting edges of a network of resistors can only raise resistances). Exact columns of the
    covariance are computed for the items that could still be in the best pair, the most promising
    first, until no bound beats the best exact gain.
    """
    table = table or gain_table()
    bounds = _star_bounds(precision)
    n = len(mean)
    solved = np.empty(0, dtype=np.int64)
    columns = np.empty((n, 0))
    best, pair = -np.inf, (0, 1)
    ties = rng.random(n)
    while True:
        waiting = _candidates(mean, bounds, solved, columns, best, table)
        if not len(waiting):
            return pair
        widest = np.lexsort((ties[waiting], -in_steps(bounds[waiting])))[:_BLOCK]
        chosen = waiting[widest]
        right = np.zeros((n, len(chosen)))
        right[chosen, np.arange(len(chosen))] = 1.0
        new = precision.solve(right, 1e-4)
        bounds[chosen] = new[chosen, np.arange(len(chosen))]
        solved, columns = np.concatenate((solved, chosen)), np.hstack((columns, new))
        first, second, gains = _gains_of_solved(mean, bounds, solved, columns, len(chosen), table)
        if gains.max() > best + _TIE:
            best = float(gains.max())
            equal = np.flatnonzero(gains >= best - _TIE)
            pair = choose_pair(first[equal], second[equal], n, rng)


def _candidates(
    mean: Floats, bounds: Floats, solved: Ints, columns: Floats, best: float, table: GainTable
) -> Ints:
    """Return the items without a column that could be in a pair better than the best so far."""
    open_ = np.ones(len(mean), dtype=bool)
    open_[solved] = False
    if best == -np.inf:
        return np.flatnonzero(open_)
    goal = best + _SLACK
    promising = np.flatnonzero(table.log_gain(0.0, bounds + bounds.max()) > goal)
    waiting = promising[open_[promising]]
    if not len(waiting):
        return waiting
    keep = np.zeros(len(waiting), dtype=bool)
    rows = max(1, 2_000_000 // len(promising))
    reach = table.reach(goal)
    place = np.full(len(mean), -1)
    place[solved] = np.arange(len(solved))
    for start in range(0, len(waiting), rows):
        block = waiting[start : start + rows]
        spread = bounds[block][:, None] + bounds[promising]
        known = place[promising] >= 0
        spread[:, known] -= 2 * columns[block][:, place[promising[known]]]
        gap = np.abs(mean[block][:, None] - mean[promising])
        possible = gap < reach.at(np.maximum(spread, 1e-9))
        possible &= block[:, None] != promising
        keep[start : start + rows] = possible.any(axis=1)
    return waiting[keep]


def _gains_of_solved(
    mean: Floats, variances: Floats, solved: Ints, columns: Floats, new: int, table: GainTable
) -> tuple[Ints, Ints, Floats]:
    """Return the pairs of items with exact columns, at least one of them new, and their gains."""
    fresh = solved[-new:]
    spread = variances[fresh][:, None] + variances[solved] - 2 * columns[fresh]
    gains = table.log_gain(mean[fresh][:, None] - mean[solved], np.maximum(spread, 1e-12))
    gains[fresh[:, None] == solved] = -np.inf
    return np.repeat(fresh, len(solved)), np.tile(solved, new), gains.ravel()


def _star_bounds(precision: Laplacian) -> Floats:
    """Bound the variances: 1 / (ridge + sum_j 1 / (1 / w_ij + 1 / ridge))."""
    weights = precision.weights
    links = weights * precision.ridge / np.maximum(weights + precision.ridge, 1e-300)
    n = precision.n_items
    total = np.bincount(precision.first, links, n) + np.bincount(precision.second, links, n)
    return 1.0 / (precision.ridge + total.astype(np.float64))


def match_greedily(
    first: Ints, second: Ints, scores: Floats, count: int, chance: Floats | None = None
) -> Pairs:
    """Return up to `count` disjoint pairs, each the best that is left.

    Of equals it is the one with the smallest random number in `chance`, or the first.
    """
    used: set[int] = set()
    pairs: list[tuple[int, int]] = []
    size = min(len(scores), 8 * count + 64)
    while len(pairs) < count:
        # All that are as good as the last of them: which equals argpartition takes is up to it.
        least = np.partition(scores, -size)[-size] if size else 0.0
        top = np.flatnonzero(scores >= least)
        falling = -scores[top]
        ties = np.zeros_like(falling) if chance is None else chance[top]
        top = top[np.lexsort((ties, falling))]
        used.clear()
        pairs.clear()
        for i, j in zip(first[top].tolist(), second[top].tolist(), strict=True):
            if i not in used and j not in used:
                used.update((i, j))
                pairs.append((i, j))
                if len(pairs) == count:
                    break
        if size == len(scores):
            break
        size = min(len(scores), 4 * size)
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
