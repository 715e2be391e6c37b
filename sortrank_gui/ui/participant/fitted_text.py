"""Texts as large as their box allows: wrapped, measured, and drawn from a cached layout."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText, QTextOption

LONGEST = 3000
"""Characters; what is longer is scrolled instead of measured again and again."""
_LONG = 160
"""From so many characters on, lines start at the edge instead of being centred."""
_STEPS = 6
_LINE_END = "\u2028"
"""Where QStaticText begins a new line; it takes a plain line feed for a blank."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The smallest and the largest letters, in pixels."""

    least: float
    most: float


def fit_text(text: str, room: QSizeF, font: QFont, sizes: Sizes) -> float | None:
    """Return the largest size in pixels at which a text fits; None if it does not at the least.

    How it works: bisection over sizes. A word that is wider than the room is broken at the
    least size only.
    """
    if len(text) > LONGEST or _height(text, room, sized(font, sizes.least)) > room.height():
        return None
    low, high = sizes.least, sizes.most
    longest = max(text.split(), key=len, default="")
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _fits(text, longest, room, sized(font, middle)):
            low = middle
        else:
            high = middle
    return low


def sized(font: QFont, pixels: float) -> QFont:
    """Return the font at a size in pixels, in quarters so that few sizes are ever loaded."""
    result = QFont(font)
    result.setPixelSize(max(1, round(pixels)))
    return result


def draw_text(painter: QPainter, text: QStaticText, room: QRectF, font: QFont) -> None:
    """Draw a laid-out text in the middle of its room."""
    painter.setFont(font)
    top = room.top() + max(0.0, (room.height() - text.size().height()) / 2)
    painter.drawStaticText(QPointF(room.left(), top), text)


def lay_out(text: str, width: float, font: QFont) -> QStaticText:
    """Return the text in lines; short ones are centred, long ones begin at the edge."""
    static = QStaticText(text.replace("\n", _LINE_END))
    static.setTextFormat(Qt.TextFormat.PlainText)
    short = len(text) <= _LONG
    edge = Qt.AlignmentFlag.AlignHCenter if short else Qt.AlignmentFlag.AlignLeft
    option = QTextOption(edge)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    static.setTextOption(option)
    static.setTextWidth(width)
    static.prepare(font=font)
    return static


def _fits(text: str, longest: str, room: QSizeF, font: QFont) -> bool:
    if QFontMetricsF(font).horizontalAdvance(longest) > room.width():
        return False
    return _height(text, room, font) <= room.height()


def _height(text: str, room: QSizeF, font: QFont) -> float:
    return lay_out(text, room.width(), font).size().height()
