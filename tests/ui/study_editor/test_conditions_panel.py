"""Conditions in the Study tab: what they change, and how people come into them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.conditions import AssignBy, Condition
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.timeline import Block, Step, StepKind
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.study_editor.timeline.conditions_panel import ConditionsPanel

HAND = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"))
STEPS = (
    Step(StepKind.QUESTIONNAIRE, "you", fields=(HAND,)),
    Step(StepKind.BLOCK, "sharp", block=Block("Sharper?")),
    Step(StepKind.BLOCK, "nice"),
)


@pytest.fixture
def page(make_study_page: Callable[..., StudyPage]) -> StudyPage:
    """Return a page that shows the conditions of a study with a questionnaire and two blocks."""
    page = make_study_page(timeline=STEPS)
    page.form.conditions.button.click()
    return page


@pytest.fixture
def panel(page: StudyPage) -> ConditionsPanel:
    """Return the panel with two new conditions."""
    page.timeline.conditions.list.add.click()
    return page.timeline.conditions


def conditions(page: StudyPage) -> tuple[Condition, ...]:
    """Return the conditions of the draft."""
    return page.draft.content.design.conditions


def test_the_first_click_adds_two(qtbot: QtBot, page: StudyPage, panel: ConditionsPanel) -> None:
    """They change nothing yet, which is no mistake, and are saved."""
    assert [each.name for each in conditions(page)] == ["A", "B"]
    qtbot.waitUntil(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")
    page.timeline.back.click()
    assert page.form.conditions.line == "A, B"


def test_a_condition_asks_in_other_words(page: StudyPage, panel: ConditionsPanel) -> None:
    """The question of one block, and the page of thanks; a mark says which words differ."""
    panel.choose(1)
    texts = [panel.form.which.itemText(k) for k in range(panel.form.which.count())]
    panel.form.which.setCurrentIndex(texts.index("The question of the block “sharp”"))
    assert panel.form.text.box.placeholderText() == "Sharper?"
    QTest.keyClicks(panel.form.text.box, "Blurred?")
    panel.form.which.setCurrentIndex(texts.index("The page Thanks"))
    QTest.keyClicks(panel.form.text.box, "Bye")
    assert conditions(page)[1].words == (
        ("en", "prompt sharp", "Blurred?"),
        ("en", "thanks", "Bye"),
    )
    marked = [panel.form.which.itemText(k) for k in range(panel.form.which.count())]
    assert sum(text.startswith("•") for text in marked) == 2


def test_a_condition_chooses_items_and_strategy(page: StudyPage, panel: ConditionsPanel) -> None:
    """Tags that no item has are a problem, which is named at the block."""
    panel.form.fields["strategy"].editor.box.setCurrentIndex(1)
    QTest.keyClicks(panel.form.fields["tags"].editor.line, "old")
    assert conditions(page)[0].tags == ("old",)
    assert conditions(page)[0].strategy != ""
    assert "in the condition “A”" in page.footer.problem


def test_a_condition_chooses_the_goal_of_rounds_and_how_many_are_best(
    page: StudyPage, panel: ConditionsPanel
) -> None:
    """As in the form of the study; k is asked for the best items alone."""
    editor, top = panel.form.fields["strategy"].editor, panel.form.fields["top"]
    editor.box.setCurrentIndex(editor.box.findText("Adaptive rounds"))
    assert not top.isVisibleTo(panel)
    editor.goal.setCurrentIndex(1)
    assert top.isVisibleTo(panel)
    top.editor.edited.emit(1)
    assert (conditions(page)[0].strategy, conditions(page)[0].top) == ("rounds-top", 1)


def test_an_answer_decides(page: StudyPage, panel: ConditionsPanel) -> None:
    """Choose the question, then where each answer leads; what is missing is said there."""
    form = panel.assignment
    form.by.setCurrentIndex(3)
    assert "Choose the question" in form.problem
    form.field.setCurrentIndex(1)
    form.leads[0].setCurrentIndex(2)
    assert "“right” leads to no condition" in form.problem
    form.leads[1].setCurrentIndex(1)
    assert form.problem == ""
    assert [each.options for each in conditions(page)] == [(2,), (1,)]
    assert page.draft.content.design.assignment.field == "hand"


def test_codes_are_asked_only_where_they_decide(page: StudyPage, panel: ConditionsPanel) -> None:
    """Each condition has its own list."""
    assert not panel.form.fields["codes"].isVisible()
    panel.assignment.by.setCurrentIndex(1)
    assert page.draft.content.design.assignment.by is AssignBy.CODES
    assert panel.form.fields["codes"].isVisible()
    panel.form.fields["codes"].editor.box.setPlainText("P1\nP2")
    assert conditions(page)[0].codes == ("P1", "P2")


def test_conditions_are_removed_by_key(page: StudyPage, panel: ConditionsPanel) -> None:
    """One that is left alone is a problem; without any, all get the same again."""
    view = panel.list.list
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert "no comparison" in panel.list.problem
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert conditions(page) == ()
    assert not panel.card.isVisible()
