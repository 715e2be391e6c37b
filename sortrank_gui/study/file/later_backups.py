"""Backups that nobody waits for: another process makes them once a study is closed.

How it works
------------
Closing a study writes down that a backup is due, beside the study's other backups, and starts
`sortrank backup --due`, which nobody waits for. It may end at any moment: a backup gets its name
when it is complete and verified, and until then it is due. Where the process was ended before, by a
computer that was switched off, the next opening of the study starts it again; it reads the study as
it was at one moment, beside whoever writes. Closing ends a process that still reads.
"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

from sortrank_gui import program
from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import open_plain, replacing
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.database import connect, sentences, wal_path
from sortrank_gui.study.file.places import backup_place
from sortrank_gui.study.file.reading import read_version

_DUE = "due"
_LONGEST_REASON = 1000
_END_SECONDS = 5.0


class ChangedMeanwhileError(StudyFileError):
    """A study was opened and changed while it was copied: its next closing backs it up."""


class LaterBackups:
    """Starts and ends the processes of the program; scripts make their backups themselves."""

    def __init__(self) -> None:
        self._running: dict[Path, subprocess.Popen[bytes]] = {}

    @property
    def is_on(self) -> bool:
        """Whether somebody sits before this program, who should not wait."""
        return program.is_running

    def start(self, path: Path) -> None:
        """Let a process make the backup of a study that is due."""
        self.end(path)
        with suppress(OSError):  # it stays due
            self._running[path] = _start_process(path)

    def end(self, path: Path) -> None:
        """End the process that makes a study's backup, if it still does."""
        running = self._running.pop(path, None)
        if running is not None and running.poll() is None:
            running.kill()
            with suppress(subprocess.TimeoutExpired):
                running.wait(_END_SECONDS)

    def wait(self, path: Path) -> None:
        """Wait until the backup of a study is made; for whoever looks at it next."""
        running = self._running.pop(path, None)
        if running is not None:
            running.wait()


LATER = LaterBackups()


def mark_due(path: Path, uuid: str, sentence: str = "") -> None:
    """Write down that a backup of a study is due, and why the last try failed if it did."""
    folder = backup_place(backups.backup_folder(), uuid, path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(folder / _DUE, mode=0o600) as file:
        file.write(sentence)


def read_due(path: Path, uuid: str) -> str | None:
    """Return why a backup that is due could not be made, empty if nobody tried; None if none is."""
    with suppress(OSError, ValueError), open_plain(_due_path(path, uuid)) as file:
        return file.read(_LONGEST_REASON).decode(errors="replace")
    return None


def clear_due(path: Path, uuid: str) -> None:
    """Write down that the newest backup has everything."""
    with suppress(OSError):  # one too many does no harm
        _due_path(path, uuid).unlink(missing_ok=True)


def back_up_file(path: Path) -> Path:
    """Write a backup of a study as it is on disk now, whoever has it open."""
    path = path.resolve()
    with sentences(path, "back it up"), closing(connect(path, read_only=True)) as connection:
        read_version(connection, path)
        before, is_alone = path.stat(), not wal_path(path).exists()
        connection.execute("BEGIN")  # all that follows is of one moment
        (uuid,) = connection.execute("SELECT uuid FROM study").fetchone()
        due = _read_moment(_due_path(path, uuid))
        made = backups.back_up(connection, path, uuid)
    after = path.stat()
    if is_alone and (after.st_mtime_ns, after.st_size) != (before.st_mtime_ns, before.st_size):
        made.unlink()
        raise ChangedMeanwhileError(f"{path} was changed while it was copied; try again.")
    if due is not None and due == _read_moment(_due_path(path, uuid)):
        clear_due(path, uuid)
    return made


def back_up_due(path: Path) -> None:
    """Make a backup that is due, in the background; where that fails the next opening says why."""
    if sys.platform != "win32":  # there it was started so
        with suppress(OSError):
            os.nice(10)
    try:
        back_up_file(path)
    except ChangedMeanwhileError:
        return
    except (StudyFileError, OSError) as error:
        with suppress(StudyFileError, OSError, sqlite3.Error):
            with closing(connect(path, read_only=True)) as connection:
                read_version(connection, path)
                (uuid,) = connection.execute("SELECT uuid FROM study").fetchone()
            if read_due(path, uuid) is not None:
                mark_due(path, uuid, str(error))


def _due_path(path: Path, uuid: str) -> Path:
    return backup_place(backups.backup_folder(), uuid, path) / _DUE


def _read_moment(due: Path) -> int | None:
    with suppress(OSError):
        return due.stat().st_mtime_ns
    return None


def _start_process(path: Path) -> "subprocess.Popen[bytes]":
    is_bundle = getattr(sys, "frozen", False)
    start = [sys.executable] if is_bundle else [sys.executable, "-m", "sortrank_gui"]
    nothing = subprocess.DEVNULL
    command = [*start, "backup", str(path), "--due"]
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        flags |= subprocess.BELOW_NORMAL_PRIORITY_CLASS
        return subprocess.Popen(
            command, stdin=nothing, stdout=nothing, stderr=nothing, creationflags=flags
        )
    return subprocess.Popen(
        command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
    )
