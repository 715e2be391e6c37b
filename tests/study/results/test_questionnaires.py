"""Answers to questionnaires are counted by people."""

import math
from pathlib import Path

import pytest

from sortrank_gui.study.results.questionnaires import QueryTally, tally_forms
from sortrank_gui.study.results.selection import Selection
from tests.lab_study import read_lab


@pytest.fixture
def tallies(tmp_path: Path) -> dict[str, QueryTally]:
    """Return what six people said, by the names of columns."""
    lab = read_lab(tmp_path / "lab.sortrank", answers=2)
    return {each.column.name: each for each in tally_forms(lab, Selection())}


def test_choices_are_counted_in_their_order(tallies: dict[str, QueryTally]) -> None:
    """Options nobody chose are there; several choices count each."""
    assert tallies["about.hand"].counts == {"left": 3, "right": 3}
    assert tallies["about.likes"].counts == {"figs": 4, "plums": 0, "pears": 4}
    assert tallies["about.mood_2"].counts == {"no": 0, "somewhat": 0, "yes": 5}
    assert math.isnan(tallies["about.hand"].mean)


def test_numbers_have_a_mean_and_refusals_are_apart(tallies: dict[str, QueryTally]) -> None:
    """Whoever would rather not say is counted, and not in the mean."""
    age = tallies["about.age"]
    assert age.counts == {"20": 1, "21": 1, "23": 1, "24": 1, "25": 1}
    assert (age.answered, age.refused, age.mean) == (5, 1, 22.6)
    assert age.deviation == pytest.approx(2.0736, abs=1e-4)
    assert age.words == "How old are you?: 5 answered, 1 would rather not say."


def test_many_numbers_are_counted_in_ranges(tmp_path: Path) -> None:
    """Ten ranges have all of them."""
    lab = read_lab(tmp_path / "many.sortrank", people=30, answers=1)
    age = tally_forms(lab, Selection())[0]
    assert len(age.counts) == 10
    assert sum(age.counts.values()) == 29
