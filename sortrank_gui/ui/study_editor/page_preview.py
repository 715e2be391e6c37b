"""A page as participants will see it, small: the page itself is drawn, not an imitation of it."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QRegion,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from sortrank_gui.study.design.design import Background
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.message_page import Message, MessagePage
from sortrank_gui.ui.widgets.theme import theme_of

_SCREEN = QSize(960, 540)
_RADIUS = 6


class PagePreview(QWidget):
    """Draws a screen with a message on it, or says why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._message, self._hint = Message(""), ""
        self._pictures: Mapping[str, QImage] = {}
        self._background: Background | None = None
        self._picture: QPixmap | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Preview of the page")

    @property
    def text(self) -> str:
        """What the page says, or why it is not shown."""
        return self._message.text or self._hint

    def show_message(
        self,
        message: Message,
        background: Background,
        hint: str,
        pictures: Mapping[str, QImage] | None = None,
    ) -> None:
        """Show a page; an empty one only says why participants will not see it."""
        same = (message, background, hint) == (self._message, self._background, self._hint)
        pictures = pictures or {}
        if same and pictures.keys() == self._pictures.keys():
            return
        self._message, self._background, self._hint = message, background, hint
        self._pictures = pictures
        self._picture = None
        self.setAccessibleDescription(self.text)
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Keep the shape of a screen."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of a screen of this width."""
        return width * _SCREEN.height() // _SCREEN.width()

    def sizeHint(self) -> QSize:
        """Ask for a small screen."""
        return QSize(360, self.heightForWidth(360))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the screen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._message.text:
            self._paint_page(painter, edge)
        else:
            painter.setPen(theme_of(self).colour("soft"))
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(edge.adjusted(16, 16, -16, -16), int(wrap), self._hint)
        painter.setPen(QPen(theme_of(self).colour("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)

    def _paint_page(self, painter: QPainter, edge: QRectF) -> None:
        if self._picture is None:
            self._picture = self._render()
        path = QPainterPath()
        path.addRoundedRect(edge, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        painter.drawPixmap(self.rect(), self._picture)
        painter.setClipping(False)

    def _render(self) -> QPixmap:
        looks = looks_of(self._background or Background.GREY)
        page = MessagePage()  # a new one: hidden widgets do not lay out anew what they showed
        page.wear(looks.sheet)
        page.resize(_SCREEN)
        page.show_message(self._message, self._pictures)
        picture = QPixmap(_SCREEN)
        picture.fill(QColor(looks.ground))
        only_children = QWidget.RenderFlag.DrawChildren
        page.render(picture, QPoint(), QRegion(), only_children)
        return picture
