"""Verifies the rows of a study file, one by one, before anything is made of them.

How it works
------------
SQLite keeps to types, keys and checks while it writes; a file that somebody else wrote may have
anything in its pages. So each value is compared with the type of its column, SQLite goes over
tables and indexes, and what has a form (names, times, codes) is parsed. Pictures are verified one
by one when they are read, since there may be a gigabyte of them.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from sortrank_gui.errors import StudyFileError
from sortrank_gui.limits import LONGEST_NAME, LONGEST_TEXT, MOST_COUNTED
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import IMPORTED
from sortrank_gui.study.design.validation import check_code, problems
from sortrank_gui.study.file.places import is_digest, is_uuid

_LARGE = "images"
_OF_FEW_ITEMS = ("items", "catch_pairs", "truth")
"""What may be wrong with a study that is not finished: it has fewer than two items."""
_RANGES = {
    "sorts": f"seed < 0 OR shared_steps > {MOST_COUNTED}",
    "sessions": f"seed < 0 OR number > {MOST_COUNTED} OR length(head) <> 16",
    "journal": f"max(coalesce(trial, 0), coalesce(round, 0), coalesce(step, 0), coalesce(place, 0),"
    f" coalesce(undoes, 0), coalesce(question, 0), seq) > {MOST_COUNTED}"
    " OR response_ms > 1e12 OR undoes < 1",
    "notes": f"length(text) > {LONGEST_TEXT}",
    "variants": f"length(text) > {LONGEST_TEXT} OR length(name) > {LONGEST_NAME}",
}
_LAST_ROW = 2**53
"""No study has a row of such a number. Behind the last one, 2**63 - 1, SQLite numbers new rows by
chance, so that answers would stand in another order than they were given."""
_AT_ONCE = 36
"""Conditions of one look at a table; SQLite's limit of an expression's depth is 64."""


def verify_rows(connection: sqlite3.Connection) -> None:
    """Raise where a row has a value that SortRank never writes."""
    tables = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    for table, statement in tables.fetchall():
        faults = [*_list_type_faults(connection, table)]
        # SQLite passes checks over where it can't write.
        faults += [f"NOT ({check})" for check in _list_checks(statement)]
        faults += [_RANGES[table]] if table in _RANGES else []
        for start in range(0, len(faults), _AT_ONCE):
            _require_none(connection, table, " OR ".join(faults[start : start + _AT_ONCE]))
        if table != _LARGE:
            (result,) = connection.execute(f"PRAGMA integrity_check({table})").fetchone()
            if result != "ok":
                raise StudyFileError(str(result).splitlines()[-1])
    _verify_names(connection)


def verify_values(connection: sqlite3.Connection, table: str, values: Mapping[str, object]) -> None:
    """Raise where a row that is to come has a value that nobody would read again."""
    if table not in _RANGES:
        return
    columns = ", ".join(f"? AS {name}" for name in values)
    query = f"SELECT 1 FROM (SELECT {columns}) WHERE {_RANGES[table]}"
    if connection.execute(query, tuple(values.values())).fetchone() is not None:
        raise StudyFileError(f"a row of {table} has a value that SortRank never writes.")


def verify_times(times: Iterable[str]) -> None:
    """Raise where a time is not one that SortRank writes."""
    for at in times:
        verify_time(at)


def verify_time(at: str) -> None:
    """Raise where a time is not ISO 8601 in UTC."""
    if not at.endswith("Z") or len(at) != 24:
        raise StudyFileError(f"“{at[:40]}” is no time in UTC")
    datetime.fromisoformat(at)


def verify_content(content: Content) -> None:
    """Raise where a design is one that SortRank would not save."""
    found = problems(content.design, content.items, content.truth)
    unfinished = len(content.items) < 2
    for name, sentence in found.items():
        if not (unfinished and name in _OF_FEW_ITEMS):
            raise StudyFileError(f"Its design can't be used: {name}: {sentence}")


def _verify_names(connection: sqlite3.Connection) -> None:
    for table in ("study", "sorts", "sessions"):
        if not all(is_uuid(name) for (name,) in connection.execute(f"SELECT uuid FROM {table}")):
            raise StudyFileError(f"The table {table} has a name that is no UUID")
    if not all(is_digest(name) for (name,) in connection.execute("SELECT digest FROM images")):
        raise StudyFileError("A picture has a name that is no digest")
    for (strategy,) in connection.execute("SELECT DISTINCT strategy FROM sorts"):
        if strategy != IMPORTED and not strategies.is_known(strategy):
            raise StudyFileError(f"There is no strategy “{strategy[:40]}”")
    for (code,) in connection.execute("SELECT code FROM participants"):
        if check_code(code) != code:
            raise StudyFileError(f"“{code}” is no participant's code")


def _list_type_faults(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    """Yield conditions that no row of ours meets."""
    for _, name, kind, needed, _, key in connection.execute(f"PRAGMA table_info({table})"):
        wrong = f"typeof({name}) <> '{kind.lower()}'"
        yield wrong if needed or key else f"({wrong} AND {name} IS NOT NULL)"
        if key and kind == "INTEGER":
            yield f"{name} > {_LAST_ROW}"


def _list_checks(statement: str) -> Iterator[str]:
    """Yield the conditions of a table that is exactly as we made it."""
    for start in re.finditer(r"\bCHECK \(", statement):
        depth, end = 1, start.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(statement[end], 0)
            end += 1
        yield statement[start.end() : end - 1]


def _require_none(connection: sqlite3.Connection, table: str, fault: str) -> None:
    found = connection.execute(f"SELECT rowid FROM {table} WHERE {fault} LIMIT 1").fetchone()
    if found is not None:
        raise StudyFileError(f"Row {found[0]} of the table {table} has a value of another kind")
