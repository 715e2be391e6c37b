"""A hand and an eye for the walk: a real mouse and keyboard (xdotool) in the real window.

The window runs in this process, so that the eye can tell where a button is; what the hand does
comes back through the X server, as from any mouse and keyboard.
"""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QListWidget,
    QTableView,
    QWidget,
)

T = TypeVar("T")
PATIENCE = 60.0
PAUSE = 0.05


class Eye(QObject):
    """Looks at widgets on their own thread, for whoever asks from another one."""

    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._answer: Any = None
        self.asked.connect(self._on_asked, Qt.ConnectionType.BlockingQueuedConnection)

    def see(self, look: Callable[[], T]) -> T:
        """Return what a look finds."""
        self.asked.emit(look)
        answer: T = self._answer
        return answer

    @Slot(object)
    def _on_asked(self, look: Callable[[], object]) -> None:
        self._answer = look()


class Hand:
    """Clicks and types as a person does, and takes pictures of the screen."""

    def __init__(self, eye: Eye, shots: Path) -> None:
        self.eye, self._shots = eye, shots
        self._number = 0

    def until(self, is_so: Callable[[], T], what: str) -> T:
        """Wait until something is so, as seen in the window; return what was found."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.eye.see(is_so)
            if found:
                return found
            time.sleep(PAUSE)
        self.shoot("stuck")
        raise TimeoutError(f"The window never came to this: {what}.")

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            _run("xdotool", "key", key)
            time.sleep(PAUSE)

    def hold(self, key: str, seconds: float) -> None:
        """Hold a key down."""
        _run("xdotool", "keydown", key)
        time.sleep(seconds)
        _run("xdotool", "keyup", key)

    def write(self, text: str) -> None:
        """Type a line in the place of what is there."""
        self.press("ctrl+a")
        _run("xdotool", "type", "--delay", "20", text)
        time.sleep(PAUSE)

    def click_at(self, place: QPoint) -> None:
        """Move the mouse to a place on the screen, and click there."""
        _run("xdotool", "mousemove", str(place.x()), str(place.y()))
        time.sleep(PAUSE)
        _run("xdotool", "click", "1")
        time.sleep(PAUSE)

    def click(self, name: str) -> None:
        """Click the button that says this, once it is there."""
        place = self.until(lambda: find_button(name), f"a button “{name}”")
        time.sleep(0.2)  # a window that has just come may still be moved
        self.click_at(self.eye.see(lambda: find_button(name)) or place)

    def pick(self, text: str) -> None:
        """Click the row of a list or a table that begins with this."""
        self.click_at(self.until(lambda: find_row(text), f"a row “{text}”"))

    def shoot(self, name: str) -> None:
        """Photograph the whole screen."""
        self._number += 1
        time.sleep(0.4)
        path = self._shots / f"{self._number:02}-{name}.png"
        _run("import", "-window", "root", str(path))


def find_button(name: str) -> QPoint | None:
    """Return where a button is that can be pressed; those of dialogs come first."""
    found = [
        widget
        for widget in QApplication.allWidgets()
        if isinstance(widget, QAbstractButton)
        and widget.isVisible()
        and widget.isEnabled()
        and name in (widget.text(), widget.accessibleName())
    ]
    found.sort(key=lambda widget: not widget.window().isModal())
    return _middle(found[0]) if found else None


def find_row(text: str) -> QPoint | None:
    """Return where a row is whose first column begins with this."""
    for view in QApplication.allWidgets():
        if not isinstance(view, QTableView | QListWidget) or not view.isVisible():
            continue
        index = _find_index(view, text)
        if index.isValid():
            place = view.visualRect(index).center()
            return view.viewport().mapToGlobal(place)
    return None


def _find_index(view: QAbstractItemView, text: str) -> QModelIndex:
    model = view.model()
    for row in range(model.rowCount()):
        for column in range(2 if isinstance(view, QTableView) else 1):
            index = model.index(row, column)
            if str(index.data()).startswith(text):
                return index
    return QModelIndex()


def _middle(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(widget.rect().center())


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
