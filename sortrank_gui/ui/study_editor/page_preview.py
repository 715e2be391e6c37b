"""A page as participants will see it, small: text, button and background of the design."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sortrank_gui.study.design import Background
from sortrank_gui.ui.theme import LIGHT, Theme

_PAPER = {
    Background.GREY: (QColor("#808080"), QColor("#FFFFFF")),
    Background.WHITE: (QColor("#FFFFFF"), QColor("#1D2433")),
    Background.BLACK: (QColor("#000000"), QColor("#E8EAEE")),
}
_RATIO = 0.56
_MARGIN = 0.1


class PagePreview(QWidget):
    """Draws a screen with a text in its middle, and a button below if there is one."""

    def __init__(self) -> None:
        super().__init__()
        self._text, self._button, self._hint = "", "", ""
        self._background = Background.GREY
        self.theme: Theme = LIGHT
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Preview of the page")

    @property
    def text(self) -> str:
        """What the page says, or why it is not shown."""
        return self._text or self._hint

    def show_page(self, text: str, button: str, background: Background, hint: str = "") -> None:
        """Show a page; an empty one only says why participants will not see it."""
        self._text, self._button, self._background, self._hint = text, button, background, hint
        self.setAccessibleDescription(self.text)
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Keep the shape of a screen."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of a screen of this width."""
        return round(width * _RATIO)

    def sizeHint(self) -> QSize:
        """Ask for a small screen."""
        return QSize(360, self.heightForWidth(360))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the screen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper, ink = _PAPER[self._background]
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self.theme.colour("line"), 1))
        painter.setBrush(paper if self._text else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(edge, 6, 6)
        inner = edge.adjusted(
            edge.width() * _MARGIN,
            edge.height() * _MARGIN,
            -edge.width() * _MARGIN,
            -edge.height() * _MARGIN,
        )
        self._paint_text(painter, inner, ink)

    def _paint_text(self, painter: QPainter, inner: QRectF, ink: QColor) -> None:
        button_height = 26.0 if self._button and self._text else 0.0
        room = inner.adjusted(0, 0, 0, -button_height - 8 if button_height else 0)
        painter.setPen(ink if self._text else self.theme.colour("soft"))
        flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        self._choose_size(painter, room, flags)
        painter.setClipRect(room)
        painter.drawText(room, flags, self.text)
        painter.setClipping(False)
        if button_height:
            self._paint_button(painter, inner, button_height)

    def _choose_size(self, painter: QPainter, room: QRectF, flags: int) -> None:
        """Write as large as fits, between a comfortable size and a small one."""
        font = painter.font()
        for pixels in (15, 13, 11, 10, 9, 8, 7):
            font.setPixelSize(pixels)
            painter.setFont(font)
            if painter.boundingRect(room, flags, self.text).height() <= room.height():
                return

    def _paint_button(self, painter: QPainter, inner: QRectF, height: float) -> None:
        font = painter.font()
        font.setPixelSize(12)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(self._button) + 32.0
        box = QRectF(inner.center().x() - width / 2, inner.bottom() - height, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("accent"))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(self.theme.colour("on_accent"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._button)
