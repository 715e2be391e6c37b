"""Makes, duplicates and opens study files.

How it works
------------
`open_study` takes the lock, reads and verifies everything through a connection that can't write,
and only then opens the one that can: a damaged file stays as it was found. While a study is open it
carries a token, which its lock file repeats along with the number of changes that are safe; a copy
that was made meanwhile, or that lost its `-wal` file, is told apart by that.
"""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import choose_free, publish, reserve, sweep
from sortrank_gui.study.design.content import Content, FindImage, write_content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import suggest_budget
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file import backups, schema
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.database import (
    connect,
    has_free_pages,
    require_sound_pages,
    require_strict_tables,
    sentences,
    transaction,
    wait_for_disk,
    wal_path,
)
from sortrank_gui.study.file.holding import Hold, identify
from sortrank_gui.study.file.locking import Holder, Lock, is_locked, read_holder
from sortrank_gui.study.file.reading import (
    DEMO,
    Everything,
    count_changes,
    count_lines,
    read_everything,
    read_version,
)
from sortrank_gui.study.file.rewriting import Change, write_study
from sortrank_gui.study.file.saving import OPEN
from sortrank_gui.study.file.storage import StudyFile, numbers
from sortrank_gui.study.items.items import Item, Progress

Opened = TypeVar("Opened", bound=StudyFile)
SUFFIX = ".sortrank"
RECOVERED = (
    "SortRank ended without closing this study the last time. Nothing is lost: what was still "
    "in its -wal file is in the study now."
)


def create_study(
    path: Path,
    design: Design,
    items: Sequence[Item],
    truth: Sequence[float] | None = None,
    *,
    find_image: FindImage | None = None,
    progress: Progress | None = None,
    unfinished: bool = False,
    demo: bool = False,
    history: Change | None = None,
) -> None:
    """Make a new study file: complete, or not at all; only an unfinished one may have problems.

    `history` gives it sessions from the beginning: those of answers that others collected.
    """
    content = Content(design, tuple(items), numbers(truth))
    require_strict_tables()
    building = reserve(path)
    try:
        with sentences(path, "make the study"):
            connection = sqlite3.connect(building, isolation_level=None)
            try:
                _fill(connection, content, find_image, progress, unfinished=unfinished)
                if demo:
                    connection.execute("INSERT INTO state VALUES (?, '')", (DEMO,))
                if history is not None:
                    with transaction(connection):
                        empty = read_everything(connection, path)
                        write_study(connection, empty, history(empty))
            finally:
                connection.close()
        publish(building, path)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


def duplicate_study(source: StudyFile, path: Path, *, title: str | None = None) -> None:
    """Make a study with the same design and items, but without answers: it can be changed.

    That of an imported study asks with the usual strategy.
    """
    content, design = source.content, source.design
    if design.is_imported:
        stop = StopRules(suggest_budget(len(content.items)))
        design = Design(
            title=design.title,
            prompt=design.prompt,
            offer_equal=design.offer_equal,
            offer_neither=design.offer_neither,
            stop=stop,
        )
    if title is not None:
        design = replace(design, title=title)
    create_study(path, design, content.items, content.truth, find_image=source.image_row)


def open_study(
    path: Path, *, read_only: bool = False, progress: Progress | None = None
) -> StudyFile:
    """Open a study; for reading only if somebody else has it, which its notices then say."""
    return open_study_as(StudyFile, path, read_only=read_only, progress=progress)


def open_study_as(
    kind: type[Opened],
    path: Path,
    *,
    read_only: bool = False,
    progress: Progress | None = None,
) -> Opened:
    """Open a study as this kind of file, which a lab may have of its own."""
    path = _find(path)
    notices = list[str]()
    study: Opened | None = None
    left_over = read_holder(path)
    lock = None if read_only else _take_lock(path, notices)
    try:
        if lock is not None:
            sweep(path.parent)
        if _has_foreign_wal(path, left_over):
            notices.append(_set_wal_aside(path, lock))
        with sentences(path, "open it"):
            found = _read(path, lock, left_over, progress)
            incident = None
            if lock is not None or not is_locked(path):
                incident = _find_incident(found, left_over)
            if incident is not None:
                notices.append(incident)
            if lock is None:
                return kind(path, found, notices)
            study = kind(path, found, notices, connect(path, read_only=False), lock)
        study.mark_open(incident)  # which takes in what a -wal file still holds
        if incident is None and OPEN in found.state:
            notices.append(RECOVERED)
        study.finish_withdrawal()
        return study
    except BaseException:
        if study is not None:
            study.abandon()
        elif lock is not None and left_over is None:
            lock.release()
        elif lock is not None:
            lock.abandon()  # its text is evidence of what was saved
        raise


def _find(path: Path) -> Path:
    """Return the path of a study without links: one lock for a file, by whatever name."""
    try:
        found = path.resolve()
        is_there = found.is_file()
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, or no name at all
        why = getattr(error, "strerror", None) or error
        raise StudyFileError(f"{str(path)[:200]!r} can't be reached: {why}.") from error
    if not is_there:
        raise StudyFileError(f"There is no study {path}.")
    return found


def _fill(
    connection: sqlite3.Connection,
    content: Content,
    find_image: FindImage | None,
    progress: Progress | None,
    *,
    unfinished: bool,
) -> None:
    wait_for_disk(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    with transaction(connection):
        schema.create_tables(connection)
        row = (str(uuid4()), utc_now(), "", b"")
        connection.execute("INSERT INTO study VALUES (1, ?, ?, ?, ?)", row)
        write_content(
            connection, content, find_image=find_image, progress=progress, unfinished=unfinished
        )
    connection.execute("PRAGMA journal_mode = WAL").fetchone()


def _take_lock(path: Path, notices: list[str]) -> Lock | None:
    """Return the lock, or None with a notice that says why the study can only be read."""
    if not os.access(path, os.W_OK):
        notices.append(f"{path} can't be written to; it is open for reading only.")
        return None
    try:
        lock = _lock_study(path)
    except StudyFileError as error:
        notices.append(str(error))
        return None
    if lock is None:
        holder = read_holder(path)
        who = "another program" if holder is None else str(holder)
        notices.append(f"{path} is in use by {who}; here it is open for reading only.")
    return lock


def _lock_study(path: Path) -> Lock | None:
    """Return the lock of a study's name and of its file; None if somebody has one of them."""
    lock = Lock.take(path)
    if lock is not None:
        try:
            lock.hold = Hold.take(path)
        finally:
            if lock.hold is None:
                lock.abandon()
    return lock if lock is not None and lock.hold is not None else None


def _read(
    path: Path, lock: Lock | None, left_over: Holder | None, progress: Progress | None
) -> Everything:
    """Read and verify a study; one of an older format is brought up to date first."""
    with closing(connect(path, read_only=True)) as connection:
        version = read_version(connection, path)
        if lock is not None and has_free_pages(connection):
            require_sound_pages(connection, path)
        if version == schema.VERSION:
            return read_everything(connection, path, progress=progress)
        if lock is None:
            return _read_upgraded(connection, path, version, progress)
        found = _read_upgraded(
            connection, path, version, progress
        )  # before anything is written anywhere
        backups.back_up(connection, path, found.uuid)
    # Whoever finds the -wal file after a crash in the next lines has to know whose it is.
    if left_over is None:
        lock.note("", 0)
    else:
        lock.note(left_over.token, left_over.changes, records=left_over.records)
    with closing(connect(path, read_only=False)) as connection:
        with transaction(connection):
            schema.migrate(connection, version)
        return read_everything(connection, path)


def _read_upgraded(
    connection: sqlite3.Connection, path: Path, version: int, progress: Progress | None
) -> Everything:
    """Bring a copy of an older file up to date, in memory, and read that."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        connection.backup(copy)
        with transaction(copy):
            schema.migrate(copy, version)
        return read_everything(copy, path, progress=progress)


def _has_foreign_wal(path: Path, left_over: Holder | None) -> bool:
    """Say whether the `-wal` file belongs to another file that was at this path.

    While a study is open, the file itself carries a token before its `-wal` file has anything in
    it, and the lock file says which file that is. SQLite would mix what does not belong together.
    """
    wal = wal_path(path)
    if not wal.exists() or wal.stat().st_size == 0:
        return False
    if left_over is not None and left_over.file in ("", identify(path.stat())):
        return False
    try:
        with closing(connect(path, read_only=True, alone=True)) as connection:
            read_version(connection, path)
            found = connection.execute("SELECT value FROM state WHERE key = ?", (OPEN,)).fetchone()
    except (sqlite3.Error, UnicodeError, StudyFileError):  # damaged: to be told, not to be mended
        return False
    return found is None or (left_over is not None and found[0] != left_over.token)


def _set_wal_aside(path: Path, lock: Lock | None) -> str:
    """Rename a `-wal` file that belongs to another file; say where it is."""
    wal = wal_path(path)
    if lock is None:
        raise StudyFileError(
            f"{wal} beside the study belongs to another file that was there before; move it away."
        )
    aside = choose_free(path.with_name(f"{path.name}.wal-of-before"))
    wal.rename(aside)
    wal.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return (
        "Another file was at this place while it was open, and was replaced by this one. What was "
        f"written last there is in {aside}; look for a copy that was saved then."
    )


def _find_incident(found: Everything, left_over: Holder | None) -> str | None:
    """Say what may be missing in a study that was not closed."""
    token = found.state.get(OPEN)
    if token is None:
        return None
    if left_over is None or left_over.token != token:
        return (
            "This copy was made while the study was open, or lost files that lay beside it "
            "(-wal, -lock): its newest answers may be missing."
        )
    missing = left_over.changes - count_changes(found)
    if not left_over.changes:  # an older SortRank
        missing = left_over.records - count_lines(found)
    if missing > 0:
        return (
            f"What was saved last is missing ({missing} answers, texts or other changes): "
            "the -wal file was lost or damaged."
        )
    return None
