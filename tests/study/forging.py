"""Forges study files: other words in them, and all digests right again, as an attacker would."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sortrank_gui.study.design.content import Content, _read_variants, _split
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.events import HEAD, StudyEvent, link_anew, tell_head
from sortrank_gui.study.file.journal import Record, chain, first_link
from sortrank_gui.study.file.seal import write_seal
from sortrank_gui.study.items.items import Item


def forge(path: Path, *statements: str, values: Sequence[object] = ()) -> None:
    """Run statements in a study, without checks and keys, and make all digests right again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement, values if "?" in statement else ())
        reseal(connection)


def replace_schema(path: Path, table: str, old: str, new: str) -> None:
    """Change the SQL of a table behind SQLite's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?", (old, new, table)
        )


def reseal(connection: sqlite3.Connection) -> None:
    """Make the digests of content, sessions and events right for what stands there now."""
    (design, uuid) = connection.execute("SELECT design, uuid FROM study").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    extras = "id, tags" if version >= 4 else "id, ''"
    rows = connection.execute(
        f"SELECT name, text, coalesce(image, ''), truth, {extras} FROM items ORDER BY id"
    ).fetchall()
    variants = _read_variants(connection) if version >= 4 else {}
    known = tuple(row[3] for row in rows if row[3] is not None)
    items = tuple(
        Item(name, None, text, image, _split(tags), tuple(variants.get(number, ())))
        for name, text, image, _, number, tags in rows
    )
    content = Content(Design("", ""), items, known or None)
    connection.execute("UPDATE study SET digest = ?", (content.digest_with(design),))
    _reseal_sessions(connection, uuid)
    if version >= 3:
        _reseal_events(connection, uuid)
    if version >= 4:
        write_seal(connection)


def _reseal_sessions(connection: sqlite3.Connection, uuid: str) -> None:
    sessions = connection.execute(
        "SELECT s.id, s.uuid, p.code, s.number, s.seed, o.strategy FROM sessions s "
        "JOIN participants p ON p.id = s.participant JOIN sorts o ON o.id = s.sort"
    ).fetchall()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    columns = schema.RECORD_COLUMNS
    if version < 3:
        columns = columns.replace("detail", "NULL")
    if version < 4:
        columns = columns.replace("question", "NULL")
    for number, *facts in sessions:
        head, count = first_link(uuid, *facts), 0
        query = f"SELECT {columns}, id FROM journal WHERE session = ? ORDER BY id"
        for *row, place in connection.execute(query, (number,)).fetchall():
            record = Record._make(row)
            head, count = chain(head, record), record.seq
            connection.execute("UPDATE journal SET digest = ? WHERE id = ?", (head, place))
        facts_now = (count, head, number)
        connection.execute("UPDATE sessions SET records = ?, head = ? WHERE id = ?", facts_now)


def _reseal_events(connection: sqlite3.Connection, uuid: str) -> None:
    rows = connection.execute("SELECT seq, at, kind, session, data, digest FROM events").fetchall()
    linked = link_anew(uuid, map(StudyEvent._make, rows))
    connection.execute("DELETE FROM events")
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", linked)
    for last in linked[-1:]:
        connection.execute("REPLACE INTO state VALUES (?, ?)", (HEAD, tell_head(last)))
