"""The file under an open study: its lock, its commits, its backup, and how it is closed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

from sortrank_gui.errors import StudyAstrayError, StudyFileError
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.database import connect, sentences, transaction
from sortrank_gui.study.file.forgetting import clear_withdrawal, is_withdrawal_open
from sortrank_gui.study.file.later_backups import LATER, clear_due, mark_due, read_due
from sortrank_gui.study.file.locking import Lock
from sortrank_gui.study.file.opened import OpenedStudy
from sortrank_gui.study.file.reading import (
    CHANGES,
    Everything,
    count_changes,
    read_everything,
)
from sortrank_gui.study.file.rescuing import rescue, write_everything
from sortrank_gui.study.file.roll import ROLL, write_roll
from sortrank_gui.study.file.seal import write_seal

OPEN = "open"
"""The key of the token that a study carries while it is open."""
_PARKED: list[sqlite3.Connection] = []
"""Never closed: SQLite would write into, or delete, files that are somebody else's by now."""


class SavingStudy(OpenedStudy):
    """An open study that is locked, and whose file is at its path whenever something is saved."""

    def __init__(
        self,
        path: Path,
        found: Everything,
        notices: list[str],
        connection: sqlite3.Connection | None = None,
        lock: Lock | None = None,
    ) -> None:
        super().__init__(path, found, notices, connection)
        self._lock, self._token = lock, ""
        self._changes = count_changes(found)
        due = None if lock is None else read_due(path, found.uuid)
        # After a crash nobody has backed the last answers up.
        self._backed_up = -1 if OPEN in found.state or due is not None else self._changes
        if due:
            notices.append(f"The last backup could not be made: {due}")
        self._rescued = -1
        self.farewell = ""
        """What is to be said about a file that was not at its path any more when it was closed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written; `notices` says why."""
        return self._lock is None

    def back_up(self) -> Path:
        """Write a verified backup into the data folder and return its path."""
        made = backups.back_up(self._connection, self.path, self.uuid)
        self._backed_up = self._changes
        clear_due(self.path, self.uuid)
        return made

    def forget_for_good(self) -> None:
        """Leave nothing of who withdrew: in bytes of the file, and in older backups."""
        self._clean()
        LATER.end(self.path)
        backups.remove_own(self.path, self.uuid, but=self.back_up())
        clear_withdrawal(self.path, self.uuid)

    def finish_withdrawal(self) -> None:
        """Forget what a withdrawal left behind that was interrupted."""
        if not is_withdrawal_open(self.path, self.uuid, self.events):
            return
        try:
            self.forget_for_good()
        except StudyFileError as error:
            self.notices.append(f"Something of who withdrew may be left: {error}")

    def _clean(self) -> None:
        """Leave nothing in the file's bytes of what was removed; takes a while with pictures."""
        with sentences(self.path, "overwrite what was removed"):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._connection.execute("VACUUM")
            busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._note_written()
        if busy:
            raise StudyFileError(
                f"Another program reads {self.path}, so its -wal file still has what was removed. "
                "Close it there; then closing the study here removes the rest."
            )

    def require_here(self) -> None:
        """Raise where the path leads to another file than the open one, or where that changed.

        What another program wrote into it is read and compared.
        """
        hold = None if self._lock is None else self._lock.hold
        if hold is None:
            return
        hold.require_here()
        with sentences(self.path, "look at it"):
            hold.require_untouched(self._connection)
        if not hold.is_as_left:
            self._require_same()
            self._note_written()

    def _require_same(self) -> None:
        sentence = f"Another program wrote into {self.path} while it was open."
        try:
            with closing(connect(self.path, read_only=True)) as other:
                there = read_everything(other, self.path)
        except (StudyFileError, sqlite3.Error) as error:
            raise StudyAstrayError(f"{sentence} Save a copy, which has everything.") from error
        if _list_saved(there) != _list_saved(self._found):
            raise StudyAstrayError(f"{sentence} Save a copy, which has everything.")

    @contextmanager
    def _saving(self, doing: str, *, chained: bool = False) -> Iterator[None]:
        """Commit what is done inside, or nothing of it, into the file that is at the path.

        Only what a chain of digests takes up needs no new seal.
        """
        with sentences(self.path, doing):
            connection = self._connection
            hold = None if self._lock is None else self._lock.hold
            self.require_here()
            try:
                with transaction(connection):
                    if hold is not None:
                        hold.require_untouched(connection)
                    yield
                    self._write_changes(self._changes + 1)
                    if not chained:
                        write_seal(connection)
            except BaseException:
                if hold is not None:
                    hold.note_failure()
                raise
            if hold is not None:
                hold.note_commit(connection)
            self._changes += 1
            self._note_changes()

    def _note_written(self) -> None:
        if self._lock is not None and self._lock.hold is not None:
            self._lock.hold.note_written()

    def close(self) -> None:
        """Leave one complete file, and see to a backup if there is anything new.

        A file that is not at its path any more stays as it is, and a copy of everything is saved.
        """
        if self._lock is None:
            return
        LATER.end(self.path)
        try:
            self.require_here()
        except StudyAstrayError as error:
            self._close_astray(error)
            return
        except StudyFileError:
            pass  # a disk that fails: all answers are safe, and the next opening tidies up
        else:
            self.finish_withdrawal()
        is_due = self._changes > self._backed_up and self._see_to_backup()
        lock, connection = self._lock, self._connection
        self._lock = self._writing = None
        try:
            with transaction(connection):
                connection.execute("DELETE FROM state WHERE key = ?", (OPEN,))
                write_seal(connection)
            if lock.hold is not None:
                lock.hold.note_commit(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            connection.close()
        except StudyAstrayError as error:  # within the last moments
            self._lock, self._writing = lock, connection
            self._close_astray(error)
        except sqlite3.Error:  # all answers are safe; the next opening tidies up
            with suppress(sqlite3.Error):
                connection.close()
            lock.abandon()
        else:
            lock.release()
            if is_due:
                LATER.start(self.path)

    def _see_to_backup(self) -> bool:
        """Make a backup, or say that one is due, which is made once the file is closed."""
        try:
            if LATER.is_on:
                mark_due(self.path, self.uuid)
                return True
            self.back_up()
        except Exception as error:  # whatever is wrong with a backup, the study gets closed
            self.notices.append(f"No backup could be made: {error}")
        return False

    def save_copy(self, target: Path) -> None:
        """Write everything that was acknowledged into a new file, whatever became of this one."""
        write_everything(self._found, self._connection, target)
        self._rescued = self._changes

    def _close_astray(self, error: StudyFileError) -> None:
        """Save a copy of everything, unless there is one; leave alone what lies at the path now."""
        assert self._lock is not None
        lock, connection = self._lock, self._connection
        if self._rescued < self._changes:
            self.farewell = str(error)
            try:
                copy = rescue(self._found, connection, self.path)
                self.farewell += f" A copy with everything is in {copy}."
            except (StudyFileError, OSError) as failed:
                self.farewell += f" No copy could be saved: {failed}"
            self.notices.append(self.farewell)
        self._lock = self._writing = None
        if lock.hold is not None and lock.hold.may_close:
            with suppress(sqlite3.Error):
                connection.execute("DELETE FROM state WHERE key = ?", (OPEN,))
            connection.close()
        else:
            _PARKED.append(connection)
        lock.release()

    def abandon(self) -> None:
        """Let go of the file as it is; the next opening tidies up."""
        LATER.end(self.path)
        if self._writing is not None:
            self._writing.close()
        if self._lock is not None:
            self._lock.abandon()
        self._writing = self._lock = None

    def mark_open(self, incident: str | None) -> None:
        """Say in the file that it is open.

        The lock file says so first. After a crash the token stays as it was: whenever this process
        ends, both files either agree, or the incident is still to be found by the next one.
        """
        crashed = self._found.state.get(OPEN)
        self._token = crashed if crashed is not None and incident is None else str(uuid4())
        self._note_changes()
        with sentences(self.path, "open it"):
            with transaction(self._connection):
                self._write_changes(self._changes)
                self._connection.execute("REPLACE INTO state VALUES (?, ?)", (OPEN, self._token))
                if ROLL not in self._found.state:
                    write_roll(self._connection)
                if incident is not None:
                    row = (utc_now(), incident)
                    self._insert("INSERT INTO incidents (at, sentence) VALUES (?, ?)", row)
                    self._found.incidents.append(row)
                write_seal(self._connection)
            # Into the file itself: a copy without its -wal file shall know that it lacks something.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if self._lock is not None and self._lock.hold is not None:
                self._lock.hold.begin(self._connection)
        if LATER.is_on and read_due(self.path, self.uuid) is not None:
            LATER.start(self.path)

    def _write_changes(self, count: int) -> None:
        """Let the file say how often something was saved, in the transaction that saves it."""
        statement = "INSERT INTO state VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = ?2"
        self._connection.execute(statement, (CHANGES, str(count)))

    def _note_changes(self) -> None:
        """Let the lock file say how much is safe."""
        if self._lock is not None:
            self._lock.note(self._token, self._changes)

    def _insert(self, statement: str, row: tuple[object, ...]) -> int:
        return int(self._connection.execute(statement, row).lastrowid or 0)

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._writing is None:
            raise StudyFileError(" ".join(self.notices) or f"{self.path} is open for reading only.")
        return self._writing


def _list_saved(study: Everything) -> tuple[object, ...]:
    """Return all that was saved in a study and that another program might have changed."""
    sessions = [(row.uuid, row.participant, row.sort) for row in study.sessions.values()]
    lines = (study.records, study.events, study.notes)
    return study.uuid, study.content, sessions, study.sorts, *lines
