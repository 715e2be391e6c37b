"""Merged copies: each answer keeps a name of its own, whoever the people are."""

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.answers import EXPORT
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import SameCode, merge_studies

Make = Callable[..., Path]
Robot = Callable[..., None]


@pytest.mark.parametrize("people", [SameCode.SAME, SameCode.DIFFERENT])
def test_participant_session_and_trial_name_one_answer(
    people: SameCode, make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """Two copies have a first session of P01 each; merged, no answer has the name of another."""
    one = make_study()
    two, three = tmp_path / "two.sortrank", tmp_path / "three.sortrank"
    for copy in (two, three):
        shutil.copy(one, copy)
    for number, path in enumerate((one, two, three), start=3):
        survey = Survey(open_study(path))
        answer_many(survey.start("P01"), number)
        survey.close()
    merged = tmp_path / "merged.sortrank"
    merge_studies([one, two, three], merged, people=people)
    merge_studies([merged, two], tmp_path / "again.sortrank", people=people)
    for path in (merged, tmp_path / "again.sortrank"):
        assert check_study(path).problems == []
        with open_study(path, read_only=True) as study:
            target = tmp_path / f"{path.stem}.csv"
            EXPORT.write(Order(target, study.everything))
        with target.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        names = {(row["participant"], row["session"], row["trial"]) for row in rows}
        assert len(rows) == len(names) == 12
