"""One block of a session: its question, its trials, its sort, and when it is over."""

import math
from enum import StrEnum

from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import GivenAnswer, Trial
from sortrank_gui.study.survey.schedule import Schedule
from sortrank_gui.study.survey.sorts import Asked, Sort

_SORTS = 2
"""Answers of so many sorts, n log2 n each, tell how sure they are; before, the displacement to
expect can be far too small to end a session by it (docs/decisions/expected-displacement.md)."""


class StopReason(StrEnum):
    """Why a session has no further trial."""

    BUDGET = "budget"
    SORTS = "sorts"
    MINUTES = "minutes"
    DISPLACEMENT = "displacement"
    ENDED = "ended"
    PAUSED = "paused"


class Part:
    """What a session has of one block."""

    def __init__(
        self, schedule: Schedule, sort: Sort, given: GivenAnswers, seconds: float = 0.0
    ) -> None:
        self.schedule, self.sort = schedule, sort
        self.design, self.question = schedule.design, schedule.question
        self.budget = self.design.stop.budget
        """How many trials are wanted after practice; may be raised while the session runs."""
        self.given = given
        self.seconds = seconds
        """Spent on its trials, also on those taken back; no clock on the wall is asked."""
        self._displacement = math.inf

    @property
    def answered(self) -> int:
        """How many trials after practice are answered."""
        return max(0, len(self.given) - self.design.practice)

    @property
    def stop_reason(self) -> StopReason | None:
        """Why it has no further trial; None while it has one."""
        stop = self.design.stop
        if self.budget is not None and self.answered >= self.budget:
            return StopReason.BUDGET
        if stop.sorts is not None and self.sort.progress.sort > stop.sorts:
            return StopReason.SORTS
        if stop.minutes is not None and self.seconds >= 60 * stop.minutes:
            return StopReason.MINUTES
        if stop.displacement is not None and self._displacement <= stop.displacement:
            return StopReason.DISPLACEMENT
        return None

    def next_trial(self, number: int, holder: object) -> Trial:
        """Return its next trial, which has this number in the session."""

        def ask() -> Asked:
            return self.sort.ask(holder)

        return self.schedule.next_trial(self.given, number, ask)

    def take(self, given: GivenAnswer) -> None:
        """Count an answer."""
        self.given.append(given)
        self.seconds += given.seconds

    def take_back(self) -> None:
        """Forget the last answer; the time stays spent."""
        self.given = self.given.without(len(self.given) - 1)

    def note_displacement(self, per_item: float, comparisons: float) -> None:
        """Take what the newest estimate expects per item; one that rests on few does not count."""
        n_items = self.schedule.n_items
        enough = comparisons >= _SORTS * n_items * math.log2(n_items)
        self._displacement = per_item if enough else math.inf
