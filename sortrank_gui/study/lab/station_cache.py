"""What a station remembers of the server, beside its own file: it may be lost without harm.

A station that starts while the server is gone goes on from here: with the answers that common sorts
had been told, and with what of its own had arrived.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sortrank_gui.study.lab.lab_sort import Heard

_TABLES = """
CREATE TABLE IF NOT EXISTS told (
    sort TEXT, clock INTEGER, left_item INTEGER, right_item INTEGER, answer TEXT,
    PRIMARY KEY (sort, clock)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS arrived (session TEXT PRIMARY KEY, seq INTEGER) STRICT;
"""


class StationCache:
    """A small database of which only the link's thread knows; all that fails is let be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.Error:  # damaged: it is only a cache
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("PRAGMA synchronous = OFF")
            connection.executescript(_TABLES)
        except BaseException:
            connection.close()
            raise
        return connection

    def read_told(self, sort: str) -> list[Heard]:
        """Return what a sort was told."""
        query = (
            "SELECT clock, left_item, right_item, answer FROM told WHERE sort = ? ORDER BY clock"
        )
        with suppress(sqlite3.Error):
            return [Heard(*row) for row in self._connection.execute(query, (sort,))]
        return []

    def add_told(self, sort: str, news: Iterable[Heard]) -> None:
        """Remember what a sort was told since, in one transaction: a second of it may be much."""
        with suppress(sqlite3.Error), self._connection:
            self._connection.executemany(
                "INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?, ?)",
                [(sort, *heard) for heard in news],
            )

    def forget_told(self, sort: str) -> None:
        """Begin a sort anew."""
        with suppress(sqlite3.Error), self._connection:
            self._connection.execute("DELETE FROM told WHERE sort = ?", (sort,))

    def read_arrived(self) -> dict[str, int]:
        """Return how many records of each session the server has, as far as is known."""
        with suppress(sqlite3.Error):
            return dict(self._connection.execute("SELECT session, seq FROM arrived").fetchall())
        return {}

    def note_arrived(self, session: str, seq: int) -> None:
        """Remember how many records of a session the server has."""
        with suppress(sqlite3.Error), self._connection:
            self._connection.execute("REPLACE INTO arrived VALUES (?, ?)", (session, seq))

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._connection.close()
