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

SCREEN = QSize(960, 540)
_RADIUS = 6


class ScreenPreview(QWidget):
    """Draws a small screen with a page on it, or says why there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint, self._has_page = "", False
        self._picture: QPixmap | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Preview of the page")

    def renew(self, text: str, hint: str = "") -> None:
        """Draw the page anew, which has this text; without one only say why there is none."""
        self._has_page, self._hint, self._picture = bool(text), hint, None
        self.setAccessibleDescription(text or hint)
        self.update()

    def render_page(self) -> QPixmap:
        """Return the page as a picture of a whole screen."""
        raise NotImplementedError

    def hasHeightForWidth(self) -> bool:
        """Keep the shape of a screen."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of a screen of this width."""
        return width * SCREEN.height() // SCREEN.width()

    def sizeHint(self) -> QSize:
        """Ask for a small screen."""
        return QSize(360, self.heightForWidth(360))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the screen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._has_page:
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
            self._picture = self.render_page()
        path = QPainterPath()
        path.addRoundedRect(edge, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        painter.drawPixmap(self.rect(), self._picture)
        painter.setClipping(False)


class PagePreview(ScreenPreview):
    """Draws a screen with a message on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message = Message("")
        self._pictures: Mapping[str, QImage] = {}
        self._background: Background | None = None

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
        self._message, self._background, self._pictures = message, background, pictures
        self.renew(message.text, hint)

    def render_page(self) -> QPixmap:
        """Draw the message."""
        return draw_message(self._message, self._background or Background.GREY, self._pictures)


def draw_message(
    message: Message, background: Background, pictures: Mapping[str, QImage]
) -> QPixmap:
    """Return a page with a message as a picture."""
    looks = looks_of(background)
    page = MessagePage()  # a new one: hidden widgets do not lay out anew what they showed
    page.wear(looks.sheet)
    page.resize(SCREEN)
    page.show_message(message, pictures)
    return draw_page(page, looks.ground)


def draw_page(page: QWidget, ground: str) -> QPixmap:
    """Return a page on its ground as a picture."""
    picture = QPixmap(SCREEN)
    picture.fill(QColor(ground))
    page.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    return picture
