"""Questionnaires in a session: shown where the timeline has them, kept, and never mixed up."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.design import Texts
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.survey.survey_page import SurveyPage

AGE = Query("age", FieldKind.NUMBER, "How old are you?", least=18, most=99)
HAND = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"))
TIMELINE = (
    Step(StepKind.WELCOME),
    Step(StepKind.QUESTIONNAIRE, "before", "About **you**", fields=(AGE, HAND)),
    Step(StepKind.BLOCK, "question"),
    Step(StepKind.QUESTIONNAIRE, "after", fields=(HAND,)),
    Step(StepKind.THANKS),
)
MakePage = Callable[..., SurveyPage]


@pytest.fixture
def page(make_page: MakePage) -> SurveyPage:
    """Return a page at the welcome of P01."""
    texts = Texts(welcome="Hello")
    return make_page(demo=False, budget=3, timeline=TIMELINE, texts=texts, interval_ms=0)


def go_to_form(page: SurveyPage, qtbot: QtBot) -> None:
    """Leave the welcome."""
    page.session.message_page.go_on()
    qtbot.waitUntil(page.session.questionnaire_page.isVisible)


def fill_in(page: SurveyPage, *keys: Qt.Key) -> None:
    """Press keys where the focus is."""
    for key in keys:
        widget = page.session.questionnaire_page.focusWidget()
        assert widget is not None
        QTest.keyClick(widget, key)


def read_forms(page: SurveyPage, qtbot: QtBot) -> list[dict[str, Any]]:
    """Return the facts of all questionnaires that reached the file."""
    found: list[list[dict[str, Any]]] = []

    def read(file: StudyFile) -> list[dict[str, Any]]:
        events = file.everything.events
        return [dict(e.facts) for e in events if e.kind == EventKind.QUESTIONNAIRE]

    page.study.run(read, found.append)
    qtbot.waitUntil(lambda: bool(found))
    return found[0]


KEYS = (Qt.Key.Key_4, Qt.Key.Key_2, Qt.Key.Key_Return, Qt.Key.Key_1, Qt.Key.Key_Return)


def test_form_stands_between_welcome_and_trials(page: SurveyPage, qtbot: QtBot) -> None:
    """Its answers are on disk before the first pair is seen."""
    go_to_form(page, qtbot)
    assert page.session.page is CoursePage.QUESTIONNAIRE
    fill_in(page, *KEYS)
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    assert read_forms(page, qtbot) == [
        {"step": "before", "given": {"age": 42, "hand": 1}, "language": "en"}
    ]


def test_form_is_left_by_its_answers_alone(page: SurveyPage, qtbot: QtBot) -> None:
    """Nothing else leads past it."""
    go_to_form(page, qtbot)
    page.walk.go_on()
    assert page.walk.page is CoursePage.QUESTIONNAIRE


def test_form_after_the_last_trial_comes_before_thanks(page: SurveyPage, qtbot: QtBot) -> None:
    """Then the session is done."""
    go_to_form(page, qtbot)
    fill_in(page, *KEYS)
    for _ in range(3):
        qtbot.waitUntil(lambda: page.stage.is_at_rest)
        page.stage.give_answer(Answer.LEFT)
    qtbot.waitUntil(page.session.questionnaire_page.isVisible)
    assert page.state is not None
    assert page.state.phase is Phase.OVER
    page.session.take_focus()
    fill_in(page, Qt.Key.Key_2, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(read_forms(page, qtbot)) == 2)
    assert read_forms(page, qtbot)[1]["given"] == {"hand": 2}
    qtbot.waitUntil(lambda: page.walk.page is CoursePage.THANKS)


def test_answers_stay_while_the_session_is_paused(page: SurveyPage, qtbot: QtBot) -> None:
    """News of the engine and a pause empty no form."""
    go_to_form(page, qtbot)
    fill_in(page, *KEYS[:2])
    page.study.request(Engine.pause, "a pause")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.WAITING)
    page.study.request(Engine.resume)
    qtbot.waitUntil(page.session.questionnaire_page.isVisible)
    assert page.session.questionnaire_page.answers == {"age": 42}


def test_next_participant_finds_an_empty_form(page: SurveyPage, qtbot: QtBot) -> None:
    """Nobody sees what another one wrote."""
    go_to_form(page, qtbot)
    fill_in(page, *KEYS[:2])
    page.study.request(Engine.start_session, "P02")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.WELCOME)
    go_to_form(page, qtbot)
    assert page.session.questionnaire_page.answers == {}


def test_form_waits_for_another_try_where_it_could_not_be_saved(
    page: SurveyPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers are still there, and Enter gives them again."""
    go_to_form(page, qtbot)

    def fail(*_arguments: object) -> None:
        raise StudyFileError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(StudyFile, "add_event", fail)
        with qtbot.waitSignal(page.study.failed):
            fill_in(page, *KEYS)
    form = page.session.questionnaire_page
    assert form.isEnabled()
    assert form.answers == {"age": 42, "hand": 1}
    form.go_on()
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    assert len(read_forms(page, qtbot)) == 1


def test_second_enter_gives_nothing_twice(page: SurveyPage, qtbot: QtBot) -> None:
    """Answers that are on their way are not sent again."""
    go_to_form(page, qtbot)
    fill_in(page, *KEYS)
    page.session.questionnaire_page.button.click()
    page.session.questionnaire_page.go_on()
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    assert len(read_forms(page, qtbot)) == 1
