"""What a participant could not read here: words that are missing, characters without a font."""

from collections.abc import Iterator

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.wording import PAGES, find_text, list_keys, missing_words
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.font_shapes import find_unshowable

_NAMED = 5


def find_obstacles(content: Content) -> list[str]:
    """Return a sentence for each; this may take a while and runs in any thread."""
    return [*_tell_missing_words(content.design), *_tell_missing_shapes(content)]


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
    texts = ["".join(_list_item_texts(item)) for item in content.items]
    signs = find_unshowable(texts)
    if count := sum(not signs.isdisjoint(text) for text in texts):
        items = "1 item has" if count == 1 else f"{count:,} items have"
        yield f"{items} characters that no font here can show: {_list_signs(signs)}."
    design = content.design
    for language in design.languages:
        if signs := find_unshowable(list(_list_words(design, language))):
            name = languages()[language].name if language in languages() else language
            yield f"No font here can show all words in {name}: {_list_signs(signs)}."


def _list_item_texts(item: Item) -> Iterator[str]:
    yield item.text or ("" if item.digest else item.name)
    yield from (variant.text for variant in item.variants)


def _list_words(design: Design, language: str) -> Iterator[str]:
    """Yield all that a participant may read beside the items."""
    keys = (*PAGES, *list_keys())
    yield from (find_text(design, language, key) for key in keys)
    for step in design.timeline:
        yield step.find_text(language)
        yield step.find_prompt(language)
        for field in step.fields:
            query = field.in_language(language)
            yield from (query.label, *query.options, *query.rows)
    for condition in design.conditions:
        yield from (text for code, _, text in condition.words if code == language)
    yield from (context.text for context in design.contexts)


def _list_signs(signs: set[str]) -> str:
    shown = " ".join(f"{sign} (U+{ord(sign):04X})" for sign in sorted(signs)[:_NAMED])
    return shown if len(signs) <= _NAMED else f"{shown} and {len(signs) - _NAMED} more"
