"""Probing pairs: random ones among those of an adaptive strategy, which tell the spread.

How it works
------------
Strategies that follow a model ask about near neighbours, and answers about those hardly tell
scores with a standard deviation of 0.4 from some with 2: it stays open how sure the ranking is. A
random pair tells that, and it takes some dozens of them, of however many items. So one in four of
the first 64 pairs is a random one, and after that ever fewer: 16 for each time that the number of
answers has grown by a factor of e. Which answers, and which pairs, follows from the seed alone. The
strategy learns from them as from any pair.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.strategies.base import Pairs, Progress, Strategy
from sortrank_gui.ranking.strategies.even_rounds import EvenRounds

_MOST, _EACH = 0.25, 16.0
"""The share of probing pairs at first, and how many come while answers grow by a factor of e."""
_BLOCK = 256
"""So many steps are drawn at once."""


class _Learner(Strategy, Protocol):
    """A strategy that learns from any pair, whoever chose it."""

    @property
    def steps(self) -> int:
        """How many answers there are."""
        ...


class Probing:
    """A strategy that follows a model, with some random pairs among its own."""

    def __init__(self, strategy: _Learner) -> None:
        self._inner = strategy
        self.name, self.n_items, self.seed = (
            f"{strategy.name}+probes",
            strategy.n_items,
            strategy.seed,
        )
        self._blocks: dict[int, tuple[NDArray[np.bool_], Pairs]] = {}

    @property
    def progress(self) -> Progress:
        """Say where the strategy stands."""
        return self._inner.progress

    def ask(self) -> tuple[int, int]:
        """Return the probing pair that is due, or the strategy's next."""
        return self._due() or self._inner.ask()

    def ask_many(self, count: int) -> Pairs:
        """Return the probing pair that is due, and open pairs of the strategy."""
        due, pairs = self._due(), self._inner.ask_many(count)
        return pairs if due is None else self._put_first(due, pairs)[:count]

    def ask_beside(self, held: Pairs) -> tuple[int, int] | None:
        """Return a pair for one more person while others answer those that they hold."""
        due, taken = self._due(), {frozenset(pair) for pair in held.tolist()}
        if due is not None and frozenset(due) not in taken:
            return due
        if isinstance(self._inner, EvenRounds):
            return self._inner.ask_beside(held)
        pairs = self._inner.ask_many(len(held) + 1).tolist()
        return next(((i, j) for i, j in pairs if frozenset((i, j)) not in taken), None)

    def upcoming(self, limit: int) -> Pairs:
        """Return pairs that come next whatever the answers: up to the next probing one."""
        due = self._due()
        if due is not None:
            return np.array([due], dtype=np.int64)
        pairs, step = self._inner.upcoming(limit), self._inner.steps
        following = (k for k in range(1, len(pairs)) if self._probe_at(step + k) is not None)
        return pairs[: next(following, len(pairs))]

    def tell(self, first: int, second: int, outcome: Outcome) -> None:
        """Record an answer, to whichever pair."""
        self._inner.tell(first, second, outcome)

    def tell_many(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Record answers."""
        self._inner.tell_many(pairs, outcomes)

    def _due(self) -> tuple[int, int] | None:
        return self._probe_at(self._inner.steps)

    def _probe_at(self, step: int) -> tuple[int, int] | None:
        """Return the probing pair after so many answers, if there is one."""
        block, place = divmod(step, _BLOCK)
        if block not in self._blocks:
            self._blocks[block] = self._draw(block)
        is_probe, pairs = self._blocks[block]
        return (int(pairs[place, 0]), int(pairs[place, 1])) if is_probe[place] else None

    def _draw(self, block: int) -> tuple[NDArray[np.bool_], Pairs]:
        rng = stream("probes", self.seed, block)
        steps = block * _BLOCK + np.arange(_BLOCK)
        is_probe = rng.random(_BLOCK) < np.minimum(_MOST, _EACH / (steps + 1))
        first = rng.integers(self.n_items, size=_BLOCK)
        second = (first + rng.integers(1, self.n_items, size=_BLOCK)) % self.n_items
        return is_probe, np.column_stack((first, second))

    def _put_first(self, due: tuple[int, int], pairs: Pairs) -> Pairs:
        others = ~(np.isin(pairs[:, 0], due) & np.isin(pairs[:, 1], due))
        return np.concatenate((np.array([due], dtype=np.int64), pairs[others]))
