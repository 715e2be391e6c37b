import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sortrank_gui import __version__
from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Trial
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.study.results.demo_files import write_results
from sortrank_gui.study.results.exports.ranking import COLUMNS

STUDY = Study("Fruit", "Which?", (Item("fig"), Item("pear, ripe"), Item("plum")), np.arange(3.0))
ANSWERS = [
    GivenAnswer(Trial(1, 0, 2), Answer.RIGHT, 1.25),
    GivenAnswer(Trial(2, 1, 2), Answer.RIGHT, 0.5, by_robot=True),
    GivenAnswer(Trial(3, 1, 0), Answer.LEFT, 2.0),
]


def write(folder: Path, study: Study = STUDY) -> None:
    """Write the results of three answers."""
    write_results(folder, study, ANSWERS, strategy="random", seed=4)


def test_every_answer_is_written(tmp_path: Path) -> None:
    """One row each, with names, side, time and who gave it; the folder is made."""
    write(tmp_path / "new")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "answers.csv",
        "ranking.csv",
        "summary.json",
    ]
    assert (tmp_path / "new" / "answers.csv").read_text(encoding="utf-8").splitlines() == [
        "trial,left,right,answer,seconds,given_by",
        "1,fig,plum,right,1.25,person",
        '2,"pear, ripe",plum,right,0.5,robot',
        '3,"pear, ripe",fig,left,2.0,person',
    ]


def test_ranking_has_the_columns_of_the_export(tmp_path: Path) -> None:
    """Best first; who won everything is on top, with the counts of the answers."""
    write(tmp_path)
    with (tmp_path / "ranking.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(COLUMNS)
    found = [(row["rank"], row["item"], row["wins"], row["losses"]) for row in rows]
    assert found == [
        ("1", "plum", "2.0", "0.0"),
        ("2", "pear, ripe", "1.0", "1.0"),
        ("3", "fig", "0.0", "2.0"),
    ]


def test_summary_says_what_was_asked(tmp_path: Path) -> None:
    """With the distance to the truth, where there is one; a random ranking has (9 - 1) / 3."""
    write(tmp_path)
    expected = {
        "study": "Fruit",
        "prompt": "Which?",
        "items": 3,
        "strategy": "random",
        "seed": 4,
        "answers": 3,
        "sortrank": __version__,
    }
    found = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert found == {**expected, "displacement": 0, "random_displacement": 8 / 3}
    write(tmp_path, replace(STUDY, truth=None))
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8")) == expected


def test_folder_that_fails_is_named(tmp_path: Path) -> None:
    """A folder that can't be made gives a sentence with its name."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyFileError, match=r"The folder .*file.* can't be made: "):
        write(tmp_path / "file" / "folder")
