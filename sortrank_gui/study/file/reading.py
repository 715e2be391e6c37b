"""Reads a whole study file but its pictures, and verifies all of it before anyone relies on it."""

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sortrank_gui.errors import StudyFileError
from sortrank_gui.limits import MOST_COUNTED
from sortrank_gui.study.design.content import Content, read_content
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.compact_rows import NONE
from sortrank_gui.study.file.events import HEAD, StudyEvent, verify_events
from sortrank_gui.study.file.journal import Event, Note, Record, chain, first_link
from sortrank_gui.study.file.origin import Origin, find_origin
from sortrank_gui.study.file.records import Bools, Records
from sortrank_gui.study.file.renumbering import renumber_doubled
from sortrank_gui.study.file.roll import ROLL, verify_roll
from sortrank_gui.study.file.seal import SEAL, verify_seal
from sortrank_gui.study.file.told_sorts import verify_told
from sortrank_gui.study.file.verifying import verify_content, verify_rows, verify_time, verify_times
from sortrank_gui.study.items.items import Progress

_AT_ONCE = 4096
"""Records from one report of the progress to the next."""
DEMO = "demo"
"""The key that the state of a demo's file has."""
CHANGES = "changes"
"""The key of how often something was saved in an open study: grows with each commit."""
REPLICA, STATION = "replica", "lab"
"""The keys of files that a lab's desk and its stations have of a study on the server."""
LEFT_OUT = "left_out"
"""The key of what such a server had of sessions that was not sound."""


@dataclass(slots=True)
class SessionRow:
    """One sitting, as the file knows it; `records` and `head` grow with its journal."""

    id: int
    uuid: str
    participant: str
    number: int
    """Counts this participant's sessions, from 1."""
    sort: int
    seed: int
    records: int
    head: bytes
    is_robot: bool = False
    """Whether a robot answers, from the start: a session is a person's or a robot's."""


@dataclass(frozen=True, slots=True)
class SortRow:
    """A sort: of one session, of all sessions, or what a merge brought from another copy."""

    id: int
    uuid: str
    strategy: str
    seed: int
    parent: int | None
    shared_steps: int
    """How many answers of its parent it begins with."""
    question: int = 0
    """The number of the block that it is of."""
    condition: str = ""
    """Of the people that it asks; empty where there are no conditions."""


@dataclass(slots=True)
class Everything:
    """A study file in memory."""

    uuid: str
    created_at: str
    content: Content
    state: dict[str, str]
    participants: list[str]
    sorts: dict[int, SortRow]
    sessions: dict[int, SessionRow]
    records: Records
    incidents: list[tuple[str, str]]
    notes: list[Note]
    events: list[StudyEvent] = field(default_factory=list)
    """What happened to the study as a whole, in that order."""
    renumbered: list[str] = field(default_factory=list, compare=False, repr=False)
    """Sentences about sessions that had the number of another one."""
    cache: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What others computed from it and will ask for again; they know when it is out of date."""

    @property
    def is_demo(self) -> bool:
        """Whether it is a demo: people and robots may take turns there, and all of it is shown."""
        return DEMO in self.state

    @property
    def is_of_lab(self) -> bool:
        """Whether a lab's computer keeps it of a study on the server, which has the pictures."""
        return REPLICA in self.state or STATION in self.state

    @property
    def is_part(self) -> bool:
        """Whether it is a station's: what others told common sorts is on the lab's server."""
        return STATION in self.state

    @property
    def origin(self) -> Origin | None:
        """Where the answers come from, if they were imported."""
        return find_origin(self.events) if self.content.design.is_imported else None

    def is_by_robot(self, record: Record) -> bool:
        """Say whether a robot gave an answer; in old files also in a person's session."""
        return bool(record.robot) or self.sessions[record.session].is_robot

    def are_by_robot(self, records: Records) -> Bools:
        """Say the same of many answers."""
        robots = [row.id for row in self.sessions.values() if row.is_robot]
        found: Bools = (records.column("robot") == 1) | np.isin(records.column("session"), robots)
        return found


def count_lines(study: Everything) -> int:
    """Return how many records, events and notes a study has."""
    return len(study.records) + len(study.events) + len(study.notes)


def count_changes(study: Everything) -> int:
    """Return how often something was saved; a study of an older SortRank begins with its lines."""
    told = study.state.get(CHANGES)
    return count_lines(study) if told is None else int(told)


def read_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version; raise for a file that is not ours, or from a newer SortRank.

    Its tables are compared with ours before anything is asked of them: what stands in a schema
    can act, by triggers, views and checks.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != schema.APPLICATION_ID:
        raise StudyFileError(f"{path} is a database, but not a SortRank study.")
    if version > schema.VERSION:
        raise StudyFileError(
            f"{path} comes from a newer SortRank (format {version}, this one knows up to "
            f"{schema.VERSION}). Update SortRank to open it; the file was not changed."
        )
    if version < 1:
        raise StudyFileError(f"{path} has no valid format number; it may be damaged.")
    if not schema.is_ours(connection, version):
        raise StudyFileError(f"{path} is damaged: it does not have exactly the tables of a study.")
    return int(version)


def read_everything(
    connection: sqlite3.Connection, path: Path, *, progress: Progress | None = None
) -> Everything:
    """Return all but the pictures; raise StudyFileError where anything is damaged."""
    read_version(connection, path)
    try:
        verify_rows(connection)
        content = read_content(connection)
        verify_content(content)
        uuid, created_at = connection.execute("SELECT uuid, created_at FROM study").fetchone()
        found = Everything(
            uuid=uuid,
            created_at=created_at,
            content=content,
            state=dict(connection.execute("SELECT key, value FROM state").fetchall()),
            participants=[
                code for (code,) in connection.execute("SELECT code FROM participants ORDER BY id")
            ],
            sorts=_read_sorts(connection),
            sessions=_read_sessions(connection),
            records=Records(),
            incidents=connection.execute("SELECT at, sentence FROM incidents").fetchall(),
            notes=_read_notes(connection),
            events=_read_events(connection),
        )
        verify_times([created_at, *(at for at, _ in found.incidents)])
        verify_times([*(note.at for note in found.notes), *(event.at for event in found.events)])
        _read_records(connection, found, progress)
        verify_events(uuid, found.events, found.state.get(HEAD, ""), set(found.sessions))
        names = [(row.uuid, row.participant, row.number) for row in found.sessions.values()]
        verify_roll(found.state.get(ROLL), names, found.events)
        if not 0 <= count_changes(found) <= MOST_COUNTED:
            raise StudyFileError("The number of its changes can't be read")
        rows = (found.sorts, found.sessions, found.records, found.events)
        verify_told(content.design, *rows, whole=not (found.is_part or LEFT_OUT in found.state))
        verify_seal(connection, found.state.get(SEAL))
        _mark_robots(found)
        found.renumbered = renumber_doubled(found.sessions.values())
    except (StudyFileError, TypeError, ValueError, LookupError, RecursionError) as error:
        raise StudyFileError(
            f"{path} is damaged: {str(error).rstrip('.')}. Get a backup with “sortrank restore”."
        ) from error
    return found


def link_session(study: str, session: SessionRow, sort: SortRow) -> bytes:
    """Return the digest that a session's journal begins with."""
    facts = (study, session.uuid, session.participant, session.number, session.seed)
    return first_link(*facts, sort.strategy)


def _read_sorts(connection: sqlite3.Connection) -> dict[int, SortRow]:
    rows = connection.execute(
        "SELECT id, uuid, strategy, seed, parent, shared_steps, question, condition "
        "FROM sorts ORDER BY id"
    )
    sorts = {row[0]: SortRow(*row) for row in rows}
    for sort in sorts.values():
        if sort.parent is not None and not (sort.parent < sort.id and sort.parent in sorts):
            raise StudyFileError(f"Sort {sort.id} comes from one that is not there")
    return sorts


def _read_sessions(connection: sqlite3.Connection) -> dict[int, SessionRow]:
    rows = connection.execute(
        "SELECT s.id, s.uuid, p.code, s.number, s.sort, s.seed, s.records, s.head "
        "FROM sessions s LEFT JOIN participants p ON p.id = s.participant ORDER BY s.id"
    )
    return {row[0]: SessionRow(*row) for row in rows}


def _read_notes(connection: sqlite3.Connection) -> list[Note]:
    rows = connection.execute("SELECT session, at, kind, text FROM notes ORDER BY id")
    return list(map(Note._make, rows))


def _read_events(connection: sqlite3.Connection) -> list[StudyEvent]:
    rows = connection.execute("SELECT seq, at, kind, session, data, digest FROM events")
    return list(map(StudyEvent._make, rows))


def _mark_robots(found: Everything) -> None:
    """Find the robots' sessions: said at the start, or before format 3 by all of its answers."""
    records = found.records
    for record in records.take(records.is_event(Event.START)):
        robot = bool(record.robot)
        if record.robot is None:
            own = records.take(records.column("session") == record.session)
            hands = own.column("robot")[own.is_event(Event.ANSWER)]
            robot = len(hands) > 0 and bool((hands == 1).all())
        found.sessions[record.session].is_robot = robot


def _read_records(
    connection: sqlite3.Connection, found: Everything, progress: Progress | None
) -> None:
    """Follow every session's journal from its first record to the head that its row names."""
    heads: dict[int, tuple[int, bytes]] = {}
    for session in found.sessions.values():
        if session.sort not in found.sorts:
            raise StudyFileError(f"Session {session.id} has no sort")
        start = link_session(found.uuid, session, found.sorts[session.sort])
        heads[session.id] = (0, start)
    if any(note.session not in heads for note in found.notes):
        raise StudyFileError("A note belongs to no session")
    (total,) = connection.execute("SELECT count(*) FROM journal").fetchone()
    append = found.records.append
    rows = connection.execute(f"SELECT {schema.RECORD_COLUMNS} FROM journal ORDER BY id")
    for place, record in enumerate(map(Record._make, rows), 1):
        owner, number, _, at = record[:4]
        if owner not in heads:
            raise StudyFileError("An answer belongs to no session")
        seq, before = heads[owner]
        digest = chain(before, record)
        if number != seq + 1 or digest != record.digest:
            raise StudyFileError(_name(found, owner, seq + 1) + " is damaged or missing")
        verify_time(at)
        append(record)
        heads[owner] = number, digest
        if place % _AT_ONCE == 0 and progress is not None:
            progress(place, total)
    _require_items(found)
    for session in found.sessions.values():
        if heads[session.id] != (session.records, session.head):
            seq = min(heads[session.id][0], session.records) + 1
            raise StudyFileError(_name(found, session.id, seq) + " is damaged or missing")


def _require_items(found: Everything) -> None:
    """Raise where a record names an item that is not there."""
    records, n_items = found.records, len(found.content.items)
    for name in ("left", "right"):
        number = records.column(name)
        wrong = ((number < 0) | (number >= n_items)) & (
            (number != NONE) | records.is_event(Event.ANSWER)
        )
        if wrong.any():
            record = records[int(np.argmax(wrong))]
            raise StudyFileError(_name(found, record.session, record.seq) + " names no item")


def _name(found: Everything, session: int, seq: int) -> str:
    row = found.sessions[session]
    return f"Record {seq} of session {row.number} of participant {row.participant}"
