"""How an item looks inside its box: a picture, a text, a picture with a caption, or a mark."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontInfo, QPainter, QPixmap, QStaticText

from sortrank_gui.ui.participant.fitted_text import (
    Sizes,
    draw_text,
    fit_text,
    lay_out,
    sized,
    text_width,
)

CAPTION_GAP = 8
_CAPTION_SHARE = 0.3
"""A caption takes at most this share of a box."""
_LINE = 1.25
"""The height of a line for the size of its letters."""


def letter_sizes(font: QFont, height: float) -> Sizes:
    """Return how small and large the letters of a text may be in a box of this height."""
    base = QFontInfo(font).pixelSize()
    return Sizes(1.1 * base, min(max(1.8 * base, 0.1 * height), 6.0 * base))


def caption_height(font: QFont, lines: int, height: float) -> float:
    """Return the room for captions of so many lines in a box of this height."""
    if lines == 0:
        return 0.0
    wanted = lines * _LINE * 1.2 * QFontInfo(font).pixelSize() + CAPTION_GAP
    return round(min(wanted, _CAPTION_SHARE * height))


@dataclass(frozen=True, slots=True)
class PictureRule:
    """How large pictures are drawn and where: as a design asks for, on a screen."""

    longer_side: float | None = None
    """In pixels of the screen; None for as large as there is room."""
    enlarge: bool = True
    """Whether a picture may be drawn larger than its own pixels."""

    def box(self, room: QSizeF, ratio: float) -> QSize:
        """Return what a picture has to fit into, in pixels of the screen."""
        pixels = QSizeF(room.width() * ratio, room.height() * ratio).toSize()
        if self.longer_side is None:
            return pixels
        side = max(1, round(self.longer_side))
        return pixels.boundedTo(QSize(side, side))

    def size(self, own: QSize, room: QSizeF, ratio: float) -> QSize:
        """Return how large a picture is drawn, in pixels of the screen."""
        box = self.box(room, ratio)
        return own if not self.enlarge and own.boundedTo(box) == own else fit_into(own, box)


ANY_SIZE = PictureRule()


def draw_pixmap(
    painter: QPainter,
    pixmap: QPixmap,
    room: QRectF,
    ratio: float,
    rule: PictureRule = ANY_SIZE,
    edge: Qt.Edge | None = None,
) -> QSize:
    """Draw a picture in the middle or at an edge, pixel for pixel unless a resize is under way.

    Return its size in pixels of the screen.
    """
    size = rule.size(pixmap.size(), room.size(), ratio)
    target = QRectF(0, 0, size.width() / ratio, size.height() / ratio)
    target.moveCenter(room.center())
    if edge is Qt.Edge.LeftEdge:
        target.moveLeft(room.left())
    elif edge is Qt.Edge.RightEdge:
        target.moveRight(room.right())
    left, top = round(target.left() * ratio), round(target.top() * ratio)
    target.moveTopLeft(QPointF(left / ratio, top / ratio))
    painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
    return size


def fit_into(size: QSize, room: QSize) -> QSize:
    """Return the size with the same shape that just fits; sizes that are off by one stay."""
    fitted = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    near = abs(fitted.width() - size.width()) <= 1 and abs(fitted.height() - size.height()) <= 1
    return size if near else fitted


class TextDrawing:
    """A text in a room, laid out once and drawn often."""

    def __init__(self) -> None:
        self._made_for: tuple[object, ...] = ()
        self._static = QStaticText()
        self._font, self._size = QFont(), QSizeF()

    def draw(
        self, painter: QPainter, text: str, room: QRectF, font: QFont, pixels: float | None
    ) -> QSizeF:
        """Draw a text at a size, or as large as it fits up to the usual size; return its size."""
        made_for = (text, room.width(), room.height(), pixels)
        if made_for != self._made_for:
            self._made_for = made_for
            self._font = sized(font, pixels or self._usual(text, room, font))
            self._static = lay_out(text, room.width(), self._font)
            width = text_width(text, room.width(), self._font)
            self._size = QSizeF(width, self._static.size().height())
        painter.save()
        painter.setClipRect(room)
        draw_text(painter, self._static, room, self._font)
        painter.restore()
        return self._size

    def _usual(self, text: str, room: QRectF, font: QFont) -> float:
        base = QFontInfo(font).pixelSize()
        sizes = Sizes(0.8 * base, 1.2 * base)
        return fit_text(text, room.size(), font, sizes) or sizes.least
