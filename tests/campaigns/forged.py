"""Forges study files with right digests, and looks whether anyone is harmed by opening them.

    python -m tests.campaigns.forged --rounds 500

A value of a random column becomes another one of any type, through tables whose types and checks
are off, or a value anywhere in the JSON of the design, of an event or of an answer's detail; then
all digests are made right again. Opening must raise a sentence, or give a study that can be
checked, exported, answered and closed without any other error. One study is a plain one, the other
has blocks, conditions, variants and questionnaires.
"""

import json
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sortrank_gui.errors import InputError, SortrankError
from sortrank_gui.study.file.details import Detail, Input
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.damage import make_originals
from tests.campaigns.reporting import Figures, play_rounds, run_campaign
from tests.lab_study import make_lab
from tests.study.forging import reseal

Trail = tuple[Any, ...]
JSON_PLACES = (("study", "design"), ("events", "data"), ("journal", "detail"))
ODD: tuple[object, ...] = (
    *(0, 1, -1, 2**31, 2**64, 10**400, 1.5, float("nan"), float("inf"), 1e-320, None, True),
    *("", "x", "\ud800", "a\nb", "\x1b[2J", "\u202ex", "=1+1", "../../evil", "/tmp/evil", "\0"),
    *([], {}, [[]], [0, 0], ["\ud800"], {"refused": True}, "9" * 5000, "x" * 200_000),
    *("latin square", "alternating", "answer", "codes", "slider", "number", "date", "likert"),
)
"""Values for JSON."""
REPORTS = 0.1
"""The share of studies whose report is written, which takes seconds."""
VALUES: tuple[object, ...] = (
    *(0, 1, -1, 2**31, 2**62, -(2**62), 1.5, float("inf"), -1e300, None),
    *("", "x", "../../evil", "/tmp/evil", "=cmd", "a\nb", "\x1b[2J", "[" * 5000, "{}", "[]"),
    *('{"old": 1}', '{"trial": "x"}', "2026-02-31T00:00:00.000Z", "0" * 64, b"", b"\0" * 16),
)


def list_columns(path: Path) -> list[tuple[str, str]]:
    """Return all columns of a study."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return [
            (table, row[1])
            for (table,) in tables.fetchall()
            for row in connection.execute(f"PRAGMA table_info({table})")
        ]


def change_value(path: Path, table: str, column: str, value: object, row: int) -> None:
    """Put a value into a row, whatever its type and the table's checks say, and seal the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (sql,) = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name = ?", (table,)
        ).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        loose = "UPDATE sqlite_schema SET sql = ? WHERE name = ?"
        connection.execute(loose, (sql.removesuffix(" STRICT"), table))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        place = f"(SELECT rowid FROM {table} ORDER BY rowid LIMIT 1 OFFSET {row})"
        try:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = {place}", (value,))
            reseal(connection)
        except (sqlite3.Error, TypeError, ValueError, AttributeError, IndexError):
            pass  # a file that can't even be sealed is a damaged one
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(loose, (sql, table))


def change_json(path: Path, chance: random.Random) -> str:
    """Put an odd value somewhere into the JSON of a study, and seal the file; say where."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found = list[tuple[int, str]]()
        while not found:
            table, column = chance.choice(JSON_PLACES)
            query = f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL"
            found = connection.execute(query).fetchall()
        row, text = chance.choice(found)
        content = json.loads(text)
        places = list(list_places(content))
        place, value = chance.choice(places), chance.choice(ODD)
        there = find_value(content, place)
        if isinstance(there, list) and there and chance.random() < 0.5:
            value = there * chance.choice((2, 50, 2000))
        elif chance.random() < 0.2:
            value = find_value(content, chance.choice(places))  # something else of the same file
        data = json.dumps(put_value(content, place, value))
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (data, row))
        reseal(connection)
    return f"{table}.{column} {place} = {value!r:.40}"


def list_places(value: object, trail: Trail = ()) -> Iterator[Trail]:
    """Yield where every value stands in lists and tables."""
    yield trail
    inside: Any = value.items() if isinstance(value, dict) else ()
    for name, part in enumerate(value) if isinstance(value, list) else inside:
        yield from list_places(part, (*trail, name))


def find_value(value: Any, trail: Trail) -> Any:
    """Return what stands at a place."""
    for name in trail:
        value = value[name]
    return value


def put_value(value: Any, trail: Trail, new: object) -> Any:
    """Return a copy with something else at a place."""
    if not trail:
        return new
    parts = dict(value) if isinstance(value, dict) else list(value)
    parts[trail[0]] = put_value(parts[trail[0]], trail[1:], new)
    return parts


def answer_with_detail(survey: Survey) -> None:
    """Let somebody answer whose trials were shown on a screen."""
    session = survey.start("shown", condition="dark")
    detail = Detail(Input.KEY, "Left", 1000.5, 7.0, 3.0, (640, 480), (64, 48), 1, context="c")
    session.answer(Answer.LEFT, seconds=1.0, detail=detail)


def use(path: Path, folder: Path, chance: random.Random) -> None:
    """Do with a study what a window does, and close it."""
    check_study(path)
    with open_study(path) as study:
        for export in find_exports() if study.content.items else ():
            if export.name != "report" or chance.random() < REPORTS:
                order = Order(folder / f"out{export.ending}", study.everything, source=path)
                with suppress(SortrankError):
                    export.write(order)
        survey = Survey(study)
        with suppress(InputError):
            if not study.read_only and len(study.content.items) > 1:
                session = survey.start("forged")
                if session.trial is not None:
                    session.answer(Answer.LEFT, seconds=1.0)
        survey.close()


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Forge one copy after the other."""
    (plain, _), _ = make_originals(folder)
    with open_study(plain) as study:
        study.add_event(EventKind.EXCLUDE, {"participant": "A", "reason": "why", "by": "me"})
    blocks = make_lab(folder / "lab.sortrank", people=3, answers=6, catch_share=0.2)
    with open_study(blocks) as study:
        exclude(study, ("VP01", 1, 2), "why")
        answer_with_detail(Survey(study))
    columns = {path: list_columns(path) for path in (plain, blocks)}

    def play(work: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
        original, copy = chance.choice((plain, blocks)), work / "copy.sortrank"
        shutil.copy(original, copy)
        if chance.random() < 0.5:
            (table, column), value = chance.choice(columns[original]), chance.choice(VALUES)
            how = f"{table}.{column} = {value!r:.40}"
            change_value(copy, table, column, value, chance.randrange(3))
        else:
            how = change_json(copy, chance)
        try:
            use(copy, work, chance)
            figures["opened"] += 1
        except SortrankError:
            figures["refused"] += 1
        except Exception as error:
            return [f"{how}: {error!r:.200}"]
        stray = [path.name for path in folder.iterdir() if "evil" in path.name]
        if stray or Path("/tmp/evil").exists():
            return [f"{how}: a file was written outside"]
        return []

    return play_rounds(play, rounds, random.Random(seed), folder)


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 500))
