"""A session that is gone as a whole is missed."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import withdraw
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]


@pytest.fixture
def answered(make_study: Make, answer_many: Robot) -> Path:
    """Return a study with sessions of three people."""
    path = make_study()
    survey = Survey(open_study(path))
    for code in ("P01", "P02", "P03"):
        answer_many(survey.start(code), 5)
    survey.close()
    return path


def run(path: Path, *statements: str) -> None:
    """Change a file by hand."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_deleted_session_is_missed(number: int, answered: Path) -> None:
    """Where all rows of a session are deleted, the study does not open."""
    run(
        answered,
        f"DELETE FROM journal WHERE session = {number}",
        f"DELETE FROM sessions WHERE id = {number}",
    )
    with pytest.raises(StudyFileError, match="whole session is missing"):
        open_study(answered)
    assert check_study(answered).problems != []


def test_study_of_an_older_sortrank_opens(answered: Path, answer_many: Robot) -> None:
    """A file without a roll gets one; sessions behind it are let pass."""
    run(answered, "DELETE FROM state WHERE key = 'sessions'")
    open_study(answered).close()
    with closing(sqlite3.connect(answered)) as connection:
        (told,) = connection.execute("SELECT value FROM state WHERE key = 'sessions'").fetchone()
    survey = Survey(open_study(answered))
    answer_many(survey.start("P04"), 5)
    survey.close()
    run(answered, f"UPDATE state SET value = '{told}' WHERE key = 'sessions'")
    with open_study(answered, read_only=True) as study:
        assert len(study.sessions) == 4


def test_session_may_go_with_a_trace(answered: Path) -> None:
    """Who withdraws is on the roll no more, and the study is sound."""
    with open_study(answered) as study:
        withdraw(study, "P02")
    assert check_study(answered).problems == []
    with open_study(answered, read_only=True) as study:
        assert [event.kind for event in study.events] == [EventKind.WITHDRAW]


@pytest.mark.parametrize("told", ["", "x", "1", "-1 0 x", "9 0 x", "3 0 00"])
def test_damaged_roll_is_told(told: str, answered: Path) -> None:
    """Whatever stands there is a roll, or a sentence."""
    run(answered, f"UPDATE state SET value = '{told}' WHERE key = 'sessions'")
    with pytest.raises(StudyFileError):
        open_study(answered)
