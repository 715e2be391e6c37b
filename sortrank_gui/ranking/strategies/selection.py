"""Which pair teaches most: exact searches that look at few pairs, and greedy matchings.

How it works
------------
The gain of a pair falls with the gap of the means and rises with the gap's variance. Covariances
of this posterior are never negative (its precision is a graph Laplacian plus a ridge), so the
variance of a gap is at most the sum of two bounds. With a good pair in hand, a pair can only be
better if its means are closer than the *reach* of that gain at the bound of its variance. Sorted by
mean, such pairs are near neighbours; only their gains are computed.

Where all covariances are known, the few pairs at least as good as the one in hand are found first,
by a reach at their own variances. The bounds still say which of them count: what is asked must not
depend on the way in which the gains were computed.
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.column_posterior import ColumnPosterior
from sortrank_gui.ranking.information import GainTable, Reach, gain_table
from sortrank_gui.ranking.rounding import choose_pair, in_steps, sort_with_chance
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.candidates import all_pairs

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_Pairs = tuple[Ints, Ints, Floats]
"""First items, second items, and the logarithms of their gains."""
_TIE = 1e-7
"""Gains closer than this share are equal: chance decides."""
_SLACK = 0.002
"""A search ends when no other pair can be better by more than this share."""
_FEW = 500
"""The gains of so many pairs are there as soon as a reach that leaves out the most of them."""
_BLOCK = 32
_WIDEST = 24


def best_pair(
    mean: Floats, covariance: Floats, rng: np.random.Generator, table: GainTable | None = None
) -> tuple[int, int]:
    """Return a pair whose gain is within 0.2 % of the largest, for a dense covariance."""
    table, n = table or gain_table(), len(mean)
    bounds = np.diag(covariance) - float(covariance.min()) + 1e-12
    order = sort_with_chance(mean, rng)
    widest = order[np.argsort(-in_steps(bounds[order]), kind="stable")[:_WIDEST]]
    one, two = all_pairs(len(widest))
    first = np.concatenate((order[:-1], widest[one]))
    second = np.concatenate((order[1:], widest[two]))
    gains = _gains(mean, covariance, table, first, second)
    best = float(gains.max())
    equal = np.flatnonzero(gains >= best - _TIE)
    first, second, gains = first[equal], second[equal], gains[equal]
    rivals = _find_rivals(mean, covariance, bounds, table, order, best - _TIE)
    new = np.flatnonzero(~np.isin(_keys(*rivals[:2], n), _keys(first, second, n)))
    if len(new):
        pairs = (rivals[0][new], rivals[1][new], rivals[2][new])
        pairs = _within_reach(pairs, best, mean, bounds, order, table)
        found = zip((first, second, gains), pairs, strict=True)
        first, second, gains = (np.concatenate(column) for column in found)
        equal = np.flatnonzero(gains >= gains.max() - _TIE)
        first, second = first[equal], second[equal]
    return choose_pair(first, second, n, rng)


def _keys(first: Ints, second: Ints, n_items: int) -> Ints:
    return np.minimum(first, second) * n_items + np.maximum(first, second)


def _gains(mean: Floats, covariance: Floats, table: GainTable, first: Ints, second: Ints) -> Floats:
    spread = _find_spread(covariance, first, second)
    return table.log_gain(mean[first] - mean[second], np.maximum(spread, 1e-12))


def _find_spread(covariance: Floats, first: Ints, second: Ints) -> Floats:
    variances = covariance.diagonal()
    spread: Floats = variances[first] + variances[second]
    spread -= 2 * covariance.take(first * len(variances) + second)
    return spread


def _find_rivals(
    mean: Floats, covariance: Floats, bounds: Floats, table: GainTable, order: Ints, level: float
) -> _Pairs:
    """Return all pairs with at least this gain.

    An item's own reach is that with the widest of all. What is within it is looked at by the
    bounds of both; only the covariances of pairs that are left are read, each from another place.
    """
    reach = table.rough_reach(level, 4 * float(covariance.diagonal().max()))
    own_reach = reach.up_to(bounds[order] + bounds.max())
    able = np.flatnonzero(own_reach >= 0)
    order, own_reach = order[able], own_reach[able]
    sorted_mean, sorted_bounds = mean[order], bounds[order]
    places = np.arange(1, len(order) + 1)
    ends = np.searchsorted(sorted_mean, sorted_mean + own_reach, "right")
    counts = np.maximum(ends - places, 0)
    one = (places - 1).repeat(counts)
    two = np.arange(len(one)) + (places - counts.cumsum() + counts).repeat(counts)
    gap = sorted_mean[two] - sorted_mean[one]
    near = np.flatnonzero(gap <= reach.up_to(sorted_bounds[one] + sorted_bounds[two]))
    gap, first, second = gap[near], order[one[near]], order[two[near]]
    spread = _find_spread(covariance, first, second)
    near = np.flatnonzero(gap <= reach.at(spread))
    if len(near) > _FEW:
        near = near[gap[near] <= table.reach(level, 2 * float(spread.max())).at(spread[near])]
    first, second = first[near], second[near]
    gains = table.log_gain(gap[near], np.maximum(spread[near], 1e-12))
    better = np.flatnonzero(gains >= level)
    return first[better], second[better], gains[better]


def _within_reach(
    pairs: _Pairs, best: float, mean: Floats, bounds: Floats, order: Ints, table: GainTable
) -> _Pairs:
    """Return which of these pairs are within the reach of the best gain that there is before.

    Pairs that could be better by the bounds alone count: neighbours in the order of the means
    first, then pairs up to twice as far apart, and so on.
    """
    first, second, gains = pairs
    top = np.flatnonzero(gains >= max(float(gains.max()) - 2 * _SLACK, best + 2 * _SLACK))
    if len(top) == 1:  # so much better than all others that none can hide it
        return first[top], second[top], gains[top]
    # A pair that is better needs two items which could be better with the widest of all.
    order = order[table.log_gain(0.0, bounds[order] + bounds.max()) > best + _SLACK]
    place = np.full(len(mean), -1)
    place[order] = np.arange(len(order))
    one, two = place[first], place[second]
    distance = np.where((one < 0) | (two < 0), 0, np.abs(one - two))
    rounds = np.frexp(distance + 1.0)[1]
    most = 2 * float(bounds.max())
    gap, spread = np.abs(mean[first] - mean[second]), bounds[first] + bounds[second]
    reach, taken = table.reach(best + _SLACK, most), [np.empty(0, dtype=np.int64)]
    for number in np.unique(rounds[distance > 0]):
        here = np.flatnonzero(rounds == number)
        here = here[gap[here] <= reach.at(spread[here])]
        taken.append(here)
        if len(here) and gains[here].max() > best:
            best = float(gains[here].max())
            reach = table.reach(best + _SLACK, most)
    chosen = np.concatenate(taken)
    return first[chosen], second[chosen], gains[chosen]


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

    Of equals it is the one whose items' numbers in `chance` have the smaller sum, or the first.
    The best are gone through first; of the others only those of items that are free then, and so
    on.
    """
    found: list[tuple[int, int]] = []
    used = np.zeros(int(max(first.max(initial=-1), second.max(initial=-1))) + 1, dtype=bool)
    while len(scores) and len(found) < count:
        # All that are as good as the last of them: which equals partition takes is up to it.
        size = min(len(scores), 8 * (count - len(found)) + 64)
        is_top = scores >= np.partition(scores, -size)[-size]
        top = np.flatnonzero(is_top)
        one, two = first[top], second[top]
        order = _sort_falling(scores[top], None if chance is None else chance[one] + chance[two])
        found += _take_free(one[order], two[order], used, count - len(found))
        if len(found) < count:
            left = np.flatnonzero(~(is_top | used[first] | used[second]))
            first, second, scores = first[left], second[left], scores[left]
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _sort_falling(scores: Floats, chance: Floats | None) -> Ints:
    """Return the order of falling scores, equals by chance."""
    order = np.argsort(-scores)
    own = scores[order]
    if (own[1:] < own[:-1]).all():  # the rule late in a study
        return order
    return np.lexsort((np.zeros_like(scores) if chance is None else chance, -scores))


def _take_free(
    first: Ints, second: Ints, used: NDArray[np.bool_], count: int
) -> list[tuple[int, int]]:
    """Return up to `count` pairs, each the first whose items are not yet used, and mark these."""
    taken: list[tuple[int, int]] = []
    is_used = used.tolist()
    for i, j in zip(first.tolist(), second.tolist(), strict=True):
        if not (is_used[i] or is_used[j]):
            is_used[i] = is_used[j] = True
            taken.append((i, j))
            if len(taken) == count:
                break
    used[:] = is_used
    return taken
