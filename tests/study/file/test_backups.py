import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.paths import resource
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]


def answer(path: Path, count: int, robot: Robot) -> None:
    """Let P01 give some more answers."""
    survey = Survey(open_study(path))
    robot(survey.start("P01"), count)
    survey.close()


def test_closing_writes_a_backup_if_there_is_news(make_study: Make, answer_many: Robot) -> None:
    """One backup a sitting; none for just looking."""
    path = make_study()
    answer(path, 5, answer_many)
    answer(path, 5, answer_many)
    open_study(path).close()
    made = backups.find_backups(path)
    assert [backup.number for backup in made] == [1, 2]
    assert check_study(made[-1].path).counts["answers"] == 10
    if os.name == "posix":  # on Windows the folder of the user is private as a whole
        assert {backup.path.stat().st_mode & 0o777 for backup in made} == {0o600}


def test_restore_brings_the_study_back(make_study: Make, answer_many: Robot) -> None:
    """A lost study comes back as it was at the last backup."""
    path = make_study()
    answer(path, 8, answer_many)
    path.unlink()
    assert backups.restore(backups.find_backups(path)[-1].path, path) is None
    report = check_study(path)
    assert report.problems == report.notices == []
    assert report.counts["answers"] == 8
    answer(path, 3, answer_many)
    assert check_study(path).counts["answers"] == 11


def test_restore_keeps_the_file_in_its_place(make_study: Make, answer_many: Robot) -> None:
    """What was there gets another name, -wal file included; nothing is overwritten."""
    path = make_study()
    answer(path, 8, answer_many)
    path.write_bytes(b"damaged")
    path.with_name(path.name + "-wal").write_bytes(b"newer")
    first = backups.restore(backups.find_backups(path)[-1].path, path)
    path.write_bytes(b"damaged again")
    second = backups.restore(backups.find_backups(path)[-1].path, path)
    assert first is not None
    assert second is not None
    assert first.read_bytes() == b"damaged"
    assert first.with_name(first.name + "-wal").read_bytes() == b"newer"
    assert second.read_bytes() == b"damaged again"
    assert check_study(path).problems == []


def test_restore_of_an_open_study_is_refused(make_study: Make, answer_many: Robot) -> None:
    """Nobody's file is pulled away from under them."""
    path = make_study()
    answer(path, 4, answer_many)
    with open_study(path), pytest.raises(StudyFileError, match="in use"):
        backups.restore(backups.find_backups(path)[-1].path, path)


def test_damaged_backup_is_refused(make_study: Make, answer_many: Robot) -> None:
    """A backup that does not verify changes nothing."""
    path = make_study()
    answer(path, 40, answer_many)
    backup = backups.find_backups(path)[-1].path
    data = bytearray(backup.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 9000] = bytes(9000)
    backup.write_bytes(data)
    before = path.read_bytes()
    with pytest.raises(StudyFileError):
        backups.restore(backup, path)
    assert path.read_bytes() == before


def test_backup_that_is_gone_is_told(make_study: Make, answer_many: Robot) -> None:
    """A list of backups may be older than the last of them; the study stays as it is."""
    path = make_study()
    answer(path, 4, answer_many)
    backup, before = backups.find_backups(path)[-1].path, path.read_bytes()
    backup.unlink()
    with pytest.raises(StudyFileError, match="not there any more"):
        backups.restore(backup, path)
    assert path.read_bytes() == before


def test_old_backups_go_but_each_day_keeps_one(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest ten stay, and the last of each earlier day, in the order of their numbers."""
    path = make_study()
    with open_study(path) as study:
        for day in (1, 1, 1, 2, 2, 3):
            monkeypatch.setattr(backups, "utc_now", lambda d=day: f"2030-01-0{d}T00:00:00.000Z")
            study.back_up()
        monkeypatch.setattr(backups, "utc_now", lambda: "1999-01-01T00:00:00.000Z")
        for _ in range(12):
            study.back_up()
    numbers = [backup.number for backup in backups.find_backups(path)]
    assert numbers == [3, 5, 6, *range(9, 19)]


def test_pictures_are_backed_up_once_and_come_back(tmp_path: Path, data_home: Path) -> None:
    """Two backups share their pictures; a restored study has their bytes."""
    picture = resource("demo", "dots-01.png")
    path = tmp_path / "s.sortrank"
    items = [Item("a", picture), Item("b", resource("demo", "dots-02.png"))]
    create_study(path, Design(title="t", prompt="p"), items)
    with open_study(path) as study:
        study.back_up()
        made = study.back_up()
        digest = study.content.items[0].digest
    assert len([p for p in data_home.rglob("images/*") if p.is_file()]) == 2
    assert made.stat().st_size < picture.stat().st_size + 120_000
    path.unlink()
    backups.restore(made, path)
    with open_study(path) as study:
        assert study.image(digest) == picture.read_bytes()
    stored = next(p for p in data_home.rglob("images/*") if p.name == digest)
    assert backups.list_lost(path) == []
    stored.write_bytes(b"rotten")
    path.unlink()
    backups.restore(made, path)
    assert backups.list_lost(path) == [digest]
    assert check_study(path).problems


@pytest.mark.posix("there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "nothing"])
def test_picture_of_a_backup_that_is_none_costs_no_answers(
    kind: str, tmp_path: Path, data_home: Path
) -> None:
    """Whoever gave us a backup may have put anything beside it: nobody waits, nothing is filled."""
    path = tmp_path / "s.sortrank"
    pictures = [resource("demo", f"dots-0{number}.png") for number in (1, 2)]
    create_study(path, Design(title="t", prompt="p"), [Item(p.stem, p) for p in pictures])
    with open_study(path) as study:
        Survey(study).start("P01").answer(Answer.LEFT, seconds=1.0)
        made = study.back_up()
        digest = study.content.items[0].digest
    stored = next(p for p in data_home.rglob("images/*") if p.name == digest)
    stored.unlink()
    if kind == "pipe":
        os.mkfifo(stored)
    elif kind == "device":
        stored.symlink_to("/dev/zero")
    elif kind == "folder":
        stored.mkdir()
    path.unlink()
    assert backups.find_picture(study.uuid, digest) == b""
    backups.restore(made, path)
    assert backups.list_lost(path) == [digest]
    with open_study(path, read_only=True) as study:
        assert len(study.everything.records) == 2


@pytest.mark.posix("pipes have no names there")
def test_backup_and_study_must_be_files(make_study: Make, tmp_path: Path) -> None:
    """A pipe is not waited for; it and a folder are not put aside for a study."""
    path, pipe, folder = make_study(), tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    with open_study(path) as study:
        made = study.back_up()
    for backup, target in ((pipe, path), (folder, path), (made, pipe), (made, folder)):
        with pytest.raises(StudyFileError, match="is no file"):
            backups.restore(backup, target)
    assert pipe.is_fifo()
    assert folder.is_dir()


def test_copies_have_backups_of_their_own(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """A copy of a study never restores what was answered in another."""
    path = make_study()
    copy = Path(shutil.copy(path, tmp_path / "copy.sortrank"))
    answer(path, 5, answer_many)
    answer(copy, 9, answer_many)
    (first,), (second,) = backups.find_backups(path), backups.find_backups(copy)
    assert check_study(first.path).counts["answers"] == 5
    assert check_study(second.path).counts["answers"] == 9
