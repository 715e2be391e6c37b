"""What a participant could not read here: words that are missing, characters without a font."""

from collections.abc import Iterator

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.wording import find_text, list_keys, missing_words
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
