import numpy as np
import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.selection import ALL
from sortrank_gui.study.results.summary.columns import read_columns
from sortrank_gui.study.results.summary.times import collect_times
from tests.diary import Diary


def test_times_have_quantiles() -> None:
    """Of five times, the middle one and what lies between the others; practice is left out."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    diary.answer("a > b", kind=Kind.PRACTICE, seconds=100.0)
    for seconds in (5.0, 1.0, 4.0):
        diary.answer("a > b", seconds=seconds)
    diary.sit("y")
    for seconds in (2.0, 3.0):
        diary.answer("a > b", seconds=seconds)
    columns = read_columns(diary.study, ALL)
    found = collect_times(columns, ~columns.of_kinds([Kind.PRACTICE]))
    assert found.seconds.tolist() == [5, 1, 4, 2, 3]
    assert found.trial.tolist() == [2, 3, 4, 1, 2]
    assert found.participant.tolist() == [0, 0, 0, 1, 1]
    assert found.quantiles == pytest.approx((1.2, 2, 3, 4, 4.8))
    assert found.median == 3


def test_medians_follow_the_session() -> None:
    """Forty trials make twenty stretches of two; a stretch without answers has no median."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    for number in range(1, 41):
        diary.answer("a > b", seconds=float(number))
    columns = read_columns(diary.study, ALL)
    found = collect_times(columns, (columns.trial != 3) & (columns.trial != 4))
    assert found.block_trial.tolist() == [1.5, *np.arange(5.5, 40, 2).tolist()]
    assert found.block_median.tolist() == found.block_trial.tolist()


def test_short_sessions_have_a_stretch_a_trial() -> None:
    """Two people: the median of both at each trial."""
    diary = Diary(["a", "b"])
    for times in ((1.0, 2.0), (3.0, 8.0)):
        diary.sit(f"{times}")
        for seconds in times:
            diary.answer("a > b", seconds=seconds)
    columns = read_columns(diary.study, ALL)
    found = collect_times(columns, columns.of_kinds([Kind.REGULAR]))
    assert found.block_trial.tolist() == [1, 2]
    assert found.block_median.tolist() == [2, 5]


def test_nothing_has_no_median() -> None:
    """No answers, no quantiles, no stretches."""
    columns = read_columns(Diary(["a", "b"]).study, ALL)
    found = collect_times(columns, columns.of_kinds([Kind.REGULAR]))
    assert (found.quantiles, len(found.block_trial)) == ((), 0)
    assert np.isnan(found.median)
