import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.participant import screen_dialog
from sortrank_gui.ui.participant.card_dialog import CardDialog
from sortrank_gui.ui.participant.screen_dialog import ScreenDialog
from sortrank_gui.ui.participant.screen_scale import CARD_MM, is_measured, pixels_per_mm


def test_dialog_lists_screens_and_returns_one(qtbot: QtBot) -> None:
    """Every screen has a number and its size; Enter opens."""
    screens = QGuiApplication.screens()
    dialog = ScreenDialog(screens[0])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.count() == len(screens)
    assert "Screen 1" in dialog.list.item(0).text()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert dialog.screen_chosen in screens


def test_identify_shows_numbers_for_a_while(qtbot: QtBot) -> None:
    """A big number fills every screen, and goes by itself."""
    dialog = ScreenDialog(QGuiApplication.primaryScreen())
    qtbot.addWidget(dialog)
    dialog._timer.setInterval(50)
    assert screen_dialog.IDENTIFY_MS == 3000
    dialog.show()
    qtbot.mouseClick(dialog.identify_button, Qt.MouseButton.LeftButton)
    assert [number.accessibleName() for number in dialog.numbers][:1] == ["Screen 1"]
    assert all(number.isVisible() for number in dialog.numbers)
    qtbot.waitUntil(lambda: not dialog.numbers)
    dialog.identify()
    dialog.reject()
    assert not dialog.numbers


def test_screen_is_measured_with_a_card(qtbot: QtBot) -> None:
    """The width at which the drawn card is as wide as a real one tells how large pixels are."""
    screen = QGuiApplication.primaryScreen()
    dialog = ScreenDialog(screen)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.mouseClick(dialog.measure_button, Qt.MouseButton.LeftButton)
    (measuring,) = dialog.findChildren(CardDialog)
    told = pixels_per_mm(screen)
    assert measuring.slider.value() == round(10 * CARD_MM[0] * told)
    for _ in range(10):
        qtbot.keyClick(measuring.slider, Qt.Key.Key_Right)
    with qtbot.waitSignal(measuring.accepted):
        qtbot.keyClick(measuring, Qt.Key.Key_Return)
    assert is_measured(screen)
    assert pixels_per_mm(screen) == pytest.approx(told + 1 / CARD_MM[0], abs=0.01)
