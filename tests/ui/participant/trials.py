"""Puts trials on the screen and answers them by keys and fingers."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.trial_view import TrialView

QUICK = Design(min_response_ms=0, interval_ms=0, offer_equal=True, offer_neither=True)
PLAIN = Qt.KeyboardModifier.NoModifier


def present(view: TrialView, qtbot: QtBot, items: list[Item], design: Design = QUICK) -> None:
    """Show the first two items and wait until they were painted."""
    view.set_content(design, items)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(1, 0, 1))


def texts(*words: str) -> list[Item]:
    """Return items that are texts."""
    return [Item(f"item {k}", text=word) for k, word in enumerate(words)]


def press(view: TrialView, key: Qt.Key, *, repeat: bool = False) -> None:
    """Press a key and keep it down."""
    view.take_key(QKeyEvent(QEvent.Type.KeyPress, key, PLAIN, "", repeat))


def release(view: TrialView, key: Qt.Key) -> None:
    """Let a key go."""
    view.release_key(QKeyEvent(QEvent.Type.KeyRelease, key, PLAIN))


def tap(widget: QWidget) -> None:
    """Touch the middle of something."""
    device, place = QTest.createTouchDevice(), widget.rect().center()
    QTest.touchEvent(widget, device).press(0, place, widget).commit()
    QTest.touchEvent(widget, device).release(0, place, widget).commit()
