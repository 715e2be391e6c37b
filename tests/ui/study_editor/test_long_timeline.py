"""Forty steps, four conditions and two thousand items: the GUI thread stays free."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.timeline import Block, Step, StepKind
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.study_editor.study_page import StudyPage
from tests.ui.stall_watch import StallWatch

ITEMS, STEPS = 2_000, 40
QUERIES = tuple(
    Query(f"q{k}", FieldKind.SINGLE, f"Question {k}?", options=("a", "b", "c")) for k in range(30)
)


@pytest.fixture
def long_page(
    tmp_path: Path, make_opened: Callable[..., OpenStudy], make_study_page: Callable[..., StudyPage]
) -> StudyPage:
    """Return the page of a study with a long timeline, many items and four conditions."""
    items = [Item(f"item {k}", text="words " * 9, tags=(f"set {k % 20}",)) for k in range(ITEMS)]
    steps = [
        Step(StepKind.QUESTIONNAIRE, f"form {k}", fields=QUERIES)
        if k % 4 == 0
        else Step(StepKind.BLOCK, f"block {k}", block=Block(f"Which is {k}?"))
        for k in range(STEPS)
    ]
    design = Design(
        title="Long",
        prompt="Which?",
        timeline=tuple(steps),
        conditions=tuple(Condition(name) for name in "ABCD"),
    )
    path = tmp_path / "long.sortrank"
    create_study(path, design, items)
    return make_study_page(make_opened(path))


def test_a_long_timeline_stays_smooth(qtbot: QtBot, long_page: StudyPage) -> None:
    """Opening, typing, moving, adding, removing and undoing take no event over the limit."""
    panel, conditions = long_page.timeline.steps, long_page.timeline.conditions
    long_page.show_field("timeline.1")
    qtbot.wait(200)
    acts: list[Callable[[], object]] = [
        lambda: QTest.keyClicks(panel.form.fields["prompt"].editor.line, "x"),
        lambda: QTest.keyClicks(panel.form.fields["name"].editor.line, "y"),
        lambda: panel.choose(0),
        lambda: QTest.keyClicks(panel.form.fields["name"].editor.line, "z"),
        lambda: panel.list.list.move_wanted.emit(0, 30),
        lambda: panel.list.copied.emit(29),
        lambda: panel.list.removed.emit(30),
        lambda: panel.add_step(Step(StepKind.MESSAGE, text="Hello")),
        lambda: panel.choose(5),
        long_page.draft.undo,
        lambda: long_page.show_field("conditions.2"),
        lambda: QTest.keyClicks(conditions.form.fields["name"].editor.line, "c"),
        long_page.timeline.back.click,
        lambda: long_page.show_field("timeline.3"),
    ]
    with StallWatch() as watch:
        for act in acts:
            act()
            qtbot.wait(150)
        qtbot.waitUntil(lambda: long_page.autosave.is_at_rest, timeout=20_000)
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()
