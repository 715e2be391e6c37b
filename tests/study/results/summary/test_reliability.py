import numpy as np
import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.selection import ALL
from sortrank_gui.study.results.summary.columns import read_columns
from sortrank_gui.study.results.summary.rankings import Ranking, rank
from sortrank_gui.study.results.summary.reliability import Reliability, assess_reliability
from tests.diary import Diary

SORTED = ("a < b", "c > b", "a < c")


def assess(diary: Diary) -> tuple[Reliability, Ranking, list[float]]:
    """Return the reliability, the ranking it is about, and what was told of the progress."""
    columns = read_columns(diary.study, ALL)
    counted = columns.of_kinds([Kind.REGULAR])
    found, shares = rank(columns, counted), list[float]()
    return assess_reliability(columns, counted, found, shares.append), found, shares


def make_diary(people: int, rounds: int) -> Diary:
    """Return a study in which everybody sorts three items so many times."""
    diary = Diary(["a", "b", "c"])
    for number in range(people):
        diary.sit(f"P{number}")
        for sort_round in range(1, rounds + 1):
            diary.answer(*SORTED, sort_round=sort_round)
    return diary


@pytest.mark.parametrize(
    ("people", "rounds", "by", "units"),
    [
        (4, 1, "participants", 4),
        (5, 3, "participants", 5),
        (3, 2, "sorts", 6),
        (1, 4, "sorts", 4),
        (3, 1, "sorts", None),
        (1, 3, "sorts", None),
    ],
)
def test_halves_are_of_people_or_of_sorts(
    people: int, rounds: int, by: str, units: int | None
) -> None:
    """Of participants where there are four, else of sorts; fewer than four can't be halved."""
    found, _, shares = assess(make_diary(people, rounds))
    assert found.by == by
    assert (None if found.halves is None else found.halves.units) == units
    if found.halves is not None:
        assert len(found.halves.values) == 100
        assert found.halves.values == pytest.approx(1.0)  # all halves say the same
        assert shares[-1] == pytest.approx(1.0)


def test_who_only_said_neither_is_no_half() -> None:
    """Four people came, but one had no opinion."""
    diary = make_diary(3, 1)
    diary.sit("P9")
    diary.answer("a ? b")
    assert assess(diary)[0].by == "sorts"


def test_halves_that_contradict_each_other_are_not_reliable() -> None:
    """Two say the one, two the other: no half resembles the other for sure."""
    diary = make_diary(2, 1)
    for code in ("x", "y"):
        diary.sit(code)
        diary.answer(*(line.translate(str.maketrans("<>", "><")) for line in SORTED))
    halves = assess(diary)[0].halves
    assert halves is not None
    assert halves.mean < 0.3


def test_figures_are_those_of_the_uncertainty() -> None:
    """SSR, displacement and whether it is too early come from one place."""
    found, ranking, _ = assess(make_diary(2, 2))
    told, estimate = ranking.uncertainty, ranking.estimate
    assert found.separation == told.reliability
    assert found.expected_displacement == told.displacement
    assert (found.too_early, found.answers_needed) == (told.too_early, told.answers_needed)
    spread, error = np.var(estimate.scores), np.mean(estimate.standard_errors**2)
    assert found.textbook_separation == pytest.approx(spread / (spread + error))


def test_one_answer_is_too_early() -> None:
    """Nothing can be said about three items after one answer, but when it can."""
    diary = Diary(["a", "b", "c"])
    diary.sit("P1")
    diary.answer("a < b")
    found, _, _ = assess(diary)
    assert found.too_early
    assert found.answers_needed > 1
