import numpy as np
import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary.columns import Columns, read_columns
from sortrank_gui.study.results.summary.participants import find_repeats, list_participants
from tests.diary import Diary


def read(diary: Diary, *, robots: bool | None = False) -> Columns:
    """Return the answers."""
    return read_columns(diary.study, Selection(robots=robots))


def test_participants_are_counted() -> None:
    """Answers, sides and times, by hand; practice has no say in either."""
    diary = Diary(["a", "b", "c"])
    diary.sit("x")
    diary.answer("a > b", kind=Kind.PRACTICE, seconds=50.0)
    for line, seconds in (("a > b", 1.0), ("b > c", 2.0), ("a > c", 3.0), ("c < b", 4.0)):
        diary.answer(line, seconds=seconds)
    diary.answer("a = b", "a ? b", seconds=9.0)
    diary.sit("y", robot=True)
    diary.answer("a > b", robot=True)
    diary.sit("x")
    diary.answer("a > c", seconds=5.0)
    columns = read(diary, robots=None)
    one, two = list_participants(columns, columns.of_kinds([Kind.REGULAR]))
    assert (one.code, one.answers, one.sessions, one.by_robot) == ("x", 7, 2, False)
    assert one.median_seconds == 4.0  # of 1, 2, 3, 4, 5, 9, 9
    assert one.share_left == pytest.approx(4 / 5)
    assert one.share_left_error == pytest.approx(0.5 / 5**0.5)
    assert (two.code, two.answers, two.sessions, two.by_robot) == ("y", 1, 1, True)
    assert (one.agreement, one.flags) == (None, ())


def test_who_never_chose_a_side_has_no_share() -> None:
    """Only ties: there is nothing to divide by."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    diary.answer("a = b", "a ? b")
    columns = read(diary)
    (found,) = list_participants(columns, columns.of_kinds([Kind.REGULAR]))
    assert np.isnan([found.share_left, found.share_left_error, found.repeats_expected]).all()


def test_catch_trials_are_passed_by_the_better_item() -> None:
    """On either side; a tie, the worse item, or a pair that is no catch pair, is not passed."""
    diary = Diary(["a", "b", "c"])
    diary.sit("x")
    diary.answer("c > a", "a < c", "a < c", "a > c", "c = a", "c > b", kind=Kind.CATCH)
    diary.answer("c > a")
    columns = read(diary)
    (found,) = list_participants(columns, columns.of_kinds([Kind.REGULAR]), [(2, 0)])
    assert (found.catches, found.catches_passed) == (6, 3)


def test_repeats_are_compared_with_the_last_time() -> None:
    """Sides are swapped: the same judgement is the other side; a tie must be a tie again."""
    diary = Diary(["a", "b", "c"])
    diary.sit("x")
    diary.answer("a > b", "b > c", "a = c", "a < b")
    diary.answer("b > a", "c > b", "c = a", kind=Kind.REPEAT)
    columns = read(diary)
    own = np.ones(len(columns), dtype=bool)
    assert list(find_repeats(columns, own)) == [(0, 1, 4), (1, 1, 5), (0.5, 0.5, 6)]
    (found,) = list_participants(columns, columns.of_kinds([Kind.REGULAR]))
    assert (found.repeats, found.repeats_same) == (3, 2)


def test_repeats_need_a_first_time() -> None:
    """In the same session, by the same person, and with an opinion both times."""
    diary = Diary(["a", "b", "c"])
    diary.sit("x")
    diary.answer("a > b", "b ? c")
    diary.answer("c > b", kind=Kind.REPEAT)
    diary.sit("x")
    diary.answer("b > a", kind=Kind.REPEAT)
    diary.sit("y")
    diary.answer("a > c")
    diary.answer("c ? a", kind=Kind.REPEAT)
    columns = read(diary)
    for person in list_participants(columns, columns.of_kinds([Kind.REGULAR])):
        assert (person.repeats, person.repeats_same) == (0, 0)
