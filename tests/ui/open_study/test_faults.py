from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QCloseEvent
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.pictures import decoding, images
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from sortrank_gui.ui.window.quit_dialog import QuitDialog
from sortrank_gui.ui.window.report_dialog import ReportDialog


def answer(window: MainWindow, qtbot: QtBot) -> None:
    """Answer the trial on the stage and wait for the next one."""
    number = window.study.state.trial.number
    window.study.request(Engine.answer, number, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: window.study.state.trial.number == number + 1)


def test_crash_report_is_offered(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice says what happened, and a click shows the report."""
    (tmp_path / "report.log").write_text("Segmentation fault")
    shown: list[str] = []
    monkeypatch.setattr(
        ReportDialog, "exec", lambda dialog: shown.append(dialog.text.toPlainText())
    )
    window.rescue.offer_report(tmp_path / "report.log")
    assert "closed unexpectedly" in window.notice.text
    window.notice.act_button.click()
    assert shown == ["Segmentation fault"]
    assert not window.notice.isVisible()


@pytest.mark.parametrize("yes", [True, False])
def test_closing_in_a_session_asks_first(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, yes: bool
) -> None:
    """The question says where the session stops; a yes pauses it, a no keeps the window."""
    asked: list[str] = []

    def answer_box(dialog: QuitDialog) -> bool:
        asked.append(dialog.informativeText())
        return yes

    answer(window, qtbot)
    path = window.study.path
    monkeypatch.setattr(QuitDialog, "exec", answer_box)
    window.menus.leave.trigger()
    assert "P01 is paused after 1 of 30 trials" in asked[0]
    assert window.isVisible() is not yes
    if yes:
        finish_jobs()
        with open_study(path, read_only=True) as file:
            assert [record.event for record in file.records] == ["start", "answer", "pause"]


def test_button_of_the_window_asks_too(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """A close that comes from the window system can be refused."""
    monkeypatch.setattr(QuitDialog, "exec", lambda _dialog: False)
    monkeypatch.setattr(QCloseEvent, "spontaneous", lambda _event: True)
    assert not window.close()
    monkeypatch.undo()
    assert window.isVisible()


def test_unreadable_picture_can_be_skipped(
    qtbot: QtBot,
    make_file: Callable[..., Path],
    appearance: Appearance,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The notice names the item; skipping counts as neither and is written down."""

    def refuse(_data: bytes, name: str, _size: object) -> None:
        raise decoding.InputError(f"{name} is damaged.")

    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file(offer_neither=False))
    monkeypatch.setattr(images, "decode", refuse)
    window.study.request(Engine.start_session)
    qtbot.waitUntil(lambda: window.survey.notice.isVisible())
    assert "can't be shown" in window.survey.notice.text
    assert window.survey.notice.act_button.text() == "Skip this trial"
    with qtbot.waitSignal(window.study.state_changed):
        window.survey.notice.act_button.click()
    qtbot.waitUntil(lambda: window.study.state.answered == 1)
    path = window.study.path
    window.close()
    finish_jobs()
    with open_study(path, read_only=True) as file:
        assert [record.answer for record in file.records if record.answer] == ["neither"]
        (note,) = file.notes
    assert note.text.startswith("trial 1 skipped: The picture of “dots")


def test_study_for_reading_only_lets_nobody_in(
    qtbot: QtBot, make_file: Callable[..., Path], appearance: Appearance
) -> None:
    """While another program has the study, the page says so instead of offering a start."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    path = make_file()
    with open_study(path), qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    window.stack.show_page("Survey")
    idle = window.survey.pages.idle
    qtbot.waitUntil(lambda: "reading only" in idle.text)
    assert not idle.buttons["Start"].isEnabled()
    assert not idle.field.isEnabled()
    window.close()


def test_notice_of_a_picture_follows_the_trial(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes again with every pair that can't be shown, and goes with the first that can."""
    monkeypatch.setattr(window.images, "problem", lambda _source: "damaged")
    for _ in range(2):
        answer(window, qtbot)
        qtbot.waitUntil(lambda: window.survey.notice.isVisible())
        window.survey.notice.hide()
    answer(window, qtbot)
    qtbot.waitUntil(lambda: window.survey.notice.isVisible())
    monkeypatch.setattr(window.images, "problem", lambda _source: None)
    answer(window, qtbot)
    qtbot.waitUntil(lambda: not window.survey.notice.isVisible())


def test_participant_window_takes_the_answers(window: MainWindow, qtbot: QtBot) -> None:
    """While it is open the main window mirrors the trial; closing it gives the stage back."""
    survey = window.survey
    survey.participant.open_on(window.screen())
    assert survey.pages.mirror.isVisible()
    assert not survey.stage.isVisible()
    assert survey.tab.participant.text() == "Close participant window"
    answer(window, qtbot)
    survey.participant.toggle()
    qtbot.waitUntil(lambda: survey.participant.window is None)
    assert not survey.pages.mirror.isVisible()


def test_closing_the_study_closes_the_participant_window(window: MainWindow, qtbot: QtBot) -> None:
    """No window of the participant is left behind."""
    window.survey.participant.open_on(window.screen())
    participant = window.survey.participant.window
    with qtbot.waitSignal(participant.closed):
        window.reception.close_study()
