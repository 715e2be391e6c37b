"""Verifies a study file from top to bottom, and counts what is in it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from pathlib import Path

from sortrank_gui.errors import SortrankError
from sortrank_gui.study.file.database import connect, sentences
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Event, Kind, Record
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import KIND_CODES, fold
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.survey.replaying import (
    asked_sorts,
    find_asides,
    group_sessions,
    group_told,
    replay_sort,
)

OF_LAB = (
    "A computer of a lab keeps this file of a study on the server, which has its pictures; "
    "“sortrank lab home” brings home a complete one."
)


@dataclass(slots=True)
class CheckReport:
    """What a check found; a study is sound if there are no problems."""

    path: Path
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def check_study(path: Path, progress: Progress | None = None) -> CheckReport:
    """Verify integrity, foreign keys, pictures and the replay of every session; change nothing.

    `progress` hears how many records are read and then replayed, so that each counts twice.
    """
    report = CheckReport(path)
    try:
        with open_study(path, read_only=True, progress=_halve(progress)) as study:
            everything = study.everything
            known = [f"{at}: {sentence}" for at, sentence in study.incidents]
            report.notices = [*study.notices, *known, *everything.renumbered]
            report.counts = count(everything)
            report.problems += find_problems(everything, progress)
            if everything.is_of_lab:
                report.notices.append(OF_LAB)
        with sentences(path, "check it"), closing(connect(path, read_only=True)) as connection:
            report.problems += find_damage(connection, pictures_elsewhere=everything.is_of_lab)
            report.counts["images"] = connection.execute("SELECT count(*) FROM images").fetchone()[
                0
            ]
    except SortrankError as error:
        report.problems.append(str(error))
    return report


def count(study: Everything) -> dict[str, int]:
    """Return how many of everything there are."""
    records = study.records
    answers = records.take(records.is_event(Event.ANSWER))
    kinds = answers.column("kind")
    robots = {row.participant for row in study.sessions.values() if row.is_robot}
    return {
        "items": len(study.content.items),
        "participants": len(set(study.participants) - robots),
        "robots": len(robots),
        "sessions": len(study.sessions),
        "records": len(study.records),
        "answers": len(answers),
        "undone": int(records.is_event(Event.UNDO).sum()),
        **{kind.value: int((kinds == KIND_CODES[kind]).sum()) for kind in Kind},
    }


def _halve(progress: Progress | None) -> Progress | None:
    """Return what hears of reading, which is half of the work."""
    if progress is None:
        return None

    def hear(done: int, total: int) -> None:
        progress(done, 2 * total)

    return hear


def find_problems(study: Everything, progress: Progress | None = None) -> Iterator[str]:
    """Fold and replay everything; yield a sentence for what does not fit."""
    journals = group_sessions(study)
    loosening = (EventKind.WITHDRAW, EventKind.IMPORT)
    may_be_loose = any(event.kind in loosening for event in study.events)
    for session in study.sessions.values():
        name = f"Participant {session.participant}, session {session.number}"
        try:
            kept = fold(journals[session.id])
        except SortrankError as error:
            yield f"{name}: {error}"
            continue
        if kept.column("trial").tolist() != list(range(1, len(kept) + 1)):
            yield f"{name}: its trials are not numbered one after another."
        wrong = [r for r in kept if not _has_right_sort(r, may_be_loose=may_be_loose)]
        if wrong:
            yield f"{name}, trial {wrong[0].trial}: a {wrong[0].kind} trial has the wrong sort."
    if study.is_part and study.content.design.shared:
        return  # what others told the common sorts is on the server
    told, total = group_told(study), len(study.records)
    done, asides = total, find_asides(study, told)
    on_the_way = set(chain.from_iterable(asides.values()))
    for number in asked_sorts(study):
        if number in on_the_way:
            continue
        aside = [answer for fork in asides.get(number, ()) for answer in told.get(fork, ())]

        def count(step: int, before: int = done) -> None:
            if progress is not None:
                progress(min(before + step, 2 * total), 2 * total)

        try:
            replay_sort(study, number, told, count, aside=aside)
        except SortrankError as error:
            yield str(error)
        done += len(told.get(number, ()))


def _has_right_sort(record: Record, *, may_be_loose: bool) -> bool:
    """Say whether a sort was told what it should be; withdrawals and imports leave some out."""
    if record.kind != Kind.REGULAR:
        return record.sort is None
    return record.sort is not None or may_be_loose


def find_damage(
    connection: sqlite3.Connection, *, pictures_elsewhere: bool = False
) -> Iterator[str]:
    """Let SQLite verify its pages and keys, and compare every picture with its digest.

    Pictures may be elsewhere, where that is said: then only those that are here are compared.
    """
    for (line,) in connection.execute("PRAGMA integrity_check(10)"):
        if line != "ok":
            yield f"The database is damaged: {line}."
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"Row {row} of the table {table} refers to something missing in {parent}."
    for digest, size, data in connection.execute("SELECT digest, size, bytes FROM images"):
        if pictures_elsewhere and data == b"":
            continue
        as_it_was = isinstance(data, bytes) and len(data) == size
        if not as_it_was or sha256(data).hexdigest() != digest:
            yield f"The picture {str(digest)[:12]!a} is damaged."
