"""Questions of one study beside each other."""

from pathlib import Path

import pytest

from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary import compare_questions, summarise
from tests.diary import Diary
from tests.lab_study import read_lab


def test_questions_are_paired_by_the_items_that_both_ask(tmp_path: Path) -> None:
    """Scores are those of each question's own ranking."""
    lab = read_lab(tmp_path / "lab.sortrank", people=8, answers=60, n_items=16)
    heard: list[float] = []
    (pair,) = compare_questions(lab, Selection(question=1), tick=heard.append)
    assert (pair.first, pair.second) == ("sharp", "nice")
    assert [item.name for item in pair.items] == [f"item {k}" for k in range(0, 16, 2)]
    nice = summarise(lab, Selection(question=1), brief=True)
    assert pair.second_scores == pytest.approx(nice.ranking.estimate.scores)
    assert pair.correlation is not None
    assert pair.correlation.low > 0
    assert pair.correlation.high <= 1
    assert pair.rank_correlation > 0.5
    assert heard == sorted(heard)


def test_questions_without_answers_have_no_pairs(tmp_path: Path) -> None:
    """Neither has a study with one question."""
    diary = Diary(["a", "b", "c"])
    diary.sit("anna")
    diary.answer("a > b", "b > c")
    assert compare_questions(diary.study, Selection()) == []
    lab = read_lab(tmp_path / "lab.sortrank", people=0)
    assert compare_questions(lab, Selection()) == []
