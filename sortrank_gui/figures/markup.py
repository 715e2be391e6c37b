"""HTML and SVG elements as text: everything that is not markup already is escaped."""

import re
from html import escape

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
"""Characters that no document may hold."""
_VOID = {"meta", "br", "hr", "col", "img"}


class Markup(str):
    """Text that is markup, and safe to put into a page."""

    __slots__ = ()


Content = str | int | float | None
"""What stands inside an element; None is left out."""


def text(content: object) -> Markup:
    """Return anything as text of a page."""
    if isinstance(content, Markup):
        return content
    return Markup(escape(_CONTROLS.sub("\ufffd", str(content)), quote=True))


def element(name: str, /, *content: Content, **attributes: Content) -> Markup:
    """Return an element; `class_` stands for class, and `stroke_width` for stroke-width."""
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{shown}>")
    return Markup(f"<{name}{shown}>{join(*content)}</{name}>")


def join(*content: Content, between: str = "") -> Markup:
    """Return several pieces one after another."""
    return Markup(text(between).join(text(piece) for piece in content if piece is not None))


def name(content: str) -> Markup:
    """Return a name that someone typed: in its own direction, whatever it holds."""
    return element("bdi", content)


def paragraph(*content: Content, **attributes: Content) -> Markup:
    """Return a paragraph."""
    return element("p", *content, **attributes)
