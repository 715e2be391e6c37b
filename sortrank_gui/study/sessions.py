"""One participant's sitting: the trials shown, the answers given, and undo by replay."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons, Outcome
from sortrank_gui.ranking.outcomes import flip_coin
from sortrank_gui.ranking.strategies import Progress

_SIDES = 0x51DE5
"""Keeps the coin for the sides apart from the strategy's own coins of the same seed."""


class Answer(StrEnum):
    """What a participant says about the left and the right item."""

    LEFT = "left"
    RIGHT = "right"
    EQUAL = "equal"
    NEITHER = "neither"

    @property
    def outcome(self) -> Outcome:
        """The outcome of the pair (left, right)."""
        return _OUTCOMES[self]

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> "Answer":
        """Return the answer that means this outcome of the pair (left, right)."""
        return list(cls)[list(_OUTCOMES.values()).index(outcome)]


_OUTCOMES = {
    Answer.LEFT: Outcome.FIRST,
    Answer.RIGHT: Outcome.SECOND,
    Answer.EQUAL: Outcome.EQUAL,
    Answer.NEITHER: Outcome.NEITHER,
}


@dataclass(frozen=True, slots=True)
class Trial:
    """One pair put on the screen; numbers start at 1."""

    number: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with its trial and response time: one line of the journal."""

    trial: Trial
    answer: Answer
    seconds: float
    by_robot: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The first `length` answers of a journal, which is only ever appended to.

    Undo starts a new journal, so another thread may read a snapshot without a lock or a copy.
    """

    journal: list[GivenAnswer]
    length: int

    def answers(self, start: int = 0) -> list[GivenAnswer]:
        """Return the answers from `start` on."""
        return self.journal[start : self.length]


class Session:
    """Trials one after another, up to a budget, by a strategy with a seed.

    The state is a fold over the journal: the same strategy, seed and answers give the same trials.
    """

    def __init__(self, n_items: int, *, strategy: str, seed: int, budget: int) -> None:
        if budget < 1:
            raise InputError(f"A session needs at least one answer, and it may have {budget}.")
        self.n_items, self.strategy_name, self.seed = n_items, strategy, seed
        self.budget = budget
        self._replay([])

    @property
    def trial(self) -> Trial | None:
        """The pair to show now; None once the budget is used up."""
        number = len(self._journal) + 1
        if number > self.budget:
            return None
        left, right = self._strategy.ask()
        if flip_coin(self.seed ^ _SIDES, number):
            left, right = right, left
        return Trial(number, left, right)

    @property
    def progress(self) -> Progress:
        """Where the strategy stands."""
        return self._strategy.progress

    @property
    def answered(self) -> int:
        """How many answers count."""
        return len(self._journal)

    def answer(self, answer: Answer, *, seconds: float, by_robot: bool = False) -> None:
        """Record the answer to the current trial."""
        trial = self.trial
        if trial is None:
            raise InputError("All answers of this session are given.")
        self._strategy.tell(trial.left, trial.right, answer.outcome)
        self._journal.append(GivenAnswer(trial, answer, seconds, by_robot))

    def undo(self) -> None:
        """Take the last answer back, if there is one: replay all the others."""
        self._replay(self._journal[:-1])

    def snapshot(self) -> Snapshot:
        """Return the answers so far."""
        return Snapshot(self._journal, len(self._journal))

    def likely_items(self, pairs: int) -> list[int]:
        """Return the items of the pairs that may come next, to fetch their images early."""
        return list(dict.fromkeys(self._strategy.ask_many(pairs).ravel().tolist()))

    def _replay(self, journal: list[GivenAnswer]) -> None:
        self._strategy = ranking.strategies.create(
            self.strategy_name, n_items=self.n_items, seed=self.seed
        )
        self._journal = journal
        for given in journal:
            self._strategy.tell(given.trial.left, given.trial.right, given.answer.outcome)


def count_answers(table: Comparisons, answers: Iterable[GivenAnswer]) -> None:
    """Add answers to a table of comparisons."""
    rows = [(given.trial.left, given.trial.right, given.answer.outcome) for given in answers]
    first, second, outcomes = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    table.add_outcomes(first, second, outcomes)
