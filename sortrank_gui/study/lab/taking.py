"""Takes rows of the server into a study file, in the server's order.

How it works
------------
What comes from a server is a stranger's. Every record has to continue the chain of its session, and
what has a form is parsed. Events have no digest on the server: their chain, and the roll of
sessions, follow from the server's order, so that all copies come out the same.

A row that a station can write may be anything, since whoever has its password can write it. One
that is not sound is left out, and only that: of a session all records from there on. The sentence
about it is an incident of the file, and is kept under `LEFT_OUT` in its state, so that the rest of
the session is known to stay out. What researchers write has to be sound.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sortrank_gui.errors import LabError, StudyFileError
from sortrank_gui.limits import LONGEST_TEXT
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.validation import check_code
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.events import (
    HEAD,
    StudyEvent,
    first_event_link,
    link_event,
    tell_head,
    verify_facts,
)
from sortrank_gui.study.file.journal import Event, Note, Record, chain
from sortrank_gui.study.file.reading import LEFT_OUT, Everything, SessionRow, SortRow, link_session
from sortrank_gui.study.file.roll import write_roll
from sortrank_gui.study.file.verifying import verify_time, verify_values
from sortrank_gui.study.lab.rows import INCIDENT, LabRows, Row
from sortrank_gui.study.lab.told_answers import ToldAnswers

_UNSOUND = (StudyFileError, sqlite3.IntegrityError, ValueError, TypeError, OverflowError)
"""What rows that SortRank never wrote may raise."""

_MISSING = (
    "Answers of a common sort rest on others that are left out, so what it asked can't be verified."
)


@dataclass(slots=True)
class Taken:
    """What rows became in the file; `keep` makes it known to who has the file open."""

    participants: list[str] = field(default_factory=list)
    sorts: list[SortRow] = field(default_factory=list)
    sessions: list[SessionRow] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    events: list[StudyEvent] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    incidents: list[tuple[str, str]] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    """Sentences about what is left out, by the UUIDs of sessions, sorts, events or notes."""

    def keep(self, found: Everything) -> None:
        """Add all to a study in memory, once the file has it."""
        found.participants.extend(self.participants)
        found.sorts.update({row.id: row for row in self.sorts})
        found.sessions.update({row.id: row for row in self.sessions})
        for record in self.records:
            found.records.append(record)
            row = found.sessions[record.session]
            row.records, row.head = record.seq, record.digest
        found.events.extend(self.events)
        found.notes.extend(self.notes)
        found.incidents.extend(self.incidents)
        if self.left_out:
            found.state[LEFT_OUT] = _write_left_out({**read_left_out(found), **self.left_out})


def read_left_out(found: Everything) -> dict[str, str]:
    """Return what a file leaves out of that which its server has, by UUIDs."""
    said: dict[str, str] = json.loads(found.state.get(LEFT_OUT, "{}"))
    return said


def _write_left_out(sentences: dict[str, str]) -> str:
    return json.dumps(sentences, ensure_ascii=False)


class Taking:
    """Puts rows of the server into a file, in the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, found: Everything) -> None:
        self._connection, self._found = connection, found
        self._sorts = {row.uuid: row for row in found.sorts.values()}
        self._sessions = {row.uuid: row for row in found.sessions.values()}
        self._people = set(found.participants)
        self._heads = {row.id: (row.records, row.head) for row in found.sessions.values()}
        self._last = found.events[-1:]
        self._left_out = read_left_out(found)
        self._told = ToldAnswers.of(found)

    def take(self, rows: LabRows) -> Taken:
        """Verify rows, and write them behind those that the file has."""
        taken = Taken()
        for row in rows.sorts:
            with self._sparing(taken, row[0], "A sort"):
                taken.sorts.append(self._take_sort(*row))
        for row in rows.sessions:
            with self._sparing(taken, row[0], "A session"):
                self._take_session(taken, *row[:6])
        for row in rows.journal:
            if str(row[0]) not in self._left_out:
                with self._sparing(taken, row[0], "All of a session from here on"):
                    taken.records.append(self._take_record(row))
        for row in rows.events:
            if not self._is_absent(row[3]):
                with self._sparing(taken, row[3] and row[0], "An event"):
                    taken.events.append(self._take_event(*row[1:]))
        for row in rows.notes:
            if not self._is_absent(row[1]):
                with self._sparing(taken, row[1] and row[0], "A note"):
                    self._take_note(taken, *row[1:])
        self._finish(taken)
        return taken

    def _is_absent(self, session: Any) -> bool:
        """Say whether a row belongs to a session that is left out altogether."""
        return str(session) in self._left_out and str(session) not in self._sessions

    @contextmanager
    def _sparing(self, taken: Taken, uuid: Any, what: str) -> Iterator[None]:
        """Leave out what is not sound, of this name; raise where it is no station's.

        What is left out depends on no other row, but for records, which follow one another: so all
        copies come out the same, in whatever portions they were made.
        """
        try:
            yield
        except _UNSOUND as error:
            if uuid is None:
                sentence = f"The server has something that is no study's: {error}"
                raise LabError(sentence) from error
            sentence = f"{what} is left out, since what the server has is not sound: {error}"
            self._leave_out(taken, str(uuid), sentence)

    def _leave_out(self, taken: Taken, uuid: str, sentence: str) -> None:
        """Write down that something is not there, or not complete."""
        taken.incidents.append((utc_now(), sentence))
        self._add("incidents", "at, sentence", taken.incidents[-1])
        taken.left_out[uuid] = self._left_out[uuid] = sentence

    def _finish(self, taken: Taken) -> None:
        """Write down how far sessions and events are, and what is left out."""
        self._connection.executemany(
            "UPDATE sessions SET records = ?, head = ? WHERE id = ?",
            [(*self._heads[number], number) for number in {r.session for r in taken.records}],
        )
        for last in taken.events[-1:]:
            self._connection.execute("REPLACE INTO state VALUES (?, ?)", (HEAD, tell_head(last)))
        for name in self._told.list_missing():
            if name not in self._left_out:
                self._leave_out(taken, name, _MISSING)
        if taken.left_out:
            row = (LEFT_OUT, _write_left_out(self._left_out))
            self._connection.execute("REPLACE INTO state VALUES (?, ?)", row)
        if taken.sessions:
            write_roll(self._connection)

    def _take_sort(
        self,
        uuid: Any,
        strategy: str,
        seed: int,
        parent: Any,
        shared_steps: int,
        question: int,
        condition: str,
    ) -> SortRow:
        if not strategies.is_known(strategy):
            raise StudyFileError(f"there is no strategy “{strategy[:40]}”.")
        origin = None if parent is None else self._find_sort(parent).id
        columns = (str(uuid), strategy, seed, origin, shared_steps, question, condition)
        block = range(len(list_blocks(self._found.content.design)))
        if question not in block:
            raise StudyFileError("it is of a question that the study does not ask.")
        number = self._add(
            "sorts", "uuid, strategy, seed, parent, shared_steps, question, condition", columns
        )
        made = SortRow(number, *columns)
        self._sorts[made.uuid] = made
        return made

    def _take_session(
        self,
        taken: Taken,
        uuid: Any,
        participant: str,
        number: int,
        sort: Any,
        seed: int,
        robot: bool,
    ) -> None:
        if check_code(participant) != participant:
            raise StudyFileError(f"“{participant}” is no participant's code.")
        own = self._find_sort(sort)
        self._told.require_free(own)
        if participant not in self._people:
            self._people.add(participant)
            self._add("participants", "code", (participant,))
            taken.participants.append(participant)
        made = SessionRow(0, str(uuid), participant, number, own.id, seed, 0, b"", robot)
        made.head = link_session(self._found.uuid, made, own)
        query = "SELECT id FROM participants WHERE code = ?"
        (person,) = self._connection.execute(query, (participant,)).fetchone()
        made.id = self._add(
            "sessions",
            "uuid, participant, number, sort, seed, records, head",
            (made.uuid, person, number, own.id, seed, 0, made.head),
        )
        self._sessions[made.uuid] = made
        self._heads[made.id] = (0, made.head)
        self._told.take_session(made)
        taken.sessions.append(made)

    def _take_record(self, row: Row) -> Record:
        session = self._find_session(row[0])
        sort = None if row[16] is None else self._find_sort(row[16])
        own = None if sort is None else sort.id
        record = Record._make((session.id, *row[1:15], bytes(row[15]), own, *row[17:]))
        seq, before = self._heads[session.id]
        if record.seq != seq + 1 or chain(before, record) != record.digest:
            raise StudyFileError(
                f"record {record.seq} of session {session.number} of participant "
                f"{session.participant} does not continue what was there before."
            )
        verify_time(record.at)
        question = record.question or 0
        if sort is not None and sort.question != question:
            raise StudyFileError(f"record {record.seq} tells a sort of another question.")
        n_items = len(self._found.content.items)
        if any(x is not None and not 0 <= x < n_items for x in (record.left, record.right)):
            raise StudyFileError(f"record {record.seq} names no item.")
        if record.seq == 1 and record.event != Event.START:
            raise StudyFileError("a session begins in its midst.")
        number = self._add("journal", schema.RECORD_COLUMNS, record)
        try:
            self._told.take_record(record, session, sort)
        except StudyFileError:
            self._connection.execute("DELETE FROM journal WHERE id = ?", (number,))
            raise
        self._heads[session.id] = (record.seq, record.digest)
        return record

    def _take_event(self, at: str, kind: str, session: Any, data: str) -> StudyEvent:
        verify_time(at)
        number = None if session is None else self._find_session(session).id
        before, seq = first_event_link(self._found.uuid), 1
        for last in self._last:
            before, seq = last.digest, last.seq + 1
        event = link_event(before, StudyEvent(seq, at, kind, number, data, b""))
        verify_facts(event)
        self._add("events", "seq, at, kind, session, data, digest", event)
        self._last = [event]
        return event

    def _take_note(self, taken: Taken, session: Any, at: str, kind: str, text: str) -> None:
        verify_time(at)
        if len(text) > LONGEST_TEXT:
            raise StudyFileError("a note is longer than SortRank writes them.")
        if kind == INCIDENT:
            taken.incidents.append((at, text))
            self._add("incidents", "at, sentence", (at, text))
            return
        note = Note(self._find_session(session).id, at, kind, text)
        self._add("notes", "session, at, kind, text", note)
        taken.notes.append(note)

    def _find_sort(self, uuid: Any) -> SortRow:
        if str(uuid) not in self._sorts:
            raise StudyFileError("a row refers to a sort that is not there.")
        return self._sorts[str(uuid)]

    def _find_session(self, uuid: Any) -> SessionRow:
        if str(uuid) not in self._sessions:
            raise StudyFileError("a row refers to a session that is not there.")
        return self._sessions[str(uuid)]

    def _add(self, table: str, columns: str, row: Iterable[object]) -> int:
        values = tuple(row)
        verify_values(self._connection, table, dict(zip(columns.split(", "), values, strict=True)))
        marks = ", ".join("?" * len(values))
        cursor = self._connection.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({marks})", values
        )
        return int(cursor.lastrowid or 0)
