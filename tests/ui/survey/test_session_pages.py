import sqlite3
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.survey.session_pages import (
    AGAIN,
    CANCEL,
    CONTINUE,
    END,
    LATER,
    NEXT,
    OTHER,
    START,
)
from sortrank_gui.ui.survey.survey_page import SurveyPage
from sortrank_gui.ui.threads.jobs import finish_jobs

MakePage = Callable[..., SurveyPage]


def click(card: object, choice: str) -> None:
    """Click a button of a card."""
    card.buttons[choice].click()


def answer(page: SurveyPage, qtbot: QtBot, count: int = 1) -> None:
    """Answer by mouse, left and right in turn."""
    for k in range(count):
        qtbot.waitUntil(lambda: page.stage.trial_view.is_open)
        number = page.state.trial.number
        box = page.stage.boxes[(Answer.LEFT, Answer.RIGHT)[k % 2]]
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(
            lambda n=number: page.state.trial is None or page.state.trial.number == n + 1
        )


def leave(page: SurveyPage, qtbot: QtBot) -> None:
    """Let the participant go."""
    page.study.request(Engine.leave)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())


def answers_of(page: SurveyPage) -> list[str]:
    """Close the study and return the answers in its file, with their participants."""
    page.study.close()
    finish_jobs()
    with open_study(page.study.path, read_only=True) as file:
        return [record.answer for record in file.records if record.answer]


def test_whole_session_by_mouse_is_in_the_file(make_page: MakePage, qtbot: QtBot) -> None:
    """Start, answer everything, next participant: the file has exactly the answers given."""
    page = make_page(budget=6)
    answer(page, qtbot, 6)
    qtbot.waitUntil(lambda: page.pages.done.isVisible())
    assert page.pages.done.title == "P01 is done"
    click(page.pages.done, NEXT)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    assert page.pages.idle.field.text() == "P02"
    assert page.state.sittings[0].is_ended
    assert answers_of(page) == ["left", "right"] * 3


def test_whole_session_by_keyboard_is_in_the_file(make_page: MakePage, qtbot: QtBot) -> None:
    """Enter starts; every key gives its answer; Enter lets the next one in."""
    page = make_page(budget=4)
    leave(page, qtbot)
    page.pages.idle.field.setText("anna")
    qtbot.keyClick(page.pages.idle.field, Qt.Key.Key_Return)
    keys = [Qt.Key.Key_Left, Qt.Key.Key_J, Qt.Key.Key_Down, Qt.Key.Key_Space]
    wanted = [Answer.LEFT, Answer.RIGHT, Answer.EQUAL, Answer.NEITHER]
    for number, key in enumerate(keys, start=1):
        qtbot.waitUntil(
            lambda n=number: page.stage.trial_view.is_open and page.state.trial.number == n
        )
        qtbot.keyClick(page.stage, key)
    qtbot.waitUntil(lambda: page.pages.done.isVisible())
    qtbot.keyClick(page.pages.done.buttons[NEXT], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    assert [sitting.participant for sitting in page.state.sittings] == ["P01", "anna"]
    assert answers_of(page) == [answer.value for answer in wanted]


@pytest.mark.parametrize(
    ("choice", "answered", "sittings"), [(CONTINUE, 3, 1), (AGAIN, 0, 2), (OTHER, 0, 1)]
)
def test_unfinished_session_is_asked_about(
    make_page: MakePage, qtbot: QtBot, choice: str, answered: int, sittings: int
) -> None:
    """Who comes back is asked in the page: continue, start again, or another code."""
    page = make_page(budget=8)
    answer(page, qtbot, 3)
    leave(page, qtbot)
    page.pages.idle.field.setText("P01")
    click(page.pages.idle, START)
    assert page.pages.known.isVisible()
    assert page.pages.known.title == "P01 stopped after 3 of 8 trials: continue?"
    click(page.pages.known, choice)
    phase = Phase.IDLE if choice == OTHER else Phase.RUNNING
    qtbot.waitUntil(lambda: page.state.phase is phase and not page.pages.known.isVisible())
    assert page.state.answered == answered
    assert len(page.state.sittings) == sittings


def test_policy_of_the_study_needs_no_question(make_page: MakePage, qtbot: QtBot) -> None:
    """Where the design says resume, the session goes on at once."""
    page = make_page(budget=8, resume=Resume.RESUME)
    answer(page, qtbot, 2)
    leave(page, qtbot)
    page.pages.idle.field.setText("P01")
    click(page.pages.idle, START)
    qtbot.waitUntil(lambda: page.state.phase is Phase.RUNNING)
    assert page.state.answered == 2


def test_pause_can_be_ended_now_or_later(make_page: MakePage, qtbot: QtBot) -> None:
    """A paused session goes on with the same pair, or frees the place."""
    page = make_page(budget=8)
    answer(page, qtbot)
    trial = page.state.trial
    page.tab.pause.trigger()
    qtbot.waitUntil(lambda: page.pages.paused.isVisible())
    assert page.tab.pause.text() == "Resume"
    click(page.pages.paused, CONTINUE)
    qtbot.waitUntil(lambda: page.state.phase is Phase.RUNNING)
    assert page.state.trial == trial
    page.tab.pause.trigger()
    qtbot.waitUntil(lambda: page.pages.paused.isVisible())
    click(page.pages.paused, LATER)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())


def test_idle_page_names_who_stopped(make_page: MakePage, qtbot: QtBot) -> None:
    """After a crash nobody has to remember whose session can go on; long lists are cut."""
    page = make_page()
    for code in ("anna", "ben", "carl", "dora"):
        leave(page, qtbot)
        page.study.request(Engine.start_session, code, None)
        qtbot.waitUntil(lambda c=code: page.state.participant == c)
        if code == "anna":
            leave(page, qtbot)
            assert "P01 and anna stopped before the end" in page.pages.idle.text
            page.study.request(Engine.start_session, "P01", Resume.RESUME)
            qtbot.waitUntil(lambda: page.state.participant == "P01")
            page.study.request(Engine.end)
            qtbot.waitUntil(lambda: page.pages.idle.isVisible())
            assert "anna stopped before the end; give this code" in page.pages.idle.text
            page.study.request(Engine.start_session, "eva", None)
            qtbot.waitUntil(lambda: page.state.participant == "eva")
    leave(page, qtbot)
    assert "ben, carl, dora and 2 more stopped before the end" in page.pages.idle.text


def test_end_asks_for_a_reason(make_page: MakePage, qtbot: QtBot) -> None:
    """Cancel goes back to the trial; ending keeps the reason in the file."""
    page = make_page()
    answer(page, qtbot)
    page.tab.end.trigger()
    assert page.pages.ending.isVisible()
    assert page.pages.ending.caption.isVisible()
    assert page.pages.ending.caption.text() == "Reason (optional)"
    click(page.pages.ending, CANCEL)
    assert page.stage.isVisible()
    page.tab.end.trigger()
    page.pages.ending.field.setText("felt sick")
    click(page.pages.ending, END)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    page.study.close()
    finish_jobs()
    with open_study(page.study.path, read_only=True) as file:
        assert [(note.kind, note.text) for note in file.notes] == [("reason", "felt sick")]


def test_note_is_kept_without_interrupting(make_page: MakePage, qtbot: QtBot) -> None:
    """The trial stays on the stage while a note is written."""
    page = make_page()
    page.tab.note.trigger()
    assert page.note_bar.isVisible()
    assert page.stage.isVisible()
    page.note_bar.field.setText("wears glasses")
    qtbot.keyClick(page.note_bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.state.note == "wears glasses")
    assert not page.note_bar.isVisible()


def test_full_disk_pauses_until_it_can_be_written(make_page: MakePage, qtbot: QtBot) -> None:
    """The answer waits, the page says why, and a later try writes it once."""
    page = make_page(budget=500)
    answer(page, qtbot)
    _limit_pages(page, qtbot, extra=0)
    with qtbot.waitSignal(page.study.failed):
        page.study.request(Engine.start_robot, RobotOrder())
    qtbot.waitUntil(lambda: page.pages.stuck.isVisible())
    assert "disk is full" in page.pages.stuck.text
    stopped = page.state.answered
    click(page.pages.stuck, "Try again")
    qtbot.waitUntil(lambda: page.state.phase is Phase.STUCK)
    _limit_pages(page, qtbot, extra=1000)
    click(page.pages.stuck, "Try again")
    qtbot.waitUntil(lambda: page.state.answered == stopped + 1)
    assert page.state.phase is Phase.RUNNING
    assert len(answers_of(page)) == stopped + 1


def _limit_pages(page: SurveyPage, qtbot: QtBot, *, extra: int) -> None:
    """Let the file grow by so many pages, as a disk would that is nearly full."""
    done: list[object] = []

    def limit(file: object) -> None:
        connection: sqlite3.Connection = file._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + extra}").fetchone()

    page.study.run(limit, done.append)
    qtbot.waitUntil(lambda: bool(done))
