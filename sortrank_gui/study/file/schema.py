"""The tables of a study file, its version, and how older files become newer ones."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache

APPLICATION_ID = 0x536F5274  # “SoRt”
VERSION = 4

TABLES = """
CREATE TABLE study (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    uuid TEXT NOT NULL,
    created_at TEXT NOT NULL,
    design TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;

CREATE TABLE state (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE images (
    digest TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE items (
    id INTEGER PRIMARY KEY CHECK (id >= 0),
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    image TEXT REFERENCES images (digest),
    truth REAL,
    tags TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE participants (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE sorts (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    strategy TEXT NOT NULL,
    seed INTEGER NOT NULL,
    parent INTEGER REFERENCES sorts (id),
    shared_steps INTEGER NOT NULL DEFAULT 0 CHECK (shared_steps >= 0),
    question INTEGER NOT NULL DEFAULT 0 CHECK (question >= 0),
    condition TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    participant INTEGER NOT NULL REFERENCES participants (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    sort INTEGER NOT NULL REFERENCES sorts (id),
    seed INTEGER NOT NULL,
    records INTEGER NOT NULL CHECK (records >= 0),
    head BLOB NOT NULL
) STRICT;

CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    event TEXT NOT NULL CHECK (event IN ('start', 'answer', 'undo', 'pause', 'resume', 'end')),
    at TEXT NOT NULL,
    trial INTEGER CHECK (trial >= 1),
    kind TEXT CHECK (kind IN ('regular', 'practice', 'catch', 'repeat')),
    left_item INTEGER REFERENCES items (id),
    right_item INTEGER REFERENCES items (id),
    answer TEXT CHECK (answer IN ('left', 'right', 'equal', 'neither')),
    response_ms REAL CHECK (response_ms >= 0),
    round INTEGER CHECK (round >= 0),
    step INTEGER CHECK (step >= 0),
    place INTEGER CHECK (place >= 0),
    robot INTEGER CHECK (robot IN (0, 1)),
    undoes INTEGER,
    digest BLOB NOT NULL,
    sort INTEGER REFERENCES sorts (id),
    detail TEXT,
    question INTEGER CHECK (question >= 1),
    UNIQUE (session, seq),
    CHECK (left_item <> right_item),
    CHECK ((event = 'answer') = (trial IS NOT NULL AND kind IS NOT NULL AND left_item IS NOT NULL
        AND right_item IS NOT NULL AND answer IS NOT NULL AND response_ms IS NOT NULL)),
    CHECK ((event = 'undo') = (undoes IS NOT NULL)),
    CHECK ((step IS NULL) = (sort IS NULL))
) STRICT;

CREATE TABLE incidents (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    sentence TEXT NOT NULL
) STRICT;
"""

NOTES = """
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('note', 'reason', 'event')),
    text TEXT NOT NULL
) STRICT;
"""
EVENTS = """
CREATE TABLE events (
    seq INTEGER PRIMARY KEY CHECK (seq >= 1),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    session INTEGER REFERENCES sessions (id),
    data TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
"""
VARIANTS = """
CREATE TABLE variants (
    item INTEGER NOT NULL REFERENCES items (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    image TEXT REFERENCES images (digest),
    PRIMARY KEY (item, name)
) STRICT;
"""
_TAGS = "    tags TEXT NOT NULL DEFAULT ''"
_SORT_COLUMNS = (
    "    question INTEGER NOT NULL DEFAULT 0 CHECK (question >= 0)",
    "    condition TEXT NOT NULL DEFAULT ''",
)
_DETAIL, _QUESTION = "    detail TEXT,\n", "    question INTEGER CHECK (question >= 1),\n"
_THIRD = TABLES.replace(_QUESTION, "")
for _column in (_TAGS, *_SORT_COLUMNS):
    _THIRD = _THIRD.replace(f",\n{_column}", "")
_FIRST = _THIRD.replace(_DETAIL, "")
TABLES += NOTES + EVENTS + VARIANTS
RELEASED = {1: _FIRST, 2: _FIRST + NOTES, 3: _THIRD + NOTES + EVENTS, 4: TABLES}
"""The tables as SortRank made them in each format."""

RECORD_COLUMNS = (
    "session, seq, event, at, trial, kind, left_item, right_item, answer, response_ms, "
    "round, step, place, robot, undoes, digest, sort, detail, question"
)
"""In the order of `Record`."""

Migration = Callable[[sqlite3.Connection], None]


def _add_notes(connection: sqlite3.Connection) -> None:
    connection.execute(NOTES)


def _add_events(connection: sqlite3.Connection) -> None:
    connection.execute(EVENTS)
    connection.execute("ALTER TABLE journal ADD COLUMN detail TEXT")


def _add_questions(connection: sqlite3.Connection) -> None:
    connection.execute(VARIANTS)
    connection.execute(f"ALTER TABLE items ADD COLUMN {_TAGS.strip()}")
    for column in _SORT_COLUMNS:
        connection.execute(f"ALTER TABLE sorts ADD COLUMN {column.strip()}")
    connection.execute(f"ALTER TABLE journal ADD COLUMN {_QUESTION.strip().rstrip(',')}")


MIGRATIONS: dict[int, Migration] = {1: _add_notes, 2: _add_events, 3: _add_questions}
"""What turns a file of this version into one of the next; each runs in a transaction."""


def create_tables(connection: sqlite3.Connection) -> None:
    """Make an empty study file of the newest version."""
    _run(connection, TABLES)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file of an older version up to date, inside the transaction of the caller."""
    for step in range(version, VERSION):
        MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {step + 1}")


Entry = tuple[str, str, str, str]
"""What the schema says about a table or an index: type, name, table, SQL."""


def read_schema(connection: sqlite3.Connection) -> list[Entry]:
    """Return all that a file's schema holds; blanks in its SQL are all alike."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return sorted((str(a), str(b), str(c), " ".join(str(d).split())) for a, b, c, d in rows)


def is_ours(connection: sqlite3.Connection, version: int) -> bool:
    """Say whether a file has exactly the tables of a version, each in pages of its own."""
    pages = connection.execute("SELECT rootpage FROM sqlite_schema").fetchall()
    known = _list_known(version, TABLES if version == VERSION else RELEASED[version])
    return len(set(pages)) == len(pages) and read_schema(connection) in known


@cache
def _list_known(version: int, tables: str) -> list[list[Entry]]:
    """Return the schemas of files that were made in a version, or brought up to it."""
    known = []
    for first in range(1, version + 1):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            _run(connection, tables if first == version else RELEASED[first])
            for step in range(first, version):
                MIGRATIONS[step](connection)
            known.append(read_schema(connection))
    return known


def _run(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):
        connection.execute(statement)
