"""Who withdraws is nowhere any more, and the others' study goes on; codes are corrected."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.study.file.backups import find_backups
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.exclusions import exclude, find_exclusions
from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import (
    prepare_withdrawal,
    rename_participant,
    withdraw,
)
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import merge_studies

Make = Callable[..., Path]
Robot = Callable[..., None]
CODE = "Quokka-77"


def fill(path: Path, robot: Robot, *codes: str, count: int = 12) -> Path:
    """Let people answer twelve trials each, one after the other; who comes back goes on."""
    for code in codes:
        survey = Survey(open_study(path))
        robot(survey.start(code), count)
        survey.close()
    return path


def answers_of(path: Path) -> dict[str, int]:
    """Return how many answers each participant's code has."""
    with open_study(path, read_only=True) as study:
        codes = {row.id: row.participant for row in study.sessions}
        found = [codes[record.session] for record in effective(study.records)]
    return {code: found.count(code) for code in found}


def bytes_around(path: Path, data_home: Path) -> dict[str, bytes]:
    """Return all files of the study and all its backups."""
    files = [other for other in path.parent.iterdir() if other.name.startswith(path.stem)]
    files += [other for other in data_home.rglob("*") if other.is_file()]
    return {str(other): other.read_bytes() for other in files}


@pytest.mark.parametrize("step", ["_clean", "back_up"])
def test_interrupted_withdrawal_is_finished_by_the_next_opening(
    make_study: Make,
    answer_many: Robot,
    data_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    """A crash after the study has changed leaves older backups; whoever opens it removes them."""
    path = fill(make_study(), answer_many, "A", CODE, "B")
    assert CODE.encode() in find_backups(path)[-1].path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(StudyFile, step, _crash)
        file = open_study(path)
        with pytest.raises(KeyboardInterrupt):
            withdraw(file, CODE)
        file.abandon()
    assert CODE.encode() in find_backups(path)[-1].path.read_bytes()
    open_study(path).close()
    assert not [n for n, b in bytes_around(path, data_home).items() if CODE.encode() in b]
    assert answers_of(path) == {"A": 12, "B": 12}


def _crash(_file: StudyFile) -> None:
    raise KeyboardInterrupt


def test_backups_stay_where_a_withdrawal_never_began(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash before the study has changed, or a file that only claims it, deletes no backup."""
    path = fill(make_study(), answer_many, "A", CODE, "B")
    before = [backup.path for backup in find_backups(path)]
    with monkeypatch.context() as patch:
        patch.setattr(StudyFile, "rewrite", lambda *_: _crash(file))
        file = open_study(path)
        with pytest.raises(KeyboardInterrupt):
            withdraw(file, CODE)
        file.abandon()
    with open_study(path) as file:
        file.add_event(EventKind.WITHDRAW, {"sessions": ["0" * 64]})
    open_study(path).close()
    assert [backup.path for backup in find_backups(path)][: len(before)] == before
    assert answers_of(path)[CODE] == 12


def test_withdrawal_beside_a_reader_is_finished_by_closing(
    make_study: Make, answer_many: Robot, data_home: Path
) -> None:
    """Somebody who reads the file keeps its bytes; the backups go when it is closed."""
    path = fill(make_study(), answer_many, "A", CODE)
    with closing(sqlite3.connect(path)) as reader:
        file = open_study(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM journal").fetchone()
        with pytest.raises(StudyFileError, match="Another program reads"):
            withdraw(file, CODE)
        reader.execute("COMMIT")
    file.close()
    assert not [n for n, b in bytes_around(path, data_home).items() if CODE.encode() in b]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("strategy", ["mergesort", "quicksort", "matching", "random"])
def test_nothing_of_who_withdrew_is_left(
    make_study: Make, answer_many: Robot, data_home: Path, strategy: str, shared: bool
) -> None:
    """Neither in the file, in what lies beside it, nor in backups; the others' answers stay."""
    path = make_study(strategy=strategy, shared=shared, codes=("A", CODE, "B", "C"))
    fill(path, answer_many, "A", CODE, "B", CODE)
    with open_study(path) as file:
        file.add_note(file.sessions[1], NoteKind.NOTE, "was late")
        file.add_note(file.sessions[2], NoteKind.NOTE, f"came with {CODE}.")
        exclude(file, (CODE, None, None), "left early")
        exclude(file, ("B", None, None), f"talked with {CODE}")
    with open_study(path) as file:
        found = prepare_withdrawal(file, CODE)
        assert (found.sessions, found.answers, found.notes) == (1, 24, 1)
        assert len(found.backups) == 5
        assert withdraw(file, CODE) == found
        assert not [n for n, b in bytes_around(path, data_home).items() if CODE.encode() in b]
    assert not [n for n, b in bytes_around(path, data_home).items() if CODE.encode() in b]
    assert answers_of(path) == {"A": 12, "B": 12}
    assert len(find_backups(path)) == 1
    assert check_study(path).problems == []
    with open_study(path, read_only=True) as file:
        assert file.design.codes == ("A", "B", "C")
        assert [note.text for note in file.notes] == ["came with [withdrawn]."]
        assert [event.kind for event in file.events] == ["exclude", "withdraw"]
        assert (
            find_exclusions(file.everything)
            .excluded[("B", None, None)]
            .reason.endswith("[withdrawn]")
        )


@pytest.mark.parametrize("strategy", ["mergesort", "quicksort", "matching", "all-pairs"])
def test_study_goes_on_without_who_withdrew(
    make_study: Make, answer_many: Robot, tmp_path: Path, strategy: str
) -> None:
    """In a shared sort others and new people go on; all their answers count, exports work."""
    path = make_study(strategy=strategy, shared=True, practice=1, repeat_share=0.1)
    fill(path, answer_many, "A", CODE, "B", "A")
    with open_study(path) as file:
        withdraw(file, CODE)
    fill(path, answer_many, "B", "new", "A")
    assert check_study(path).problems == []
    assert answers_of(path) == {"A": 36, "B": 24, "new": 12}
    with open_study(path, read_only=True) as file:
        regular = [r for r in effective(file.records) if r.kind == "regular"]
        assert count_study(file.everything).n_comparisons == len(regular)
        for export in find_exports():
            assert export.write(Order(tmp_path / "out.x", file.everything)) > 0


def test_last_answer_can_be_taken_back_after_a_withdrawal(
    make_study: Make, answer_many: Robot
) -> None:
    """Also one that its sort does not know any more."""
    path = fill(make_study(shared=True), answer_many, "A", CODE, "B")
    with open_study(path) as file:
        withdraw(file, CODE)
    survey = Survey(open_study(path))
    session = survey.start("B")
    session.undo()
    answer_many(session, 3)
    survey.close()
    assert check_study(path).problems == []
    assert answers_of(path) == {"A": 12, "B": 14}


def test_withdrawn_data_does_not_come_back_by_a_merge(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """A copy that still has it is refused, until the data is deleted there, too."""
    first = fill(make_study(), answer_many, "A", CODE)
    second = Path(shutil.copy(first, tmp_path / "second.sortrank"))
    fill(second, answer_many, "B")
    with open_study(first) as file:
        withdraw(file, CODE)
    merged = tmp_path / "merged.sortrank"
    for order in ([first, second], [second, first]):
        with pytest.raises(InputError, match=f"{CODE} withdrew in one of the copies"):
            merge_studies(order, merged)
    with open_study(second) as file:
        withdraw(file, CODE)
    merge_studies([first, second], merged)
    assert answers_of(merged) == {"A": 12, "B": 12}


def test_copies_that_may_have_the_data_are_told(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """Backups of a copy elsewhere are that copy's, and stay; old ones of a moved study go."""
    before = fill(make_study("before"), answer_many, "A", CODE)
    path = before.rename(tmp_path / "study.sortrank")
    copy = Path(shutil.copy(path, tmp_path / "copy.sortrank"))
    fill(copy, answer_many, "B")
    with open_study(path) as file:
        assert withdraw(file, CODE).copies == (copy,)
    assert len(find_backups(copy)) == 1
    assert find_backups(before) == []


def test_who_is_not_there_cannot_withdraw(make_study: Make, answer_many: Robot) -> None:
    """A sentence says so, and nothing changes."""
    path = fill(make_study(), answer_many, "A")
    with open_study(path) as file, pytest.raises(InputError, match="no participant “B”"):
        withdraw(file, "B")
    assert answers_of(path) == {"A": 12}


def test_mistyped_code_is_corrected_with_a_trace(make_study: Make, answer_many: Robot) -> None:
    """Sessions, and what is excluded, go on under the right code; a later withdrawal finds all."""
    path = fill(make_study(), answer_many, "A", "P1O")
    with open_study(path) as file:
        exclude(file, ("P1O", None, None), "too young")
        rename_participant(file, "P1O", " P10 ")
        assert find_exclusions(file.everything).excluded.keys() == {("P10", None, None)}
    assert check_study(path).problems == []
    assert answers_of(path) == {"A": 12, "P10": 12}
    fill(path, answer_many, "P10")
    with open_study(path) as file:
        assert file.events[-1].facts == {"old": "P1O", "new": "P10"}
        withdraw(file, "P10")
        assert [event.kind for event in file.events] == ["withdraw"]
    assert b"P1O" not in path.read_bytes()


def test_two_codes_of_one_person_are_joined_on_purpose(
    make_study: Make, answer_many: Robot
) -> None:
    """Without saying so it is refused; then the sessions follow those that are there."""
    path = fill(make_study(), answer_many, "A", "B", "C")
    with open_study(path) as file:
        with pytest.raises(InputError, match="B has taken part, too"):
            rename_participant(file, "C", "B")
        rename_participant(file, "C", "B", join=True)
        assert [(row.participant, row.number) for row in file.sessions] == [
            ("A", 1),
            ("B", 1),
            ("B", 2),
        ]
        assert file.participants == ["A", "B"]
    assert check_study(path).problems == []
    fill(path, answer_many, "B")
    assert answers_of(path) == {"A": 12, "B": 36}


def test_person_and_robot_are_never_one(make_study: Make, answer_many: Robot) -> None:
    """Nor is a code taken that the study's list has not."""
    path = fill(make_study(codes=("A", "B")), answer_many, "A")
    with open_study(path) as file:
        file.start_session("R01", robot=True)
        with pytest.raises(InputError, match="a person and a robot"):
            rename_participant(file, "A", "R01", join=True)
        with pytest.raises(InputError, match="not in this study's list"):
            rename_participant(file, "A", "X")


@pytest.mark.parametrize(
    ("codes", "gone", "following"),
    [
        (["P01", "P02", "P03"], ["P03"], "P04"),
        (["P01", "P02", "P03"], ["P03", "P02"], "P04"),
        (["P01"], ["P01"], "P02"),
        (["P01", "P02", "P03"], ["P02"], "P04"),
        (["P01", "P50", "P51"], ["P51", "P50"], "P52"),
        (["P01", "VP113"], ["VP113"], "P02"),
        (["A1", "P03", "A2"], ["A2"], "P04"),
        (["P05", "P02", "P04"], ["P04"], "P06"),
    ],
)
def test_code_of_who_withdrew_is_not_offered_again(
    make_study: Make, answer_many: Robot, codes: list[str], gone: list[str], following: str
) -> None:
    """Codes are counted on from where they were; a series that nobody has any more ends."""
    path = fill(make_study(), answer_many, *codes, count=2)
    with open_study(path) as file:
        for code in gone:
            withdraw(file, code)
        assert file.next_code() == following
        assert file.start_session().participant == following
    assert not [code for code in gone if code.encode() in path.read_bytes()]
    with open_study(path) as file:
        file.start_session("B01")
        assert file.next_code() == "B02"
