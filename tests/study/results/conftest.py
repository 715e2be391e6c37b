"""A small study whose every number is known."""

import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from tests.diary import Diary


@pytest.fixture
def fruit() -> Everything:
    """Return two sessions with every kind of trial and answer, an undo, a note and a robot."""
    diary = Diary(["fig", "pear", "plum"], [0.0, 1.0, 2.0])
    diary.sit("anna@example", seed=987654321)
    diary.answer("fig > pear", kind=Kind.PRACTICE, seconds=1.5)
    diary.answer("fig < pear", "plum > pear")
    diary.undo()
    diary.answer("plum = pear", seconds=2.0)
    diary.answer("pear > fig", kind=Kind.REPEAT)
    diary.note("anna@example was late")
    diary.sit("P2", seed=123456789, strategy="quicksort")
    diary.answer("fig < plum", "fig ? pear", robot=True, sort_round=2)
    diary.answer("plum > fig", kind=Kind.CATCH)
    diary.study.incidents.append(("2026-03-01T11:00:00.000Z", "Its newest answers may be missing."))
    return diary.study
