"""Sharing a study, opening one from the lab, and bringing one home; the server is the test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.lab.open_dialog import LabOpenDialog
from sortrank_gui.ui.lab.share_dialog import ShareDialog
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from tests.ui.lab.conftest import UUID, FakeServices

Make = Callable[..., Path]


@pytest.fixture
def open_dialog(
    qtbot: QtBot, services: FakeServices, appearance: Appearance
) -> Iterator[LabOpenDialog]:
    """Return the dialog with a server that it remembers."""
    dialog = LabOpenDialog(services, "lab", None)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.done(0)


@pytest.fixture
def with_study(qtbot: QtBot, lab_window: MainWindow, make_file: Make) -> MainWindow:
    """Return a window with an ordinary study."""
    with qtbot.waitSignal(lab_window.study_shown):
        lab_window.open_path(make_file("own"))
    return lab_window


def test_studies_of_a_known_server_are_listed_at_once(
    open_dialog: LabOpenDialog, qtbot: QtBot
) -> None:
    """Title, items, answers and stations at work; Enter opens the one that is chosen."""
    qtbot.waitUntil(lambda: open_dialog.table.rowCount() == 1)
    row = [open_dialog.table.item(0, column).text() for column in range(4)]
    assert row == ["Dots", "30", "412", "booth-1"]
    with qtbot.waitSignal(open_dialog.confirmed) as chosen:
        qtbot.keyClick(open_dialog.table, Qt.Key.Key_Return)
    assert chosen.args == ["lab", UUID]


def test_server_that_fails_is_a_sentence(
    qtbot: QtBot, services: FakeServices, open_dialog: LabOpenDialog
) -> None:
    """What is wrong stands beside the field; nothing can be opened, and another try is possible."""
    qtbot.waitUntil(lambda: open_dialog.table.rowCount() == 1)
    services.problem = "The server's certificate is that of another computer."
    open_dialog.form.field.editor.setText("elsewhere")
    assert not open_dialog.open_button.isEnabled()
    open_dialog.form.test.click()
    qtbot.waitUntil(lambda: open_dialog.form.words.text() == services.problem)
    assert open_dialog.form.test.isEnabled()
    assert open_dialog.form.words.textFormat() is Qt.TextFormat.PlainText
    services.problem = ""
    open_dialog.form.test.click()
    qtbot.waitUntil(lambda: open_dialog.open_button.isEnabled())
    assert open_dialog.form.words.text() == "elsewhere answers."


def test_empty_server_says_what_to_do(
    qtbot: QtBot, services: FakeServices, appearance: Appearance
) -> None:
    """Where no study is, the list says how one gets there."""
    services.studies = []
    dialog = LabOpenDialog(services, "lab", None)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: "Share with the lab" in dialog.hint.text())
    assert not dialog.open_button.isEnabled()
    dialog.done(0)


def test_share_dialog_says_what_goes(with_study: MainWindow, qtbot: QtBot) -> None:
    """Nothing can be shared without a server; with one, its name is told."""
    dialog = with_study.lab.ask_share()
    assert isinstance(dialog, ShareDialog)
    assert not dialog.share.isEnabled()
    dialog.form.field.editor.setText(" lab ")
    with qtbot.waitSignal(with_study.study_shown):
        dialog.share.click()
    assert with_study.study.lab is not None


def test_shared_study_is_opened_from_the_lab(
    with_study: MainWindow, services: FakeServices, qtbot: QtBot
) -> None:
    """After sharing the window follows the study on the server; the server is remembered."""
    own = with_study.study.path
    with qtbot.waitSignal(with_study.study_shown):
        with_study.lab.ask_share().confirmed.emit("lab")
    assert services.calls == [("share", own, "lab"), ("open", "lab", UUID)]
    assert with_study.lab.server == "lab"
    assert with_study.settings.recent == [own]


def test_sharing_that_fails_leaves_the_study_open(
    with_study: MainWindow, services: FakeServices, qtbot: QtBot
) -> None:
    """The sentence of the server stands above the page."""
    own = with_study.study.path
    services.problem = "The server's disk is full."
    with qtbot.waitSignal(with_study.lab.failed):
        with_study.lab.ask_share().confirmed.emit("lab")
    assert with_study.notice.text == services.problem
    assert with_study.study.path == own


def test_nothing_is_shared_while_somebody_takes_part(with_study: MainWindow, qtbot: QtBot) -> None:
    """The file would go on, and the server would not have it."""
    with_study.study.request(Engine.start_session, "P01")
    qtbot.waitUntil(lambda: with_study.study.session_runs)
    assert with_study.lab.ask_share() is None
    assert "Somebody takes part" in with_study.notice.text


def test_what_did_not_come_home_is_told(
    desk: MainWindow, services: FakeServices, qtbot: QtBot, tmp_path: Path
) -> None:
    """Nobody takes a file for complete that is not."""
    services.left_out = ("P07 is left out.", "P08 is left out.")
    with qtbot.waitSignal(desk.lab.came_home) as told:
        desk.lab.bring_home(tmp_path / "home.sortrank")
    assert told.args is not None
    assert told.args[1].endswith("412 answers. P07 is left out. (1 more: see “sortrank check”)")


def test_study_comes_home(
    desk: MainWindow,
    services: FakeServices,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The file gets its ending, the sentence says how many answers it has, and it can be opened."""
    target = tmp_path / "home"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    with qtbot.waitSignal(desk.lab.came_home):
        desk.menus.bring_home.trigger()
    home = tmp_path / "home.sortrank"
    assert services.calls[-1] == ("home", "lab", UUID, home)
    assert "412 answers" in desk.notice.text
    assert desk.notice.act_button.text() == "Open it"
    with qtbot.waitSignal(desk.lab.came_home):  # about that file nobody was asked
        desk.menus.bring_home.trigger()
    assert services.calls[-1] == ("home", "lab", UUID, tmp_path / "home 2.sortrank")


def test_menus_say_why_not(
    lab_window: MainWindow, services: FakeServices, desk: MainWindow, appearance: Appearance
) -> None:
    """At the desk there is nothing to share; without the extra nothing of a lab is possible."""
    menus = desk.menus
    assert not menus.share.isEnabled()
    assert "already" in menus.share.toolTip()
    assert menus.bring_home.isEnabled()
    desk.reception.close_study()
    assert (menus.share.isEnabled(), menus.bring_home.isEnabled()) == (False, False)
    assert "Open a study first" in menus.share.toolTip()
    menus.set_lab_missing("Install it first.")
    assert menus.open_lab.toolTip() == "Install it first."
    assert not menus.open_lab.isEnabled()
