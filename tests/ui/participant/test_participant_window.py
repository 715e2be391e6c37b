from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Background, Texts
from sortrank_gui.study.file.details import Input, detail_from_json
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer, Event
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.participant_window import ParticipantWindow
from sortrank_gui.ui.participant.screen_scale import screen_facts, screen_of
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.theme import Appearance, Choice, theme_of
from sortrank_gui.ui.widgets.tick_box import TickBox

Open = Callable[..., ParticipantWindow]
TEXTS = Texts(welcome="Hello!", consent="May we?", instructions="Choose one.", thanks="Bye!")
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def open_window(
    qtbot: QtBot, make_opened: Callable[..., OpenStudy], images: ImageStore, appearance: Appearance
) -> Iterator[Open]:
    """Return a maker of participant windows, shown and active, for P01's session."""
    windows: list[ParticipantWindow] = []

    def make(*, start: bool = True, **fields: object) -> ParticipantWindow:
        opened = make_opened(**fields)
        images.set_study(opened.path)
        window = ParticipantWindow(Walk(opened), images)
        windows.append(window)
        window.show_on(QGuiApplication.primaryScreen())
        qtbot.waitUntil(window.isActiveWindow)
        if start:
            with qtbot.waitSignal(opened.state_changed):
                opened.request(Engine.start_session, "P01")
        return window

    yield make
    for window in windows:
        window.leave()
        window.deleteLater()


def study_of(window: ParticipantWindow) -> OpenStudy:
    """Return the study that a window shows."""
    return window._study


def reach(window: ParticipantWindow, qtbot: QtBot, page: CoursePage) -> None:
    """Wait for a page; a trial must be there to be answered."""
    view = window.trial_page.view
    qtbot.waitUntil(lambda: window.page is page and (page is not CoursePage.TRIAL or view.is_open))


def answer(window: ParticipantWindow, qtbot: QtBot, key: Qt.Key = Qt.Key.Key_Left) -> None:
    """Answer the trial by a key and wait until the engine has it."""
    reach(window, qtbot, CoursePage.TRIAL)
    with qtbot.waitSignal(study_of(window).state_changed):
        qtbot.keyClick(window, key)


def lose_focus(window: ParticipantWindow, qtbot: QtBot) -> QWidget:
    """Activate another window."""
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not window.isActiveWindow())
    return other


def test_whole_session_by_keyboard(open_window: Open, qtbot: QtBot) -> None:
    """Welcome, consent, instructions, practice, trials, a break and thanks: no mouse needed."""
    window = open_window(texts=TEXTS, practice=1, break_every=2, budget=3)
    assert window.page is CoursePage.WELCOME
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert window.page is CoursePage.CONSENT
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert window.page is CoursePage.CONSENT  # not ticked yet
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    for page in (CoursePage.INSTRUCTIONS, CoursePage.PRACTICE, CoursePage.TRIAL):
        qtbot.keyClick(window, Qt.Key.Key_Return)
        assert window.page is page
    answer(window, qtbot)
    reach(window, qtbot, CoursePage.BEGINNING)
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer(window, qtbot)
    answer(window, qtbot, Qt.Key.Key_J)
    reach(window, qtbot, CoursePage.BREAK)
    assert "2 of 3 done" in window.message_page.text
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer(window, qtbot)
    reach(window, qtbot, CoursePage.THANKS)
    assert window.message_page.text == "Bye!"
    assert study_of(window).state.answered == 3


def test_arrows_scroll_a_page_and_keep_the_focus(open_window: Open, qtbot: QtBot) -> None:
    """Space still ticks the box after arrows; down and up scroll a text longer than the screen."""
    window = open_window(texts=Texts(consent="Long words of the law. " * 2000))
    reach(window, qtbot, CoursePage.CONSENT)
    tick, bar = window.message_page.tick, window.message_page._text.verticalScrollBar()
    qtbot.waitUntil(lambda: tick.hasFocus() and bar.maximum() > 0)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(QApplication.focusWidget(), key)
    assert bar.value() > 0
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert bar.value() == 0
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert tick.isChecked()


def test_whole_session_by_mouse(open_window: Open, qtbot: QtBot) -> None:
    """The same with clicks alone."""
    window = open_window(texts=TEXTS, budget=2)
    button, left = window.message_page.button, Qt.MouseButton.LeftButton
    qtbot.mouseClick(button, left)
    assert not button.isEnabled()
    window.message_page.tick.click()
    qtbot.mouseClick(button, left)
    qtbot.mouseClick(button, left)
    for side in (Answer.LEFT, Answer.RIGHT):
        reach(window, qtbot, CoursePage.TRIAL)
        with qtbot.waitSignal(study_of(window).state_changed):
            qtbot.mouseClick(window.trial_page.view.boxes[side], left)
    reach(window, qtbot, CoursePage.THANKS)


def test_answers_are_kept_with_how_they_were_given_and_on_which_screen(
    open_window: Open, qtbot: QtBot
) -> None:
    """The screen is written down once; each answer names it, its key, its times and sizes."""
    window = open_window(budget=3)
    answer(window, qtbot, Qt.Key.Key_J)
    answer(window, qtbot, Qt.Key.Key_Left)
    files: list[StudyFile] = []
    study_of(window).run(lambda file: file, files.append)
    qtbot.waitUntil(lambda: bool(files))
    details = [detail_from_json(r.detail) for r in files[0].records if r.event == Event.ANSWER]
    assert [detail.key for detail in details] == ["J", "Left"]
    assert {(detail.input, detail.screen) for detail in details} == {(Input.KEY, 1)}
    assert all(detail.shown_ms and detail.left_size for detail in details)
    (screen,) = [e.facts for e in files[0].everything.events if e.kind == EventKind.SCREEN]
    assert screen == screen_facts(screen_of(window)).facts


def test_window_asks_for_a_code_before_the_session(open_window: Open, qtbot: QtBot) -> None:
    """Opened before anybody takes part, it shows the next code, and Enter hands it on."""
    window = open_window(start=False)
    assert window.page is CoursePage.CODE
    assert window.message_page.field.text() == "P01"
    with qtbot.waitSignal(window.code_given) as given:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert given.args == ["P01"]
    study_of(window).request(Engine.start_session, "P01")
    reach(window, qtbot, CoursePage.TRIAL)


def test_lost_focus_pauses_and_enter_goes_on(open_window: Open, qtbot: QtBot) -> None:
    """The pause is in the journal, and the trial comes back."""
    window = open_window()
    answer(window, qtbot)
    reach(window, qtbot, CoursePage.TRIAL)
    with qtbot.waitSignal(window.paused) as paused:
        lose_focus(window, qtbot)
    assert "focus" in paused.args[0]
    reach(window, qtbot, CoursePage.PAUSED)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_Return)
    reach(window, qtbot, CoursePage.TRIAL)
    events: list[str] = []
    study_of(window).run(lambda file: [r.event for r in file.records], events.extend)
    qtbot.waitUntil(lambda: bool(events))
    assert events[:4] == [Event.START, Event.ANSWER, Event.PAUSE, Event.RESUME]


def test_keys_belong_to_the_participant_once_a_session_runs(
    open_window: Open, qtbot: QtBot
) -> None:
    """Start and Continue in the researcher's window hand the keyboard over."""
    window = open_window(start=False)
    opened, other = study_of(window), lose_focus(window, qtbot)
    opened.request(Engine.start_session, "P01")
    qtbot.waitUntil(window.isActiveWindow)
    reach(window, qtbot, CoursePage.TRIAL)
    other.activateWindow()
    qtbot.waitUntil(lambda: opened.state.phase is Phase.PAUSED)
    assert not window.isActiveWindow()
    opened.request(Engine.resume)
    qtbot.waitUntil(window.isActiveWindow)
    answer(window, qtbot)
    assert opened.state.answered == 1


def test_lost_focus_does_not_stop_a_robot(open_window: Open, qtbot: QtBot) -> None:
    """A robot on the big screen goes on while the researcher works elsewhere."""
    window = open_window(budget=100, demo=True)
    reach(window, qtbot, CoursePage.TRIAL)
    study_of(window).request(Engine.start_robot, RobotOrder(answers_per_second=50))
    qtbot.waitUntil(lambda: study_of(window).state.robot_runs)
    with qtbot.assertNotEmitted(window.paused):
        lose_focus(window, qtbot)
    assert study_of(window).state.phase is Phase.RUNNING


def test_lost_focus_on_a_page_of_text_pauses_nothing(open_window: Open, qtbot: QtBot) -> None:
    """Nobody is timed while reading."""
    window = open_window(texts=TEXTS)
    with qtbot.assertNotEmitted(window.paused):
        lose_focus(window, qtbot)
    assert window.page is CoursePage.WELCOME


def test_screen_that_disappears_pauses(open_window: Open, qtbot: QtBot) -> None:
    """When the cable is pulled, the trial does not run on unseen."""
    window = open_window()
    reach(window, qtbot, CoursePage.TRIAL)
    with qtbot.waitSignal(window.paused) as paused:
        QGuiApplication.instance().screenRemoved.emit(window.screen())
    assert "disconnected" in paused.args[0]
    qtbot.waitUntil(lambda: study_of(window).state.phase is Phase.PAUSED)


def test_closing_by_the_window_system_is_refused_with_a_hint(
    open_window: Open, qtbot: QtBot
) -> None:
    """Alt+F4 says how to leave on purpose, and leaves nothing."""
    window = open_window()
    assert not window.close()
    assert window.isVisible()
    assert "Hold Esc" in window.hint.text()
    assert window.hint.isVisible()


def test_escape_must_be_held(open_window: Open, qtbot: QtBot) -> None:
    """A tap on Esc leaves nothing; held long enough it closes the window."""
    window = open_window()
    window.ring._hold_ms = 400
    qtbot.keyPress(window, Qt.Key.Key_Escape)
    assert window.ring.isVisible()
    repeated = QKeyEvent(
        QEvent.Type.KeyRelease, Qt.Key.Key_Escape, Qt.KeyboardModifier(0), "", True
    )
    QApplication.sendEvent(window, repeated)
    assert window.ring.isVisible()
    qtbot.keyRelease(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.ring.isVisible())
    assert window.isVisible()
    with qtbot.waitSignal(window.closed):
        qtbot.keyPress(window, Qt.Key.Key_Escape)


def test_escape_that_repeats_as_strokes_is_held(open_window: Open, qtbot: QtBot) -> None:
    """Where the window system sends a held key as many strokes, holding still leaves."""
    window = open_window()
    window.ring._hold_ms = 200
    with qtbot.waitSignal(window.closed):
        qtbot.keyPress(window, Qt.Key.Key_Escape)
        while window.isVisible():
            qtbot.keyRelease(window, Qt.Key.Key_Escape)
            qtbot.keyPress(window, Qt.Key.Key_Escape)
            qtbot.wait(20)


def test_researcher_leaves_by_one_shortcut(open_window: Open, qtbot: QtBot) -> None:
    """Ctrl+Shift+Q closes at once."""
    window = open_window()
    with qtbot.waitSignal(window.closed):
        qtbot.keyClick(window, Qt.Key.Key_Q, CONTROL_SHIFT)


def test_cursor_hides_from_keys_and_comes_with_the_mouse(open_window: Open, qtbot: QtBot) -> None:
    """Who answers by keys sees no arrow over the pictures."""
    window = open_window()
    answer(window, qtbot)
    boxes = window.trial_page.view.boxes.values()
    assert {w.cursor().shape() for w in (window, *boxes)} == {Qt.CursorShape.BlankCursor}
    box = window.trial_page.view.boxes[Answer.LEFT]
    place, none = QPointF(20, 20), Qt.MouseButton.NoButton
    move = QMouseEvent(
        QEvent.Type.MouseMove, place, box.mapToGlobal(place), none, none, Qt.KeyboardModifier(0)
    )
    QApplication.sendEvent(box, move)
    assert window.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_undo_goes_to_the_engine(open_window: Open, qtbot: QtBot) -> None:
    """Backspace takes the last answer back."""
    window = open_window()
    answer(window, qtbot)
    answer(window, qtbot, Qt.Key.Key_Backspace)
    assert study_of(window).state.answered == 0


@pytest.mark.parametrize("background", list(Background))
def test_ground_is_as_the_design_says(
    open_window: Open, qtbot: QtBot, background: Background
) -> None:
    """Grey, white or black, to the edge of the screen."""
    window = open_window(background=background)
    reach(window, qtbot, CoursePage.TRIAL)
    assert window.grab().toImage().pixelColor(3, 3).name() == looks_of(background).ground.lower()


def test_nothing_but_the_trial_is_written(open_window: Open, qtbot: QtBot) -> None:
    """Neither names nor ranks nor counts: the prompt is the only text."""
    window = open_window()
    reach(window, qtbot, CoursePage.TRIAL)
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    assert [text for text in labels if text] == [study_of(window).content.design.prompt]


@pytest.mark.parametrize("background", Background)
def test_theme_of_the_application_does_not_reach_the_participant(
    open_window: Open, qtbot: QtBot, appearance: Appearance, background: Background
) -> None:
    """Pages of text and trials look the same, to the pixel, in light and in dark."""
    window = open_window(background=background, texts=TEXTS)
    looks, left = looks_of(background), window.trial_page.view.boxes[Answer.LEFT]
    parts = (window.message_page.tick, window.trial_page.progress, left)
    assert [theme_of(part) for part in parts] == [looks.sheet, looks.page, looks.items]
    reach(window, qtbot, CoursePage.WELCOME)
    for page in (CoursePage.WELCOME, CoursePage.TRIAL):
        while window.page is not page:
            for box in window.message_page.findChildren(TickBox):
                box.setChecked(True)
            window.message_page.go_on()
        reach(window, qtbot, page)
        light = window.grab().toImage()
        appearance.choose(Choice.DARK)
        assert window.grab().toImage() == light
        appearance.choose(Choice.LIGHT)


def test_pin_is_asked_for_before_the_window_is_left(open_window: Open, qtbot: QtBot) -> None:
    """A wrong PIN stays; “Go on” leads back to the session; the right one leaves."""
    window = open_window(pin="4711")
    reach(window, qtbot, CoursePage.TRIAL)
    qtbot.keyClick(window, Qt.Key.Key_Q, CONTROL_SHIFT)
    assert window.pin_page.isVisible()
    qtbot.waitUntil(lambda: study_of(window).state.phase is Phase.PAUSED)
    qtbot.keyClicks(window.pin_page.field, "0815")
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert "This PIN is not right." in window.pin_page.text
    qtbot.mouseClick(window.pin_page.decline, Qt.MouseButton.LeftButton)
    reach(window, qtbot, CoursePage.PAUSED)
    assert window.message_page.isVisible()
    window.ring.completed.emit()
    qtbot.keyClicks(window.pin_page.field, "4711")
    with qtbot.waitSignal(window.closed):
        qtbot.keyClick(window, Qt.Key.Key_Return)


def test_researcher_closes_the_window_without_a_pin(open_window: Open) -> None:
    """The main window's button is out of the participant's reach."""
    window = open_window(pin="4711")
    window.leave()
    assert not window.isVisible()
