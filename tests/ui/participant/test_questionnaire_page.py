"""Questionnaires as participants fill them in: by keys and by mouse, checked at each question."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Background, Design
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.questionnaire import REFUSED, FieldKind, FieldText, Query
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.ui.participant.answer_fields import (
    DateField,
    LineField,
    LongField,
    order_date,
)
from sortrank_gui.ui.participant.choice_fields import ChoiceField, LikertField
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.questionnaire_page import QuestionnairePage
from sortrank_gui.ui.participant.slider_field import SliderField, count_places, value_at
from sortrank_gui.ui.widgets.theme import Appearance

Key = Qt.Key
AGE = Query("age", FieldKind.NUMBER, "How old are you?", least=18, most=99)
HAND = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"), may_refuse=True)
PETS = Query("pets", FieldKind.MULTIPLE, "Which pets?", required=False, options=("cat", "dog & co"))
EASE = Query(
    "ease",
    FieldKind.LIKERT,
    "How was it?",
    options=("no", "a little", "yes"),
    rows=("It was easy.", "It was fun."),
)
LOAD = Query("load", FieldKind.SLIDER, "How hard?", least=0, most=100, step=5, options=("-", "+"))
BORN = Query("born", FieldKind.DATE, "When were you born?")
JOB = Query("job", FieldKind.TEXT, "Which job?", required=False)
NOTE = Query("note", FieldKind.LONG_TEXT, "Anything else?", required=False)
ALL = (AGE, HAND, PETS, EASE, LOAD, BORN, JOB, NOTE)
Ask = Callable[..., QuestionnairePage]


@pytest.fixture
def ask(qtbot: QtBot, appearance: Appearance) -> Ask:
    """Return a maker of pages that ask these questions."""

    def make(*fields: Query, language: str = "en", text: str = "") -> QuestionnairePage:
        page = QuestionnairePage()
        qtbot.addWidget(page)
        page.wear(looks_of(Background.GREY).sheet)
        step = Step(StepKind.QUESTIONNAIRE, "about you", text, fields=fields)
        page.show_step(step, language, partial(find_text, Design(languages=(language,)), language))
        page.resize(900, 700)
        page.show()
        page.activateWindow()
        qtbot.waitUntil(page.isActiveWindow)
        page.take_focus()
        return page

    return make


def press(page: QuestionnairePage, *keys: Qt.Key) -> None:
    """Press keys where the focus is."""
    for key in keys:
        target = page.focusWidget()
        assert target is not None
        QTest.keyClick(target, key)


def write(page: QuestionnairePage, text: str) -> None:
    """Write where the focus is."""
    for letter in text:
        QTest.keyClicks(page.focusWidget(), letter)


def collect(page: QuestionnairePage) -> list[dict[str, Any]]:
    """Return a list that gets all answers."""
    found: list[dict[str, Any]] = []
    page.finished.connect(found.append)
    return found


def test_whole_page_is_filled_in_by_keys_alone(ask: Ask) -> None:
    """Digits choose, Enter goes on, and the last Enter gives all answers."""
    page = ask(AGE, HAND, EASE, LOAD, BORN, NOTE)
    found = collect(page)
    write(page, "42")
    press(page, Key.Key_Return, Key.Key_2, Key.Key_Return, Key.Key_3, Key.Key_1, Key.Key_Return)
    press(page, Key.Key_Right, Key.Key_Right, Key.Key_Return)
    write(page, "03012001")
    press(page, Key.Key_Return)
    write(page, "fine")
    press(page, Key.Key_Return)
    write(page, "and well")
    QTest.keyClick(page.focusWidget(), Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert found == [
        {
            "age": 42,
            "hand": 2,
            "ease": [3, 1],
            "load": 55,
            "born": "2001-03-01",
            "note": "fine\nand well",
        }
    ]


def test_first_problem_gets_the_focus_and_every_one_its_sentence(ask: Ask) -> None:
    """Nothing is given before all can stand."""
    page = ask(JOB, AGE, HAND, PETS)
    found = collect(page)
    page.button.click()
    assert found == []
    assert [bool(box.problem) for box in page.boxes] == [False, True, True, False]
    assert page.boxes[1].isAncestorOf(page.focusWidget())
    write(page, "17")
    assert "18" in page.boxes[1].problem
    page.focusWidget().clear()
    write(page, "18")
    assert page.boxes[1].problem == ""


def test_wrong_answer_is_told_when_it_is_left_and_an_empty_one_later(ask: Ask) -> None:
    """Whoever goes through the page by Tab is not blamed for what is still to come."""
    page = ask(AGE, BORN, HAND)
    write(page, "many")
    press(page, Key.Key_Tab, Key.Key_Tab, Key.Key_Tab, Key.Key_Tab)
    assert [bool(box.problem) for box in page.boxes] == [True, False, False]


def test_enter_stays_at_a_question_whose_answer_can_not_stand(ask: Ask) -> None:
    """It says what is wrong there, and not elsewhere."""
    page = ask(AGE, HAND)
    press(page, Key.Key_Enter)
    assert page.boxes[0].isAncestorOf(page.focusWidget())
    assert [bool(box.problem) for box in page.boxes] == [True, False]


def test_what_is_wrong_is_scrolled_into_sight(ask: Ask, qtbot: QtBot) -> None:
    """The sentence of the last question can be read, also in a low window."""
    page = ask(JOB, PETS, NOTE, HAND)
    page.resize(900, 360)
    page.boxes[-1].take_focus()
    press(page, Key.Key_Return)
    box = page.boxes[-1]
    assert box.problem
    qtbot.waitUntil(lambda: 0 < box.mapTo(page, QPoint(0, box.height())).y() <= page.height())


def test_held_enter_leaves_no_page(ask: Ask) -> None:
    """A key that repeats itself acts once."""
    page = ask(JOB)
    found = collect(page)
    page.button.setFocus()
    plain = Qt.KeyboardModifier.NoModifier
    held = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, plain, "\r", True)
    QApplication.sendEvent(page.boxes[0].editor, held)
    assert found == []


def test_refusal_is_an_answer(ask: Ask) -> None:
    """Who would rather not say goes on; what was chosen before does not count."""
    page = ask(HAND)
    found = collect(page)
    press(page, Key.Key_1)
    page.boxes[0].refusal.click()
    assert not page.boxes[0].editor.isEnabled()
    page.button.click()
    assert found == [{"hand": REFUSED}]


def test_refusal_is_offered_only_where_the_study_does(ask: Ask) -> None:
    """Other questions have no such box."""
    page = ask(AGE, HAND)
    assert [box.refusal.isVisible() for box in page.boxes] == [False, True]


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("en", "1,234.5", 1234.5),
        ("de", "1.234,5", 1234.5),
        ("de", "0.5", 0.5),
        ("fr", "2,5", 2.5),
        ("ar", "٤٢", 42),
        ("hi", "४२", 42),
        ("en", " 42 ", 42),
        ("en", "-3", -3),
    ],
)
def test_numbers_are_read_as_the_language_writes_them(
    ask: Ask, language: str, text: str, number: float
) -> None:
    """Commas, points and digits of the participant's language."""
    page = ask(Query("x", FieldKind.NUMBER, "?", step=0), language=language)
    editor = page.boxes[0].editor
    assert isinstance(editor, LineField)
    editor.line.setText(text)
    assert editor.answer == number
    assert page.boxes[0].check()


@pytest.mark.parametrize("text", ["many", "1e999", "nan", "4 2 x", "--3"])
def test_what_is_no_number_is_refused(ask: Ask, text: str) -> None:
    """It is told at the field, and stays as it was written."""
    page = ask(AGE)
    editor = page.boxes[0].editor
    assert isinstance(editor, LineField)
    editor.line.setText(text)
    assert not page.boxes[0].check()


def test_slider_has_no_value_until_it_is_touched(ask: Ask) -> None:
    """Neither focus, wheel nor Tab set it; a click does, where it is."""
    page = ask(LOAD)
    editor = page.boxes[0].editor
    assert isinstance(editor, SliderField)
    assert editor.answer is None
    assert not page.boxes[0].check()
    line = editor.line
    QTest.mouseClick(
        line, Qt.MouseButton.LeftButton, pos=QPoint(line.width() - 2, line.height() // 2)
    )
    assert editor.answer == 100
    assert page.boxes[0].check()


def test_slider_of_a_right_to_left_page_begins_at_the_right(ask: Ask) -> None:
    """The lowest value stands where reading begins."""
    page = ask(LOAD, language="he")
    editor = page.boxes[0].editor
    assert isinstance(editor, SliderField)
    line = editor.line
    QTest.mouseClick(
        line, Qt.MouseButton.LeftButton, pos=QPoint(line.width() - 2, line.height() // 2)
    )
    assert editor.answer == 0


@pytest.mark.parametrize(
    ("least", "most", "step", "values"),
    [
        (0, 100, 5, {0: 0, 1: 5, 20: 100}),
        (0, 1, 0.1, {3: 0.3, 10: 1}),
        (0, 1, 0, {500: 0.5, 1000: 1}),
        (1, 10, 4, {0: 1, 2: 9, 3: 10}),
        (-50, 50, 1, {0: -50, 50: 0, 100: 50}),
    ],
)
def test_places_of_a_slider_are_its_values(
    least: float, most: float, step: float, values: dict[int, float]
) -> None:
    """Steps lead from one end to the other, without rounding errors."""
    field = Query("x", FieldKind.SLIDER, "?", least=least, most=most, step=step)
    assert count_places(field) == max(values)
    assert {place: value_at(field, place) for place in values} == values


def test_optional_answers_can_be_taken_back(ask: Ask) -> None:
    """By a second click, by Backspace, or by the button of a slider."""
    single = Query("a", FieldKind.SINGLE, "?", required=False, options=("x", "y"))
    rows = Query("b", FieldKind.LIKERT, "?", required=False, options=("x", "y"), rows=("r",))
    slider = Query("c", FieldKind.SLIDER, "?", required=False, least=0, most=10)
    page = ask(single, rows, slider)
    one, matrix, line = (box.editor for box in page.boxes)
    assert isinstance(one, ChoiceField)
    assert isinstance(matrix, LikertField)
    assert isinstance(line, SliderField)
    one.buttons[0].click()
    matrix.rows[0].button(1).setFocus()
    press(page, Key.Key_2)
    line.take_focus()
    press(page, Key.Key_Right)
    assert page.answers == {"a": 1, "b": [2], "c": 5}
    one.buttons[0].click()
    matrix.rows[0].button(2).setFocus()
    press(page, Key.Key_Backspace)
    line.clear.click()
    assert page.answers == {}


def test_required_choice_is_not_taken_back_by_a_second_click(ask: Ask) -> None:
    """A double click is one choice."""
    page = ask(HAND)
    editor = page.boxes[0].editor
    assert isinstance(editor, ChoiceField)
    editor.buttons[1].click()
    editor.buttons[1].click()
    assert editor.answer == 2


def test_digits_tick_and_untick_several(ask: Ask) -> None:
    """Numbers of options come in order, whatever was chosen first."""
    page = ask(PETS)
    press(page, Key.Key_2, Key.Key_1)
    assert page.answers == {"pets": [1, 2]}
    press(page, Key.Key_1, Key.Key_9)
    assert page.answers == {"pets": [2]}


def test_arrows_go_between_rows_and_options_of_a_matrix(ask: Ask) -> None:
    """Down keeps the column; Right goes along."""
    page = ask(EASE)
    editor = page.boxes[0].editor
    assert isinstance(editor, LikertField)
    assert editor.is_wide
    press(page, Key.Key_Right, Key.Key_Down, Key.Key_Space, Key.Key_Up, Key.Key_Space)
    assert editor.answer == [2, 2]


@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        ({"day": "1", "month": "3", "year": "2001"}, "2001-03-01"),
        ({"day": "29", "month": "2", "year": "2000"}, "2000-02-29"),
    ],
)
def test_dates_are_taken_in_one_form(ask: Ask, parts: dict[str, str], answer: str) -> None:
    """Whatever order the language writes them in."""
    for language in ("en", "de", "ja"):
        page = ask(BORN, language=language)
        editor = page.boxes[0].editor
        assert isinstance(editor, DateField)
        for part, text in parts.items():
            editor.parts[part].setText(text)
        assert editor.answer == answer


@pytest.mark.parametrize(
    "parts",
    [
        {"day": "30", "month": "2", "year": "2001"},
        {"day": "1", "month": "13", "year": "2001"},
        {"day": "1", "month": "3", "year": "01"},
        {"day": "1", "month": "", "year": "2001"},
    ],
)
def test_days_that_never_were_are_refused(ask: Ask, parts: dict[str, str]) -> None:
    """And years need four digits: nobody guesses the century."""
    page = ask(BORN)
    editor = page.boxes[0].editor
    assert isinstance(editor, DateField)
    for part, text in parts.items():
        editor.parts[part].setText(text)
    assert not page.boxes[0].check(if_empty=False)


def test_dates_are_asked_for_in_the_order_of_the_language() -> None:
    """As people there write them."""
    assert order_date("de") == ["day", "month", "year"]
    assert order_date("ja") == ["year", "month", "day"]


@pytest.mark.parametrize("language", languages())
def test_page_speaks_the_language_and_has_its_direction(ask: Ask, language: str) -> None:
    """Button, hint and sentences are its own, and so is the side where reading begins."""
    page = ask(*ALL, language=language)
    words = languages()[language].words
    assert page.button.text() == words["continue"]
    page.go_on()
    assert page.boxes[0].problem == words["need_answer"]
    mirrored = page.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert mirrored == languages()[language].right_to_left


def test_words_of_fields_are_in_the_language(ask: Ask) -> None:
    """A translation of a field is shown to who reads it."""
    text = FieldText("de", "Welche Hand?", ("links", "rechts"))
    field = Query("hand", FieldKind.SINGLE, "?", options=("l", "r"), translations=(text,))
    page = ask(field, language="de")
    editor = page.boxes[0].editor
    assert isinstance(editor, ChoiceField)
    assert [button.text() for button in editor.buttons] == ["links", "rechts"]


@pytest.mark.parametrize(("width", "height"), [(480, 400), (1024, 700), (1600, 1000)])
@pytest.mark.parametrize("letters", [1.0, 1.75])
def test_nothing_is_cut_at_its_side(
    ask: Ask, qapp: QApplication, width: int, height: int, letters: float
) -> None:
    """With large letters and in a small window the page scrolls down only, to its end."""
    usual = qapp.font()
    large = QFont(usual)
    large.setPointSizeF(letters * usual.pointSizeF())
    qapp.setFont(large)
    try:
        page = ask(*ALL, text="About you and all that you do.")
        page.resize(width, height)
        qapp.processEvents()
        for part in page.findChildren(QWidget):
            if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                left = part.mapTo(page, QPoint(0, 0)).x()
                assert 0 <= left < left + part.width() <= width
                assert part.height() >= min(part.minimumSizeHint().height(), 24)
        page.button.setFocus()
        qapp.processEvents()
        bottom = page.button.mapTo(page, QPoint(0, page.button.height())).y()
        assert 0 < bottom <= height
    finally:
        qapp.setFont(usual)


def test_matrix_without_room_becomes_a_list(ask: Ask, qapp: QApplication) -> None:
    """Answers stay, and each option has its words beside it."""
    options = ("certainly not", "neither of them", "absolutely")
    page = ask(replace(EASE, options=options))
    editor = page.boxes[0].editor
    assert isinstance(editor, LikertField)
    assert editor.is_wide
    press(page, Key.Key_3)
    page.resize(300, 500)
    qapp.processEvents()
    assert not editor.is_wide
    assert [button.text() for button in editor.rows[0].buttons()] == list(options)
    assert editor.answer == [3, None]


def test_shown_again_it_keeps_answers_until_it_is_cleared(ask: Ask) -> None:
    """News of the engine empty no form, but the next person finds none of it."""
    page = ask(JOB)
    step = Step(StepKind.QUESTIONNAIRE, "about you", fields=(JOB,))
    words = partial(find_text, Design(), "en")
    write(page, "painter")
    page.show_step(step, "en", words)
    assert page.answers == {"job": "painter"}
    page.clear()
    page.show_step(step, "en", words)
    assert page.answers == {}


def test_long_texts_keep_their_lines(ask: Ask) -> None:
    """Enter writes there; what can't be saved is left out."""
    page = ask(NOTE)
    editor = page.boxes[0].editor
    assert isinstance(editor, LongField)
    editor.text.setPlainText("one\ntwo \x00")
    assert editor.answer == "one\ntwo"
