"""Languages: complete, filled in alike, and with their own plurals."""

import re

import pytest

from sortrank_gui.study.design.languages import ENGLISH, Language, languages, plural_category

ALL = list(languages().values())
CODES = [
    "ar",
    "de",
    "en",
    "es",
    "fr",
    "he",
    "hi",
    "it",
    "ja",
    "ko",
    "nl",
    "pl",
    "pt",
    "ru",
    "tr",
    "zh-Hans",
    "zh-Hant",
]


def _places(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w*)\}", text))


def test_all_promised_languages_are_there() -> None:
    """Seventeen languages, English first."""
    assert sorted(languages()) == CODES
    assert next(iter(languages())) == ENGLISH


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.code)
def test_language_is_complete(language: Language) -> None:
    """Every language has the words that English has, with the same places to fill in."""
    english = languages()[ENGLISH]
    for part in ("pages", "answers", "words"):
        own, reference = getattr(language, part), getattr(english, part)
        assert own.keys() == reference.keys()
        for key, text in own.items():
            assert text.strip() == text != ""
            assert _places(text) == _places(reference[key])
    assert all(_places(text) == ["count"] for text in language.practice.values())


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.code)
def test_every_count_has_its_sentence(language: Language) -> None:
    """Each category that the rules give is there, and none that they never give for 0 to 1,000."""
    categories = {plural_category(language.code, count) for count in range(1001)}
    assert categories <= language.practice.keys() <= categories | {"other"}


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("en", {0: "other", 1: "one", 2: "other"}),
        ("fr", {0: "one", 1: "one", 2: "other"}),
        ("pl", {1: "one", 2: "few", 5: "many", 12: "many", 22: "few", 21: "many", 112: "many"}),
        ("ru", {1: "one", 3: "few", 5: "many", 11: "many", 21: "one", 22: "few", 111: "many"}),
        ("ar", {0: "zero", 1: "one", 2: "two", 3: "few", 10: "few", 11: "many", 100: "other"}),
        ("he", {1: "one", 2: "two", 3: "other", 20: "other"}),
        ("zh-Hans", {0: "other", 1: "other"}),
    ],
)
def test_plurals_follow_the_language(code: str, counts: dict[int, str]) -> None:
    """Categories as Unicode's tables have them."""
    assert {count: plural_category(code, count) for count in counts} == counts


def test_direction_is_known() -> None:
    """Arabic and Hebrew are written from right to left, and no other of these."""
    assert {language.code for language in ALL if language.right_to_left} == {"ar", "he"}
