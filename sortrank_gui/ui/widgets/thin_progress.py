"""A thin progress bar with round ends."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.widgets.theme import theme_of

_HEIGHT = 6


class ThinProgress(QWidget):
    """Shows a share between 0 and 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName("Progress")
        self._share = 0.0

    def set_share(self, share: float, description: str) -> None:
        """Show how much is done, and say it to a screen reader."""
        self._share = min(max(share, 0.0), 1.0)
        self.setAccessibleDescription(description)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the groove and what is done of it."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        groove = QRectF(self.rect())
        done = QRectF(groove)
        done.setWidth(max(groove.width() * self._share, _HEIGHT if self._share else 0))
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            done.moveRight(groove.right())
        for rect, part in ((groove, "well"), (done, "accent")):
            painter.setBrush(theme.colour(part))
            painter.drawRoundedRect(rect, _HEIGHT / 2, _HEIGHT / 2)
