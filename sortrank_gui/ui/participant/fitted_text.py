"""Texts as large as their box allows: wrapped, measured, and drawn from a cached layout."""

import math
import re
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText, QTextOption

LONGEST = 3000
"""Characters; what is longer is scrolled instead of measured again and again."""
_LONG = 160
"""From so many characters on, lines start at the edge instead of being centred."""
_LONGEST_WORD = 30
"""Characters; what is longer is no word that a reader wants to see in one line."""
_WIDEST = 3
"""Of so many of the longest words, one is the widest."""
_WORD = re.compile(
    r"[^\s\u0E00-\u109F\u1780-\u17FF\u2E80-\uA4CF\uF900-\uFAFF\uFF00-\uFFEF\U00020000-\U0003FFFF]+"
)
"""Letters in a row, but not of Thai, Lao, Tibetan, Burmese and Khmer, of Chinese and Japanese:
they have no blanks between words, and lines may end at any letter."""
_BULLET = re.compile(
    r"^\s*(?:[\u2022\u2023\u25AA\u25CF\u30FB\u00B7]|(?:[-*\u2013]|\d+[.)])\s)", re.M
)
"""A line of a list: a bullet, a dash or a number stands before it."""
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
    if not fits(text, room, font, sizes.least, whole_words=False):
        return None
    low, high = sizes.least, sizes.most
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if fits(text, room, font, middle):
            low = middle
        else:
            high = middle
    return low


def fits(text: str, room: QSizeF, font: QFont, pixels: float, *, whole_words: bool = True) -> bool:
    """Say whether a text fits at a size; its words have to be whole, or not."""
    if len(text) > LONGEST:
        return False
    letters = sized(font, pixels)
    if whole_words:
        metrics = QFontMetricsF(letters)
        if any(metrics.horizontalAdvance(word) > room.width() for word in unbroken(text)):
            return False
    return lay_out(text, room.width(), letters).size().height() <= room.height()


def unbroken(text: str) -> list[str]:
    """Return the longest parts of a text that are better not broken over lines: words."""
    words = sorted(set(_WORD.findall(text)), key=len, reverse=True)
    return [word for word in words if len(word) <= _LONGEST_WORD][:_WIDEST]


def sized(font: QFont, pixels: float) -> QFont:
    """Return the font at a size in whole pixels, so that few sizes are ever loaded."""
    result = QFont(font)
    result.setPixelSize(max(1, round(pixels)))
    return result


def draw_text(painter: QPainter, text: QStaticText, room: QRectF, font: QFont) -> None:
    """Draw a laid-out text in the middle of its room."""
    painter.setFont(font)
    left = room.left() + (room.width() - text.textWidth()) / 2
    top = room.top() + max(0.0, (room.height() - text.size().height()) / 2)
    painter.drawStaticText(QPointF(left, top), text)


def lay_out(text: str, width: float, font: QFont) -> QStaticText:
    """Return the text in lines: short ones are centred, lists and long ones have one edge."""
    static = QStaticText(text.replace("\n", _LINE_END))
    static.setTextFormat(Qt.TextFormat.PlainText)
    centred = len(text) <= _LONG and not _is_list(text)
    option = QTextOption(Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    static.setTextOption(option)
    widest = width if centred else text_width(text, width, font)
    static.setTextWidth(min(width, math.ceil(widest) + 1))
    static.prepare(font=font)
    return static


def text_width(text: str, width: float, font: QFont) -> float:
    """Return the width of the widest line of a text that is wrapped at a width."""
    flags = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1), flags, text).width()


def _is_list(text: str) -> bool:
    return "\n" in text and _BULLET.search(text) is not None
