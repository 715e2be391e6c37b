"""An open study file: one SQLite database that holds items, design and every answer.

A record is on disk before anyone hears of it. Closing leaves one file, with nothing beside it.
"""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.chance import derive_seed
from sortrank_gui.study.design.content import Content, write_content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.freezing import find_frozen_change, list_text_changes
from sortrank_gui.study.design.versions import Version, make_version
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.database import require_sound_pages
from sortrank_gui.study.file.details import Detail, detail_to_json
from sortrank_gui.study.file.events import (
    HEAD,
    EventKind,
    StudyEvent,
    first_event_link,
    make_event,
    tell_head,
    text_digest,
    write_events,
)
from sortrank_gui.study.file.journal import (
    Event,
    GivenAnswer,
    Note,
    NoteKind,
    Record,
    make_record,
)
from sortrank_gui.study.file.origin import NOT_CONTINUED
from sortrank_gui.study.file.plans import ChoosePlan
from sortrank_gui.study.file.reading import (
    SessionRow,
    SortRow,
    link_session,
    read_everything,
)
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.file.rewriting import Change, write_study
from sortrank_gui.study.file.roll import write_roll
from sortrank_gui.study.file.saving import SavingStudy
from sortrank_gui.study.file.session_places import SessionPlace, find_next_code, find_place
from sortrank_gui.study.file.told_sorts import name_sort
from sortrank_gui.study.items.items import Item, Progress

_SESSION_TABLES = ("notes", "journal", "sessions", "sorts", "participants")


class RobotAnswersError(InputError):
    """Asks whether the robots' answers may go, so that the design can change."""


class StudyFile(SavingStudy):
    """An open study. One thread owns it; use `open_study` to get one."""

    def save(
        self,
        design: Design,
        items: Sequence[Item],
        truth: Sequence[float] | None = None,
        *,
        progress: Progress | None = None,
        drop_robots: bool = False,
    ) -> None:
        """Replace design and items; possible as long as no person has answered.

        Texts of pages, codes and the PIN may change at any time; the study remembers what the
        texts were. Answers of robots belong to the design as it was: they go if that is wanted.
        """
        content = Content(design, tuple(items), numbers(truth))
        robots = sum(row.is_robot for row in self._found.sessions.values())
        change = find_frozen_change(self.content, content)
        if (self.is_frozen or robots) and not change:
            self._write_texts(content)
        elif self.is_frozen:
            raise InputError(
                f"{change} can't change any more, since people have answered; duplicate the study "
                "to change it: the copy has no answers."
            )
        elif robots and not drop_robots:
            raise RobotAnswersError(
                f"Robots have answered this study in {robots} "
                f"{'session' if robots == 1 else 'sessions'}. {change} can change if they go."
            )
        else:
            self._write_content(content, progress, anew=True)

    def set_truth(self, truth: Sequence[float] | None) -> None:
        """Replace the ground truth, also when answers exist."""
        design = self.design
        if self.is_frozen and design.catch_share > 0 and not design.catch_pairs:
            raise InputError(
                "The ground truth can't change any more: catch trials are taken from it."
            )
        self._write_content(Content(design, self.content.items, numbers(truth)), None)

    def start_session(
        self, code: str | None = None, *, robot: bool = False, plan: ChoosePlan | None = None
    ) -> SessionRow:
        """Add a session of a participant, who may be new; without a code, the next free one.

        From its start on it is a person's session or a robot's. Its plan is chosen where sessions
        of the design differ.
        """
        self._require_ready()
        place = find_place(self._found, code, robot=robot, plan=plan)
        return self._begin_session(str(uuid4()), place, robot=robot)

    def _require_ready(self) -> None:
        """Raise where no session can begin."""
        if self.design.is_imported:
            raise InputError(NOT_CONTINUED)
        if len(self.content.items) < 2:  # all else was checked when it was saved
            raise InputError("Nothing can be compared yet: add at least two items first.")

    def _begin_session(
        self, uuid: str, place: SessionPlace, *, robot: bool, at: str = "", first_sort: str = ""
    ) -> SessionRow:
        """Write a session down whose place among all is decided.

        Its plan is of that time, and its first block's sort has that name, where they are given.
        """
        code, number, seed, chosen = place
        condition = "" if chosen is None else chosen.condition
        version, events = make_version(self.design, condition), list[StudyEvent]()
        with self._saving("start a session"):
            participant = self._add_participant(code)
            sort = self._find_common(version, 0)
            sort = sort or self._add_sort(version, 0, first_sort or str(uuid4()), seed)
            session = SessionRow(0, uuid, code, number, sort.id, seed, 0, b"", robot)
            session.head = link_session(self.uuid, session, sort)
            session.id = self._insert(
                "INSERT INTO sessions (uuid, participant, number, sort, seed, records, head) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (session.uuid, participant, number, sort.id, seed, 0, session.head),
            )
            record = self._write_record(session, Event.START, robot=robot)
            if chosen is not None:
                events.append(self._write_event(EventKind.PLAN, chosen.facts, session, at=at))
            write_roll(self._connection)
        self._found.events.extend(events)
        if code not in self._found.participants:
            self._found.participants.append(code)
        self._found.sorts[sort.id] = sort
        self._found.sessions[session.id] = session
        self._take(session, record)
        return session

    def append(
        self,
        session: SessionRow,
        event: Event,
        *,
        given: GivenAnswer | None = None,
        undoes: int | None = None,
        detail: Detail | None = None,
        sort: int | None = None,
    ) -> Record:
        """Add a record to a session's journal; it is on disk when this returns.

        `sort` is the one that is told, where the session has several.
        """
        if self._found.sessions.get(session.id) is not session:
            raise ValueError("The session is from before the records were changed.")
        what = "save this answer" if given is not None else "save this step"
        with self._saving(what, chained=True):
            record = self._write_record(
                session, event, given=given, undoes=undoes, detail=detail, sort=sort
            )
        self._take(session, record)
        return record

    def add_event(
        self, kind: EventKind, facts: dict[str, Any], session: SessionRow | None = None
    ) -> StudyEvent:
        """Write down what happened to the study, or in a session of it."""
        with self._saving("save this step", chained=True):
            event = self._write_event(kind, facts, session)
        self._found.events.append(event)
        return event

    def add_note(self, session: SessionRow, kind: NoteKind, text: str) -> None:
        """Write words about a session down, without the blanks around them."""
        note = Note(session.id, utc_now(), kind.value, text.strip())
        with self._saving("save this note"):
            self._insert("INSERT INTO notes (session, at, kind, text) VALUES (?, ?, ?, ?)", note)
        self._found.notes.append(note)

    def rewrite(self, change: Change, kind: EventKind, facts: dict[str, Any]) -> None:
        """Change what was recorded, all or nothing, and say so by an event."""
        before = self._found
        try:
            with self._saving("change the records"):
                write_study(self._connection, before, change(before))
                self._found = read_everything(self._connection, self.path)
                event = self._write_event(kind, facts, None)
        except BaseException:
            self._found = before
            raise
        self._found.events.append(event)
        self._is_frozen = self._find_frozen()

    def next_code(self, *, robot: bool = False, without: str = "") -> str:
        """Return the next free code for a person or a robot; empty if the study's list is used up.

        Robots have codes of their own: R01, R02 and so on. `without` asks what it would be if
        somebody had not been here.
        """
        return find_next_code(self._found, robot=robot, without=without)

    def _write_content(
        self, content: Content, progress: Progress | None, *, anew: bool = False
    ) -> None:
        """Write content; `anew` drops sessions, which had no answers and another design."""
        found = self._found
        with self._saving("save the study"):
            if anew:
                kept = [event for event in found.events if not _is_about_sessions(event)]
                found.events = write_events(self._connection, self.uuid, kept)
            for table in _SESSION_TABLES if anew else ():
                self._connection.execute(f"DELETE FROM {table}")
            if anew:
                write_roll(self._connection)
            written = self._replace_content(content, progress)
        found.content = written
        if anew:
            found.participants, found.sorts, found.sessions = [], {}, {}
            found.records, found.notes = Records(), []
            self._is_frozen = False

    def _write_texts(self, content: Content) -> None:
        """Write other texts; once people have answered, an event tells of each."""
        found = self._found
        changes = list_text_changes(self.design, content.design) if self.is_frozen else ()
        events = list[StudyEvent]()
        with self._saving("save the texts"):
            written = self._replace_content(content)
            for each in changes:
                facts = {"page": each.key, "language": each.language}
                facts |= {"old": text_digest(each.old), "new": each.new}
                events.append(self._write_event(EventKind.TEXTS, facts, None, events))
        found.content = written
        found.events.extend(events)

    def _replace_content(self, content: Content, progress: Progress | None = None) -> Content:
        """Put content into the file; what a picture that goes leaves free must be its own."""
        before = self._list_pictures()
        written = write_content(self._connection, content, progress=progress)
        if before - self._list_pictures():
            require_sound_pages(self._connection, self.path)
        return written

    def _list_pictures(self) -> set[str]:
        return {digest for (digest,) in self._connection.execute("SELECT digest FROM images")}

    def _add_participant(self, code: str) -> int:
        self._connection.execute("INSERT OR IGNORE INTO participants (code) VALUES (?)", (code,))
        found = self._connection.execute("SELECT id FROM participants WHERE code = ?", (code,))
        return int(found.fetchone()[0])

    def take_sorts(self, row: SessionRow, version: Version) -> dict[int, SortRow]:
        """Return the sort of every block for a session; those that are missing are made."""
        found = {question: self._find_sort(row, version, question) for question in version.order}
        missing = [question for question, sort in found.items() if sort is None]
        made = dict[int, SortRow]()
        if missing:
            with self._saving("begin a block"):
                for question in missing:
                    name = self._name_sort(row, version, question)
                    made[question] = self._add_sort(version, question, name, row.seed)
        self._found.sorts.update({sort.id: sort for sort in made.values()})
        return {question: sort or made[question] for question, sort in found.items()}

    def _find_sort(self, row: SessionRow, version: Version, question: int) -> SortRow | None:
        """Return the sort that a session told last, or that it would tell first."""
        wanted = (question, version.condition.name)
        records = self.records_of(row)
        told = reversed(records.column("sort")[records.column("question") == question].tolist())
        candidates = [*told, row.sort] if wanted[0] == 0 else told
        for number in candidates:
            sort = self._found.sorts.get(number)
            if sort is not None and (sort.question, sort.condition) == wanted:
                return sort
        name = self._name_sort(row, version, question)
        own = (sort for sort in self._found.sorts.values() if sort.uuid == name)
        return self._find_common(version, question) or next(own, None)

    def _name_sort(self, row: SessionRow, version: Version, question: int) -> str:
        """Return the name of a sort that a session makes for a block."""
        return name_sort(row.uuid, question, version.condition.name)

    def _find_common(self, version: Version, question: int) -> SortRow | None:
        """Return the sort that all people of a condition share."""
        wanted = (question, version.condition.name)
        for sort in self._found.sorts.values() if self.design.shared else ():
            if (sort.question, sort.condition) == wanted:
                return sort
        return None

    def _add_sort(self, version: Version, question: int, uuid: str, seed: int) -> SortRow:
        """Make a sort of a block: of all people, or of a session with this seed."""
        condition, strategy = version.condition.name, version.block_design(question).recipe
        base = derive_sort_seed(self.design, condition, question, seed)
        row = (uuid, strategy, base, question, condition)
        number = self._insert(
            "INSERT INTO sorts (uuid, strategy, seed, question, condition) VALUES (?, ?, ?, ?, ?)",
            row,
        )
        return SortRow(number, uuid, strategy, base, None, 0, question, condition)

    def _write_record(
        self,
        session: SessionRow,
        event: Event,
        *,
        given: GivenAnswer | None = None,
        undoes: int | None = None,
        detail: Detail | None = None,
        robot: bool | None = None,
        sort: int | None = None,
    ) -> Record:
        told = given is not None and given.trial.step is not None
        record = make_record(
            session.id,
            session.records + 1,
            event,
            utc_now(),
            session.head,
            given=given,
            undoes=undoes,
            sort=(session.sort if sort is None else sort) if told else None,
            detail=None if detail is None else detail_to_json(detail),
            robot=robot,
        )
        marks = ", ".join("?" * len(record))
        self._insert(
            f"INSERT INTO journal ({schema.RECORD_COLUMNS}) VALUES ({marks})", tuple(record)
        )
        self._connection.execute(
            "UPDATE sessions SET records = ?, head = ? WHERE id = ?",
            (record.seq, record.digest, session.id),
        )
        return record

    def _write_event(
        self,
        kind: EventKind,
        facts: dict[str, Any],
        session: SessionRow | None,
        before: Sequence[StudyEvent] = (),
        at: str = "",
    ) -> StudyEvent:
        """Put an event into the file, after those that are there and those written just before."""
        events = [*self._found.events[-1:], *before]
        link, seq = first_event_link(self.uuid), 1
        if events:
            link, seq = events[-1].digest, events[-1].seq + 1
        number = None if session is None else session.id
        event = make_event(link, seq, at or utc_now(), kind, number, facts)
        self._insert("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", tuple(event))
        self._connection.execute("REPLACE INTO state VALUES (?, ?)", (HEAD, tell_head(event)))
        return event

    def _take(self, session: SessionRow, record: Record) -> None:
        session.records, session.head = record.seq, record.digest
        self._found.records.append(record)
        self._is_frozen = self._is_frozen or self._freezes(record)


def _is_about_sessions(event: StudyEvent) -> bool:
    gone = (EventKind.EXCLUDE, EventKind.INCLUDE, EventKind.RENAME)
    return event.session is not None or event.kind in gone


def derive_sort_seed(design: Design, condition: str, question: int, seed: int) -> int:
    """Return the seed of a block's sort: of all people, or of a session with this seed."""
    base = design.seed if design.shared else seed
    if question or (condition and design.shared):
        return derive_seed(base, "question", question, condition)
    return base


def numbers(truth: Sequence[float] | None) -> tuple[float, ...] | None:
    """Return scores as plain numbers, which SQLite gives back as they are: it makes 0 of -0."""
    return None if truth is None else tuple(float(x) + 0.0 for x in truth)
