"""Mergesort, repeated for ever, as a frontier of open comparisons instead of a recursion.

How it works
------------
A random order of the items is cut at floor(k n / 2^d), k = 0 .. 2^d: the ranges of depth d, each of
which is the union of two ranges of depth d + 1. From the deepest level up, neighbouring ranges are
merged, the better head first. Every merge has exactly one open comparison, that of its two heads,
and the merges of a level are independent. They stand in a queue: the one at its front is asked, and
goes to the back when it is answered, so that all merges of a level advance together.
`order="level"` queues the merges of a level in random order; `order="depth"` takes one merge at a
time in the order of the textbook's recursion.
"""

import math
from array import array
from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.outcomes import Outcome, flip_coin
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts, count
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.layout import Role, SortLayout, find_starts, spread
from sortrank_gui.ranking.strategies.quicksort import Order, check_order
from sortrank_gui.ranking.strategies.runs import RunStrategy

Answer = Callable[[int, int], Outcome]
Coin = Callable[[int, bool], bool]
"""Whether the first item of an undecided answer wins: by its number, and whether items rise."""
Merges = NDArray[np.int64]
"""Shape (k, 4): start, middle and stop of two neighbouring ranges, and the level, from 1."""
_SECOND = int(Outcome.SECOND)


def _run_length(n_items: int) -> int:
    """Return the comparisons of a sort in which no run ends early."""
    levels = math.ceil(math.log2(n_items))
    return n_items * levels - (1 << levels) + 1


def _tell_layout(layout: SortLayout) -> str:
    return f"{count(layout.count(Role.HEAD) // 2, 'merge')} under way"


class Mergesort(RunStrategy):
    """Sort by merging, again and again: the fewest comparisons a sort (Section 4.1)."""

    name = "mergesort"
    facts = StrategyFacts(
        place=3,
        standing=Standing.ADVISED,
        title="Mergesort",
        brief="Sorts again and again by merging: the paper's method",
        what="Sorts the items again and again: short sorted lists are merged into longer ones, and "
        "the participant decides each step. All answers together give the ranking.",
        good="Few answers for a good ranking, also with mistakes; every item is shown about "
        "equally often; several people can share one sort.",
        bad="The answers of an unfinished sort tell less. Adaptive rounds often need fewer "
        "answers.",
        picked="by sorting the items repeatedly with Mergesort and keeping every comparison "
        "(Maystre & Grossglauser, 2017)",
        colour=1,
        marker=3,
        run="sort",
        run_length=_run_length,
        legend=(
            (Role.MERGED, "merged"),
            (Role.HEAD, "heads"),
            (Role.FIRST, "first\u00a0run"),
            (Role.SECOND, "second\u00a0run"),
        ),
        tell_layout=_tell_layout,
    )

    def __init__(self, n_items: int, *, seed: int = 0, order: Order = "level") -> None:
        self._order = check_order(order)
        super().__init__(n_items, seed=seed)

    def _start(self, number: int) -> "MergesortRun":
        return MergesortRun(self.n_items, (self.seed, number), self._order)

    def converse(self, answer: Answer, count: int) -> tuple[list[int], bytearray]:
        """Ask and answer up to `count` pairs, at least one; return their items and outcomes."""
        run, step = self._runs[0], self._steps
        assert isinstance(run, MergesortRun)

        def coin(number: int, rising: bool) -> bool:
            return flip_coin(self.seed, step + number) == rising

        asked, outcomes = run.converse(answer, coin, count)
        self._steps += len(outcomes)
        if run.done:
            self._finish(run)
        return asked, outcomes


class MergesortRun:
    """One Mergesort."""

    def __init__(self, n_items: int, key: tuple[int, ...], order: Order) -> None:
        rng = stream("mergesort", *key)
        self._items = array("q", rng.permutation(n_items).tobytes())
        self._merged = array("q", bytes(8 * n_items))
        merges = plan_merges(n_items)
        self.levels = int(merges[-1, 3])
        self._waiting = group_merges(merges, order, rng)
        self._queue: deque[int] = deque()
        self._level = 0
        self.done = False
        self._open_group()

    @property
    def level(self) -> int:
        """The level of the merges that are open now."""
        return self._level

    @property
    def ranking(self) -> NDArray[np.int64]:
        """The items, best first."""
        return np.frombuffer(self._items, dtype=np.int64).copy()

    def ask(self) -> tuple[int, int]:
        """Return the heads of the merge at the front of the queue."""
        return self._pair

    def open_pairs(self) -> Pairs:
        """Return the heads of all open merges, in the order of the queue."""
        queue = np.array(self._queue)
        items = np.frombuffer(self._items, dtype=np.int64)
        left, right = (np.frombuffer(x, dtype=np.int64)[queue] for x in (self._left, self._right))
        return np.column_stack((items[left], items[right]))

    def tell(self, first: int, second: int, first_wins: bool) -> bool:
        """Take an answer; say whether the pair was open."""
        a, b = self._pair
        if a == first and b == second:
            merge, left_wins = self._queue.popleft(), first_wins
        elif a == second and b == first:
            merge, left_wins = self._queue.popleft(), not first_wins
        else:
            pairs = self.open_pairs()
            same = (pairs == (first, second)).all(axis=1)
            at = np.flatnonzero(same | (pairs == (second, first)).all(axis=1))
            if not len(at):
                return False
            left_wins = first_wins == bool(same[at[0]])
            merge = self._queue[int(at[0])]
            a, b = pairs[at[0]].tolist()
            del self._queue[int(at[0])]
        self._advance(merge, a, b, left_wins)
        return True

    def tell_next(self, pairs: Pairs, first_wins: NDArray[np.bool_]) -> bool:
        """Take the answers to the next pairs in the queue, one a merge."""
        count = len(pairs)
        if count > len(self._queue) or not np.array_equal(self.open_pairs()[:count], pairs):
            return False
        queue = np.array(self._queue)
        asked = queue[:count]
        left, right, out, left_stop, right_stop = (
            np.frombuffer(x, dtype=np.int64)
            for x in (self._left, self._right, self._out, self._left_stop, self._right_stop)
        )
        merged = np.frombuffer(self._merged, dtype=np.int64)
        merged[out[asked]] = np.where(first_wins, pairs[:, 0], pairs[:, 1])
        out[asked] += 1
        left[asked] += first_wins
        right[asked] += ~first_wins
        over = (left[asked] == left_stop[asked]) | (right[asked] == right_stop[asked])
        for merge in asked[over].tolist():
            self._close(merge)
        self._queue = deque(np.concatenate((queue[count:], asked[~over])).tolist())
        self._next()
        return True

    def converse(self, answer: Answer, coin: Coin, count: int) -> tuple[list[int], bytearray]:
        """Ask up to `count` pairs in turn, as far as this group of merges goes.

        Return the items of the pairs and the outcomes: the same as asking and telling one by one,
        without most of their calls.
        """
        queue, items, merged = self._queue, self._items, self._merged
        lefts, rights, outs = self._left, self._right, self._out
        left_stops, right_stops = self._left_stop, self._right_stop
        take, put_back = queue.popleft, queue.append
        asked: list[int] = []
        outcomes = bytearray()
        note, settle = asked.append, outcomes.append
        for number in range(count):
            if not queue:
                break
            merge = take()
            left, right, out = lefts[merge], rights[merge], outs[merge]
            first, second = items[left], items[right]
            outcome = answer(first, second)
            note(first)
            note(second)
            settle(outcome)
            outs[merge] = out + 1
            if coin(number, first < second) if outcome > _SECOND else not outcome:
                merged[out] = first
                lefts[merge] = left = left + 1
                over = left == left_stops[merge]
            else:
                merged[out] = second
                rights[merge] = right = right + 1
                over = right == right_stops[merge]
            if over:
                self._close(merge)
            else:
                put_back(merge)
        self._next()
        return asked, outcomes

    def layout(self) -> SortLayout:
        """Return the picture of all merges of this level, in O(n)."""
        items = self.ranking
        roles = np.full(len(items), Role.WAITING, dtype=np.int8)
        starts, stops = (np.array(x) for x in (self._starts, self._right_stop))
        roles[spread(starts, stops - starts)] = Role.SETTLED
        merges = np.array(self._queue, dtype=np.int64)
        start, left, right, out, stop = (
            np.array(x)[merges]
            for x in (self._starts, self._left, self._right, self._out, self._right_stop)
        )
        merged = spread(start, out - start)
        items[merged] = np.frombuffer(self._merged, dtype=np.int64)[merged]
        first = spread(out, right - out)  # the second run's rest is where it was
        items[first] = np.frombuffer(self._items, dtype=np.int64)[spread(left, right - out)]
        roles[merged], roles[first] = Role.MERGED, Role.FIRST
        roles[spread(right, stop - right)] = Role.SECOND
        roles[out] = roles[right] = Role.HEAD
        return SortLayout(items, roles, find_starts(len(items), np.append(starts, stops)))

    def _advance(self, merge: int, left: int, right: int, left_wins: bool) -> None:
        """Move the winner of a comparison from its range to the merged one."""
        if left_wins:
            self._merged[self._out[merge]] = left
            self._left[merge] += 1
            over = self._left[merge] == self._left_stop[merge]
        else:
            self._merged[self._out[merge]] = right
            self._right[merge] += 1
            over = self._right[merge] == self._right_stop[merge]
        self._out[merge] += 1
        if over:
            self._close(merge)
            self._next()
        else:
            queue = self._queue
            queue.append(merge)
            merge = queue[0]
            self._pair = self._items[self._left[merge]], self._items[self._right[merge]]

    def _close(self, merge: int) -> None:
        """Append what is left of the longer range and put the merged range in its place."""
        start, stop, out = self._starts[merge], self._right_stop[merge], self._out[merge]
        left, left_stop, right = self._left[merge], self._left_stop[merge], self._right[merge]
        rest = self._items[left:left_stop] if left < left_stop else self._items[right:stop]
        self._items[start:out] = self._merged[start:out]
        self._items[out:stop] = rest

    def _next(self) -> None:
        """Find the next pair: of this group, or of the next one, or none."""
        if self._queue:
            merge = self._queue[0]
            self._pair = self._items[self._left[merge]], self._items[self._right[merge]]
        elif self._waiting:
            self._open_group()
        else:
            self.done = True

    def _open_group(self) -> None:
        group = self._waiting.pop()
        start, middle, stop, level = (array("q", column.tobytes()) for column in group.T)
        self._starts, self._left_stop, self._right_stop = start, middle, stop
        self._left, self._right, self._out = start[:], middle[:], start[:]
        self._level = level[0]
        self._queue = deque(range(len(group)))
        self._next()


def plan_merges(n_items: int) -> Merges:
    """Return all merges of a sort, the lowest level first."""
    depth = (n_items - 1).bit_length()
    levels = []
    for level in range(1, depth + 1):
        cuts = np.arange((1 << (depth - level + 1)) + 1) * n_items >> (depth - level + 1)
        start, middle, stop = cuts[:-2:2], cuts[1::2], cuts[2::2]
        merges = np.column_stack((start, middle, stop, np.full(len(start), level)))
        levels.append(merges[(start < middle) & (middle < stop)])
    return np.concatenate(levels)


def group_merges(merges: Merges, order: Order, rng: np.random.Generator) -> list[Merges]:
    """Return the merges in groups that are worked on together; the first group stands last."""
    if order == "depth":  # post-order: a range comes after both of its halves
        ordered = merges[np.lexsort((-merges[:, 0], merges[:, 2]))]
        return [ordered[k : k + 1] for k in range(len(ordered) - 1, -1, -1)]
    shuffled = rng.permutation(merges)
    return [shuffled[shuffled[:, 3] == level] for level in range(int(merges[-1, 3]), 0, -1)]
