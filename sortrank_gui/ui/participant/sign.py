"""What is shown between two pairs, in the middle: a cross to look at, or a word."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.widgets.theme import scaled_font, theme_of

CROSS = "+"
_ARM = 12
_AROUND, _LARGER = 24, 1.6


class Sign(QWidget):
    """Lies over the boxes and lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        """What is shown; empty if nothing is."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show a cross, a word, or nothing."""
        self._text = text
        self.setAccessibleName("" if text == CROSS else text)
        self.place()
        self.setVisible(bool(text))
        self.raise_()
        self.update()

    def place(self) -> None:
        """Stand in the middle of what is below."""
        width = height = 2 * _ARM + 2
        if self._text != CROSS:
            metrics = QFontMetricsF(self._large_font())
            width = round(metrics.horizontalAdvance(self._text)) + 2 * _AROUND
            height = round(metrics.height()) + _AROUND
        below = self.parentWidget()
        assert below is not None
        middle = below.rect().center()
        self.setGeometry(QRect(middle.x() - width // 2, middle.y() - height // 2, width, height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter, theme = QPainter(self), theme_of(self)
        if self._text == CROSS:
            painter.setPen(QPen(theme.colour("text"), 2))
            middle = self.rect().center()
            painter.drawLine(middle.x() - _ARM, middle.y(), middle.x() + _ARM, middle.y())
            painter.drawLine(middle.x(), middle.y() - _ARM, middle.x(), middle.y() + _ARM)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("card"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setPen(theme.colour("text"))
        painter.setFont(self._large_font())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)

    def _large_font(self) -> QFont:
        return scaled_font(self.font(), _LARGER, bold=True)
