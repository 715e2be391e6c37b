"""What SortRank says to participants, in the languages that ship with it.

A language is one file of `resources/languages`: texts of pages, labels of answers, and all other
words that a participant can see or hear. A study keeps its own copy of what was changed; the rest
is here.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sortrank_gui.paths import resource

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """One language: everything by key, `{count}` and the like still to be filled in."""

    code: str
    name: str
    """As its speakers write it."""
    pages: Mapping[str, str]
    answers: Mapping[str, str]
    words: Mapping[str, str]
    practice: Mapping[str, str]
    """How many trials are for practice, by category of plural."""
    right_to_left: bool = False


@cache
def languages() -> dict[str, Language]:
    """Return all languages by code, English first, then by their names."""
    files = resource("languages").glob("*.toml")
    found = [_read(path.stem, path.read_text(encoding="utf-8")) for path in files]
    found.sort(key=lambda language: (language.code != ENGLISH, language.name.casefold()))
    return {language.code: language for language in found}


def _read(code: str, text: str) -> Language:
    return Language(code=code, **tomllib.loads(text))


def plural_category(code: str, count: int) -> str:
    """Return the category of a whole number by a language's rules, as Unicode's CLDR has them."""
    tens, ones = count % 100, count % 10
    match code.partition("-")[0]:
        case "zh" | "ja" | "ko":
            return "other"
        case "fr" | "hi":
            return "one" if count in (0, 1) else "other"
        case "pl":
            if count == 1:
                return "one"
            return "few" if 2 <= ones <= 4 and not 12 <= tens <= 14 else "many"
        case "ru":
            if ones == 1 and tens != 11:
                return "one"
            return "few" if 2 <= ones <= 4 and not 12 <= tens <= 14 else "many"
        case "he":
            return {1: "one", 2: "two"}.get(count, "other")
        case "ar":
            if count <= 2:
                return ("zero", "one", "two")[count]
            return "few" if 3 <= tens <= 10 else "many" if tens >= 11 else "other"
        case _:
            return "one" if count == 1 else "other"
