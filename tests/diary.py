"""Studies written by hand, in memory: who answered what, at times that are known."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.clock import utc_text
from sortrank_gui.study.file.journal import (
    Answer,
    Event,
    GivenAnswer,
    Kind,
    Note,
    NoteKind,
    Trial,
    make_record,
)
from sortrank_gui.study.file.reading import Everything, SessionRow, SortRow
from sortrank_gui.study.file.records import Records, fold
from sortrank_gui.study.items.items import Item

BEGIN = datetime(2026, 3, 1, 10, tzinfo=UTC)
_SIGNS = {">": Answer.LEFT, "<": Answer.RIGHT, "=": Answer.EQUAL, "?": Answer.NEITHER}


class Diary:
    """A study that grows line by line; every record comes a second after the one before."""

    def __init__(
        self, names: Sequence[str], truth: Sequence[float] | None = None, **design: Any
    ) -> None:
        options = {"title": "Fruit", "prompt": "Which?"} | design
        items = tuple(Item(name) for name in names)
        content = Content(Design(**options), items, None if truth is None else tuple(truth))
        self._names = list(names)
        self.study = Everything("u-1", utc_text(BEGIN), content, {}, [], {}, {}, Records(), [], [])

    def sit(
        self, code: str, *, seed: int = 1, strategy: str = "mergesort", robot: bool = False
    ) -> int:
        """Begin a session with a sort of its own; return its number."""
        study, number = self.study, len(self.study.sessions) + 1
        if code not in study.participants:
            study.participants.append(code)
        sittings = 1 + sum(row.participant == code for row in study.sessions.values())
        study.sorts[number] = SortRow(number, f"sort {number}", strategy, seed, None, 0)
        row = SessionRow(number, f"s-{number}", code, sittings, number, seed, 0, b"", robot)
        study.sessions[number] = row
        self._add(number, Event.START, robot=robot)
        return number

    def answer(
        self,
        *lines: str,
        kind: Kind = Kind.REGULAR,
        seconds: float = 1.0,
        sort_round: int = 1,
        robot: bool = False,
    ) -> None:
        """Answer in the last session: “a > b” has a on the left, chosen; “?” is neither."""
        session = len(self.study.sessions)
        for line in lines:
            left, sign, right = line.split(" ")
            kept = fold(record for record in self.study.records if record.session == session)
            pair = self._names.index(left), self._names.index(right)
            regular = kind is Kind.REGULAR
            trial = Trial(len(kept) + 1, *pair, kind, sort_round if regular else 0)
            given = GivenAnswer(trial, _SIGNS[sign], seconds, robot)
            self._add(session, Event.ANSWER, given=given, sort=session if regular else None)

    def undo(self) -> None:
        """Take the last answer of the last session back."""
        session = len(self.study.sessions)
        kept = fold(record for record in self.study.records if record.session == session)
        self._add(session, Event.UNDO, undoes=kept[-1].seq)

    def pause(self) -> None:
        """Interrupt the last session."""
        self._add(len(self.study.sessions), Event.PAUSE)

    def resume(self) -> None:
        """Go on with it."""
        self._add(len(self.study.sessions), Event.RESUME)

    def end(self) -> None:
        """End it."""
        self._add(len(self.study.sessions), Event.END)

    def note(self, text: str, kind: NoteKind = NoteKind.NOTE) -> None:
        """Write something down about the last session."""
        self.study.notes.append(Note(len(self.study.sessions), self._now, kind, text))

    @property
    def _now(self) -> str:
        return utc_text(BEGIN + timedelta(seconds=len(self.study.records)))

    def _add(self, session: int, event: Event, **fields: Any) -> None:
        before = [record for record in self.study.records if record.session == session]
        made = make_record(session, len(before) + 1, event, self._now, b"", **fields)
        self.study.records.append(made)


def change_record(study: Everything, place: int, **fields: Any) -> None:
    """Let one record of a study say something else."""
    records = list(study.records)
    records[place] = records[place]._replace(**fields)
    study.records = Records(records)
