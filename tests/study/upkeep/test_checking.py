"""A check says how far it is: a study of hundreds of thousands of answers takes seconds."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from sortrank_gui.study.file import reading
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey import sorts
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]


def test_check_tells_how_far_it_is(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While records are read, and while sorts are told them again; it never goes back."""
    monkeypatch.setattr(sorts, "_AT_ONCE", 5)
    monkeypatch.setattr(reading, "_AT_ONCE", 5)
    path = make_study()
    survey = Survey(open_study(path))
    for code in ("A", "B"):
        answer_many(survey.start(code), 30)
    survey.close()
    heard = list[tuple[int, int]]()
    report = check_study(path, lambda done, total: heard.append((done, total)))
    assert report.problems == []
    records = report.counts["records"]
    assert {total for _, total in heard} == {2 * records}
    assert all(one <= two for (one, _), (two, _) in pairwise(heard))
    assert min(heard)[0] < records < max(heard)[0] <= 2 * records
    assert len(heard) > 20
