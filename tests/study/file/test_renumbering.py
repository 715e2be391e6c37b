"""Sessions whose number another session of the same person has, as older merges left them."""

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.rewriting import write_study
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.answers import EXPORT
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import SameCode, merge_studies

Make = Callable[..., Path]
Robot = Callable[..., None]


@pytest.fixture
def doubled(make_study: Make, answer_many: Robot) -> Path:
    """Return a study in which P01 has two sessions 1, with digests that fit."""
    path = make_study()
    survey = Survey(open_study(path))
    for _ in range(2):
        session = survey.start("P01", policy=Resume.AGAIN)
        answer_many(session, 4)
        session.end()

    def change(study: Everything) -> Everything:
        rows = {number: replace(row, number=1) for number, row in study.sessions.items()}
        return replace(study, sessions=rows)

    with survey.file._saving("forge"):
        write_study(survey.file._connection, survey.file.everything, change(survey.file.everything))
    survey.file.abandon()
    return path


def test_check_tells_of_doubled_numbers(doubled: Path) -> None:
    """The study is sound, and says what an export makes of it."""
    report = check_study(doubled)
    assert report.problems == []
    assert "P01 has two sessions with the number 1" in report.notices[-1]
    assert "counts as session 2" in report.notices[-1]


def test_exports_have_each_trial_once(doubled: Path, tmp_path: Path) -> None:
    """Participant, session and trial name one answer."""
    with open_study(doubled) as study:
        EXPORT.write(Order(tmp_path / "a.csv", study.everything))
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        names = [(row["participant"], row["session"], row["trial"]) for row in csv.DictReader(file)]
    assert (len(names), len(set(names))) == (8, 8)


def test_next_session_and_other_changes_go_on_from_there(
    doubled: Path, answer_many: Robot, tmp_path: Path
) -> None:
    """The third session has the number 3, exclusions name one session, and merges are possible."""
    with open_study(doubled) as study:
        assert [row.number for row in study.sessions] == [1, 2]
        study.add_event(EventKind.EXCLUDE, {"reason": "tired", "by": "me"}, study.sessions[1])
    survey = Survey(open_study(doubled))
    answer_many(survey.start("P01", policy=Resume.AGAIN), 2)
    assert [row.number for row in survey.file.sessions] == [1, 2, 3]
    survey.close()
    assert check_study(doubled).problems == []
    copy = tmp_path / "copy.sortrank"
    copy.write_bytes(doubled.read_bytes())
    merge_studies([doubled, copy], tmp_path / "merged.sortrank", people=SameCode.SAME)
    assert check_study(tmp_path / "merged.sortrank").counts["answers"] == 10
