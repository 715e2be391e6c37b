"""The hold on the file itself of an open study, and whether its path still leads to it.

How it works
------------
Sync programs replace files, people move and delete them, and an open database goes on writing into
a file that nobody finds again. So an open study holds its file by a descriptor of its own, with a
lock on it that any other name of the file meets, too. Before each commit the path is compared with
what is held, and so is the path of the `-wal` file, which has the newest answers; both are calls of
microseconds. Who wrote into the file meanwhile shows in the time of its last change: then it is
read anew and compared. On Windows an open file can be neither replaced, moved nor deleted.
"""

import os
import re
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import Self

from sortrank_gui.errors import StudyAstrayError, StudyFileError
from sortrank_gui.file_locks import try_lock_database
from sortrank_gui.study.file.database import wal_path

_BUILDING = re.compile(r"\.[0-9a-f]{8}\.new")
_OFFER = "Nothing can be saved there; save a copy, which has everything so far."


def identify(found: os.stat_result) -> str:
    """Return what tells a file from all others, by whatever name."""
    return f"{found.st_dev:x}:{found.st_ino:x}"


class Hold:
    """A study's file, held by a descriptor."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        self.identity = identify(os.fstat(descriptor))
        self._wal: str | None = None
        self._changed: tuple[int, int] | None = None
        self._version: int | None = None

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
        (self._version,) = connection.execute("PRAGMA data_version").fetchone()
        self.note_written()

    def note_written(self) -> None:
        """Remember the file and its `-wal` file as they were left; after a commit nothing fails."""
        with suppress(OSError):
            self._wal = identify(os.stat(wal_path(self._path)))
        with suppress(OSError):
            self._changed = _read_change(self._descriptor)

    def require_here(self) -> None:
        """Raise where the study's path leads to another file now, or to none."""
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
        if self._wal is not None and not self.owns_wal:
            raise StudyAstrayError(
                f"{wal_path(self._path)}, which has the newest answers, was removed or replaced "
                f"while the study was open. {_OFFER}"
            )

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
        """Whether the `-wal` file at its path is the one of this study."""
        try:
            return identify(os.stat(wal_path(self._path))) == self._wal
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
