"""One participant's sitting: the trials shown, the answers given, undo, pause and end."""

import math
from array import array
from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.given_answers import GivenAnswers, Snapshot
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, Kind, Record, Trial
from sortrank_gui.study.file.records import Records, fold
from sortrank_gui.study.survey.schedule import Schedule
from sortrank_gui.study.survey.sorts import Asked, Sort

_SORTS = 2
"""Answers of so many sorts, n log2 n each, tell how sure they are; before, the displacement to
expect can be far too small to end a session by it (docs/decisions/expected-displacement.md)."""


class Append(Protocol):
    """Where a session's records go: returns once the record is safe, or raises."""

    def __call__(
        self,
        event: Event,
        *,
        given: GivenAnswer | None = None,
        undoes: int | None = None,
        detail: Detail | None = None,
    ) -> Record:
        """Add a record to the session's journal."""
        ...


class StopReason(StrEnum):
    """Why a session has no further trial."""

    BUDGET = "budget"
    SORTS = "sorts"
    MINUTES = "minutes"
    DISPLACEMENT = "displacement"
    ENDED = "ended"
    PAUSED = "paused"


class Session:
    """Trials one after another, until a stop rule holds.

    The state is a fold over the journal. A record is in the journal before anything else learns of
    it, so that a failure to write leaves the session where it was.
    """

    def __init__(
        self,
        schedule: Schedule,
        sort: Sort,
        append: Append,
        records: Iterable[Record] = (),
        *,
        robot: bool | None = None,
    ) -> None:
        self.is_robot = robot
        """Whether a robot answers or a person; None in a demo, where they may take turns."""
        self._schedule, self._sort, self._append = schedule, sort, append
        self.design = schedule.design
        self.budget = self.design.stop.budget
        """How many trials are wanted after practice; may be raised while the session runs."""
        listed = records if isinstance(records, Records) else Records(records)
        kept = fold(listed)
        self._given = GivenAnswers.from_records(kept)
        self._counted = self._given.take(~self._given.are_of(Kind.PRACTICE))
        self._seqs = array("i", kept.column("seq").tolist())
        self._active_seconds = math.fsum(listed.times()) / 1000
        self._trial: Trial | None = None
        self._displacement = math.inf
        self._closed: StopReason | None = None

    @property
    def n_items(self) -> int:
        """How many items are compared."""
        return self._schedule.n_items

    @property
    def seed(self) -> int:
        """The seed of sides, practice, catch and repeat trials."""
        return self._schedule.seed

    @property
    def trial(self) -> Trial | None:
        """The pair to show now; None once a stop rule holds."""
        if self._trial is None and self.stop_reason is None:
            self._trial = self._schedule.next_trial(self._given, self._ask)
        return self._trial

    @property
    def stop_reason(self) -> StopReason | None:
        """Why there is no further trial; None while there is one."""
        stop: StopRules = self.design.stop
        if self._closed is not None:
            return self._closed
        if self.budget is not None and self.answered >= self.budget:
            return StopReason.BUDGET
        if stop.sorts is not None and self._sort.progress.sort > stop.sorts:
            return StopReason.SORTS
        if stop.minutes is not None and self.active_seconds >= 60 * stop.minutes:
            return StopReason.MINUTES
        if stop.displacement is not None and self._displacement <= stop.displacement:
            return StopReason.DISPLACEMENT
        return None

    @property
    def is_open(self) -> bool:
        """Whether the session is neither paused nor ended."""
        return self._closed is None

    @property
    def progress(self) -> Progress:
        """Where the strategy stands."""
        return self._sort.progress

    @property
    def answered(self) -> int:
        """How many trials after practice are answered."""
        return max(0, len(self._given) - self.design.practice)

    @property
    def active_seconds(self) -> float:
        """The time spent on trials, also on those taken back; no clock on the wall is asked."""
        return self._active_seconds

    @property
    def break_due(self) -> bool:
        """Whether a break comes before the next trial."""
        every = self.design.break_every
        return bool(every and self.answered and self.answered % every == 0)

    @property
    def last_seq(self) -> int | None:
        """The sequence number of the last answer that counts."""
        return self._seqs[-1] if self._seqs else None

    def answer(
        self,
        answer: Answer,
        *,
        seconds: float,
        by_robot: bool = False,
        detail: Detail | None = None,
    ) -> Trial | None:
        """Record the answer to the current trial; return the next one once it is safe."""
        self._require_same_hand(by_robot)
        self._require_offered(answer)
        if not 0 <= seconds < 1e7:
            raise InputError(f"A response time of {seconds} seconds can't be.")
        if not by_robot and 1000 * seconds < self.design.min_response_ms:
            raise InputError(
                f"The answer came after {1000 * seconds:.0f} ms; this study takes answers "
                f"from {self.design.min_response_ms} ms on."
            )
        return self._record(answer, seconds, by_robot, detail)

    def skip(self, *, seconds: float, detail: Detail | None = None) -> Trial | None:
        """Leave a trial out that can't be shown, or that nobody answered in time.

        It counts as the answer neither, whether that is offered or not.
        """
        return self._record(Answer.NEITHER, seconds, by_robot=False, detail=detail)

    def _record(
        self, answer: Answer, seconds: float, by_robot: bool, detail: Detail | None
    ) -> Trial | None:
        trial = self.trial
        if trial is None:
            raise InputError("All answers of this session are given.")
        seconds = round(1000.0 * seconds, 3) / 1000.0  # as the journal keeps it
        given = GivenAnswer(trial, answer, seconds, by_robot)
        seq = self._append(Event.ANSWER, given=given, detail=detail).seq
        self._take(given, seq)
        if trial.step is not None:
            self._sort.tell(given, self)
        return self.trial

    def undo(self) -> None:
        """Take the last answer back, if there is one."""
        if not self._given:
            return
        if not self.design.undo:
            raise InputError("This study does not let participants take answers back.")
        if self._closed is not None:
            raise InputError("The session is closed; resume it to take an answer back.")
        given = self._given[-1]
        told = given.trial.step is not None
        if told:
            self._sort.require_last(given, self)
        self._append(Event.UNDO, undoes=self._seqs[-1])
        self._given = self._given.without(len(self._given) - 1)
        self._seqs.pop()
        if given.trial.kind is not Kind.PRACTICE:
            self._counted = self._counted.without(len(self._counted) - 1)
        self._trial = None
        if told:
            self._sort.undo(self, self._schedule.unturned(given.trial))

    def pause(self) -> None:
        """Stop for now; the pair in hand goes back to the sort."""
        if self._closed is None:
            self._append(Event.PAUSE)
            self._close(StopReason.PAUSED)

    def resume(self) -> None:
        """Go on after a pause."""
        if self._closed is StopReason.PAUSED:
            self._append(Event.RESUME)
            self._closed = None

    def end(self) -> None:
        """End for good."""
        if self._closed is not StopReason.ENDED:
            self._append(Event.END)
            self._close(StopReason.ENDED)

    def note_displacement(self, per_item: float, comparisons: float) -> None:
        """Take what the newest estimate expects per item, for the stop rule; too few don't count.

        `comparisons` is how many the estimate rests on, of all sessions that it pools.
        """
        enough = comparisons >= _SORTS * self.n_items * math.log2(self.n_items)
        self._displacement = per_item if enough else math.inf
        if self.stop_reason is not None:
            self._trial = None
            self._sort.release(self)

    def snapshot(self) -> Snapshot:
        """Return the answers that count so far."""
        return Snapshot(self._given, len(self._given))

    def counted(self) -> Snapshot:
        """Return the answers after practice."""
        return Snapshot(self._counted, len(self._counted))

    def layout(self) -> SortLayout | None:
        """Return where every item of the sort stands; None where nothing is sorted."""
        return self._sort.layout()

    def likely_items(self, pairs: int) -> list[int]:
        """Return the items that may come next, to fetch their images early."""
        trial = self.trial
        shown = [] if trial is None else [trial.left, trial.right]
        return list(dict.fromkeys([*shown, *self._sort.likely_items(pairs)]))

    def _ask(self) -> Asked:
        return self._sort.ask(self)

    def _take(self, given: GivenAnswer, seq: int) -> None:
        self._given.append(given)
        if given.trial.kind is not Kind.PRACTICE:
            self._counted.append(given)
        self._seqs.append(seq)
        self._active_seconds += given.seconds
        self._trial = None

    def _close(self, reason: StopReason) -> None:
        self._sort.release(self)
        self._trial, self._closed = None, reason

    def _require_same_hand(self, by_robot: bool) -> None:
        if self.is_robot is not None and by_robot != self.is_robot:
            raise InputError(
                "This is a person's session; a robot needs a session of its own."
                if by_robot
                else "This is a robot's session; a person needs a session of their own."
            )

    def _require_offered(self, answer: Answer) -> None:
        offered = {Answer.LEFT: True, Answer.RIGHT: True}
        offered |= {
            Answer.EQUAL: self.design.offer_equal,
            Answer.NEITHER: self.design.offer_neither,
        }
        if not offered[answer]:
            raise InputError(f"This study does not offer the answer “{answer}”.")
