"""What a participant reads is the study's own, else the language's, and never another language."""

from dataclasses import replace
from functools import partial

import pytest

from sortrank_gui.study.design.design import Design, Texts, Translation
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.wording import (
    describe_practice,
    describe_remaining,
    find_text,
    list_keys,
    missing_words,
    use_language,
)

GERMAN = use_language(Design(title="T", prompt="Welches Bild ist schärfer?", practice=3), "de")
BOTH = replace(
    GERMAN,
    languages=("de", "fr"),
    translations=(Translation("fr", "Laquelle est plus nette ?"),),
)


@pytest.mark.parametrize("language", languages())
def test_one_choice_sets_all(language: str) -> None:
    """In every language that ships, all words are there at once, and nothing is missing."""
    design = use_language(Design(title="T", prompt="Which do you prefer?", practice=2), language)
    preset = languages()[language]
    assert design.languages == (language,)
    assert design.prompt == preset.pages["prompt"]
    assert design.texts.thanks == preset.pages["thanks"]
    assert design.texts.left == preset.answers["left"]
    assert find_text(design, language, "continue") == preset.words["continue"]
    assert "2" in describe_practice(design, language) or language in ("ar", "he")
    assert missing_words(design) == []
    assert use_language(design, "en") == Design(
        title="T", prompt="Which do you prefer?", practice=2
    )


def test_own_words_come_first() -> None:
    """A word that the study changed is said; the others are the language's."""
    texts = replace(
        GERMAN.texts, left="Oben", words=(("continue", "Los"), ("practice_other", "Übe"))
    )
    design = replace(GERMAN, texts=texts)
    assert find_text(design, "de", "left") == "Oben"
    assert find_text(design, "de", "continue") == "Los"
    assert find_text(design, "de", "right") == "Rechts"
    assert describe_practice(design, "de") == "Übe"


def test_own_texts_stay_when_the_language_changes() -> None:
    """What a researcher wrote is not replaced by a preset."""
    design = replace(GERMAN, texts=replace(GERMAN.texts, thanks="Danke, ihr Lieben!"))
    changed = use_language(design, "fr")
    assert changed.prompt == "Welches Bild ist schärfer?"
    assert changed.texts.thanks == "Danke, ihr Lieben!"
    assert changed.texts.pause == languages()["fr"].pages["pause"]


def test_second_language_has_its_own_words() -> None:
    """A participant who chose French reads French."""
    assert find_text(BOTH, "fr", "prompt") == "Laquelle est plus nette ?"
    assert find_text(BOTH, "fr", "thanks") == languages()["fr"].pages["thanks"]
    assert find_text(BOTH, "de", "prompt") == "Welches Bild ist schärfer?"
    assert missing_words(BOTH) == []


def test_missing_translations_are_listed() -> None:
    """A question or a page that only the first language has, and all of an unknown language."""
    design = replace(
        BOTH,
        texts=replace(BOTH.texts, welcome="Willkommen!", consent="Ich nehme teil."),
        translations=(Translation("fr", "", Texts(welcome="Bienvenue !")),),
    )
    assert missing_words(design) == [("fr", "prompt"), ("fr", "consent")]
    swedish = replace(GERMAN, languages=("sv",))
    keys = {key for _, key in missing_words(swedish)}
    assert {"continue", "too_late", "practice_one"} <= keys <= set(list_keys())


@pytest.mark.parametrize(
    ("answers", "seconds", "text"),
    [
        (0, 4.0, ""),
        (12, None, ""),
        (10, 4.0, "noch weniger als eine Minute"),
        (15, 4.0, "noch etwa 1 Min."),
        (120, 4.0, "noch etwa 8 Min."),
    ],
)
def test_time_left_is_said_in_the_words_of_the_study(
    answers: int, seconds: float | None, text: str
) -> None:
    """Rounded to what can be known; nothing where nobody knows, or nothing is left."""
    words = partial(find_text, Design(languages=("de",)), "de")
    assert describe_remaining(words, answers, seconds) == text
