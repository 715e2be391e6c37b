"""A large tick box, for a decision that should not be overlooked."""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox

from sortrank_gui.ui.widgets.theme import theme_of

_SIDE = 24
_GAP = 12


class TickBox(QCheckBox):
    """Drawn in a theme's colours; the accent marks focus and tick."""

    def __init__(self) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """Ask for the box and one line of text."""
        metrics = QFontMetricsF(self.font())
        width = _SIDE + _GAP + metrics.horizontalAdvance(self.text()) + 4
        return QSize(round(width), max(_SIDE + 4, round(metrics.height())))

    def hitButton(self, place: QPoint) -> bool:
        """Take clicks on the text too."""
        return self.rect().contains(place)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box, the tick and the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(2, (self.height() - _SIDE) / 2, _SIDE, _SIDE)
        active = self.hasFocus() or self.underMouse() or self.isChecked()
        painter.setPen(QPen(theme_of(self).colour("accent" if active else "soft"), 2))
        painter.setBrush(theme_of(self).colour("accent" if self.isChecked() else "card"))
        painter.drawRoundedRect(box, 5, 5)
        if self.isChecked():
            painter.setPen(QPen(theme_of(self).colour("on_accent"), 3))
            corner = box.topLeft()
            tick = [corner + QPointF(*at) for at in ((6, 12.5), (10.5, 17), (18, 8))]
            painter.drawPolyline(tick)
        painter.setPen(theme_of(self).colour("text"))
        words = QRectF(self.rect()).adjusted(box.right() + _GAP, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
