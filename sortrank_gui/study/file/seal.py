"""The seal of a study: a digest of the rows that no other digest covers.

How it works
------------
Records and events are links of chains, design and items have a digest, pictures are named by
theirs. What is left are few rows: which people and sessions there are, sorts, notes, incidents,
when the study was made. One digest over all of them stands in the file's state, written anew with
every commit but those of single records and events. Where a merge made two of a sort, it covers
too which of both each record told, which a record's own digest leaves out (`told_sorts`); records
behind the seal's last one are not looked at, but closing seals them. A file without a seal, of an
older SortRank, gets one when it is opened.
"""

import json
import sqlite3
from collections.abc import Iterator
from hashlib import blake2b

from sortrank_gui.errors import StudyFileError

SEAL = "seal"
"""The key of the file's state."""
_LOOSE = (
    "SELECT uuid, created_at FROM study",
    "SELECT key FROM state WHERE key = 'demo'",
    "SELECT id, uuid, number FROM sessions ORDER BY id",
    "SELECT * FROM participants ORDER BY id",
    "SELECT * FROM sorts ORDER BY id",
    "SELECT * FROM notes ORDER BY id",
    "SELECT * FROM incidents ORDER BY id",
)
_FORKED = (
    "SELECT id FROM sorts WHERE parent IS NOT NULL "
    "UNION SELECT parent FROM sorts WHERE parent IS NOT NULL"
)


def write_seal(connection: sqlite3.Connection) -> None:
    """Seal what stands in the file now, inside the caller's transaction."""
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM journal").fetchone()
    row = (SEAL, f"{last} {_digest(connection, last)}")
    connection.execute("REPLACE INTO state VALUES (?, ?)", row)


def verify_seal(connection: sqlite3.Connection, told: str | None) -> None:
    """Raise where a sealed row is another than it was, or missing; no seal is let pass."""
    if told is None:
        return
    last, _, digest = told.partition(" ")
    if not last.isdecimal() or digest != _digest(connection, int(last)):
        raise StudyFileError("A session, a note, a sort or another row is not as it was saved")


def _digest(connection: sqlite3.Connection, last: int) -> str:
    digest = blake2b(digest_size=16)
    for row in _list_rows(connection, last):
        digest.update(json.dumps(row, default=str).encode() + b"\n")
    return digest.hexdigest()


def _list_rows(connection: sqlite3.Connection, last: int) -> Iterator[tuple[object, ...]]:
    for number, query in enumerate(_LOOSE):
        yield from ((number, *row) for row in connection.execute(query))
    if connection.execute(_FORKED).fetchone() is not None:
        query = f"SELECT id, sort FROM journal WHERE id <= ? AND sort IN ({_FORKED}) ORDER BY id"
        yield from connection.execute(query, (last,))
