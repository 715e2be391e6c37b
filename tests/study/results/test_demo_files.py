import csv
import json
from pathlib import Path

import numpy as np
import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Trial
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.study.results.demo_files import write_results

STUDY = Study("Fruit", "Which?", (Item("fig"), Item("pear, ripe"), Item("plum")), np.arange(3.0))
ANSWERS = [
    GivenAnswer(Trial(1, 0, 2), Answer.RIGHT, 1.25),
    GivenAnswer(Trial(2, 1, 2), Answer.RIGHT, 0.5, by_robot=True),
    GivenAnswer(Trial(3, 1, 0), Answer.LEFT, 2.0),
]


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_write_results_writes_every_answer(tmp_path: Path) -> None:
    """One row an answer, with names, side, time and who gave it."""
    write_results(tmp_path / "new", STUDY, ANSWERS, strategy="random", seed=4)
    rows = read(tmp_path / "new" / "answers.csv")
    assert [row["answer"] for row in rows] == ["right", "right", "left"]
    assert rows[1] == {
        "trial": "2",
        "left": "pear, ripe",
        "right": "plum",
        "answer": "right",
        "seconds": "0.5",
        "given_by": "robot",
    }


def test_write_results_ranks_the_best_first(tmp_path: Path) -> None:
    """The item that won everything is on top; the summary knows the distance to the truth."""
    write_results(tmp_path, STUDY, ANSWERS, strategy="random", seed=4)
    assert [row["item"] for row in read(tmp_path / "ranking.csv")] == ["plum", "pear, ripe", "fig"]
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["displacement"] == 0
    assert summary["answers"] == 3


def test_write_results_names_the_folder_that_fails(tmp_path: Path) -> None:
    """A folder that can't be made gives a sentence with its name."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyFileError, match="file"):
        write_results(tmp_path / "file" / "folder", STUDY, ANSWERS, strategy="random", seed=4)
