"""Takes a study from the server into a study file: its content, and rows in the server's order.

How it works
------------
What comes from a server is a stranger's. Design and items are put into the file's tables as they
are and then read and verified as those of any file. Every record has to continue the chain of its
session, and what has a form is parsed. Events have no digest on the server: their chain, and the
roll of sessions, follow from the server's order, so that all copies come out the same.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sortrank_gui.errors import LabError, StudyFileError
from sortrank_gui.limits import LONGEST_TEXT, MOST_COUNTED, MOST_ITEMS
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.content import Content, read_content
from sortrank_gui.study.design.validation import check_code
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.events import (
    HEAD,
    StudyEvent,
    first_event_link,
    link_event,
    tell_head,
    verify_facts,
)
from sortrank_gui.study.file.journal import Event, Note, Record, chain
from sortrank_gui.study.file.reading import DEMO, Everything, SessionRow, SortRow, link_session
from sortrank_gui.study.file.roll import write_roll
from sortrank_gui.study.file.verifying import verify_content, verify_time
from sortrank_gui.study.lab.connecting import Server, require_study_format, server_sentences
from sortrank_gui.study.lab.news import LabContent
from sortrank_gui.study.lab.pictures import fetch_picture
from sortrank_gui.study.lab.rows import INCIDENT, LabRows, Row


def write_lab_content(connection: sqlite3.Connection, server: Server, study: str) -> dict[str, int]:
    """Fill an empty study file with a study's content, without the bytes of its pictures.

    Returns the sizes of the pictures. Both are in a transaction of the caller's.
    """
    with server_sentences("read the study"):
        row = server.execute(
            "SELECT uuid::text, created_at, design, digest, format, demo, title "
            "FROM sortrank.studies WHERE uuid = %s AND ready",
            (study,),
        ).fetchone()
        if row is None:
            raise LabError("The study is not on the server any more.")
        require_study_format(row[4], row[6])
        images = server.execute(
            "SELECT digest, format, width, height, size FROM sortrank.images WHERE study = %s "
            "ORDER BY digest",
            (study,),
        ).fetchall()
        items = server.execute(
            "SELECT id, name, text, image, truth, tags FROM sortrank.items WHERE study = %s "
            "ORDER BY id LIMIT %s",
            (study, MOST_ITEMS + 1),
        ).fetchall()
        variants = server.execute(
            "SELECT item, name, text, image FROM sortrank.variants WHERE study = %s "
            "ORDER BY item, name",
            (study,),
        ).fetchall()
    schema.create_tables(connection)
    first = (1, *row[:4])
    connection.execute("INSERT INTO study VALUES (?, ?, ?, ?, ?)", first)
    _insert(connection, "images", [(*each, b"") for each in images])
    _insert(connection, "items", items)
    _insert(connection, "variants", variants)
    if row[5]:
        connection.execute("INSERT INTO state VALUES (?, '')", (DEMO,))
    return {each[0]: each[4] for each in images}


def replace_content(connection: sqlite3.Connection, content: LabContent) -> Content:
    """Put other texts, or another ground truth, into a file; return its content."""
    row = (content.design, content.digest)
    connection.execute("UPDATE study SET design = ?, digest = ?", row)
    connection.executemany("UPDATE items SET truth = ? WHERE id = ?", content.truth)
    found = read_content(connection)
    verify_content(found)
    return found


def write_picture(connection: sqlite3.Connection, server: Server, study: str, digest: str) -> None:
    """Put a picture's bytes into the file, verified."""
    data = fetch_picture(server, study, digest)
    connection.execute("UPDATE images SET bytes = ? WHERE digest = ?", (data, digest))


def _insert(connection: sqlite3.Connection, table: str, rows: list[Row]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


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


class Taking:
    """Puts rows of the server into a file, in the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, found: Everything) -> None:
        self._connection, self._found = connection, found
        self._sorts = {row.uuid: row for row in found.sorts.values()}
        self._sessions = {row.uuid: row for row in found.sessions.values()}
        self._people = set(found.participants)
        self._heads = {row.id: (row.records, row.head) for row in found.sessions.values()}
        self._last = found.events[-1:]

    def take(self, rows: LabRows) -> Taken:
        """Verify rows, and write them behind those that the file has."""
        taken = Taken()
        try:
            for row in rows.sorts:
                taken.sorts.append(self._take_sort(*row))
            for row in rows.sessions:
                self._take_session(taken, *row[:6])
            taken.records = [self._take_record(row) for row in rows.journal]
            self._write_records(taken.records)
            taken.events = [self._take_event(*row[1:]) for row in rows.events]
            self._write_events(taken.events)
            for row in rows.notes:
                self._take_note(taken, *row[1:])
        except (StudyFileError, sqlite3.IntegrityError, ValueError, TypeError) as error:
            raise LabError(f"The server has something that is no study's: {error}") from error
        if rows.sessions:
            write_roll(self._connection)
        return taken

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
        if number > MOST_COUNTED:
            raise StudyFileError("a session has a number that SortRank never writes.")
        if participant not in self._people:
            self._people.add(participant)
            self._add("participants", "code", (participant,))
            taken.participants.append(participant)
        own = self._find_sort(sort)
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
        if max((x for x in row[4:15] if isinstance(x, int)), default=0) > MOST_COUNTED:
            raise StudyFileError(f"record {record.seq} has a number that SortRank never writes.")
        n_items = len(self._found.content.items)
        if any(x is not None and not 0 <= x < n_items for x in (record.left, record.right)):
            raise StudyFileError(f"record {record.seq} names no item.")
        if record.seq == 1 and record.event != Event.START:
            raise StudyFileError("a session begins in its midst.")
        self._heads[session.id] = (record.seq, record.digest)
        return record

    def _write_records(self, records: list[Record]) -> None:
        marks = ", ".join("?" * len(Record._fields))
        statement = f"INSERT INTO journal ({schema.RECORD_COLUMNS}) VALUES ({marks})"
        self._connection.executemany(statement, records)
        self._connection.executemany(
            "UPDATE sessions SET records = ?, head = ? WHERE id = ?",
            [(*self._heads[number], number) for number in {record.session for record in records}],
        )

    def _take_event(self, at: str, kind: str, session: Any, data: str) -> StudyEvent:
        verify_time(at)
        number = None if session is None else self._find_session(session).id
        before, seq = first_event_link(self._found.uuid), 1
        for last in self._last:
            before, seq = last.digest, last.seq + 1
        event = link_event(before, StudyEvent(seq, at, kind, number, data, b""))
        verify_facts(event)
        self._last = [event]
        return event

    def _write_events(self, events: list[StudyEvent]) -> None:
        self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", events)
        for last in events[-1:]:
            self._connection.execute("REPLACE INTO state VALUES (?, ?)", (HEAD, tell_head(last)))

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
        marks = ", ".join("?" * len(values))
        cursor = self._connection.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({marks})", values
        )
        return int(cursor.lastrowid or 0)
