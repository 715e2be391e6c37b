"""Pools copies of one study that were filled on several computers.

How it works
------------
Sessions are recognised by their UUID. One that is in both copies must be the same as far as both
go; the longer one is kept. Where all participants share a sort, both copies may have carried it
on: the answers that the second copy added form a sort of their own, which begins with those that
both have in common. New sessions go on with the first copy's sort; all answers count in the
ranking. The merged study is checked from top to bottom before it gets its name.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from uuid import UUID, uuid5

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.safe_files import publish, reserve
from sortrank_gui.study.design.freezing import find_frozen_change
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.database import connect, sentences, transaction, wait_for_disk
from sortrank_gui.study.file.events import (
    EventKind,
    StudyEvent,
    make_event,
    text_digest,
    write_events,
)
from sortrank_gui.study.file.journal import Record, link
from sortrank_gui.study.file.locking import is_locked
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.reading import (
    Everything,
    SessionRow,
    SortRow,
    link_session,
    read_everything,
    read_version,
)
from sortrank_gui.study.file.roll import write_roll
from sortrank_gui.study.file.seal import write_seal
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.replaying import group_sessions, told_records
from sortrank_gui.study.upkeep.checking import count, find_damage, find_problems


class SameCode(StrEnum):
    """Who a code means that has sessions of its own in several copies."""

    REFUSE = "refuse"
    SAME = "same"
    DIFFERENT = "different"


def merge_studies(
    paths: Sequence[Path], output: Path, *, people: SameCode = SameCode.REFUSE
) -> dict[str, int]:
    """Write a study with the sessions of all copies; return what is in it."""
    if len(paths) < 2:
        raise InputError("Merging needs at least two copies of a study.")
    building = reserve(output)
    try:
        with sentences(output, "merge"), closing(sqlite3.connect(building)) as target:
            target.isolation_level = None
            _begin(target, paths[0])
            for path in paths[1:]:
                with open_study(path, read_only=True) as other, transaction(target):
                    found = _read_merged(target, output)
                    _require_copy(found, other, paths[0])
                    _require_nobody_withdrew(found, other)
                    _Merge(target, found, other.everything, people, path).run()
            counts = _verify(target, output)
            target.execute("PRAGMA journal_mode = WAL").fetchone()
        publish(building, output)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
    return counts


def _begin(target: sqlite3.Connection, path: Path) -> None:
    """Copy the first study as it is."""
    with open_study(path, read_only=True) as first:
        _require_complete(first)
    with closing(connect(path, read_only=True)) as source:
        source.backup(target)
    target.execute("PRAGMA journal_mode = DELETE").fetchone()
    target.execute("PRAGMA foreign_keys = ON")
    wait_for_disk(target)
    with transaction(target):
        schema.migrate(target, read_version(target, path))
    target.execute("DELETE FROM state WHERE key = 'open'")


def _require_copy(found: Everything, other: StudyFile, first: Path) -> None:
    _require_complete(other)
    if other.uuid != found.uuid:
        raise InputError(f"{other.path} is not a copy of {first}, but another study.")
    theirs = replace(other.content, truth=found.content.truth)  # it may be added later
    if find_frozen_change(found.content, theirs):
        raise InputError(f"{other.path} and {first} have different designs or items.")


def _require_nobody_withdrew(found: Everything, other: StudyFile) -> None:
    """Raise where a copy still has what was deleted in another: merging would bring it back."""
    for one, two in ((found, other.everything), (other.everything, found)):
        gone = {
            digest
            for event in one.events
            if event.kind == EventKind.WITHDRAW
            for digest in event.facts.get("sessions", ())
        }
        for row in two.sessions.values():
            if text_digest(row.uuid) in gone:
                raise InputError(
                    f"Participant {row.participant} withdrew in one of the copies. Delete the data "
                    "in all of them first: sortrank withdraw STUDY --participant "
                    f"{row.participant}."
                )


def _require_complete(study: StudyFile) -> None:
    if is_locked(study.path):
        raise StudyFileError(f"{study.path} is in use; close it before it is merged.")
    if study.notices:
        raise StudyFileError(f"{study.path}: {study.notices[0]} Open it once to go on regardless.")


def _verify(target: sqlite3.Connection, output: Path) -> dict[str, int]:
    merged = _read_merged(target, output)
    for sentence in (*find_problems(merged), *find_damage(target)):
        raise StudyFileError(f"The copies can't be merged: {sentence}")
    return count(merged)


def _read_merged(target: sqlite3.Connection, output: Path) -> Everything:
    """Return what the copies are together; raise where that is no study."""
    try:
        return read_everything(target, output)
    except StudyFileError as error:
        raise StudyFileError(f"The copies can't be merged: {error.__cause__ or error}.") from error


class _Merge:
    """Adds what a second copy has to the first."""

    def __init__(
        self,
        target: sqlite3.Connection,
        found: Everything,
        other: Everything,
        people: SameCode,
        path: Path,
    ) -> None:
        self._target, self._found, self._other = target, found, other
        self._people, self._path = people, path
        self._known = {row.uuid: row for row in found.sessions.values()}
        self._ours, self._theirs = group_sessions(found), group_sessions(other)
        self._sorts: dict[int, int] = {}
        self._numbers: dict[str, set[int]] = {}
        for row in found.sessions.values():
            self._numbers.setdefault(row.participant, set()).add(row.number)

    def run(self) -> None:
        """Add sorts, then sessions, then their records in the order in which they came."""
        for sort in self._other.sorts.values():
            self._sorts[sort.id] = self._place_sort(sort)
        heads: dict[int, SessionRow] = {}
        skip: dict[int, int] = {}
        for row in self._other.sessions.values():
            skip[row.id] = self._count_shared(row)
            known = self._known.get(row.uuid)
            heads[row.id] = self._add_session(row) if known is None else known
        for record in self._other.records:
            if record.seq > skip[record.session]:
                self._add_record(heads[record.session], record)
        for row in heads.values():
            self._target.execute(
                "UPDATE sessions SET records = ?, head = ? WHERE id = ?",
                (row.records, row.head, row.id),
            )
        self._add_notes(heads)
        self._add_events(heads)
        write_roll(self._target)
        known_incidents = set(self._found.incidents)
        for incident in self._other.incidents:
            if incident not in known_incidents:
                self._insert("incidents", "at, sentence", incident)
        write_seal(self._target)

    def _add_notes(self, heads: dict[int, SessionRow]) -> None:
        known = set(self._found.notes)
        for note in self._other.notes:
            moved = note._replace(session=heads[note.session].id)
            if moved not in known:
                self._insert("notes", "session, at, kind, text", moved)

    def _add_events(self, heads: dict[int, SessionRow]) -> None:
        """Put what the other copy alone knows behind our own events."""
        known = {event[1:5] for event in self._found.events}
        theirs = [
            event if event.session is None else event._replace(session=heads[event.session].id)
            for event in self._other.events
        ]
        codes = defaultdict[str, set[str]](set)
        for row in self._other.sessions.values():
            codes[row.participant].add(heads[row.id].participant)
        in_use = {*(row.participant for row in self._found.sessions.values())}.union(
            *codes.values()
        )
        added = [event for event in theirs if event[1:5] not in known]
        moved = [new for event in added for new in _file_anew(event, theirs, codes, in_use)]
        new = [event for event in moved if event[1:5] not in known]
        write_events(self._target, self._found.uuid, [*self._found.events, *new])

    def _count_shared(self, row: SessionRow) -> int:
        """Return how many records both have of a session; raise if they contradict each other."""
        known = self._known.get(row.uuid)
        if known is None:
            return 0
        ours = self._ours[known.id]
        theirs = self._theirs[row.id]
        for mine, other in zip(ours, theirs, strict=False):
            if (mine[1:15], mine[17:]) != (other[1:15], other[17:]):
                raise InputError(
                    f"Session {row.number} of participant {row.participant} went on in both "
                    f"copies: record {mine.seq} differs in {self._path}. Merge one of them only."
                )
        return len(ours)

    def _add_session(self, row: SessionRow) -> SessionRow:
        code = self._choose_code(row)
        self._target.execute("INSERT OR IGNORE INTO participants (code) VALUES (?)", (code,))
        found = self._target.execute("SELECT id FROM participants WHERE code = ?", (code,))
        sort = self._found.sorts[self._sorts[row.sort]]
        added = replace(row, participant=code, sort=sort.id, records=0)
        added.number = self._take_number(code, row.number)
        added.head = link_session(self._found.uuid, added, sort)
        added.id = self._insert(
            "sessions",
            "uuid, participant, number, sort, seed, records, head",
            (row.uuid, found.fetchone()[0], added.number, sort.id, row.seed, 0, added.head),
        )
        return added

    def _take_number(self, code: str, number: int) -> int:
        """Return a session's number, or the next one where the participant has it already."""
        taken = self._numbers.setdefault(code, set())
        if number in taken:
            number = max(taken) + 1
        taken.add(number)
        return number

    def _choose_code(self, row: SessionRow) -> str:
        """Return the code under which a session is filed."""
        theirs = [r for r in self._other.sessions.values() if r.participant == row.participant]
        for other in theirs:
            if other.uuid in self._known:  # a session of the same person is in both
                return self._known[other.uuid].participant
        ours = {r.participant for r in self._found.sessions.values()}
        if row.participant not in ours or self._people is SameCode.SAME:
            return row.participant
        if self._people is SameCode.REFUSE:
            raise InputError(
                f"Participant {row.participant} has different sessions in both copies. Say "
                "whether such codes mean the same people: --people same or --people different."
            )
        taken = {*self._found.participants, *self._other.participants}
        number = 2
        while (code := f"{row.participant}-{number}") in taken:
            number += 1
        return code

    def _place_sort(self, sort: SortRow) -> int:
        """Return the sort that takes the answers of a sort of the other copy; make it if needed."""
        same = next((s for s in self._found.sorts.values() if s.uuid == sort.uuid), None)
        if same is None:
            parent = None if sort.parent is None else self._sorts[sort.parent]
            return self._add_sort(replace(sort, parent=parent))
        theirs = _keys(self._other, sort.id)
        ours = _keys(self._found, same.id)
        shared = _common_length(ours, theirs)
        if shared in (len(ours), len(theirs)):
            return same.id
        uuid = str(uuid5(UUID(sort.uuid), f"{shared} {theirs[shared]}"))
        fork = next((s for s in self._found.sorts.values() if s.uuid == uuid), None)
        if fork is not None:
            return fork.id
        return self._add_sort(replace(same, uuid=uuid, parent=same.id, shared_steps=shared))

    def _add_sort(self, sort: SortRow) -> int:
        number = self._insert(
            "sorts",
            "uuid, strategy, seed, parent, shared_steps, question, condition",
            (
                *(sort.uuid, sort.strategy, sort.seed, sort.parent, sort.shared_steps),
                *(sort.question, sort.condition),
            ),
        )
        self._found.sorts[number] = replace(sort, id=number)
        return number

    def _add_record(self, row: SessionRow, record: Record) -> None:
        sort = None if record.sort is None else self._sorts[record.sort]
        moved = link(row.head, record._replace(session=row.id, sort=sort))
        row.records, row.head = moved.seq, moved.digest
        self._insert("journal", schema.RECORD_COLUMNS, tuple(moved))

    def _insert(self, table: str, columns: str, row: tuple[object, ...]) -> int:
        marks = ", ".join("?" * len(row))
        cursor = self._target.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", row)
        return int(cursor.lastrowid or 0)


def _file_anew(
    event: StudyEvent,
    events: Sequence[StudyEvent],
    codes: Mapping[str, set[str]],
    in_use: set[str],
) -> Iterator[StudyEvent]:
    """Yield an event of another copy with the codes under which its people are filed here.

    A correction of a code that is not made here is left out: it would rename what is excluded.
    """
    facts = event.facts
    if event.kind == EventKind.RENAME and facts.get("old") in in_use:
        return
    if event.session is not None or event.kind not in (EventKind.EXCLUDE, EventKind.INCLUDE):
        yield event
        return
    code = str(facts.get("participant", ""))
    for later in events[event.seq :]:
        if later.kind == EventKind.RENAME and later.facts.get("old") == code:
            code = str(later.facts.get("new", ""))
    for each in sorted(codes.get(code, {code})):
        moved = facts | {"participant": each}
        yield make_event(b"", event.seq, event.at, EventKind(event.kind), None, moved)


def _keys(study: Everything, sort: int) -> list[tuple[str, int]]:
    """Return the answers of a sort by names that all copies share."""
    records = told_records(study, sort)
    return [(study.sessions[record.session].uuid, record.seq) for record in records]


def _common_length(ours: list[tuple[str, int]], theirs: list[tuple[str, int]]) -> int:
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((k for k, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
