"""How wide texts are, about, where there is no font to ask; and names cut to a width."""

from collections.abc import Iterable
from unicodedata import combining, east_asian_width

_NARROW, _BROAD = set("fijlrtI.,:;'|!()[] ·"), set("mwMW@%&")


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is; fonts of most systems are a little narrower."""
    return size * sum(map(_breadth, text))


def widest(texts: Iterable[str], size: float) -> float:
    """Return about how wide the widest text is."""
    return max((text_width(text, size) for text in texts), default=0.0)


def cut(text: str, width: float, size: float) -> str:
    """Return a text on one line that is no wider; what is cut off leaves an ellipsis."""
    text = " ".join(text.split())
    if text_width(text, size) <= width:
        return text
    room = width - text_width("…", size)
    for place, letter in enumerate(text):
        room -= text_width(letter, size)
        if room < 0:
            return text[: max(place, 1)].rstrip() + "…"
    return text


def _breadth(letter: str) -> float:
    """Return the width of a letter in heights of the font, after DejaVu Sans."""
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF" or letter == "…":
        return 1.0
    if letter in _NARROW:
        return 0.38
    return 0.98 if letter in _BROAD else 0.72 if letter.isupper() else 0.62
