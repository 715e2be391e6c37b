"""Summaries whose statements were tried by running the study again."""

from collections.abc import Callable

import pytest

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.report.quality import list_facts
from sortrank_gui.study.results.summary import CancelledError, calibrate, summarise
from tests.diary import Diary

Robots = Callable[..., Everything]


def test_calibrated_summary_says_so(robots: Robots) -> None:
    """Ranking, reliability and facts are the corrected ones; nothing else changes."""
    study = robots()
    before, shares = summarise(study), list[float]()
    after = calibrate(study, before, progress=shares.append)
    assert after.calibration is not None
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert (after.ranking.low <= before.ranking.low).all()
    assert after.ranking.score.tolist() == before.ranking.score.tolist()
    assert after.reliability is not None
    told = after.ranking.uncertainty
    assert after.reliability.expected_displacement == told.displacement
    assert after.reliability.separation == told.reliability
    assert "Calibrated" in [fact.name for fact in list_facts(after)]
    assert "Calibrated" not in [fact.name for fact in list_facts(before)]


def test_too_early_is_not_calibrated() -> None:
    """After one answer there is no statement to try."""
    diary = Diary(["a", "b", "c"])
    diary.sit("P1")
    diary.answer("a < b")
    summary = summarise(diary.study)
    assert calibrate(diary.study, summary) is summary


def test_calibration_ends_when_nobody_wants_it(robots: Robots) -> None:
    """The first look at the wish to stop ends it."""
    study = robots()
    with pytest.raises(CancelledError):
        calibrate(study, summarise(study), cancelled=lambda: True)
