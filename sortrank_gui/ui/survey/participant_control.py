"""Opens and closes the participant window for the Survey tab."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.participant.screen_scale import screen_of
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore

if TYPE_CHECKING:
    from sortrank_gui.ui.participant.participant_window import ParticipantWindow


class ParticipantControl(QObject):
    """At most one participant window, on a screen that the researcher picks."""

    changed = Signal(bool)
    """Whether the window is open now."""
    code_given = Signal(str)

    def __init__(self, walk: Walk, images: ImageStore, page: QWidget) -> None:
        super().__init__(page)
        self._walk, self._images, self._page = walk, images, page
        self.window: ParticipantWindow | None = None

    @property
    def is_open(self) -> bool:
        """Whether the participant has a window."""
        return self.window is not None

    @Slot()
    def toggle(self) -> None:
        """Open the window on a screen that is chosen, or close it."""
        if self.window is not None:
            self.window.leave()
            return
        from sortrank_gui.ui.participant.screen_dialog import ScreenDialog

        dialog = ScreenDialog(screen_of(self._page), self._page)
        if dialog.exec():
            self.open_on(dialog.screen_chosen)
        dialog.deleteLater()

    def open_on(self, screen: QScreen) -> None:
        """Open the window on this screen."""
        from sortrank_gui.ui.participant.participant_window import ParticipantWindow

        self.window = ParticipantWindow(self._walk, self._images)
        self.window.code_given.connect(self.code_given)
        self.window.closed.connect(self._on_closed)
        self.changed.emit(True)
        self.window.show_on(screen)

    def close(self) -> None:
        """Close the window, if it is open."""
        if self.window is not None:
            self.window.leave()

    def step_aside(self) -> None:
        """Let the researcher's window be seen; the next trial brings the participant's back."""
        if self.window is not None and screen_of(self.window) is screen_of(self._page):
            self.window.hide()

    @Slot()
    def _on_closed(self) -> None:
        window, self.window = self.window, None
        if window is not None:
            window.deleteLater()
        self.changed.emit(False)
