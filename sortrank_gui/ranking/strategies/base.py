"""What every strategy offers: pairs to ask, a place for the answers, and where it stands."""

import operator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.outcomes import Outcome

Pairs = NDArray[np.int64]
"""Shape (k, 2): one pair of item numbers a row."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a strategy stands: the number of the sort (or round) and its level, both from 1."""

    sort: int
    level: int
    levels: int | None
    """How many levels this sort has, where that is known beforehand."""


class Strategy(Protocol):
    """Picks the next pairs. It does no I/O, never waits, and its state is a fold over the answers.

    `tell` records and `ask` computes: the same seed and answers give the same questions, however
    often and by whom they were asked. The order inside a pair carries no meaning.
    """

    name: str
    n_items: int
    seed: int

    @property
    def progress(self) -> Progress:
        """Say where the strategy stands."""
        ...

    def ask(self) -> tuple[int, int]:
        """Return the next pair; asked again without an answer, the same one."""
        ...

    def ask_many(self, count: int) -> Pairs:
        """Return `count` different open pairs, the next one first.

        There are fewer rows only where fewer different pairs can be open at once.
        """
        ...

    def upcoming(self, limit: int) -> Pairs:
        """Return pairs that `ask` will give next whatever the answers: 1 to `limit` of them."""
        ...

    def tell(self, first: int, second: int, outcome: Outcome) -> None:
        """Record the answer to an open pair; raise ReplayError where the pair is not open."""
        ...

    def tell_many(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Record many answers, with the same effect as telling them one after another."""
        ...


def check_size(n_items: int) -> int:
    """Return `n_items` if there is anything to compare."""
    if n_items < 2:
        raise InputError(f"Comparing needs at least two items, and there are {n_items}.")
    return operator.index(n_items)


def empty_pairs() -> Pairs:
    """Return no pairs."""
    return np.empty((0, 2), dtype=np.int64)
