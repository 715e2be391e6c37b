"""What strategies share that ask by a model: a journal of answers, and tables at fixed steps.

How it works
------------
`tell` only writes to the journal. What is asked next is a function of the seed and the journal, so
that a replay, which tells without asking, comes to the same questions. A fit that starts from the
last one would depend on when somebody asked; these strategies start from *anchors* instead: the
model at the last step that is a multiple of the stride, computed from its counts alone.
"""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import ReplayError
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.strategies.base import Pairs, Progress, check_size
from sortrank_gui.ranking.strategies.runs import PairBatch

Model = TypeVar("Model")
_OUTCOMES = range(Outcome.NEITHER + 1)


class AnswerHistory:
    """The answers so far, in arrays that grow."""

    def __init__(self) -> None:
        self._pairs = np.empty((64, 2), dtype=np.int64)
        self._outcomes = np.empty(64, dtype=np.int8)
        self.steps = 0

    def extend(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Append answers."""
        end = self._make_room(len(outcomes))
        self._pairs[self.steps : end] = pairs
        self._outcomes[self.steps : end] = outcomes
        self.steps = end

    def append(self, first: int, second: int, outcome: int) -> None:
        """Append one answer."""
        end = self._make_room(1)
        self._pairs[self.steps, 0] = first
        self._pairs[self.steps, 1] = second
        self._outcomes[self.steps] = outcome
        self.steps = end

    def _make_room(self, count: int) -> int:
        """Return how many answers there will be, with room for them."""
        end = self.steps + count
        if end > len(self._outcomes):
            room = max(end, 2 * len(self._outcomes))
            self._pairs = np.resize(self._pairs, (room, 2))
            self._outcomes = np.resize(self._outcomes, room)
        return end

    def part(self, start: int, stop: int) -> tuple[Pairs, NDArray[np.int8]]:
        """Return the answers of the steps from `start` to before `stop`."""
        return self._pairs[start:stop], self._outcomes[start:stop]

    def add_to(self, table: Comparisons, start: int, stop: int) -> None:
        """Count the answers of these steps in a table."""
        pairs, outcomes = self.part(start, stop)
        if stop - start == 1:
            (first, second), outcome = pairs[0].tolist(), int(outcomes[0])
            table.add_outcome(first, second, outcome)
        else:
            table.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)


class ModelStrategy(ABC):
    """A strategy that learns from any pair, whoever chose it.

    The prior variance is learned from the answers unless one is given.
    """

    name: str

    def __init__(self, n_items: int, *, seed: int = 0, prior_variance: float | None = None) -> None:
        self.n_items = check_size(n_items)
        self.seed = seed
        self._prior_variance = prior_variance
        self._journal = AnswerHistory()
        self._anchor_table = Comparisons(self.n_items)
        self._anchor_step = 0

    @property
    def steps(self) -> int:
        """How many answers there are."""
        return self._journal.steps

    @property
    def progress(self) -> Progress:
        """Say how many answers there are, as rounds of one."""
        return Progress(self._journal.steps + 1, 1, None)

    def tell(self, first: int, second: int, outcome: Outcome) -> None:
        """Record an answer."""
        items = range(self.n_items)
        if first in items and second in items and first != second and outcome in _OUTCOMES:
            self._journal.append(first, second, outcome)
        else:  # raises, and says why
            self._record(np.array([[first, second]]), np.array([outcome], dtype=np.int8))

    def tell_many(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Record answers."""
        self._record(pairs, outcomes)

    def _record(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        if len(outcomes) and not 0 <= outcomes.min() <= outcomes.max() <= Outcome.NEITHER:
            raise ValueError("an outcome is a number from 0 to 3")
        impossible = ((pairs < 0) | (pairs >= self.n_items)).any(axis=1)
        impossible |= pairs[:, 0] == pairs[:, 1]
        if impossible.any():
            row = int(np.argmax(impossible))
            raise ReplayError(
                f"Answer {self._journal.steps + row + 1} compares items {pairs[row, 0]} and "
                f"{pairs[row, 1]}, which is no pair of {self.n_items} items."
            )
        self._journal.extend(pairs, outcomes)

    def _rng(self, purpose: str) -> np.random.Generator:
        """Return the random numbers that this step has for a purpose."""
        return stream(f"{self.name}: {purpose}", self.seed, self._journal.steps)

    def _table_at(self, step: int) -> Comparisons:
        """Return the counts after `step` answers; steps may only grow from call to call."""
        self._journal.add_to(self._anchor_table, self._anchor_step, step)
        self._anchor_step = step
        return self._anchor_table.copy()

    def _fill(self, pairs: list[tuple[int, int]], count: int) -> Pairs:
        """Return the pairs, with random different ones added up to `count`."""
        most = self.n_items * (self.n_items - 1) // 2
        count = min(count, most)
        seen = {frozenset(pair) for pair in pairs}
        chosen = list(pairs[:count])
        rng = self._rng("filling up")
        while len(chosen) < count:
            first, second = rng.choice(self.n_items, 2, replace=False).tolist()
            if frozenset((first, second)) not in seen:
                seen.add(frozenset((first, second)))
                chosen.append((first, second))
        return np.array(chosen, dtype=np.int64).reshape(-1, 2)


class GreedyStrategy(ModelStrategy):
    """A strategy that picks one best pair for the next answer."""

    def __init__(self, n_items: int, *, seed: int = 0, prior_variance: float | None = None) -> None:
        super().__init__(n_items, seed=seed, prior_variance=prior_variance)
        self._asked: tuple[int, tuple[int, int]] | None = None

    @abstractmethod
    def _pick(self) -> tuple[int, int]:
        """Compute the best pair for the answers so far."""

    @abstractmethod
    def _pick_more(self, pair: tuple[int, int], count: int) -> list[tuple[int, int]]:
        """Return the best pair and up to `count` - 1 further good ones, disjoint."""

    def ask(self) -> tuple[int, int]:
        """Return the best pair."""
        if self._asked is None or self._asked[0] != self._journal.steps:
            self._asked = self._journal.steps, self._pick()
        return self._asked[1]

    def ask_many(self, count: int) -> Pairs:
        """Return the best pair, the next best ones disjoint from it, then random ones."""
        return self._fill(self._pick_more(self.ask(), count), count)

    def upcoming(self, limit: int) -> Pairs:
        """Return the best pair: what comes after depends on its answer."""
        return np.array([self.ask()], dtype=np.int64)


class RoundStrategy(ModelStrategy, Generic[Model]):
    """A strategy that fits once a round and then asks a batch of pairs.

    A round is a function of the answers up to the end of the one before. Pairs from outside the
    current round, which `ask_many` hands out when the round's own are all in people's hands, are
    learned from like any other.
    """

    def __init__(self, n_items: int, *, seed: int = 0, prior_variance: float | None = None) -> None:
        super().__init__(n_items, seed=seed, prior_variance=prior_variance)
        self._rounds = 0
        self._round_step = 0
        self._batch: PairBatch | None = None
        self._model: Model | None = None

    @abstractmethod
    def _pick_round(
        self, table: Comparisons, model: Model | None, rng: np.random.Generator
    ) -> tuple[Pairs, Model]:
        """Choose the pairs of a round, in the order of asking.

        `model` is what the round before returned along with its pairs: a start for the fit.
        """

    @property
    def progress(self) -> Progress:
        """Say which round it is."""
        return Progress(self._rounds + (self._batch is None), 1, None)

    def ask(self) -> tuple[int, int]:
        """Return the next pair of the round."""
        return self._current().ask()

    def ask_many(self, count: int) -> Pairs:
        """Return open pairs of the round, then those that a new round would ask now."""
        pairs = [(i, j) for i, j in self._current().open_pairs()[:count].tolist()]
        if len(pairs) < count:
            table = self._anchor_table.copy()
            self._journal.add_to(table, self._anchor_step, self._journal.steps)
            more = self._pick_round(table, self._model, self._rng("a round ahead"))[0].tolist()
            seen = {frozenset(pair) for pair in pairs}
            pairs += [(i, j) for i, j in more if frozenset((i, j)) not in seen]
        return self._fill(pairs, count)

    def upcoming(self, limit: int) -> Pairs:
        """Return the open pairs of the round."""
        return self._current().open_pairs()[:limit]

    def tell(self, first: int, second: int, outcome: Outcome) -> None:
        """Record an answer, of this round or not."""
        batch = self._current()
        super().tell(first, second, outcome)
        batch.tell(first, second, True)  # who won does not change the round
        self._end_round()

    def tell_many(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Record answers; at once where they answer the next open pairs."""
        if self._current().tell_next(pairs, np.ones(len(pairs), dtype=bool)):
            self._record(pairs, outcomes)
            self._end_round()
            return
        for (first, second), outcome in zip(pairs.tolist(), outcomes.tolist(), strict=True):
            self.tell(first, second, outcome)

    def _current(self) -> PairBatch:
        if self._batch is None:
            table = self._table_at(self._round_step)
            rng = stream(f"{self.name}: round", self.seed, self._rounds)
            pairs, self._model = self._pick_round(table, self._model, rng)
            self._batch = PairBatch(*np.ascontiguousarray(pairs.T))
            self._rounds += 1
        return self._batch

    def _end_round(self) -> None:
        if self._batch is not None and self._batch.left == 0:
            self._batch = None
            self._round_step = self._journal.steps
