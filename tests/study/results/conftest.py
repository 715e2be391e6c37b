"""A small study whose every number is known."""

import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from tests.diary import Diary


@pytest.fixture
def fruit_with_robot(fruit: Everything) -> Everything:
    """Return the same, and a robot that took part; its answers are records 12 to 14."""
    diary = Diary(["fig", "pear", "plum"])
    diary.study = fruit
    diary.sit("R01", robot=True)
    diary.answer("fig > plum", "fig > plum", "fig > pear", robot=True)
    return fruit


@pytest.fixture
def fruit() -> Everything:
    """Return two sessions with every kind of trial and answer, an undo and a note."""
    diary = Diary(["fig", "pear", "plum"], [0.0, 1.0, 2.0])
    diary.sit("anna@example", seed=987654321)
    diary.answer("fig > pear", kind=Kind.PRACTICE, seconds=1.5)
    diary.answer("fig < pear", "plum > pear")
    diary.undo()
    diary.answer("plum = pear", seconds=2.0)
    diary.answer("pear > fig", kind=Kind.REPEAT)
    diary.note("anna@example was late")
    diary.sit("P2", seed=123456789, strategy="quicksort")
    diary.answer("fig < plum", "fig ? pear", sort_round=2)
    diary.answer("plum > fig", kind=Kind.CATCH)
    diary.study.incidents.append(("2026-03-01T11:00:00.000Z", "Its newest answers may be missing."))
    return diary.study
