"""Every value of a study is covered by a digest, the seal's where by no other."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.copying import copy_study
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.seal import SEAL
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import rename_participant
from sortrank_gui.study.upkeep.checking import check_study
from tests.lab_study import make_lab

Make = Callable[..., Path]
Robot = Callable[..., None]
FREE = {"changes", SEAL, "sessions"}
"""Keys of the file's state that may go: each is only missed where it says something."""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Return a study with something in each table but that of pictures."""
    path = make_lab(tmp_path / "study.sortrank", people=3, answers=6)
    with open_study(path) as file:
        exclude(file, ("VP02", 1, 3), "slept")
        file.add_note(file.sessions[-1], NoteKind.NOTE, "came late")
        file.mark_open("Something was missing.")
    return path


def turn(value: str | float | bytes) -> str | float | bytes:
    """Return a value of the same type and form, but another one."""
    match value:
        case str():
            place = max((k for k, letter in enumerate(value) if letter.isalnum()), default=0)
            other = "9" if value[place] == "8" else "8"
            return f"{value[:place]}{other}{value[place + 1 :]}"
        case bytes():
            return bytes([value[0] ^ 1, *value[1:]])
        case float():
            return value + 1.0
    return value + 1


def list_cells(path: Path) -> list[tuple[str, str, int]]:
    """Return table, column and row of a value of each column that has one."""
    cells = []
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        for (table,) in tables.fetchall():
            for row in connection.execute(f"PRAGMA table_info({table})").fetchall():
                query = f"SELECT rowid FROM {table} WHERE {row[1]} NOT IN ('', x'')"
                query += f" AND key NOT IN {(*FREE,)}" if table == "state" else ""
                found = connection.execute(f"{query} ORDER BY rowid DESC").fetchone()
                cells += [(table, row[1], found[0])] if found else []
    return cells


def test_another_value_anywhere_is_damage(study: Path, tmp_path: Path) -> None:
    """No column of any table can change unseen, but the numbers of rows that nothing refers to."""
    unseen, cells = [], list_cells(study)
    for table, column, place in cells:
        copy = Path(shutil.copy(study, tmp_path / "copy.sortrank"))
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            query = f"SELECT {column} FROM {table} WHERE rowid = ?"
            value = turn(connection.execute(query, (place,)).fetchone()[0])
            connection.execute("PRAGMA ignore_check_constraints = ON")
            statement = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
            connection.execute(statement, (value, place))
        try:
            open_study(copy, read_only=True)
        except StudyFileError:
            continue
        unseen.append((table, column))
    assert unseen == [("journal", "id")]
    assert {"notes", "incidents", "sorts", "events", "journal"} < {cell[0] for cell in cells}


def test_seal_goes_along_with_copies(study: Path, tmp_path: Path) -> None:
    """A copy has the same seal, and a study without one is opened and gets one."""
    copy = tmp_path / "copy.sortrank"
    copy_study(study, copy)
    assert check_study(copy).problems == []
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM state WHERE key = ?", (SEAL,))
    with open_study(copy) as file:
        assert file.notices == []
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE notes SET text = 'came first'")
    with pytest.raises(StudyFileError, match="not as it was saved"):
        open_study(copy)


def test_session_that_is_gone_after_a_correction_is_missed(
    make_study: Make, answer_many: Robot
) -> None:
    """The roll of sessions lets one pass where a code was corrected later; the seal does not."""
    path = make_study(shared=True, strategy="matching")
    survey = Survey(open_study(path))
    for code in ("A", "B"):
        session = survey.start(code)
        answer_many(session, 3)
        session.end()
    rename_participant(survey.file, "A", "C")
    survey.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM journal WHERE session = 2")
        connection.execute("DELETE FROM sessions WHERE id = 2")
    with pytest.raises(StudyFileError, match="A session, a note"):
        open_study(path)
