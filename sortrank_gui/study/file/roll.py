"""The roll of a study's sessions: a session that is gone as a whole is missed there.

How it works
------------
A session's own chain tells what is missing in it, but nothing tells that there was a session. The
file's state has the number of sessions and a digest of their names, in their order, written
whenever one begins or goes. Sessions behind those of the roll are let pass: an older SortRank
writes none. So is a roll from before a withdrawal or a correction that an older one wrote.
"""

import sqlite3
from collections.abc import Iterable
from hashlib import blake2b

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.events import EventKind, StudyEvent

ROLL = "sessions"
"""The key of the file's state."""
_REWRITTEN = (EventKind.WITHDRAW, EventKind.DECLINED, EventKind.RENAME)

Name = tuple[str, str, int]
"""A session's UUID, its participant's code and its number."""


def write_roll(connection: sqlite3.Connection) -> None:
    """Write down which sessions there are, inside the caller's transaction."""
    names = connection.execute(
        "SELECT s.uuid, p.code, s.number FROM sessions s "
        "JOIN participants p ON p.id = s.participant ORDER BY s.id"
    ).fetchall()
    (events,) = connection.execute("SELECT count(*) FROM events").fetchone()
    connection.execute("REPLACE INTO state VALUES (?, ?)", (ROLL, _tell(names, events)))


def verify_roll(told: str | None, names: Iterable[Name], events: list[StudyEvent]) -> None:
    """Raise where a session of the roll is missing or another; no roll is let pass."""
    if told is None:
        return
    count, before, _ = f"{told} . .".split()[:3]
    if not (count.isdecimal() and before.isdecimal()):
        raise StudyFileError("The roll of its sessions can't be read")
    later = events[int(before) :]
    known = list(names)
    if told != _tell(known[: int(count)], int(before)) and not any(
        event.kind in _REWRITTEN for event in later
    ):
        raise StudyFileError("A whole session is missing, or is another than it was")


def _tell(names: list[Name], events: int) -> str:
    text = "\n".join("|".join(map(str, name)) for name in names)
    return f"{len(names)} {events} {blake2b(text.encode(), digest_size=16).hexdigest()}"
