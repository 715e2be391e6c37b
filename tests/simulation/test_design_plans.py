"""A plan knows questions, conditions and people."""

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.design_plans import (
    PlannedQuestion,
    PlannedStudy,
    describe_expected,
    expect_questions,
)

SHARP = PlannedQuestion("sharp", 12, "mergesort", 60, 0.9, practice=6)
NICE = PlannedQuestion("nice", 8, "mergesort", 30)
STUDY = PlannedStudy((SHARP, NICE), people=25, conditions=2, queries=6, pages=3, seconds=5.0)


def test_minutes_are_made_of_trials_queries_and_pages() -> None:
    """96 trials at 5 s, 6 queries at 8 s, 3 pages at 20 s."""
    assert STUDY.minutes == pytest.approx((96 * 5 + 48 + 60) / 60)
    assert STUDY.people_each == 12
    assert STUDY.answers(SHARP, 25) == 1350


def test_more_people_err_less() -> None:
    """All conditions together are nearer to the truth than one alone."""
    rows = [
        [row for trial in each.trials() for row in trial.run()]
        for each in STUDY.experiments(1.5, repetitions=6)
    ]
    sharp, nice = expect_questions(STUDY, rows)
    assert (sharp.answers, nice.answers) == (1350, 750)
    assert 0 < sharp.places < sharp.places_each < 1
    words = describe_expected(STUDY, [sharp, nice])
    assert words.startswith(
        "25 people, 2 questions, 2 conditions: 10 minutes each, 12 people a condition. "
        f"Expected error: sharp: an item is {sharp.places:.1f} places off "
    )


def test_conditions_need_people() -> None:
    """Three conditions can't be filled by two people."""
    with pytest.raises(InputError, match="3 conditions"):
        PlannedStudy((NICE,), people=2, conditions=3)
