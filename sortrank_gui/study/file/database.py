"""Connections to a study's SQLite file, and its errors as sentences."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import quote

from sortrank_gui.errors import StudyFileError
from sortrank_gui.limits import LONGEST_READ_SECONDS, MOST_PICTURE_BYTES

SYNCHRONOUS = "FULL"
_OLDEST = (3, 37, 0)
_PATIENCE_SECONDS = 5.0
_NO_ROOM = ("SQLITE_FULL",)
_NO_WRITING = ("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")
_NOT_OURS = ("SQLITE_NOTADB",)
_STEPS = 100_000
"""Of SQLite's machine, between two looks at the clock."""
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MOST_PICTURE_BYTES + 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 64,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 64,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 8,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 1,  # VACUUM needs it
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 64,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_DEFENCES = {"SQLITE_DBCONFIG_DEFENSIVE": True, "SQLITE_DBCONFIG_ENABLE_TRIGGER": False}
_DEFENCES |= {"SQLITE_DBCONFIG_ENABLE_VIEW": False, "SQLITE_DBCONFIG_TRUSTED_SCHEMA": False}


def wal_path(path: Path) -> Path:
    """Return the file with the newest changes, which SQLite keeps beside an open study."""
    return path.with_name(path.name + "-wal")


def index_path(path: Path) -> Path:
    """Return the file by which SQLite finds in the `-wal` file what it needs."""
    return path.with_name(path.name + "-shm")


def connect(path: Path, *, read_only: bool, alone: bool = False) -> sqlite3.Connection:
    """Open a connection; a writing one waits for the disk with every commit.

    A file without a `-wal` file beside it has no writer. SQLite is told so, or it would leave files
    there; such a connection must be used at once and closed. So is one that reads the file `alone`,
    whatever its `-wal` file says.
    """
    require_strict_tables()
    require_name(path)
    require_plain_files(path)
    mode = "rw"
    if read_only:
        mode = "ro" if wal_path(path).exists() and not alone else "ro&immutable=1"
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=_PATIENCE_SECONDS,
    )
    defend(connection)
    if read_only:
        _limit_time(connection)
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA secure_delete = ON").fetchone()  # what is gone is overwritten
        wait_for_disk(connection)
    return connection


def defend(connection: sqlite3.Connection) -> None:
    """Let nothing in a stranger's file act, or grow beyond what studies need."""
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    if (configure := getattr(connection, "setconfig", None)) is not None:  # Python 3.12 on
        for name, wanted in _DEFENCES.items():
            configure(getattr(sqlite3, name), wanted)
    connection.execute("PRAGMA trusted_schema = OFF")


def require_name(path: Path) -> None:
    """Raise where a path is no text: on Linux a name may be any bytes, and SQLite takes UTF-8."""
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError as error:
        raise StudyFileError(
            f"{path} can't be opened: its name, or that of a folder, is not written in UTF-8. "
            "Give it another name."
        ) from error


def require_plain_files(path: Path) -> None:
    """Raise where a study is no file, or one that SQLite would use beside it leads elsewhere."""
    with suppress(OSError):  # which SQLite will tell
        if not stat.S_ISREG(os.stat(path).st_mode):  # it would wait for a pipe's writer
            raise StudyFileError(f"{path} is no file.")
    for end in ("-wal", "-shm", "-journal"):
        beside = path.with_name(path.name + end)
        try:
            found = os.lstat(beside)
        except OSError:
            continue
        if end == "-journal":
            what = "is a file that SortRank never makes"
        elif not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            what = "is not a file of its own, but leads to another one"
        else:
            continue
        raise StudyFileError(f"{path} is not opened: {beside.name} beside it {what}. Move it away.")


def has_free_pages(connection: sqlite3.Connection) -> bool:
    """Say whether there are pages that SQLite writes over next."""
    return bool(connection.execute("PRAGMA freelist_count").fetchone() != (0,))


def require_sound_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Raise where a page is in use twice, or is in use and counts as free.

    SQLite would write new answers over it, and nothing that is read tells it. This takes a second
    for a gigabyte, so it is asked only where pages are free, or become free.
    """
    ((line, *_),) = connection.execute("PRAGMA quick_check(1)").fetchall()
    if line != "ok":
        why = " ".join(str(line).replace("*** in database main ***", "").split())
        raise StudyFileError(
            f"{path} is damaged, so nothing can be saved in it: {why}. It can still be exported; "
            "get a backup with “sortrank restore”."
        )


def _limit_time(connection: sqlite3.Connection) -> None:
    """Let a connection for reading end with an error where it takes too long."""
    latest = monotonic() + LONGEST_READ_SECONDS

    def is_late() -> bool:
        return monotonic() > latest

    connection.set_progress_handler(is_late, _STEPS)


def wait_for_disk(connection: sqlite3.Connection) -> None:
    """Let every commit wait until the disk has it."""
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")


def require_strict_tables() -> None:
    """Raise where SQLite is too old to keep to the types of columns."""
    if sqlite3.sqlite_version_info < _OLDEST:
        raise StudyFileError(
            f"SortRank needs SQLite {'.'.join(map(str, _OLDEST))} or newer, and this Python has "
            f"{sqlite3.sqlite_version}. Use a newer Python."
        )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what is done inside, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


@contextmanager
def sentences(path: Path, doing: str) -> Iterator[None]:
    """Turn SQLite's errors into ones that a user can act on."""
    try:
        yield
    except sqlite3.ProgrammingError:  # our mistake, such as another thread
        raise
    except (sqlite3.Error, UnicodeError, MemoryError, OverflowError) as error:
        raise StudyFileError(_explain(path, doing, error)) from error


def _explain(path: Path, doing: str, error: Exception) -> str:
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith(_NO_ROOM):
        return (
            f"The disk is full, so SortRank could not {doing} in {path}. "
            "What was there before is safe; make room and try again."
        )
    if name.startswith(_NO_WRITING):
        return f"{path} can't be written to, so SortRank could not {doing}. Copy it elsewhere."
    if name.startswith("SQLITE_INTERRUPT"):
        return f"{path} took too long to read, so SortRank could not {doing}; it may be damaged."
    if name.startswith(_NOT_OURS):
        return f"{path} is not a SortRank study, or it is damaged at its very beginning."
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"Another program keeps {path} busy, so SortRank could not {doing}. Try again."
    if name.startswith("SQLITE_CANTOPEN") and wal_path(path).exists():
        return (
            f"SortRank could not {doing} in {path}: {error}. If it lies in a folder that is "
            "read-only, copy it elsewhere, together with the file beside it that ends in -wal."
        )
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")):
        return f"The disk failed while SortRank tried to {doing} in {path}: {error}. Try again."
    return (
        f"{path} is damaged, so SortRank could not {doing}: {error}. "
        "Get a backup with “sortrank restore”."
    )
