"""Studies and exports at places that one system or another makes difficult."""

import os
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import replacing
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from tests.study.conftest import MakeStudy

ON_WINDOWS = os.name == "nt"


def answer_once(path: Path) -> None:
    """Open a study, give an answer, and close it."""
    survey = Survey(open_study(path))
    session = survey.start()
    session.answer(Answer.LEFT, seconds=1.0)
    survey.close()


def count_answers(path: Path) -> int:
    """Return how many answers a study holds."""
    with open_study(path, read_only=True) as file:
        return sum(record.answer is not None for record in file.records)


@pytest.mark.posix("Windows needs a setting for such paths, and Wine fails to follow them")
def test_study_works_deep_inside_of_folders(make_study: MakeStudy, tmp_path: Path) -> None:
    """A path of more than 260 characters, Windows' old limit, is a path like others."""
    folder = tmp_path.joinpath(*(letter * 60 for letter in "abcde"))
    folder.mkdir(parents=True)
    path = make_study().rename(folder / "deep.sortrank")
    assert len(str(path)) > 260
    answer_once(path)
    assert count_answers(path) == 1


@pytest.mark.parametrize(
    "name", ["100 % größer #1.sortrank", "a?b&c=d.sortrank", "x.sortrank.sortrank"]
)
def test_study_works_by_any_name(make_study: MakeStudy, tmp_path: Path, name: str) -> None:
    """Signs that mean something in an address mean nothing in a file's name."""
    if ON_WINDOWS:
        name = name.replace("?", "+")  # no name can have it there
    path = make_study().rename(tmp_path / name)
    answer_once(path)
    assert count_answers(path) == 1
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_name_in_other_letters_is_the_same_study(make_study: MakeStudy) -> None:
    """Where small and capital letters are one, a study is locked by each of its names."""
    path = make_study("mine")
    other = path.with_name("MINE.SORTRANK")
    if not other.exists():
        pytest.skip("here they are two names")
    with open_study(path), open_study(other) as second:
        assert second.read_only
        assert "is in use by process" in second.notices[0]


@pytest.mark.skipif(not ON_WINDOWS, reason="only Windows has such paths")
def test_study_opens_by_every_way_that_windows_writes_a_path(make_study: MakeStudy) -> None:
    """An extended path, a drive's own share, and slashes of the other kind lead to one study."""
    path = make_study()
    drive, rest = path.drive, str(path)[2:]
    ways = [rf"\\?\{path}", path.as_posix(), rf"\\localhost\{drive[0]}${rest}"]
    for way in map(Path, ways):
        if way.exists():  # Wine has no shares
            answer_once(way)
            with open_study(path), open_study(way) as second:
                assert second.read_only
    assert count_answers(path) == sum(Path(way).exists() for way in ways)


@pytest.mark.skipif(not ON_WINDOWS, reason="other systems let a file be replaced while it is open")
def test_table_that_another_program_holds_is_told(tmp_path: Path) -> None:
    """A spreadsheet that is open in Excel can't be replaced: it stays, with a sentence."""
    table = tmp_path / "answers.csv"
    table.write_text("old")
    with (
        table.open(),
        pytest.raises(StudyFileError, match=r"answers\.csv.*another program"),
        replacing(table) as file,
    ):
        file.write("new")
    assert table.read_text() == "old"
    assert list(tmp_path.iterdir()) == [table]
