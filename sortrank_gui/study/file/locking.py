"""One writer for each study file: a lock file beside it that the system clears with its process.

How it works
------------
The writer holds the system's lock on `name.sortrank-lock`. The system drops such a lock when the
process ends, however it ends, so a stale one can't be: what is left of it is a file that nobody
locks. Its text says who holds it, and how many changes the writer has acknowledged. Every commit,
whatever it is about, counts in the study and, once it is over, here; whoever finds fewer changes in
a study that was not closed knows that something was lost.
"""

import json
import os
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import sleep
from typing import Self

from sortrank_gui.errors import StudyFileError
from sortrank_gui.file_locks import open_to_lock, try_lock
from sortrank_gui.plain_json import parse_json
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.holding import Hold

_TRIES = 5
_PATIENCE_SECONDS = 0.01
_MOST_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a study open for writing, and how far it came."""

    host: str
    process: int
    since: str
    token: str
    """What the study file carries too while it is open."""
    records: int = 0
    """How many records, events and notes were saved at least, as an older SortRank counted."""
    file: str = ""
    """Which file it is, whatever its name: see `identify`."""
    changes: int = 0
    """How many changes of any kind were saved at least; 0 in lock files of an older SortRank."""

    def __str__(self) -> str:
        return f"process {self.process} on {self.host}, since {self.since}"


def lock_path(study: Path) -> Path:
    """Return the path of a study's lock file."""
    return study.with_name(study.name + "-lock")


def read_holder(study: Path) -> Holder | None:
    """Return what a lock file says, also a left-over one; None if there is none."""
    try:
        descriptor = open_to_lock(lock_path(study), os.O_RDONLY)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        return _parse(file.read(_MOST_BYTES))


def is_locked(study: Path) -> bool:
    """Say whether somebody has a study open for writing."""
    try:
        descriptor = open_to_lock(lock_path(study), os.O_RDWR)
    except OSError:
        return False
    try:
        return not try_lock(descriptor)
    except OSError:
        return True
    finally:
        os.close(descriptor)


class Lock:
    """The right to write a study; its file itself is held, too, since a lock file can go."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        self._since = utc_now()
        self.hold: Hold | None = None
        """On the study itself, where it is open."""

    @classmethod
    def take(cls, study: Path) -> Self | None:
        """Return the lock, or None if somebody else has it. Its text is not written yet."""
        path = lock_path(study)
        for _ in range(_TRIES):
            descriptor = _open(path)
            try:
                if not try_lock(descriptor):
                    os.close(descriptor)
                    sleep(_PATIENCE_SECONDS)  # it may be somebody who only looks if it is locked
                elif _is_same_file(path, descriptor):
                    return cls(path, descriptor)
                else:
                    os.close(descriptor)  # its last holder removed it meanwhile: take the new one
            except OSError as error:
                os.close(descriptor)
                raise StudyFileError(
                    f"{study} can't be locked where it is ({error.strerror}); "
                    "move it to a disk of this computer."
                ) from error
        return None

    def note(self, token: str, changes: int, *, records: int = 0) -> None:
        """Write who holds the lock and how many changes are safe; quick, and never an error."""
        file = "" if self.hold is None else self.hold.identity
        who = (socket.gethostname(), os.getpid(), self._since)
        holder = Holder(*who, token, records, file, changes)
        text = json.dumps(asdict(holder)).encode().ljust(512)
        with suppress(OSError):  # on a full disk the journal itself says what is wrong
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, text)

    def release(self) -> None:
        """Remove the lock file, unless its folder became read-only, and let others write."""
        self._let_go()
        if self._descriptor >= 0:
            if os.name == "posix" and _is_same_file(self._path, self._descriptor):
                self._remove()
            os.close(self._descriptor)
            self._descriptor = -1
            if os.name != "posix":  # Windows removes nothing that is open, by us or the next holder
                self._remove()

    def _remove(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Let others write, and leave the lock file as evidence."""
        self._let_go()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _let_go(self) -> None:
        if self.hold is not None:
            self.hold.release()


def _open(path: Path) -> int:
    try:
        return open_to_lock(path, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise StudyFileError(
            f"{path} can't be made or locked ({error.strerror}), "
            "so the study beside it can only be read."
        ) from error


def _is_same_file(path: Path, descriptor: int) -> bool:
    try:
        there = os.lstat(path)
    except OSError:
        return False
    return os.path.samestat(there, os.fstat(descriptor))


def _parse(content: bytes) -> Holder | None:
    try:
        found = Holder(**parse_json(content))
    except (ValueError, TypeError):
        return None
    texts = (found.host, found.since, found.token, found.file)
    numbers = (found.process, found.records, found.changes)
    fine = all(type(x) is str for x in texts) and all(type(x) is int for x in numbers)
    return found if fine else None
