"""Every edit of a study as a function from its content to the next; truth and pairs follow."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline_languages import forget_language, lead_with
from sortrank_gui.study.design.wording import reword, use_language
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.study.items.items import Item, take_name

_SORTS = 4
"""Alone, so many sorts go two thirds of the way from a random ranking to the true one."""
MOST_ANSWERS = 200
"""That one person is asked for, unless the researcher wants more."""


def suggest_budget(n_items: int) -> int:
    """Return answers for a session: as many as four sorts need, while one has patience for them."""
    if n_items < 2:
        return MOST_ANSWERS
    answers = _SORTS * strategies.facts(strategies.DEFAULT).run_length(n_items)
    return min(10 * math.ceil(answers / 10), MOST_ANSWERS)


def get_setting(design: Design, name: str) -> Any:
    """Return a setting by its name, such as `stop.budget`."""
    value: Any = design
    for part in name.split("."):
        value = getattr(value, part)
    return value


def change_setting(content: Content, name: str, value: Any) -> Content:
    """Return the content with another value of a setting."""
    outer, _, inner = name.partition(".")
    if inner:
        value = replace(getattr(content.design, outer), **{inner: value})
    return replace(content, design=replace(content.design, **{outer: value}))


def choose_language(content: Content, language: str) -> Content:
    """Make a language the first one; what nobody changed is in its words then."""
    return replace(content, design=use_language(lead_with(content.design, language), language))


def add_language(content: Content, language: str) -> Content:
    """Offer one more language."""
    languages = dict.fromkeys((*content.design.languages, language))
    return change_setting(content, "languages", tuple(languages))


def remove_language(content: Content, language: str) -> Content:
    """Offer a language no more, and forget its texts; the first one stays."""
    first, *others = content.design.languages
    kept = tuple(each for each in content.design.translations if each.language != language)
    content = change_setting(content, "translations", kept)
    others = [code for code in others if code != language]
    content = replace(content, design=forget_language(content.design, language))
    return change_setting(content, "languages", (first, *others))


def change_wording(content: Content, language: str, key: str, text: str) -> Content:
    """Let the study say something in a language in its own words; the language's if it is empty."""
    return replace(content, design=reword(content.design, language, key, text))


def add_items(content: Content, found: Imported) -> Content:
    """Append items under names that are free; a truth stays only if it is known for all."""
    taken = {item.name for item in content.items}
    new = [replace(item, name=take_name(item.name, taken)) for item in found.items]
    truth: tuple[float, ...] | None = None
    if found.truth is not None and (content.truth is not None or not content.items):
        truth = (content.truth or ()) + found.truth
    after = replace(content, items=(*content.items, *new), truth=truth)
    return _follow_suggestion(content, after)


def remove_items(content: Content, rows: Iterable[int]) -> Content:
    """Take items away, and catch pairs that named them."""
    gone = set(rows)
    kept = [row for row in range(len(content.items)) if row not in gone]
    after = _take_rows(content, kept)
    names = {item.name for item in after.items}
    pairs = tuple(pair for pair in content.design.catch_pairs if names.issuperset(pair))
    return _follow_suggestion(content, change_setting(after, "catch_pairs", pairs))


def move_items(content: Content, rows: Iterable[int], target: int) -> Content:
    """Put items, in their order, before the one that stands at `target` now."""
    moved = sorted(set(rows))
    before = [row for row in range(target) if row not in moved]
    after = [row for row in range(target, len(content.items)) if row not in moved]
    return _take_rows(content, before + moved + after)


def rename_item(content: Content, row: int, name: str) -> Content:
    """Give an item another name, also in the catch pairs."""
    old = content.items[row].name
    items = list(content.items)
    items[row] = replace(items[row], name=name)
    pairs = tuple(
        (name if better == old else better, name if worse == old else worse)
        for better, worse in content.design.catch_pairs
    )
    return change_setting(replace(content, items=tuple(items)), "catch_pairs", pairs)


def change_text(content: Content, row: int, text: str) -> Content:
    """Give an item another text."""
    items = list(content.items)
    items[row] = replace(items[row], text=text)
    return replace(content, items=tuple(items))


def find_twins(items: Sequence[Item]) -> list[list[int]]:
    """Return the rows of items that nobody can tell apart: the same picture with the same text."""
    rows: dict[tuple[str, str], list[int]] = {}
    for row, item in enumerate(items):
        if item.digest:
            rows.setdefault((item.digest, item.text), []).append(row)
    return [twins for twins in rows.values() if len(twins) > 1]


def _follow_suggestion(before: Content, after: Content) -> Content:
    """Adapt the number of answers to other items, unless somebody chose one."""
    if before.design.stop != StopRules(suggest_budget(len(before.items))):
        return after
    return change_setting(after, "stop.budget", suggest_budget(len(after.items)))


def _take_rows(content: Content, rows: Sequence[int]) -> Content:
    items = tuple(content.items[row] for row in rows)
    truth = None if content.truth is None else tuple(content.truth[row] for row in rows)
    return replace(content, items=items, truth=truth if items else None)


def same_but_for_pictures(one: Content, other: Content) -> bool:
    """Say whether contents differ at most in where their pictures lie."""
    if (one.design, one.truth, len(one.items)) != (other.design, other.truth, len(other.items)):
        return False
    pairs = zip(one.items, other.items, strict=True)
    return all(a is b or a == b or _list_shown(a) == _list_shown(b) for a, b in pairs)


def _list_shown(item: Item) -> list[object]:
    """Return all of an item but where its pictures lie."""
    variants = [(each.name, each.text, bool(each.image or each.digest)) for each in item.variants]
    return [item.name, item.text, bool(item.image or item.digest), item.tags, variants]
