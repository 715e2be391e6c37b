from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.window.desktop_events import DesktopApplication
from sortrank_gui.ui.window.main_window import MainWindow


def test_study_that_is_double_clicked_on_a_mac_is_opened(
    window: MainWindow, qapp: DesktopApplication, make_file: Callable[..., Path], qtbot: QtBot
) -> None:
    """Of those that came before there was a window the last is opened, later ones as they come."""
    early, late = make_file("early"), make_file("späte Studie")
    for path in (early.with_name("first.sortrank"), early):
        QApplication.sendEvent(qapp, QFileOpenEvent(str(path)))
    with qtbot.waitSignal(window.study_shown):
        qapp.hand_studies_to(window.open_path)
    assert window.study.path == early.resolve()
    with qtbot.waitSignal(window.study_shown):
        QApplication.sendEvent(qapp, QFileOpenEvent(str(late)))
    assert window.study.path == late.resolve()
