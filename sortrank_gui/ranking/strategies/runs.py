"""Strategies that go through one run after another: complete sorts, or rounds of fixed pairs.

How it works
------------
A *run* has open pairs, takes their answers in any order and is done after finitely many. Run
number k is a function of (seed, k) and of the answers given in it, so runs can be started in
advance: where all open pairs of the current run are in other people's hands, `ask_many` goes on
with the next run, and an answer belongs to the earliest run in which its pair is open. That rule
depends on the answers alone, which is why a replay without the questions finds the same state. A
run is within reach if the runs before it have, at their start, fewer pairs than 128 people could
hold: nobody else's journal passes for long.
"""

import operator
from abc import ABC, abstractmethod
from array import array
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import ReplayError
from sortrank_gui.ranking.outcomes import Outcome, flip_coin, flip_coins
from sortrank_gui.ranking.strategies.base import Pairs, Progress, check_size, empty_pairs
from sortrank_gui.ranking.strategies.layout import SortLayout

_FIRST = Outcome.FIRST
_SECOND = Outcome.SECOND
_MOST_HELD = 128
"""How many pairs may be in people's hands at once."""
_ENOUGH = 2048
_FEW = 16
"""Below this many pairs a Python loop is faster than array operations."""


class Run(Protocol):
    """One sort or round. While it is not done it has an open pair."""

    @property
    def done(self) -> bool:
        """Say whether every pair of this run is answered."""
        ...

    @property
    def level(self) -> int:
        """The current level, from 1."""
        ...

    @property
    def levels(self) -> int | None:
        """How many levels there are, where that is known."""
        ...

    @property
    def ranking(self) -> NDArray[np.int64] | None:
        """The items, best first, once a sort is done; None for a run that does not sort."""
        ...

    def ask(self) -> tuple[int, int]:
        """Return the first open pair."""
        ...

    def open_pairs(self) -> Pairs:
        """Return all open pairs, the next one first."""
        ...

    def tell(self, first: int, second: int, first_wins: bool) -> bool:
        """Take an answer; say whether the pair was open here."""
        ...

    def tell_next(self, pairs: Pairs, first_wins: NDArray[np.bool_]) -> bool:
        """Take the answers to exactly the next open pairs; say no, unchanged, to others."""
        ...

    def layout(self) -> SortLayout | None:
        """Return where every item stands; None for a run that does not sort."""
        ...


class RunStrategy(ABC):
    """A strategy that is an endless sequence of runs."""

    name: str

    def __init__(self, n_items: int, *, seed: int = 0) -> None:
        self.n_items = check_size(n_items)
        self.seed = operator.index(seed)
        self.rankings: list[NDArray[np.int64]] = []
        """The outcome of every completed sort, best item first."""
        self._steps = 0
        self._runs = [self._start(0)]
        self._started = 1
        self._reach = 1 + -(-_MOST_HELD // len(self._runs[0].open_pairs()))

    @abstractmethod
    def _start(self, number: int) -> Run:
        """Make run `number`, from the seed alone."""

    @property
    def progress(self) -> Progress:
        """Say which run is the current one and how far it is."""
        run = self._runs[0]
        return Progress(self._started - len(self._runs) + 1, run.level, run.levels)

    def ask(self) -> tuple[int, int]:
        """Return the next pair."""
        return self._runs[0].ask()

    def ask_many(self, count: int) -> Pairs:
        """Return `count` different open pairs, starting runs in advance where they are needed."""
        count = min(count, self.n_items * (self.n_items - 1) // 2)
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for index in range(self._reach):
            if len(found) >= count:
                break
            run = self._run(index)
            pairs = run.open_pairs()[: max(2 * count, _ENOUGH)]  # a run may repeat a pair
            for first, second in pairs.tolist():
                found.setdefault((min(first, second), max(first, second)), (first, second))
        rows = list(found.values())[:count]
        return np.array(rows, dtype=np.int64) if rows else empty_pairs()

    def upcoming(self, limit: int) -> Pairs:
        """Return the next open pairs of the current run."""
        return self._runs[0].open_pairs()[:limit]

    def layout(self) -> SortLayout | None:
        """Return the picture of the current sort; None where nothing is sorted."""
        return self._runs[0].layout()

    def tell(self, first: int, second: int, outcome: Outcome) -> None:
        """Record an answer in the earliest run in which the pair is open."""
        if outcome == _FIRST:
            first_wins = True
        elif outcome == _SECOND:
            first_wins = False
        else:
            Outcome(outcome)  # raises for anything that is no outcome
            # Heads is for the smaller number: the order inside a pair carries no meaning.
            first_wins = flip_coin(self.seed, self._steps) == (first < second)
        run = self._runs[0]
        if not run.tell(first, second, first_wins):
            run = self._tell_later_run(first, second, first_wins)
        self._steps += 1
        if run.done:
            self._finish(run)

    def tell_many(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Record answers; at once where they answer the next open pairs."""
        count = len(outcomes)
        if count and not 0 <= outcomes.min() <= outcomes.max() <= Outcome.NEITHER:
            raise ValueError("an outcome is a number from 0 to 3")
        if count >= _FEW:
            first_wins = outcomes == _FIRST
            undecided = outcomes > _SECOND
            if undecided.any():
                heads = flip_coins(self.seed, self._steps, count)
                first_wins |= undecided & (heads == (pairs[:, 0] < pairs[:, 1]))
            run = self._runs[0]
            if run.tell_next(pairs, first_wins):
                self._steps += count
                if run.done:
                    self._finish(run)
                return
        for (first, second), outcome in zip(pairs.tolist(), outcomes.tolist(), strict=True):
            self.tell(first, second, outcome)

    def _run(self, index: int) -> Run:
        """Return the run that is `index` places after the current one, started if need be."""
        while len(self._runs) <= index:
            self._runs.append(self._start(self._started))
            self._started += 1
        return self._runs[index]

    def _tell_later_run(self, first: int, second: int, first_wins: bool) -> Run:
        for index in range(1, self._reach):
            run = self._run(index)
            if run.tell(first, second, first_wins):
                return run
        raise ReplayError(
            f"Answer {self._steps + 1} compares items {first} and {second}, which "
            f"{self.name} with seed {self.seed} did not ask at that point."
        )

    def _finish(self, run: Run) -> None:
        self._runs.remove(run)
        if run.ranking is not None:
            self.rankings.append(run.ranking)
        self._run(0)


class PairBatch:
    """Pairs that do not depend on one another's answers, in the order in which they are asked.

    Scalars are read from `array`, many times faster than from NumPy; bulk work goes through
    NumPy views of the same memory.
    """

    def __init__(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> None:
        self._first = array("q", first.tobytes())
        self._second = array("q", second.tobytes())
        self._answers = bytearray(len(first))  # 0 open, 1 the first won, 2 the second won
        self._head = 0
        self.left = len(first)

    @property
    def first_wins(self) -> NDArray[np.bool_]:
        """Who won, in asking order."""
        wins: NDArray[np.bool_] = self.answers == 1
        return wins

    @property
    def answers(self) -> NDArray[np.uint8]:
        """In asking order: 0 while open, 1 where the first won, 2 where the second did."""
        return np.frombuffer(self._answers, dtype=np.uint8)

    def ask(self) -> tuple[int, int]:
        """Return the first open pair."""
        return self._first[self._head], self._second[self._head]

    def open_pairs(self) -> Pairs:
        """Return the open pairs in asking order."""
        answered = np.frombuffer(self._answers, dtype=np.uint8)[self._head :]
        pairs = np.column_stack([self._column(self._first), self._column(self._second)])
        return pairs[answered == 0] if answered.any() else pairs

    def tell(self, first: int, second: int, first_wins: bool) -> bool:
        """Take an answer; say whether the pair was open."""
        slot = self._head
        a, b = self._first[slot], self._second[slot]
        if not (a == first and b == second):
            if a == second and b == first:
                first_wins = not first_wins
            else:
                slot = self._find(first, second)
                if slot < 0:
                    return False
                first_wins = first_wins == (self._first[slot] == first)
        self._answers[slot] = 1 if first_wins else 2
        self.left -= 1
        if slot == self._head:
            self._advance()
        return True

    def tell_next(self, pairs: Pairs, first_wins: NDArray[np.bool_]) -> bool:
        """Take the answers to exactly the next pairs in a row; say no, unchanged, to others."""
        count = len(pairs)
        answers = np.frombuffer(self._answers, dtype=np.uint8)[self._head : self._head + count]
        if len(answers) < count or answers.any() or not self._matches(pairs):
            return False
        answers[:] = np.where(first_wins, 1, 2)
        self.left -= count
        self._head += count - 1
        self._advance()
        return True

    def _matches(self, pairs: Pairs) -> bool:
        count = len(pairs)
        return np.array_equal(self._column(self._first)[:count], pairs[:, 0]) and np.array_equal(
            self._column(self._second)[:count], pairs[:, 1]
        )

    def _column(self, values: "array[int]") -> NDArray[np.int64]:
        return np.frombuffer(values, dtype=np.int64)[self._head :]

    def _find(self, first: int, second: int) -> int:
        a, b = self._column(self._first), self._column(self._second)
        open_ = np.frombuffer(self._answers, dtype=np.uint8)[self._head :] == 0
        slots = np.flatnonzero(
            open_ & (((a == first) & (b == second)) | ((a == second) & (b == first)))
        )
        return self._head + int(slots[0]) if len(slots) else -1

    def _advance(self) -> None:
        head, answers = self._head + 1, self._answers
        while head < len(answers) and answers[head]:
            head += 1
        self._head = head


class FixedRun(PairBatch):
    """A round of pairs that is known before it starts."""

    level = 1
    levels = None
    ranking = None

    @property
    def done(self) -> bool:
        """Say whether every pair of the round is answered."""
        return self.left == 0

    def layout(self) -> None:
        """Return nothing: a round sorts nothing."""
