"""An area that can be clicked, and shows it by its cursor and when the mouse is over it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QWidget


class ClickArea(QWidget):
    """Emits `chosen` for a click that begins and ends on it while it is clickable."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clickable = self._pressed = self._under_mouse = self._cursor_hidden = False

    @property
    def is_hovered(self) -> bool:
        """Whether the mouse is over it and a click would choose it."""
        return self._under_mouse and self._takes_clicks and not self._cursor_hidden

    @property
    def _takes_clicks(self) -> bool:
        return self._clickable and self.isEnabled()

    def set_clickable(self, clickable: bool) -> None:
        """Take clicks that begin from now on, or none."""
        self._clickable, self._pressed = clickable, False
        self._update_cursor()

    def set_cursor_hidden(self, hidden: bool) -> None:
        """Hide the cursor while somebody answers by keys."""
        self._cursor_hidden = hidden
        self._update_cursor()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began."""
        self._pressed = self._takes_clicks and event.button() is Qt.MouseButton.LeftButton

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose this area if the click began and ended on it."""
        if self._pressed and self.rect().contains(event.position().toPoint()):
            self._pressed = False
            self.chosen.emit()
        self._pressed = False

    def enterEvent(self, _event: QEnterEvent) -> None:
        """Show that a click would choose this area."""
        self._under_mouse = True
        self.update()

    def leaveEvent(self, _event: QEvent) -> None:
        """Show that a click would not."""
        self._under_mouse = False
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow being enabled with the cursor."""
        if event.type() is QEvent.Type.EnabledChange:
            self._update_cursor()
        super().changeEvent(event)

    def _update_cursor(self) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if self._cursor_hidden:
            shape = Qt.CursorShape.BlankCursor
        elif self._takes_clicks:
            shape = Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        self.update()
