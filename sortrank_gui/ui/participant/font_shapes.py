"""Which characters the fonts of this computer can show."""

import unicodedata

from PySide6.QtGui import QFont, QTextLayout, QTextOption

_INVISIBLE = {"Cc", "Cf", "Cs", "Cn", "Co", "Zs", "Zl", "Zp", "Mn", "Me"}
"""Categories of characters that have no shape of their own, or none without another."""
_BOXES = {0, 1}
"""The shapes that stand for none: a font's own, and the box that Qt draws where no font serves."""


def find_unshowable(texts: list[str], font: QFont | None = None) -> set[str]:
    """Return the characters that no font of this computer can show."""
    signs = sorted({sign for text in texts for sign in text if _is_visible(sign)})
    return {sign for sign in signs if not _has_shape(sign, font or QFont())}


def has_italics(text: str) -> bool:
    """Say whether a text can be shown in slanted letters; many scripts have none."""
    font = QFont()
    font.setItalic(True)
    return not find_unshowable([text], font)


def _is_visible(sign: str) -> bool:
    return ord(sign) > 0x7F and unicodedata.category(sign) not in _INVISIBLE


def _has_shape(sign: str, font: QFont) -> bool:
    """Lay a character out as any text is, all fonts at hand, and look for its shape."""
    layout = QTextLayout(sign, font)
    layout.setTextOption(QTextOption())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    shapes = [index for run in layout.glyphRuns() for index in run.glyphIndexes()]
    return bool(shapes) and not _BOXES & set(shapes)
