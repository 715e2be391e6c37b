"""One participant's sitting: the trials shown, the answers given, undo, pause and end."""

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.given_answers import GivenAnswers, Snapshot
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, Kind, Record, Trial
from sortrank_gui.study.file.records import fold
from sortrank_gui.study.survey.parts import Part, StopReason


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


class Session:
    """Trials one after another, until a stop rule holds.

    The state is a fold over the journal. A record is in the journal before anything else learns of
    it, so that a failure to write leaves the session where it was.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        append: Append,
        records: Iterable[Record] = (),
        *,
        alternating: bool = False,
        robot: bool | None = None,
    ) -> None:
        """Take the blocks in the order in which this participant gets them."""
        self.is_robot = robot
        """Whether a robot answers or a person; None in a demo, where they may take turns."""
        self._parts, self._append, self._alternating = list(parts), append, alternating
        kept = fold(records)
        self._given = GivenAnswers.from_records(kept)
        self._counted = self._given.take(~self._given.are_of(Kind.PRACTICE))
        self._seqs = array("i", kept.column("seq").tolist())
        self._trial: Trial | None = None
        self._closed: StopReason | None = None

    @property
    def part(self) -> Part:
        """The block that the next trial belongs to; after the last one, that of the last."""
        if self._alternating:
            open_ = [part for part in self._parts if part.stop_reason is None]
            return min(open_, key=_count_given, default=self._parts[-1])
        place = 0
        if len(self._given):
            question = self._given[-1].trial.question
            place = next(k for k, part in enumerate(self._parts) if part.question == question)
        while place + 1 < len(self._parts) and self._parts[place].stop_reason is not None:
            place += 1
        return self._parts[place]

    @property
    def design(self) -> Design:
        """The design of the block that runs."""
        return self.part.design

    @property
    def question(self) -> int:
        """The number of the question that is asked now."""
        return self.part.question

    @property
    def seed(self) -> int:
        """The seed of sides, practice, catch and repeat trials."""
        return self._parts[0].schedule.seed

    @property
    def budget(self) -> int | None:
        """How many trials are wanted after practice; None where a block has no such limit."""
        budgets = [part.budget for part in self._parts]
        known = [budget for budget in budgets if budget is not None]
        return sum(known) if len(known) == len(budgets) else None

    def extend(self, answers: int) -> None:
        """Ask for more trials than planned."""
        part = self.part
        if part.budget is not None:
            part.budget += answers

    @property
    def trial(self) -> Trial | None:
        """The pair to show now; None once a stop rule holds."""
        if self._trial is None and self.stop_reason is None:
            self._trial = self.part.next_trial(len(self._given) + 1, self)
        return self._trial

    @property
    def stop_reason(self) -> StopReason | None:
        """Why there is no further trial; None while there is one."""
        return self._closed or self.part.stop_reason

    @property
    def is_open(self) -> bool:
        """Whether the session is neither paused nor ended."""
        return self._closed is None

    @property
    def progress(self) -> Progress:
        """Where the strategy stands."""
        return self.part.sort.progress

    @property
    def answered(self) -> int:
        """How many trials after practice are answered."""
        return len(self._counted)

    @property
    def active_seconds(self) -> float:
        """The time spent on trials, also on those taken back; no clock on the wall is asked."""
        return math.fsum(part.seconds for part in self._parts)

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
        trial, part = self.trial, self.part
        if trial is None:
            raise InputError("All answers of this session are given.")
        seconds = round(1000.0 * seconds, 3) / 1000.0  # as the journal keeps it
        given = GivenAnswer(trial, answer, seconds, by_robot)
        if trial.context:
            detail = replace(detail or Detail(), context=trial.context)
        seq = self._append(Event.ANSWER, given=given, detail=detail).seq
        self._given.append(given)
        if trial.kind is not Kind.PRACTICE:
            self._counted.append(given)
        self._seqs.append(seq)
        self._trial = None
        part.take(given)
        if trial.step is not None:
            part.sort.tell(given, self)
        return self.trial

    def undo(self) -> None:
        """Take the last answer back, if there is one."""
        if not len(self._given):
            return
        if not self.design.undo:
            raise InputError("This study does not let participants take answers back.")
        if self._closed is not None:
            raise InputError("The session is closed; resume it to take an answer back.")
        given = self._given[-1]
        told = given.trial.step is not None
        part = next(part for part in self._parts if part.question == given.trial.question)
        if told:
            part.sort.require_last(given, self)
        self._append(Event.UNDO, undoes=self._seqs[-1])
        self._let_go()
        self._given = self._given.without(len(self._given) - 1)
        self._seqs.pop()
        if given.trial.kind is not Kind.PRACTICE:
            self._counted = self._counted.without(len(self._counted) - 1)
        part.take_back()
        if told:
            part.sort.undo(self, part.schedule.unturned(given.trial))

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
        """Take what the newest estimate of the running block expects, for the stop rule.

        `comparisons` is how many the estimate rests on, of all sessions that it pools.
        """
        part = self.part
        part.note_displacement(per_item, comparisons)
        if part.stop_reason is not None:
            self._let_go()

    def snapshot(self) -> Snapshot:
        """Return the answers that count so far."""
        return Snapshot(self._given, len(self._given))

    def counted(self) -> Snapshot:
        """Return the answers after practice."""
        return Snapshot(self._counted, len(self._counted))

    def layout(self) -> SortLayout | None:
        """Return where every item of the sort stands; None where nothing is sorted."""
        return self.part.sort.layout()

    def likely_items(self, pairs: int) -> list[int]:
        """Return the items that may come next, to fetch their images early."""
        trial = self.trial
        shown = [] if trial is None else [trial.left, trial.right]
        return list(dict.fromkeys([*shown, *self.part.sort.likely_items(pairs)]))

    def _let_go(self) -> None:
        """Give the pair in hand back to its sort."""
        for part in self._parts:
            part.sort.release(self)
        self._trial = None

    def _close(self, reason: StopReason) -> None:
        self._let_go()
        self._closed = reason

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


def _count_given(part: Part) -> int:
    return len(part.given)
