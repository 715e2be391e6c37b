"""Backups that another process makes, while nobody waits."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sortrank_gui import program
from sortrank_gui.study.file import backups, later_backups
from sortrank_gui.study.file.later_backups import (
    LATER,
    ChangedMeanwhileError,
    back_up_due,
    back_up_file,
    read_due,
)
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import withdraw
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]
Started = list[Path]


@pytest.fixture(autouse=True)
def same_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the priority that a backup lowers for its process: all tests that follow run here."""
    monkeypatch.setattr(later_backups.os, "nice", lambda _by: 0, raising=False)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    """Return the studies whose backups were asked for; processes that sleep stand for them."""
    found = Started()

    def start(path: Path) -> "subprocess.Popen[bytes]":
        found.append(path)
        return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])

    monkeypatch.setattr(later_backups, "_start_process", start)
    monkeypatch.setattr(program, "is_running", True)
    yield found
    for path in found:
        LATER.end(path)


def answer(path: Path, count: int, robot: Robot) -> str:
    """Let P01 give some more answers; return the study's name."""
    survey = Survey(open_study(path))
    robot(survey.start("P01"), count)
    survey.close()
    return survey.file.uuid


def test_closing_does_not_wait(make_study: Make, answer_many: Robot, started: Started) -> None:
    """The file is complete and free, a backup is due, and a process is to make it."""
    path = make_study()
    uuid = answer(path, 5, answer_many)
    assert started == [path]
    assert backups.find_backups(path) == []
    assert read_due(path, uuid) == ""
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name]
    back_up_due(path)  # what the process does
    (made,) = backups.find_backups(path)
    assert check_study(made.path).counts["answers"] == 5
    assert read_due(path, uuid) is None


def test_looking_makes_no_backup_due(
    make_study: Make, answer_many: Robot, started: Started
) -> None:
    """Nothing is new then."""
    path = make_study()
    answer(path, 5, answer_many)
    back_up_due(path)
    open_study(path).close()
    assert started == [path]


def test_real_process_makes_the_backup(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program itself is started once more, and makes it."""
    monkeypatch.setattr(program, "is_running", True)
    path = make_study()
    answer(path, 5, answer_many)
    LATER.wait(path)
    (made,) = backups.find_backups(path)
    assert check_study(made.path).counts["answers"] == 5


def test_backup_that_was_cut_off_is_made_after_the_next_opening(
    make_study: Make, answer_many: Robot, started: Started
) -> None:
    """The computer was switched off; the study is read beside its writer, as of one moment."""
    path = make_study()
    uuid = answer(path, 5, answer_many)
    LATER.end(path)
    survey = Survey(open_study(path))
    assert (started, survey.file.notices) == ([path, path], [])
    session = survey.start("P01")
    answer_many(session, 3)
    back_up_due(path)
    answer_many(session, 3)
    (made,) = backups.find_backups(path)
    assert check_study(made.path).counts["answers"] == 8
    survey.close()
    assert started == [path] * 3
    assert read_due(path, uuid) == ""
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name]
    assert check_study(path).counts["answers"] == 11


def test_failure_is_told_at_the_next_opening(
    make_study: Make, answer_many: Robot, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody was there to hear it."""
    path = make_study()
    answer(path, 5, answer_many)

    def fail(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(backups, "back_up", fail)
        back_up_due(path)
    with open_study(path) as study:
        assert "No space left on device" in study.notices[0]
    assert len(started) == 3


def test_study_that_is_changed_meanwhile_stays_due(
    make_study: Make, answer_many: Robot, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed file is read without a lock: what was written into it meanwhile is no backup."""
    path = make_study()
    uuid = answer(path, 5, answer_many)
    copy = backups._copy

    def copy_slowly(*args: object, **options: object) -> None:
        copy(*args, **options)  # type: ignore[arg-type]
        answer(path, 2, answer_many)

    monkeypatch.setattr(backups, "_copy", copy_slowly)
    with pytest.raises(ChangedMeanwhileError):
        back_up_file(path)
    assert backups.find_backups(path) == []
    assert read_due(path, uuid) == ""


def test_withdrawal_leaves_nothing_to_a_process(
    make_study: Make, answer_many: Robot, started: Started
) -> None:
    """One that copies the study as it was finds its file gone."""
    path = make_study()
    answer(path, 5, answer_many)
    back_up_due(path)
    (made,) = backups.find_backups(path)
    half = made.path.with_name(".backup.0123abcd.new")
    half.write_bytes(made.path.read_bytes())
    with open_study(path) as study:
        withdraw(study, "P01")
        (kept,) = backups.find_backups(path)
        assert check_study(kept.path).counts["answers"] == 0
        assert not half.exists()
        assert read_due(path, study.uuid) is None
