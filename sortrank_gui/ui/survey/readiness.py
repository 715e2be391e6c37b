"""What a participant could not read here: words that are missing, characters without a font."""

import unicodedata
from collections.abc import Iterator

from PySide6.QtGui import QFont, QTextLayout, QTextOption

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.wording import find_text, list_keys, missing_words

_INVISIBLE = {"Cc", "Cf", "Cs", "Cn", "Co", "Zs", "Zl", "Zp", "Mn", "Me"}
"""Categories of characters that have no shape of their own, or none without another."""
_BOXES = {0, 1}
"""The shapes that stand for none: a font's own, and the box that Qt draws where no font serves."""
_NAMED = 5


def find_obstacles(content: Content) -> list[str]:
    """Return a sentence for each; this may take a while and runs in any thread."""
    return [*_tell_missing_words(content.design), *_tell_missing_shapes(content)]


def find_unshowable(texts: list[str], font: QFont | None = None) -> set[str]:
    """Return the characters that no font of this computer can show."""
    signs = sorted({sign for text in texts for sign in text if _is_visible(sign)})
    return {sign for sign in signs if not _has_shape(sign, font or QFont())}


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


def _tell_missing_words(design: Design) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for language, key in missing_words(design):
        found.setdefault(language, []).append(key.replace("_", " "))
    known = languages()
    for language, keys in found.items():
        name = known[language].name if language in known else language
        more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
        yield f"Missing in {name}: {', '.join(keys[:_NAMED])}{more}."


def _tell_missing_shapes(content: Content) -> Iterator[str]:
    texts = [item.text or ("" if item.digest else item.name) for item in content.items]
    signs = find_unshowable(texts)
    if count := sum(not signs.isdisjoint(text) for text in texts):
        items = "1 item has" if count == 1 else f"{count:,} items have"
        yield f"{items} characters that no font here can show: {_list_signs(signs)}."
    design = content.design
    for language in design.languages:
        keys = ("welcome", "consent", "instructions", *list_keys())
        if signs := find_unshowable([find_text(design, language, key) for key in keys]):
            name = languages()[language].name if language in languages() else language
            yield f"No font here can show {name}: {_list_signs(signs)}."


def _list_signs(signs: set[str]) -> str:
    shown = " ".join(f"{sign} (U+{ord(sign):04X})" for sign in sorted(signs)[:_NAMED])
    return shown if len(signs) <= _NAMED else f"{shown} and {len(signs) - _NAMED} more"
