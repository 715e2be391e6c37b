"""Quicksort, repeated for ever, as a frontier of open comparisons instead of a recursion.

How it works
------------
The items lie in one array, best first as far as is known, cut into segments whose inner order is
open. Every segment draws a random pivot, and all its other items are to be compared with it: these
comparisons are independent, so they form one batch. When a batch is answered, each of its segments
is split in place into better items, pivot, worse items, and the parts with two or more items are
new segments. `order="level"` puts all segments of a level into one batch, in random order;
`order="depth"` takes one segment at a time, the worse part before the better one, as the paper's
Algorithm 1 does. Lemma 1 of the paper holds by construction: a pivot leaves all segments.
"""

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts, count
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.layout import Role, SortLayout, find_starts, spread
from sortrank_gui.ranking.strategies.runs import PairBatch, RunStrategy

Order = Literal["level", "depth"]
Segments = NDArray[np.int64]
"""Shape (k, 2): start and stop of each segment."""
_ROLES = np.array([Role.OPEN, Role.BETTER, Role.WORSE], dtype=np.int8)
"""By the answer to an item's comparison with its pivot: none yet, the item, the pivot."""


def check_order(order: Order) -> Order:
    """Return the order if there is such a one."""
    if order not in ("level", "depth"):
        raise InputError(f"A sort asks by “level” or by “depth”, not by “{order}”.")
    return order


def _run_length(n_items: int) -> int:
    """Return the comparisons of a sort on average: 2 (n + 1) H_n - 4 n."""
    harmonic = math.log(n_items) + float(np.euler_gamma) + 1 / (2 * n_items)
    return round(2 * (n_items + 1) * harmonic - 4 * n_items)


def _tell_layout(layout: SortLayout) -> str:
    pivots, left = layout.count(Role.PIVOT), layout.count(Role.OPEN)
    return f"{count(pivots, 'pivot')}, {count(left, 'comparison')} open"


class Quicksort(RunStrategy):
    """Sort with random pivots, again and again (Algorithm 1)."""

    name = "quicksort"
    facts = StrategyFacts(
        place=2,
        standing=Standing.GOOD,
        title="Quicksort",
        brief="Sorts again and again, each item against a pivot",
        what="Sorts the items again and again: one item, the pivot, is compared with the others "
        "and splits them into better and worse ones; then each half is sorted alike.",
        good="Few answers for a good ranking, and easy to explain.",
        bad="A pivot is shown often, which people notice; an unlucky pivot costs answers.",
        picked="by sorting the items repeatedly with Quicksort and keeping every comparison "
        "(Maystre & Grossglauser, 2017)",
        colour=4,
        marker=1,
        run="sort",
        run_length=_run_length,
        legend=(
            (Role.BETTER, "better"),
            (Role.PIVOT, "pivot"),
            (Role.WORSE, "worse"),
            (Role.OPEN, "open"),
            (Role.SETTLED, "in\u00a0place"),
        ),
        tell_layout=_tell_layout,
    )

    def __init__(self, n_items: int, *, seed: int = 0, order: Order = "level") -> None:
        self._order = check_order(order)
        super().__init__(n_items, seed=seed)

    def _start(self, number: int) -> "QuicksortRun":
        return QuicksortRun(self.n_items, (self.seed, number), self._order)


class QuicksortRun:
    """One Quicksort."""

    levels = None

    def __init__(self, n_items: int, key: tuple[int, ...], order: Order) -> None:
        self._key = key
        self._depth_first = order == "depth"
        self._items = stream("quicksort", *key).permutation(n_items)
        self._waiting: Segments = np.array([[0, n_items]])
        self._batches = 0
        self._open_batch()

    @property
    def done(self) -> bool:
        """Say whether the order is complete."""
        return self._batch.left == 0

    @property
    def ranking(self) -> NDArray[np.int64]:
        """The items, best first."""
        return self._items

    @property
    def level(self) -> int:
        """The number of the batch: in level order, the depth of the partitions."""
        return self._batches

    def ask(self) -> tuple[int, int]:
        """Return the first open pair."""
        return self._batch.ask()

    def open_pairs(self) -> Pairs:
        """Return the open pairs."""
        return self._batch.open_pairs()

    def tell(self, first: int, second: int, first_wins: bool) -> bool:
        """Take an answer; say whether the pair was open."""
        taken = self._batch.tell(first, second, first_wins)
        if self._batch.left == 0:
            self._close_batch()
        return taken

    def tell_next(self, pairs: Pairs, first_wins: NDArray[np.bool_]) -> bool:
        """Take the answers to the next pairs in a row."""
        taken = self._batch.tell_next(pairs, first_wins)
        if self._batch.left == 0:
            self._close_batch()
        return taken

    def layout(self) -> SortLayout:
        """Return the picture of all partitions, in O(n log n)."""
        segments, places = self._segments, self._places
        items, roles = self._items.copy(), np.full(len(self._items), Role.SETTLED, dtype=np.int8)
        for start, stop in self._waiting.tolist():
            roles[start:stop] = Role.WAITING
        if not self.done:
            role = np.full(len(places), Role.PIVOT, dtype=np.int8)
            role[self._compared] = _ROLES[self._batch.answers]
            arranged = _arrange(role, segments[:, 1] - segments[:, 0])
            items[places], roles[places] = items[places[arranged]], role[arranged]
        cuts = np.concatenate((segments.ravel(), self._waiting.ravel()))
        return SortLayout(items, roles, find_starts(len(items), cuts))

    def _open_batch(self) -> None:
        """Draw pivots for the next segments and open their comparisons in random order."""
        take = 1 if self._depth_first else len(self._waiting)
        segments, self._waiting = self._waiting[:take], self._waiting[take:]
        starts, sizes = segments[:, 0], segments[:, 1] - segments[:, 0]
        rng = stream("quicksort: pivots", *self._key, self._batches)
        pivots = np.repeat(starts + (rng.random(len(segments)) * sizes).astype(np.int64), sizes)
        places = spread(starts, sizes)
        compared = np.flatnonzero(places != pivots)
        rng.shuffle(compared)
        self._segments, self._places, self._compared = segments, places, compared
        self._batch = PairBatch(self._items[places[compared]], self._items[pivots[compared]])
        self._batches += 1

    def _close_batch(self) -> None:
        """Split every segment by its answers and queue the parts that are still unordered."""
        segments, places = self._segments, self._places
        part = np.ones(len(places), dtype=np.int64)  # 0 better, 1 the pivot, 2 worse
        part[self._compared] = np.where(self._batch.first_wins, 0, 2)
        sizes = segments[:, 1] - segments[:, 0]
        numbers = np.repeat(np.arange(len(segments)), sizes)
        self._items[places] = self._items[places[np.argsort(3 * numbers + part, kind="stable")]]
        better = np.bincount(numbers, weights=part == 0).astype(np.int64)
        middle = segments[:, 0] + better
        parts = np.column_stack((middle + 1, segments[:, 1], segments[:, 0], middle)).reshape(-1, 2)
        parts = parts[parts[:, 1] - parts[:, 0] > 1]
        self._waiting = np.concatenate((parts, self._waiting))
        if len(self._waiting):
            self._open_batch()


def _arrange(roles: NDArray[np.int8], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the order of a picture: better items, open ones around the pivot, worse items."""
    numbers = np.repeat(np.arange(len(sizes)), sizes)
    is_open = roles == Role.OPEN
    seen = np.cumsum(is_open) - is_open
    seen -= np.repeat(seen[np.cumsum(sizes) - sizes], sizes)
    half = np.bincount(numbers, is_open, len(sizes)) // 2
    place = np.where(is_open, np.where(seen < half[numbers], 1, 3), 2)
    place[roles == Role.BETTER], place[roles == Role.WORSE] = 0, 4
    return np.argsort(5 * numbers + place, kind="stable")
