"""What the report and the window say about judges."""

import pytest

from sortrank_gui.study.results.report.judging import tell_model
from sortrank_gui.study.results.summary import JUDGES, summarise
from tests.diary import Diary

PAIRS = [(one, two) for one in range(6) for two in range(one)]


@pytest.mark.parametrize("turned", [False, True])
def test_judge_whose_answers_are_turned_round_is_named(turned: bool) -> None:
    """Where a discrimination is below 0, somebody has to look before the ranking is used."""
    diary = Diary([f"item{k}" for k in range(6)])
    for code in ("anna", "bert", "cleo", "dora"):
        diary.sit(code)
        sign = "<" if turned and code == "cleo" else ">"
        diary.answer(*[f"item{one} {sign} item{two}" for one, two in PAIRS] * 2)
    summary = summarise(diary.study)
    assert summary.judging is not None
    model = summary.judging.model(JUDGES)
    assert model is not None
    words = tell_model(model, summary)
    assert ("Careful: answers of “cleo” count against" in words) == turned
    assert ("Careful" in words) == turned


def test_equal_answers_move_no_item() -> None:
    """Where no model tells items apart, all of them leave the ranking as it is."""
    diary = Diary([f"item{k}" for k in range(6)], offer_equal=True)
    for code in ("anna", "bert", "cleo", "dora"):
        diary.sit(code)
        diary.answer(*[f"item{one} = item{two}" for one, two in PAIRS] * 2)
    summary = summarise(diary.study)
    assert summary.judging is not None
    assert [model.displacement for model in summary.judging.models] == [0, 0]
    told = [tell_model(model, summary) for model in summary.judging.models]
    assert all("The ranking stays the same." in words for words in told)
    assert "They may all be alike" in told[0]
