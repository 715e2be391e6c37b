"""Damaged copies, full and read-only disks: never a crash, never a silent wrong result."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from sortrank_gui.errors import SortrankError, StudyFileError
from sortrank_gui.study.file import database
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.answers import EXPORT
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]
ROOT = Path(__file__).parents[3]


def change_a_bit(path: Path, chance: random.Random) -> None:
    """Turn one bit of a file round."""
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


@pytest.fixture
def original(make_study: Make, answer_many: Robot) -> Path:
    """Return a study with two sessions and an undo."""
    path = make_study(practice=2, catch_share=0.1, repeat_share=0.1)
    survey = Survey(open_study(path))
    answer_many(survey.start("A"), 30)
    session = survey.start("B")
    answer_many(session, 30)
    session.undo()
    survey.file.add_event(EventKind.LANGUAGE, {"language": "de"}, survey.file.sessions[0])
    survey.file.add_event(EventKind.DECLINED, {})
    survey.close()
    return path


def test_damaged_copy_is_noticed_or_harmless() -> None:
    """Each damaged copy raises a sentence, says what is lost, or is complete (a short campaign)."""
    command = [sys.executable, "-m", "tests.campaigns.damage", "--rounds", "150"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["rounds"] == 150
    assert figures["refused"] > 20
    assert figures["told"] > 3


def test_check_and_export_of_damaged_copies_raise_sentences_only(
    original: Path, tmp_path: Path
) -> None:
    """A check reports, an export raises SortrankError, and nothing else ever happens."""
    chance = random.Random(9)
    for number in range(60):
        copy = tmp_path / f"copy{number}.sortrank"
        shutil.copy(original, copy)
        change_a_bit(copy, chance)
        report = check_study(copy)
        try:
            with open_study(copy, read_only=True) as study:
                EXPORT.write(Order(tmp_path / "a.csv", study.everything))
        except SortrankError:
            assert report.problems


def test_changed_value_in_every_column_is_noticed(original: Path, tmp_path: Path) -> None:
    """A valid but wrong value in any column of journal, sessions, items or design is noticed."""
    changes = [
        "UPDATE journal SET answer = 'right' WHERE id = 7 AND answer = 'left'",
        "UPDATE journal SET answer = 'left' WHERE id = 7 AND answer = 'right'",
        "UPDATE journal SET left_item = (left_item + 1) % 12 WHERE id = 9",
        "UPDATE journal SET response_ms = response_ms + 1 WHERE id = 9",
        "UPDATE journal SET kind = 'practice' WHERE id = 9",
        "UPDATE journal SET at = '2020-01-01T00:00:00.000Z' WHERE id = 9",
        "UPDATE journal SET robot = 1 WHERE id = 9",
        "UPDATE journal SET round = round + 1 WHERE id = 9",
        "DELETE FROM journal WHERE id = 9",
        "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)",
        "UPDATE sessions SET seed = seed + 1 WHERE id = 1",
        "UPDATE sessions SET number = 5 WHERE id = 1",
        "UPDATE participants SET code = 'C' WHERE code = 'A'",
        "UPDATE items SET name = 'other' WHERE id = 3",
        "UPDATE items SET truth = 99 WHERE id = 3",
        "UPDATE items SET truth = NULL WHERE id = 3",
        "UPDATE study SET design = replace(design, 'larger', 'smaller')",
        "UPDATE study SET uuid = 'x'",
        "UPDATE sorts SET strategy = 'quicksort'",
        "UPDATE journal SET detail = '{}' WHERE id = 9",
        "UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 1",
        "UPDATE events SET data = '{}' WHERE seq = 1",
        "UPDATE events SET session = NULL WHERE seq = 1",
        "DELETE FROM events WHERE seq = 1",
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM state WHERE key = 'events'",
    ]
    unnoticed = []
    for number, change in enumerate(changes):
        copy = Path(shutil.copy(original, tmp_path / f"changed{number}.sortrank"))
        connection = sqlite3.connect(copy)
        changed = connection.execute(change).rowcount
        connection.commit()
        connection.close()
        if changed and not check_study(copy).problems:
            unnoticed.append(change)
    assert unnoticed == []


def test_full_disk_is_told_and_nothing_is_acknowledged(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without room an answer raises and the trial stays; with room again the session goes on."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 5)
    connection = survey.file._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()
    with pytest.raises(StudyFileError, match=r"disk is full.*make room"):
        answer_many(session, 1000)
    acknowledged = session.answered
    trial = session.trial
    with pytest.raises(StudyFileError, match="disk is full"):
        session.answer(Answer.LEFT, seconds=1.0)
    assert session.trial == trial
    assert 5 <= session.answered == acknowledged < 1000
    connection.execute("PRAGMA max_page_count = 1000000").fetchone()
    answer_many(session, 3)
    survey.close()
    with open_study(path) as study:
        assert len(list(effective(study.records))) == acknowledged + 3
    assert check_study(path).problems == []


def test_disk_that_fails_is_told(make_study: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the disk is a sentence; the answer is not acknowledged."""
    survey = Survey(open_study(make_study()))
    session = survey.start()
    trial = session.trial
    real = survey.file._writing

    class Failing:
        def execute(self, statement: str, *rest: object) -> object:
            if statement == "COMMIT":
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
                raise error
            return real.execute(statement, *rest)

    survey.file._writing = Failing()
    with pytest.raises(StudyFileError, match="disk failed"):
        session.answer(Answer.LEFT, seconds=1.0)
    survey.file._writing = real
    assert session.trial == trial
    session.answer(Answer.LEFT, seconds=1.0)
    assert session.answered == 1
    survey.close()


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"),
    reason="needs a disk of its own",
)
def test_really_full_disk(make_study: Make, answer_many: Robot, tmp_path: Path) -> None:
    """On a real disk without room: errors, nothing false, and it goes on after tidying up."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.system(f"mount -t tmpfs -o size=600k tmpfs {disk} 2>/dev/null") != 0:
        pytest.skip("no disk can be mounted here")
    try:
        path = Path(shutil.copy(make_study(), disk / "a.sortrank"))
        survey = Survey(open_study(path))
        session = survey.start("P01")
        ballast = disk / "ballast"
        answer_many(session, 10)
        with suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(bytes(1024))
                file.flush()
        with pytest.raises(StudyFileError):
            answer_many(session, 2000)
        acknowledged = session.answered
        ballast.unlink()
        answer_many(session, 4)
        survey.close()
        report = check_study(path)
        assert report.problems == []
        assert report.counts["answers"] == acknowledged + 4
    finally:
        os.system(f"umount {disk}")


def test_read_only_file_is_opened_for_reading(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that can't be written is readable, says so, and refuses answers with a sentence."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 5)
    survey.close()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anything
    with open_study(path) as study:
        assert study.read_only
        assert "can't be written" in study.notices[0]
        assert len(study.records) == 7
        with pytest.raises(StudyFileError, match="can't be written"):
            study.start_session()


def test_full_data_folder_does_not_disturb(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A backup that can't be written is a notice; the study itself closes complete."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SORTRANK_HOME", str(tmp_path / "file"))
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 5)
    survey.close()
    assert "No backup could be written" in survey.file.notices[0]
    assert check_study(path).problems == []


def test_busy_file_is_told(make_study: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program that keeps the database locked gives a sentence, not a traceback."""
    monkeypatch.setattr(database, "_PATIENCE_SECONDS", 0.05)
    path = make_study()
    study = open_study(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StudyFileError, match="Another program"):
        study.start_session()
    other.execute("ROLLBACK")
    other.close()
    study.start_session()
    study.close()
