import numpy as np
import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.selection import ALL, Selection
from sortrank_gui.study.results.summary.columns import KINDS, read_columns
from tests.diary import Diary


def test_columns_are_the_answers_that_count(fruit: Everything) -> None:
    """One entry each as they came, what was taken back left out."""
    found = read_columns(fruit, ALL)
    assert len(found) == 7
    assert (found.n_items, found.codes) == (3, ("anna@example", "P2"))
    assert found.participant.tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert found.session.tolist() == [1, 1, 1, 1, 2, 2, 2]
    assert found.trial.tolist() == [1, 2, 3, 4, 1, 2, 3]
    kinds = ["practice", "regular", "regular", "repeat", "regular", "regular", "catch"]
    assert [KINDS[number] for number in found.kind] == kinds
    assert found.left.tolist() == [0, 0, 2, 1, 0, 0, 2]
    assert found.right.tolist() == [1, 1, 1, 0, 2, 1, 0]
    assert found.chosen == pytest.approx([1, 0, 0.5, 1, 0, np.nan, 1], nan_ok=True)
    assert found.seconds.tolist() == [1.5, 1, 2, 1, 1, 1, 1]
    assert found.by_robot.tolist() == [False] * 7


def test_units_tell_sorts_and_rounds_apart() -> None:
    """Answers of one round share a number; other rounds, other sorts and no sort differ."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    diary.answer("a > b", "a > b", sort_round=1)
    diary.answer("a > b", sort_round=2)
    diary.answer("a > b", kind=Kind.CATCH)
    diary.sit("y")
    diary.answer("a > b", sort_round=1)
    unit = read_columns(diary.study, ALL).unit.tolist()
    assert unit[0] == unit[1]
    assert unit[3] == 0
    assert len(set(unit)) == 4


def test_people_without_a_selected_answer_are_not_listed(fruit_with_robot: Everything) -> None:
    """So that numbers of participants have no holes."""
    found = read_columns(fruit_with_robot, Selection(robots=True))
    assert found.codes == ("R01",)
    assert found.participant.tolist() == [0, 0, 0]
    assert found.by_robot.all()


def test_judgements_leave_neither_out(fruit: Everything) -> None:
    """A pair without an opinion says nothing about the items."""
    columns = read_columns(fruit, ALL)
    found = columns.judgements(columns.of_kinds([Kind.REGULAR, Kind.CATCH]))
    assert found.left.tolist() == [0, 2, 0, 2]
    assert found.right.tolist() == [1, 1, 2, 0]
    assert found.chosen.tolist() == [0, 0.5, 0, 1]
