"""What of a study stays open when people have answered, and what can't change any more."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.design.wording import find_own_text

PAGES = ("welcome", "consent", "instructions", "pause", "thanks")
"""Texts that may be mended; question and answers are what people were asked, and stay."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """Another text of a page, or another word."""

    language: str
    key: str
    old: str
    new: str


def frozen_part(design: Design) -> Design:
    """Return a design without what may change later: pages, words, lists of codes, the PIN."""
    return replace(
        design,
        texts=_strip(design.texts),
        translations=tuple(replace(t, texts=_strip(t.texts)) for t in design.translations),
        codes=(),
        codes_in_order=False,
        conditions=tuple(replace(each, codes=()) for each in design.conditions),
        pin="",
    )


def find_frozen_change(before: Content, after: Content) -> str:
    """Return the name of a frozen setting that differs, in words; empty where none does."""
    if before.items != after.items:
        return "The items"
    if before.truth != after.truth:
        return "The ground truth"
    ours, theirs = frozen_part(before.design), frozen_part(after.design)
    for field in fields(Design):
        if getattr(ours, field.name) != getattr(theirs, field.name):
            return f"The setting “{field.name.replace('_', ' ')}”"
    return ""


def list_text_changes(before: Design, after: Design) -> Iterator[TextChange]:
    """Yield the pages and words that differ, in every language."""
    for language in before.languages:
        for key in _keys(before, after):
            old, new = (find_own_text(design, language, key) for design in (before, after))
            if old != new:
                yield TextChange(language, key, old, new)


def _strip(texts: Texts) -> Texts:
    return replace(texts, welcome="", consent="", instructions="", pause="", thanks="", words=())


def _keys(*designs: Design) -> list[str]:
    texts = [
        text for each in designs for text in (each.texts, *(t.texts for t in each.translations))
    ]
    words = (key for text in texts for key, _ in text.words)
    return list(dict.fromkeys([*PAGES, *words]))
