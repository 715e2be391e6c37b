"""What happened in a study as rows of the server, and what they are called there.

A file knows sorts and sessions by its own numbers, and neither events nor notes by a name. On the
server all have a UUID, which is the same whenever the same row is sent again.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.lab.connecting import Server
from sortrank_gui.study.lab.tables import IN_ORDER, RECORD_COLUMNS

Row = tuple[Any, ...]
COLUMNS = {
    "sorts": "uuid, strategy, seed, parent, shared_steps, question, condition",
    "sessions": "uuid, participant, number, sort, seed, robot, owner, station",
    "journal": RECORD_COLUMNS,
    "events": "uuid, at, kind, session, data",
    "notes": "uuid, session, at, kind, text",
}
"""Of the tables whose rows have clocks, behind study and clock."""
INCIDENT = "incident"
"""The kind of note that tells how answers may have been lost; of the study, not of a session."""
_AT_ONCE = 5000


@dataclass(slots=True)
class LabRows:
    """Rows of the tables that have clocks, each in its order."""

    sorts: list[Row] = field(default_factory=list)
    sessions: list[Row] = field(default_factory=list)
    journal: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(len(rows) for _, rows in self.tables)

    @property
    def tables(self) -> list[tuple[str, list[Row]]]:
        """The rows by table; whatever a row refers to is in a table before it."""
        return [(table, getattr(self, table)) for table in IN_ORDER]


def name_event(study: str, session: str | None, digest: bytes) -> str:
    """Return what an event of a file is called on the server; its digest is that of the file."""
    return str(uuid5(UUID(session or study), f"event {digest.hex()}"))


def name_note(study: str, session: str | None, number: int) -> str:
    """Return the same for a note: the first, second ... of its session, or of the study."""
    return str(uuid5(UUID(session or study), f"note {number}"))


def list_rows(study: Everything) -> LabRows:
    """Return all that a file has, as rows of sessions that no station owns."""
    sorts = {number: row.uuid for number, row in study.sorts.items()}
    sessions = {number: row.uuid for number, row in study.sessions.items()}
    rows = LabRows()
    for sort in study.sorts.values():
        parent = None if sort.parent is None else sorts[sort.parent]
        rows.sorts.append(
            (
                *(sort.uuid, sort.strategy, sort.seed, parent, sort.shared_steps),
                *(sort.question, sort.condition),
            )
        )
    for each in study.sessions.values():
        rows.sessions.append(
            (
                *(each.uuid, each.participant, each.number, sorts[each.sort], each.seed),
                *(each.is_robot, None, None),
            )
        )
    for record in study.records:
        sort_uuid = None if record.sort is None else sorts[record.sort]
        rows.journal.append((sessions[record.session], *record[1:16], sort_uuid, *record[17:]))
    for event in study.events:
        session = None if event.session is None else sessions[event.session]
        name = name_event(study.uuid, session, event.digest)
        rows.events.append((name, event.at, event.kind, session, event.data))
    rows.notes.extend(_list_notes(study, sessions))
    return rows


def _list_notes(study: Everything, sessions: dict[int, str]) -> Iterator[Row]:
    counts: dict[str, int] = {}
    for note in study.notes:
        session = sessions[note.session]
        counts[session] = counts.get(session, 0) + 1
        name = name_note(study.uuid, session, counts[session])
        yield (name, session, note.at, note.kind, note.text)
    for number, (at, sentence) in enumerate(study.incidents, start=1):
        yield (name_note(study.uuid, None, number), None, at, INCIDENT, sentence)


def take_clocks(server: Server, study: str, number: int) -> int:
    """Return the first of so many clocks, and hold the study's order until the transaction ends."""
    found = server.execute("SELECT sortrank.tick(%s, %s)", (study, number)).fetchone()
    assert found is not None
    return int(found[0])


def insert_rows(
    server: Server, table: str, study: str, clock: int, rows: Sequence[Row], *, again: bool = False
) -> Iterator[int]:
    """Put rows into a table in the caller's transaction, the first with this clock; yield how many.

    Rows that are there may come again, where that is said: they stay as they are.
    """
    columns = COLUMNS[table]
    marks = ", ".join(["%s"] * (2 + columns.count(",") + 1))
    statement = f"INSERT INTO sortrank.{table} (study, clock, {columns}) VALUES ({marks})"
    statement += " ON CONFLICT DO NOTHING" if again else ""
    with server.cursor() as cursor:
        for start in range(0, len(rows), _AT_ONCE):
            part = rows[start : start + _AT_ONCE]
            cursor.executemany(
                statement.encode(),
                [(study, clock + start + k, *row) for k, row in enumerate(part)],
            )
            yield len(part)


def insert_all(server: Server, study: str, rows: LabRows) -> Iterator[int]:
    """Put all rows behind those that a study has; yield how many are new there each time."""
    clock = take_clocks(server, study, len(rows))
    for table, listed in rows.tables:
        yield from insert_rows(server, table, study, clock, listed)
        clock += len(listed)


def run(steps: Iterable[int]) -> None:
    """Let work go on to its end that tells how far it is."""
    for _ in steps:
        pass
