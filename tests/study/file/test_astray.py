"""Paths that change under an open study: nothing false is acknowledged, and nothing is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyAstrayError, StudyFileError
from sortrank_gui.study.file import locking
from sortrank_gui.study.file.database import wal_path
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]
Change = Callable[[Path], None]
posix = pytest.mark.skipif(os.name != "posix", reason="Windows keeps an open file in its place")


def replace(path: Path) -> None:
    """Put an older copy in the place of a study, as a sync program does."""
    shutil.copy(path, path.with_name("new"))
    path.with_name("new").replace(path)


def move(path: Path) -> None:
    """Give a study another name."""
    path.rename(path.with_name("moved.sortrank"))


def overwrite(path: Path) -> None:
    """Write into the same file, as rsync --inplace does."""
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(1, 1))


def drop_wal(path: Path) -> None:
    """Remove the file with the newest answers."""
    path.with_name(path.name + "-wal").unlink()


def cut(path: Path) -> None:
    """Leave two pages of the file."""
    os.truncate(path, 8192)


def cut_wal(path: Path) -> None:
    """Leave nothing in the file with the newest answers."""
    os.truncate(path.with_name(path.name + "-wal"), 0)


def overwrite_wal(path: Path) -> None:
    """Write the newest answers of another study into the file with those of this one."""
    wal = path.with_name(path.name + "-wal")
    wal.write_bytes(b"7\x7f\x06\x82" + bytes(wal.stat().st_size + 8240))


def cut_index(path: Path) -> None:
    """Leave nothing in SQLite's shared memory."""
    os.truncate(path.with_name(path.name + "-shm"), 0)


def write_by_sqlite(path: Path) -> None:
    """Change a row from another program."""
    connection = sqlite3.connect(path)
    connection.execute("UPDATE items SET text = 'changed' WHERE id = 0")
    connection.commit()
    connection.close()


CHANGES: list[Change] = [
    *(replace, move, Path.unlink, overwrite, cut, drop_wal, cut_wal, overwrite_wal, cut_index),
    write_by_sqlite,
]


@posix
@pytest.mark.parametrize("change", CHANGES)
def test_path_that_changes_stops_the_survey_and_nothing_is_lost(
    change: Change, make_study: Make, answer_many: Robot
) -> None:
    """No answer is acknowledged from then on; all that was is in the copy that closing saves."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 20)
    change(path)
    with pytest.raises(StudyAstrayError, match="ave a copy"):
        session.answer(Answer.LEFT, seconds=1.0)
    assert session.answered == 20
    acknowledged = list(survey.file.records)
    beside = {each.name: each.read_bytes() for each in path.parent.iterdir() if each == path}
    with pytest.raises(StudyAstrayError):
        survey.close()
    assert any("A copy with everything" in notice for notice in survey.file.notices)
    copy = path.with_name("study-rescued.sortrank")
    assert check_study(copy).problems == []
    with open_study(copy) as study:
        assert study.records[: len(acknowledged)] == acknowledged
    if change is replace:  # what somebody else put there is theirs
        assert {path.name: path.read_bytes()} == beside
        assert check_study(path).problems == []
    assert not path.with_name(path.name + "-lock").exists()


@posix
@pytest.mark.parametrize(
    "change", [replace, move, Path.unlink, cut, drop_wal, cut_wal, overwrite_wal]
)
def test_path_that_changes_in_the_midst_of_a_commit_acknowledges_nothing(
    change: Change, make_study: Make, answer_many: Robot
) -> None:
    """A commit waits for the disk, which takes long enough for others; it is looked at again."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 20)
    acknowledged = list(survey.file.records)
    connection = survey.file._writing
    assert connection is not None
    connection.set_trace_callback(lambda sql: change(path) if sql == "COMMIT" else None)
    with pytest.raises(StudyFileError):
        session.answer(Answer.LEFT, seconds=1.0)
    connection.set_trace_callback(None)
    assert session.answered == 20
    with pytest.raises(StudyAstrayError):
        survey.close()
    copy = path.with_name("study-rescued.sortrank")
    assert check_study(copy).problems == []
    with open_study(copy) as study:
        assert study.records[: len(acknowledged)] == acknowledged


def test_wal_is_moved_into_the_study_while_it_is_open(make_study: Make, answer_many: Robot) -> None:
    """A long session does not let the -wal file grow without end."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 300)
    size = wal_path(path).stat().st_size
    answer_many(session, 900)
    assert wal_path(path).stat().st_size < 1.5 * size
    survey.close()
    report = check_study(path)
    assert (report.problems, report.counts["answers"]) == ([], 1200)


@posix
def test_file_that_comes_back_goes_on(make_study: Make, answer_many: Robot) -> None:
    """A study that was moved away and is back takes the answer that was refused."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 3)
    path.rename(path.with_name("away"))
    with pytest.raises(StudyAstrayError):
        session.answer(Answer.LEFT, seconds=1.0)
    path.with_name("away").rename(path)
    session.answer(Answer.LEFT, seconds=1.0)
    survey.close()
    report = check_study(path)
    assert (report.problems, report.counts["answers"]) == ([], 4)


def test_touched_file_goes_on(make_study: Make, answer_many: Robot) -> None:
    """A new time of change alone is read up on, and is no reason to stop."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 3)
    os.utime(path, ns=(1, 1))
    answer_many(session, 3)
    survey.close()
    assert check_study(path).counts["answers"] == 6


@posix
def test_saved_copy_goes_on_with_the_same_questions(make_study: Make, answer_many: Robot) -> None:
    """The copy of a study that lost its file is the study: the session resumes there."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 12)
    trial = session.trial
    path.unlink()
    target = path.with_name("copy.sortrank")
    survey.file.save_copy(target)
    survey.file.close()
    assert not path.with_name("study-rescued.sortrank").exists()
    again = Survey(open_study(target))
    assert again.start("P01").trial == trial
    again.close()


@posix
def test_wal_of_a_killed_study_is_not_mixed_with_another_file(
    make_study: Make, tmp_path: Path
) -> None:
    """After a kill, a file that a sync program put there opens as it is; the -wal goes aside."""
    path = make_study()
    older = tmp_path / "older"
    shutil.copy(path, older)
    script = (
        "import os, sys; from pathlib import Path\n"
        "from sortrank_gui.study.file.opening import open_study\n"
        "from sortrank_gui.study.file.journal import Answer\n"
        "from sortrank_gui.study.survey.survey import Survey\n"
        "session = Survey(open_study(Path(sys.argv[1]))).start('P01')\n"
        "for _ in range(30): session.answer(Answer.LEFT, seconds=1.0)\n"
        "os.replace(sys.argv[2], sys.argv[1])\n"
        "os._exit(1)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path), str(older)], check=False)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    assert "another file" in check_study(path).problems[0]
    with open_study(path) as study:
        assert study.records == []
        assert "replaced by this one" in study.notices[0]
        session = Survey(study).start("P02")
        session.answer(Answer.LEFT, seconds=1.0)
    assert check_study(path).problems == []
    assert [each.name for each in tmp_path.glob("*wal*")] == [f"{path.name}.wal-of-before"]


@posix
def test_crashed_study_that_was_copied_keeps_its_answers(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """All files of a crashed study in another folder are the study: they belong together."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 10)
    folder = tmp_path / "other"
    folder.mkdir()
    for end in ("", "-wal", "-lock"):
        shutil.copy(f"{path}{end}", folder)
    with open_study(folder / path.name) as study:
        assert len(study.records) == 11
    survey.close()


@posix
def test_second_name_of_a_study_is_refused(make_study: Make, answer_many: Robot) -> None:
    """Under a hard link a study can't be written, before and after somebody opened it."""
    path = make_study()
    other = path.with_name("other.sortrank")
    survey = Survey(open_study(path))
    session = survey.start("P01")
    os.link(path, other)
    for name in (other, path):
        with open_study(name) as second:
            assert second.read_only
            assert "names" in second.notices[0] or "in use" in second.notices[0]
    answer_many(session, 5)
    survey.close()
    with open_study(other) as second:
        assert second.read_only
    other.unlink()
    with open_study(path) as study:
        assert not study.read_only
        assert len(study.records) == 7


@posix
def test_name_that_a_crash_left_is_no_second_name(make_study: Make) -> None:
    """A study that was being published when the program was killed opens as usual."""
    path = make_study()
    building = path.with_name(f".{path.name}.0123abcd.new")
    os.link(path, building)
    with open_study(path) as study:
        assert not study.read_only
    assert not building.exists()


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux locks the file itself")
def test_removed_lock_file_lets_nobody_in(make_study: Make, answer_many: Robot) -> None:
    """The study itself is locked: without its lock file, it is still in use."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    locking.lock_path(path).unlink()
    with open_study(path) as second:
        assert second.read_only
    answer_many(session, 3)
    survey.close()
    assert check_study(path).counts["answers"] == 3


@posix
@pytest.mark.parametrize("kind", ["symbolic", "hard", "pipe"])
def test_lock_file_that_leads_elsewhere_is_not_followed(
    kind: str, make_study: Make, tmp_path: Path
) -> None:
    """What it leads to keeps its bytes; the study can be read."""
    path, victim = make_study(), tmp_path / "victim"
    victim.write_bytes(b"precious")
    lock = locking.lock_path(path)
    if kind == "symbolic":
        lock.symlink_to(victim)
    elif kind == "hard":
        os.link(victim, lock)
    else:
        os.mkfifo(lock)
    with open_study(path) as study:
        assert study.read_only
        assert "-lock" in study.notices[0]
    assert victim.read_bytes() == b"precious"


def test_nested_lock_file_is_passed_over(make_study: Make) -> None:
    """A lock file of brackets is no text of ours, and no reason to fail."""
    path = make_study()
    locking.lock_path(path).write_bytes(b"[" * 4000)
    with open_study(path) as study:
        assert not study.read_only


def test_copy_from_memory_is_complete_or_not_there(make_study: Make, answer_many: Robot) -> None:
    """A copy takes nobody's place."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 3)
    with pytest.raises(StudyFileError, match="there already"):
        survey.file.save_copy(path)
    survey.close()


def test_disk_that_fails_at_closing_leaves_the_study_complete(
    make_study: Make, answer_many: Robot
) -> None:
    """An error of the disk while the study is looked at for closing is none for whoever closes."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 3)
    real = survey.file._writing
    assert real is not None

    class Failing:
        """Refuses to look, and does the rest."""

        def __getattr__(self, name: str) -> object:
            return getattr(real, name)

        def execute(self, statement: str, *row: object) -> object:
            if "data_version" in statement:
                raise sqlite3.OperationalError("disk I/O error")
            return real.execute(statement, *row)

    survey.file._writing = Failing()  # type: ignore[assignment]
    survey.file.close()
    assert check_study(path).counts["answers"] == 3
    assert check_study(path).problems == []
