"""Pictures of the pages of a study, which are no items: kept among the words of its first language.

They are words with a name of their own, so that the file needs no other format.
"""

import base64
import re
from binascii import Error
from dataclasses import replace
from urllib.parse import unquote

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import change_wording
from sortrank_gui.study.design.wording import PICTURE, find_text

MOST_BYTES, MOST_TOGETHER = 1_000_000, 10_000_000
_MARK = re.compile(r"!\[[^\]]*\]\(\s*(?:<([^>]+)>|([^)\s]+))\s*\)")
_PAGES = ("welcome", "consent", "instructions", "pause", "thanks")


def list_named(design: Design) -> set[str]:
    """Return the names of the pictures that pages ask for, in any language."""
    texts = [find_text(design, code, key) for code in design.languages for key in _PAGES]
    return {unquote(a or b) for text in texts for a, b in _MARK.findall(text)}


def list_page_pictures(design: Design) -> dict[str, bytes]:
    """Return the pages' own pictures by name; what is damaged is passed over."""
    found = {}
    for key, word in design.texts.words:
        if key.startswith(PICTURE):
            try:
                found[key.removeprefix(PICTURE)] = base64.b64decode(word, validate=True)
            except (Error, ValueError):
                continue
    return found


def add_page_picture(
    content: Content, language: str, page: str, text: str, picture: tuple[str, bytes]
) -> Content:
    """Give a page a text with a picture of its own; pictures that no page names any more go.

    A name that is taken by another picture or by an item gets a number, in the text too.
    """
    wanted, data = picture
    if len(data) > MOST_BYTES:
        raise InputError(f"A picture of a page may have {MOST_BYTES / 1e6:g} MB at most.")
    if len(data) + sum(map(len, list_page_pictures(content.design).values())) > MOST_TOGETHER:
        raise InputError(f"All pictures of pages may have {MOST_TOGETHER / 1e6:g} MB together.")
    name = _choose_name(content, wanted, data)
    marked = text.replace(mark_of(wanted), mark_of(name))
    content = change_wording(content, language, page, marked)
    first = content.design.languages[0]
    content = change_wording(content, first, PICTURE + name, base64.b64encode(data).decode())
    return _drop_unnamed(content)


def mark_of(name: str) -> str:
    """Return what stands in a text for a picture."""
    return f"![](<{name}>)"


def _choose_name(content: Content, wanted: str, data: bytes) -> str:
    own, items = list_page_pictures(content.design), {item.name for item in content.items}
    name, number = wanted, 1
    while own.get(name, data) != data or name in items:
        number += 1
        name = f"{wanted} {number}"
    return name


def _drop_unnamed(content: Content) -> Content:
    design, named = content.design, list_named(content.design)
    kept = tuple(
        (key, word)
        for key, word in design.texts.words
        if not key.startswith(PICTURE) or key.removeprefix(PICTURE) in named
    )
    return replace(content, design=replace(design, texts=replace(design.texts, words=kept)))
