"""A dashed frame over a widget while something is dragged there that it would take."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.widgets.theme import theme_of

_MARGIN = 6.0
_RADIUS = 8.0
_FILL = 24


class DropFrame(QWidget):
    """Lies over its parent and lets the mouse through; hidden until something is dragged."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._parent = parent
        parent.installEventFilter(self)
        self.hide()

    def set_shown(self, shown: bool) -> None:
        """Say that a drop would be taken, or no more."""
        if shown:
            self.setGeometry(self._parent.rect())
            self.raise_()
        self.setVisible(shown)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the widget."""
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self._parent.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme_of(self).colour("accent")
        painter.setPen(QPen(colour, 2, Qt.PenStyle.DashLine))
        colour.setAlpha(_FILL)
        painter.setBrush(colour)
        edge = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)
