"""Rules that were set before there were answers exclude by themselves, and yield to a decision."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.study.design.design import ExclusionRules
from sortrank_gui.study.file.events import EventKind, make_event
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.results.report import make_report
from sortrank_gui.study.results.selection import (
    ALL,
    Selection,
    find_excluded,
    select,
    tell_selection,
)
from tests.diary import Diary

ORDER = ("a > b", "b > c", "c > d", "a > c", "b > d", "a > d")
REVERSED = tuple(line.replace(">", "<") for line in ORDER)


def fill(**rules: Any) -> Everything:
    """Return four who agree; slow P1, fast P2, careless P3, and P4, who says the contrary."""
    diary = Diary(
        ["a", "b", "c", "d"],
        [4.0, 3.0, 2.0, 1.0],
        catch_share=0.1,
        exclusion=ExclusionRules(**rules),
    )
    for code, seconds, catches in (
        ("P1", 2.0, ("a > d", "d < a", "a > d", "a > d")),
        ("P2", 0.2, ("a > d", "d < a", "a > d", "a < d")),
        ("P3", 1.0, ("a < d", "d > a", "a > d", "a > d")),
        ("P4", 1.5, ("a > d", "d < a", "a > d", "a > d")),
    ):
        diary.sit(code)
        lines = REVERSED if code == "P4" else ORDER
        diary.answer(*lines * 4, seconds=seconds)
        diary.answer(*catches, kind=Kind.CATCH, seconds=seconds)
    diary.sit("R01", robot=True)
    diary.answer(*ORDER, robot=True, seconds=0.0)
    return diary.study


@pytest.mark.parametrize(
    ("rules", "out"),
    [
        ({}, []),
        ({"failed_catch_share": 0.25}, ["P3"]),
        ({"failed_catch_share": 0.24}, ["P2", "P3"]),
        ({"failed_catch_share": 0.5}, []),
        ({"median_ms": 300.0}, ["P2"]),
        ({"median_ms": 200.0}, []),
        ({"infit": 1.5}, ["P4"]),
        ({"median_ms": 300.0, "failed_catch_share": 0.0}, ["P2", "P3"]),
    ],
)
def test_rules_exclude_people(rules: dict[str, float], out: list[str]) -> None:
    """Above the share, below the time, above the infit; robots are not looked at."""
    study = fill(**rules)
    excluded = find_excluded(study).excluded
    assert [code for code, _, _ in excluded] == out
    assert {each.by for each in excluded.values()} <= {"rule"}
    kept = {study.sessions[record.session].participant for record in select(study, ALL)}
    assert kept == {"P1", "P2", "P3", "P4"} - set(out)
    assert len(list(select(study, Selection(excluded=True)))) == 4 * 28


def test_decision_comes_before_a_rule() -> None:
    """Who is included deliberately stays; who is excluded by hand keeps that reason."""
    study = fill(median_ms=1200.0)
    assert [code for code, _, _ in find_excluded(study).excluded] == ["P2", "P3"]
    for seq, (kind, code) in enumerate(((EventKind.INCLUDE, "P2"), (EventKind.EXCLUDE, "P3")), 1):
        facts = {"participant": code, "reason": "seen"}
        study.events.append(make_event(b"", seq, "2026-03-02", kind, None, facts))
    (found,) = find_excluded(study).excluded.values()
    assert (found.participant, found.reason, found.by) == ("P3", "seen", "researcher")


def test_new_answers_are_judged_anew() -> None:
    """What was computed before does not stay."""
    study = fill(median_ms=300.0)
    assert [code for code, _, _ in find_excluded(study).excluded] == ["P2"]
    study.records = Records(r._replace(response_ms=100.0) for r in study.records if r.answer)
    assert len(find_excluded(study).excluded) == 4


def test_rules_are_told_as_set_beforehand() -> None:
    """In the method, among the participants, and in every file."""
    study = fill(failed_catch_share=0.25, median_ms=300.0)
    assert "P2 excluded (median response time below 300 ms)" in tell_selection(study, ALL)
    page = make_report(study, source=Path("s"))
    assert "Set before the first answer: participants are excluded for more than 25 %" in page
    assert "1 excluded: median response time below 300 ms (P2)." in page
    other = replace(
        study,
        content=replace(
            study.content, design=replace(study.content.design, exclusion=ExclusionRules())
        ),
    )
    assert "Set before the first answer" not in make_report(other, source=Path("s"))
