"""Questionnaires in the Study tab: questions of all kinds, in all languages."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.questionnaire import FieldKind, FieldText, Query
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.study_editor.timeline.questionnaire_form import QuestionnaireForm
from sortrank_gui.ui.study_editor.timeline.row_list import COPY_KEYS
from sortrank_gui.ui.study_editor.timeline.step_words import KINDS

HAND = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"))
AGE = Query("age", FieldKind.NUMBER, "How old?", least=18.0)
STEPS = (Step(StepKind.QUESTIONNAIRE, "you", fields=(HAND, AGE)), Step(StepKind.BLOCK, "b"))


@pytest.fixture
def page(make_study_page: Callable[..., StudyPage]) -> StudyPage:
    """Return a page that shows a questionnaire of two questions, in two languages."""
    page = make_study_page(timeline=STEPS, languages=("en", "de"))
    page.show_field("timeline.0")
    return page


@pytest.fixture
def form(page: StudyPage) -> QuestionnaireForm:
    """Return the form of the questionnaire."""
    form = page.timeline.steps.form
    assert isinstance(form, QuestionnaireForm)
    return form


def queries(page: StudyPage) -> tuple[Query, ...]:
    """Return the questions of the draft."""
    return page.draft.content.design.timeline[0].fields


def part(form: QuestionnaireForm, name: str) -> QWidget:
    """Return what takes the keyboard in a field of the chosen question."""
    return form.query.fields[name].editor.focus_widget()


def type_into(widget: QWidget, text: str) -> None:
    """Replace what stands in a field as a person does."""
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    for k, line in enumerate(text.split("\n")):
        if k:
            QTest.keyClick(widget, Qt.Key.Key_Return)
        QTest.keyClicks(widget, line)


def choose(form: QuestionnaireForm, row: int) -> None:
    """Choose a question in the list."""
    view = form.list.list
    view.setCurrentIndex(view.rows.index(row, 0))


@pytest.mark.parametrize("kind", FieldKind)
def test_a_question_of_every_kind_can_be_added(
    page: StudyPage, form: QuestionnaireForm, kind: FieldKind
) -> None:
    """It stands behind the chosen one, shows the fields of its kind, and says what it lacks."""
    next(a for a in form.menu.actions() if a.text() == KINDS[kind]).trigger()
    assert [query.name for query in queries(page)] == ["hand", "q1", "age"]
    assert queries(page)[1].kind is kind
    assert "needs words" in form.query_problem.text()
    has_range = kind in (FieldKind.NUMBER, FieldKind.SLIDER)
    assert form.query.fields["least"].isVisible() == has_range
    assert form.query.fields["rows"].isVisible() == (kind is FieldKind.LIKERT)


def test_a_matrix_is_typed_and_saved(
    qtbot: QtBot, page: StudyPage, form: QuestionnaireForm
) -> None:
    """Words, answers and rows, one a line; blanks at the end of a line are typed on the way."""
    form.query.fields["kind"].editor.box.setCurrentIndex(list(KINDS).index(FieldKind.LIKERT))
    type_into(part(form, "label"), "Do you agree?")
    type_into(part(form, "options"), "not at all\na bit\nvery much")
    type_into(part(form, "rows"), "I see well\nI hear well")
    form.query.fields["may_refuse"].editor.box.click()
    qtbot.waitUntil(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")
    expected = Query(
        "hand",
        FieldKind.LIKERT,
        "Do you agree?",
        may_refuse=True,
        options=("not at all", "a bit", "very much"),
        rows=("I see well", "I hear well"),
    )
    assert page.study.content.design.timeline[0].fields[0] == expected


def test_words_in_another_language(page: StudyPage, form: QuestionnaireForm) -> None:
    """The first language is shown in grey until something is typed."""
    page.timeline.steps.card.tabs.setCurrentIndex(1)
    assert part(form, "options").property("placeholderText") == "left\nright"
    type_into(part(form, "label"), "Welche Hand?")
    type_into(part(form, "options"), "links\nrechts")
    assert queries(page)[0] == replace(
        HAND, translations=(FieldText("de", "Welche Hand?", ("links", "rechts")),)
    )
    page.timeline.steps.card.tabs.setCurrentIndex(0)
    assert part(form, "label").property("plainText") == "Which hand?"


def test_the_range_of_a_number(page: StudyPage, form: QuestionnaireForm) -> None:
    """Either end can be left open."""
    choose(form, 1)
    form.query.fields["most"].editor.switch.click()
    form.query.fields["least"].editor.switch.click()
    assert (queries(page)[1].least, queries(page)[1].most) == (None, 100.0)


def test_questions_move_copy_and_go_by_keys(page: StudyPage, form: QuestionnaireForm) -> None:
    """As steps do."""
    view = form.list.list
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert queries(page) == (AGE, HAND)
    QTest.keyClick(view, COPY_KEYS.key(), COPY_KEYS.keyboardModifiers())
    assert [query.name for query in queries(page)] == ["age", "hand", "hand1"]
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert queries(page) == (AGE, HAND)


def test_a_problem_is_shown_at_its_question(page: StudyPage, form: QuestionnaireForm) -> None:
    """In the list at once, and above its fields when it is chosen."""
    choose(form, 1)
    type_into(part(form, "name"), "hand")
    rows = form.list.list.rows
    text = rows.data(rows.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert "has the name “hand”, too" in text
    choose(form, 0)
    assert "has the name “hand”, too" in form.query_problem.text()
    assert page.timeline.steps.card.problem == ""
