"""The hold on the file itself of an open study, and whether its path still leads to it.

How it works
------------
Sync programs replace files, people move and delete them, and an open database goes on writing into
a file that nobody finds again. So an open study holds its file by a descriptor of its own, with a
lock on it that any other name of the file meets, too. Before each commit the path is compared with
what is held, and so are name, size and first bytes of the `-wal` file, which has the newest
answers; these are calls of microseconds. Who wrote into the file meanwhile shows in the time of its
last change: then it is read anew and compared. After each commit, which waits for the disk, all
that is compared again before the answer is acknowledged. That works as SQLite moves nothing from
the `-wal` file into the study by itself while a study is open: it does so when it is told. On
Windows an open file can be neither replaced, moved nor deleted.
"""

import os
import re
import sqlite3
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sortrank_gui.errors import StudyAstrayError, StudyFileError
from sortrank_gui.file_locks import try_lock_database
from sortrank_gui.study.file.database import index_path, wal_path

_BUILDING = re.compile(r"\.[0-9a-f]{8}\.new")
_OFFER = "Nothing can be saved there; save a copy, which has everything so far."
_HEADER_BYTES = 32
_MOST_COMMITS, _MOST_GROWN = 250, 4_000_000
"""Into a `-wal` file, before it is moved into the study."""


def identify(found: os.stat_result) -> str:
    """Return what tells a file from all others, by whatever name."""
    return f"{found.st_dev:x}:{found.st_ino:x}"


@dataclass(frozen=True, slots=True)
class _Wal:
    """A `-wal` file as a commit left it."""

    identity: str
    size: int
    header: bytes
    """Other ones with each beginning from the front, and with each study."""


class Hold:
    """A study's file, held by a descriptor."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        self.identity = identify(os.fstat(descriptor))
        self._wal: _Wal | None = None
        self._moved = False
        """Whether the `-wal` file may begin from the front with the next commit."""
        self._commits, self._grown = 0, 0
        self._index: os.stat_result | None = None
        self._changed: tuple[int, int] | None = None
        self._version: int | None = None
        self._lost = ""
        """What was wrong after a commit; the file may have more than was acknowledged then."""

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """Return the hold, or None if somebody else has it under another name."""
        flags = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        try:
            descriptor = os.open(path, flags)
        except OSError as error:
            raise StudyFileError(f"{path} can't be opened: {error.strerror}.") from error
        try:
            _require_one_name(path, descriptor)
            if try_lock_database(descriptor):
                return cls(path, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        return None

    def begin(self, connection: sqlite3.Connection) -> None:
        """Remember what SQLite says about the data, which changes only by what others write."""
        connection.execute("PRAGMA wal_autocheckpoint = 0").fetchone()
        (self._version,) = connection.execute("PRAGMA data_version").fetchone()
        self.note_written()

    def note_written(self) -> None:
        """Remember the file and its `-wal` file as they were left; after a commit nothing fails."""
        with suppress(OSError):
            self._wal, self._moved = _read_wal(self._path), True
            self._commits = self._grown = 0
        with suppress(OSError):
            self._changed = _read_change(self._descriptor)
        self._note_index()

    def note_commit(self, connection: sqlite3.Connection) -> None:
        """Raise unless a commit is where it belongs; move what many wrote into the study."""
        before = self._wal
        try:
            self._require_path()
            if not self.is_as_left:
                raise StudyAstrayError(
                    f"Another program wrote into {self._path} while it was open. {_OFFER}"
                )
            self._wal = _read_wal_after(self._path, before, moved=self._moved)
        except StudyAstrayError as error:
            self._lost = str(error)
            raise
        if before is None or before.header != self._wal.header:
            self._moved = False
        self._note_index()
        self._commits += 1
        self._grown += self._wal.size - (0 if before is None else before.size)
        if self._commits >= _MOST_COMMITS or self._grown >= _MOST_GROWN:
            with suppress(sqlite3.Error):  # all is safe in the -wal file
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            self.note_written()

    def note_failure(self) -> None:
        """Take in what a commit that failed may have left at the end of the `-wal` file."""
        with suppress(StudyAstrayError):
            self._wal = _read_wal_after(self._path, self._wal, moved=self._moved)

    def require_here(self) -> None:
        """Raise where the study's path leads to another file now, or to none."""
        if self._lost:
            raise StudyAstrayError(self._lost)
        self._require_path()
        if self._wal is not None and not self.owns_wal:
            raise StudyAstrayError(_describe_wal(self._path))
        self._mend_index()

    def _require_path(self) -> None:
        try:
            there = os.stat(self._path)
        except OSError:
            raise StudyAstrayError(
                f"{self._path} was moved or deleted while it was open. {_OFFER}"
            ) from None
        if identify(there) != self.identity:
            raise StudyAstrayError(
                f"{self._path} was replaced by another file while it was open. {_OFFER}"
            )

    def _note_index(self) -> None:
        with suppress(OSError):
            self._index = os.stat(index_path(self._path))

    def _mend_index(self) -> None:
        """Give SQLite's index of the `-wal` file its size back: zeros are an index to be made anew.

        It is shared memory: whoever reads where it was cut off is ended by the system.
        """
        with suppress(OSError):
            there, known = os.stat(index_path(self._path)), self._index
            is_cut = known is not None and there.st_size < known.st_size
            if is_cut and known is not None and os.path.samestat(there, known):
                os.truncate(index_path(self._path), known.st_size)

    def require_untouched(self, connection: sqlite3.Connection) -> None:
        """Raise where another program wrote into the study by SQLite, in a transaction of ours."""
        if connection.execute("PRAGMA data_version").fetchone() != (self._version,):
            raise StudyAstrayError(
                f"Another program wrote into {self._path} while it was open. {_OFFER}"
            )

    @property
    def is_as_left(self) -> bool:
        """Whether nobody wrote into the file since `note_written`."""
        return self._changed == _read_change(self._descriptor)

    @property
    def may_close(self) -> bool:
        """Whether SQLite may empty and remove its `-wal` file: it writes into this file then."""
        return self.owns_wal and self.is_as_left

    @property
    def owns_wal(self) -> bool:
        """Whether the `-wal` file at its path is the one of this study, as it was left."""
        try:
            return _read_wal(self._path) == self._wal
        except OSError:
            return False

    def release(self) -> None:
        """Let go of the file; only after SQLite did, which would lose its locks."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _read_change(descriptor: int) -> tuple[int, int]:
    found = os.fstat(descriptor)
    return found.st_mtime_ns, found.st_size


def _read_wal(path: Path) -> _Wal:
    with open(wal_path(path), "rb", buffering=0) as file:
        found = os.fstat(file.fileno())
        return _Wal(identify(found), found.st_size, file.read(_HEADER_BYTES))


def _read_wal_after(path: Path, before: _Wal | None, *, moved: bool) -> _Wal:
    """Return the `-wal` file after a commit; raise where it is not the one that was written."""
    try:
        after = _read_wal(path)
    except OSError as error:
        raise StudyAstrayError(_describe_wal(path)) from error
    if before is not None:
        goes_on = moved or after.header == before.header
        if after.identity != before.identity or after.size < before.size or not goes_on:
            raise StudyAstrayError(_describe_wal(path))
    return after


def _describe_wal(path: Path) -> str:
    return (
        f"{wal_path(path)}, which has the newest answers, was removed, replaced or changed while "
        f"the study was open. {_OFFER}"
    )


def _require_one_name(path: Path, descriptor: int) -> None:
    """Raise where a study has several names; one that a crash of ours left is removed."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise StudyFileError(f"{path} is no file.")
    if found.st_nlink < 2:
        return
    for other in path.parent.glob(f".{_escape(path.name)}.*.new"):
        rest = other.name.removeprefix(f".{path.name}")
        with suppress(OSError):
            if _BUILDING.fullmatch(rest) and os.path.samestat(os.lstat(other), found):
                other.unlink()
    names = os.fstat(descriptor).st_nlink
    if names > 1:
        raise StudyFileError(
            f"{path} has {names} names (hard links), under which two programs could write it at "
            "once; it is open for reading only. Copy it to get a file of its own."
        )


def _escape(name: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", name)
