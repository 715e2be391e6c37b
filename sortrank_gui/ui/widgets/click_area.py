"""An area that can be clicked, and shows it by its cursor and when the mouse is over it."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QEnterEvent, QGuiApplication, QInputDevice, QMouseEvent
from PySide6.QtWidgets import QWidget

_TREMBLE = 1.5
"""Pixels; parts of one are lost where the system says where the mouse is."""


def is_touch(event: QMouseEvent) -> bool:
    """Say whether a finger on the screen made this event, which comes as if by the mouse."""
    by_system = event.source() is Qt.MouseEventSource.MouseEventSynthesizedBySystem
    return by_system or event.deviceType() is QInputDevice.DeviceType.TouchScreen


class ClickArea(QWidget):
    """Emits `chosen` for a click on it: pressed and released at one place, while clickable.

    Whoever moves the mouse in between drags and chooses nothing. The mouse counts as being over it
    only once it moved there since it became clickable: what appears under a resting mouse was not
    pointed at, and fingers do not point.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clickable = self._under_mouse = self._cursor_hidden = False
        self._pressed_at: QPointF | None = None
        self._resting_at: QPointF | None = None
        """Where the mouse was when the area became clickable; None once it moved."""
        self.by_touch = False
        """Whether the last click was made by a finger."""
        self.setMouseTracking(True)

    @property
    def is_hovered(self) -> bool:
        """Whether the mouse was moved here and a click would choose it."""
        moved = self._under_mouse and self._resting_at is None
        return moved and self._takes_clicks and not self._cursor_hidden

    @property
    def _takes_clicks(self) -> bool:
        return self._clickable and self.isEnabled()

    def set_clickable(self, clickable: bool) -> None:
        """Take clicks that begin from now on, or none."""
        self._clickable, self._pressed_at = clickable, None
        self._resting_at = QPointF(QCursor.pos())
        self._update_cursor()

    def set_cursor_hidden(self, hidden: bool) -> None:
        """Hide the cursor while somebody answers by keys."""
        self._cursor_hidden = hidden
        self._update_cursor()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began."""
        begins = self._takes_clicks and event.button() is Qt.MouseButton.LeftButton
        self._pressed_at = event.globalPosition() if begins else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take a press that moves for a drag, and a mouse that moves for one that points."""
        if self._is_drag(event):
            self._pressed_at = None
        if self._resting_at is not None and not is_touch(event):
            moved = event.globalPosition() - self._resting_at
            if moved.manhattanLength() > _TREMBLE:
                self._resting_at = None
                self.update()
        event.ignore()  # whoever is around may want to know too

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose this area if the click began here and did not move."""
        clicked = self._pressed_at is not None and not self._is_drag(event)
        self._pressed_at = None
        if clicked and self.rect().contains(event.position().toPoint()):
            self.by_touch = is_touch(event)
            self.chosen.emit()

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

    def _is_drag(self, event: QMouseEvent) -> bool:
        if self._pressed_at is None:
            return False
        moved = (event.globalPosition() - self._pressed_at).manhattanLength()
        return bool(moved >= QGuiApplication.styleHints().startDragDistance())

    def _update_cursor(self) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if self._cursor_hidden:
            shape = Qt.CursorShape.BlankCursor
        elif self._takes_clicks:
            shape = Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        self.update()
