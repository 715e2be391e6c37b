"""The application object, and what a desktop tells it: that a study was double-clicked.

Windows and Linux start a program with the study's path as an argument. A Mac starts it without
one, or finds it running, and sends an event; the first may come before there is a window.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class DesktopApplication(QApplication):
    """Hands on which study is wanted."""

    study_wanted = Signal(object)

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._early: list[Path] = []
        self._is_heard = False

    def hand_studies_to(self, open_study: Callable[[Path], None]) -> None:
        """Let this open what is wanted from now on, and the last one that was wanted before."""
        self.study_wanted.connect(open_study)
        self._is_heard = True
        for path in self._early[-1:]:
            open_study(path)
        self._early.clear()

    def event(self, event: QEvent) -> bool:
        """Take the name of a study out of an event; all others are Qt's."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().event(event)
        path = Path(event.file())
        if self._is_heard:
            self.study_wanted.emit(path)
        else:
            self._early.append(path)
        return True
