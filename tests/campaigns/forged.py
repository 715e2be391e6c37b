"""Forges study files with right digests, and looks whether anyone is harmed by opening them.

    python -m tests.campaigns.forged --rounds 500

A value of a random column becomes another one of any type, through tables whose types and checks
are off; then all digests are made right again. Opening must raise a sentence, or give a study that
can be checked, exported and closed without any other error.
"""

import random
import shutil
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from sortrank_gui.errors import SortrankError
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.answers import EXPORT
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.damage import make_originals
from tests.campaigns.reporting import LONGEST_SECONDS, Figures, run_campaign
from tests.study.forging import reseal

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
        except (sqlite3.Error, TypeError, ValueError, AttributeError):
            pass  # a file that can't even be sealed is a damaged one
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(loose, (sql, table))


def use(path: Path, folder: Path) -> None:
    """Do with a study what a window does, and close it."""
    check_study(path)
    with open_study(path) as study:
        if study.content.items:
            EXPORT.write(Order(folder / "answers.csv", study.everything))
        survey = Survey(study)
        if not study.read_only and len(study.content.items) > 1:
            survey.start("forged")
        survey.close()


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Forge one copy after the other."""
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    (original, _), _ = make_originals(folder)
    with open_study(original) as study:
        study.add_event(EventKind.EXCLUDE, {"participant": "A", "reason": "why", "by": "me"})
    columns, copy = list_columns(original), folder / "copies" / "copy.sortrank"
    for number in range(rounds):
        shutil.rmtree(copy.parent, ignore_errors=True)
        copy.parent.mkdir()
        shutil.copy(original, copy)
        (table, column), value = chance.choice(columns), chance.choice(VALUES)
        how = f"round {number}: {table}.{column} = {value!r:.40}"
        change_value(copy, table, column, value, chance.randrange(3))
        figures["rounds"] += 1
        began = time.monotonic()
        try:
            use(copy, copy.parent)
            figures["opened"] += 1
        except SortrankError:
            figures["refused"] += 1
        except Exception as error:
            wrong.append(f"{how}: {error!r}")
        if time.monotonic() - began > LONGEST_SECONDS:
            wrong.append(f"{how}: took too long")
        stray = {path.name for path in folder.iterdir()} - {"copies"}
        if any("evil" in name for name in stray) or Path("/tmp/evil").exists():
            wrong.append(f"{how}: a file was written outside")
    return figures, wrong


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 500))
