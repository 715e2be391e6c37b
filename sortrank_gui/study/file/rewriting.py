"""Changes to what was recorded already: sessions that go for good, and codes that were mistyped.

How it works
------------
Each change is a function from a study to the next. The result is linked anew, as if it had been
recorded so, and put into the file in one transaction; nothing of what is gone stays in the chain.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from sortrank_gui.study.design.content import write_content
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.events import EventKind, StudyEvent, write_events
from sortrank_gui.study.file.journal import Record, link, replace_codes
from sortrank_gui.study.file.reading import Everything, SessionRow, SortRow, link_session
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.file.roll import write_roll
from sortrank_gui.study.file.seal import write_seal

GONE = "[withdrawn]"
"""Stands in words about others for a code that is gone."""
Change = Callable[[Everything], Everything]


def without_sessions(study: Everything, gone: Collection[int]) -> Everything:
    """Return a study without these sessions, their notes and events, and who has no other one."""
    sessions = {number: row for number, row in study.sessions.items() if number not in gone}
    people = {row.participant for row in sessions.values()}
    left = {row.participant for number, row in study.sessions.items() if number in gone} - people
    records = study.records.take(~np.isin(study.records.column("session"), list(gone)))
    return replace(
        study,
        participants=[code for code in study.participants if code not in left],
        sorts=_keep_needed(study.sorts, sessions, records),
        sessions=sessions,
        records=records,
        notes=[note for note in study.notes if note.session not in gone],
        events=[event for event in study.events if event.session not in gone],
    )


def without_code(study: Everything, code: str) -> Everything:
    """Return a study in whose words, events and list of codes a participant is no more."""
    names = {code}
    events = list(_forget_code(study.events, names))[::-1]
    hidden = dict.fromkeys(names, GONE)
    design = study.content.design
    kept = tuple(each for each in design.codes if each not in names)
    return replace(
        study,
        content=replace(study.content, design=replace(design, codes=kept)),
        notes=[note._replace(text=replace_codes(note.text, hidden)) for note in study.notes],
        events=events,
    )


def with_code(study: Everything, old: str, new: str) -> Everything:
    """Return a study in which sessions under one code are under another, after those it has."""
    number = max((r.number for r in study.sessions.values() if r.participant == new), default=0)
    sessions: dict[int, SessionRow] = {}
    for row in study.sessions.values():
        moved = row
        if row.participant == old:
            moved = replace(row, participant=new, number=number + row.number)
        sessions[row.id] = moved
    codes = [new if code == old else code for code in study.participants]
    return replace(study, participants=list(dict.fromkeys(codes)), sessions=sessions)


def write_study(connection: sqlite3.Connection, before: Everything, study: Everything) -> None:
    """Put a study in the place of what was recorded, linked anew, in the caller's transaction."""
    for table in ("events", "notes", "journal", "sessions", "sorts", "participants"):
        connection.execute(f"DELETE FROM {table}")
    if study.content != before.content:
        write_content(connection, study.content, unfinished=True)
    people = {code: number for number, code in enumerate(study.participants, start=1)}
    _insert(connection, "participants", [(number, code) for code, number in people.items()])
    _insert(connection, "sorts", [_sort_columns(sort) for sort in study.sorts.values()])
    sessions, records = link_sessions(study)
    _insert(
        connection,
        "sessions",
        [
            (r.id, r.uuid, people[r.participant], r.number, r.sort, r.seed, r.records, r.head)
            for r in sessions.values()
        ],
    )
    marks = ", ".join("?" * len(Record._fields))
    statement = f"INSERT INTO journal ({schema.RECORD_COLUMNS}) VALUES ({marks})"
    connection.executemany(statement, records)
    statement = "INSERT INTO notes (session, at, kind, text) VALUES (?, ?, ?, ?)"
    connection.executemany(statement, study.notes)
    write_events(connection, study.uuid, study.events)
    write_roll(connection)
    write_seal(connection)


def link_sessions(study: Everything) -> tuple[dict[int, SessionRow], Records]:
    """Return sessions and records linked as if all had been recorded so."""
    sessions = {number: replace(row, records=0) for number, row in study.sessions.items()}
    for row in sessions.values():
        row.head = link_session(study.uuid, row, study.sorts[row.sort])
    return sessions, Records(_link(study.records, sessions))


def _link(records: Sequence[Record], sessions: dict[int, SessionRow]) -> Iterator[Record]:
    for record in records:
        row = sessions[record.session]
        linked = link(row.head, record)
        row.records, row.head = linked.seq, linked.digest
        yield linked


def _keep_needed(
    sorts: dict[int, SortRow], sessions: dict[int, SessionRow], records: Records
) -> dict[int, SortRow]:
    """Return the sorts that somebody has or told, and those that they come from."""
    needed = {row.sort for row in sessions.values()}
    needed |= set(records.column("sort").tolist()) & sorts.keys()
    for number in sorted(sorts, reverse=True):
        parent = sorts[number].parent
        if number in needed and parent is not None:
            needed.add(parent)
    return {number: sort for number, sort in sorts.items() if number in needed}


def _forget_code(events: Sequence[StudyEvent], names: set[str]) -> Iterator[StudyEvent]:
    """Yield the events that are about others, the last first; `names` gets earlier codes."""
    for event in reversed(events):
        facts = event.facts
        if event.kind == EventKind.RENAME and facts.get("new") in names:
            names.add(facts["old"])
        elif facts.get("participant") not in names:
            if "reason" in facts:
                facts["reason"] = replace_codes(facts["reason"], dict.fromkeys(names, GONE))
                yield event._replace(data=json.dumps(facts, ensure_ascii=False, sort_keys=True))
            else:
                yield event


def _sort_columns(sort: SortRow) -> tuple[object, ...]:
    first = (sort.id, sort.uuid, sort.strategy, sort.seed, sort.parent, sort.shared_steps)
    return *first, sort.question, sort.condition


def _insert(connection: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
