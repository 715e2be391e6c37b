"""What a participant reads in a language: the study's own words, else those of the language."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from sortrank_gui.study.design.design import Design, Texts, Translation
from sortrank_gui.study.design.languages import ENGLISH, Language, languages, plural_category

PAGES = ("welcome", "consent", "instructions")
"""Pages that only a study can write; one that is empty is not shown."""
CONSENT = "consent"
PICTURE = "picture:"
"""Before the name of a page's picture: the key of a word that is the picture."""
_PRACTICE = "practice_"
"""Before the category of a plural: the key of an own sentence about practice."""


def find_text(design: Design, language: str, key: str) -> str:
    """Return the text of a page, a label, a question or another word; empty where there is none.

    Where a study asks for consent, nobody goes without: who reads a language in which its text is
    missing gets it in another one.
    """
    own = find_own_text(design, language, key)
    if key == CONSENT and not own.strip():
        texts = (find_own_text(design, each, key) for each in design.languages)
        return next((text for text in texts if text.strip()), "")
    if own.strip() or key in PAGES:
        return own
    return _preset(language).get(key, "")


def asks_consent(design: Design) -> bool:
    """Say whether people have to agree before they answer."""
    return bool(find_text(design, design.languages[0], CONSENT).strip())


def find_own_text(design: Design, language: str, key: str) -> str:
    """Return what the study itself says, without the language's own words."""
    found = find_translation(design, language)
    if key == "prompt":
        return found.prompt
    if key in _TEXTS:
        return str(getattr(found.texts, key))
    return dict(found.texts.words).get(key, "")


def describe_practice(design: Design, language: str) -> str:
    """Say how many trials are for practice, by the language's plurals."""
    category = plural_category(language, design.practice)
    own = find_own_text(design, language, _PRACTICE + category)
    sentence = own or _find_language(language).practice[category]
    return sentence.replace("{count}", str(design.practice))


def describe_remaining(
    words: Callable[[str], str], answers: int, seconds_each: float | None
) -> str:
    """Say how long so many answers will take, in a study's words; nothing where nobody knows."""
    if not answers or seconds_each is None:
        return ""
    minutes = answers * seconds_each / 60
    if minutes < 1:
        return words("minute_left")
    return words("minutes_left").replace("{count}", str(round(minutes)))


def find_translation(design: Design, language: str) -> Translation:
    """Return the study's texts in a language; the first is kept in the design itself."""
    if language == design.languages[0]:
        return Translation(language, design.prompt, design.texts)
    found = (each for each in design.translations if each.language == language)
    return next(found, Translation(language))


def reword(design: Design, language: str, key: str, text: str) -> Design:
    """Return the design with a text in its own words; in the language's where it is empty."""
    changed = _reword(find_translation(design, language), key, text)
    if language == design.languages[0]:
        return replace(design, prompt=changed.prompt, texts=changed.texts)
    known = {each.language: each for each in (*design.translations, changed)}
    kept = tuple(known[code] for code in design.languages[1:] if code in known)
    return replace(design, translations=kept)


def list_keys() -> tuple[str, ...]:
    """Return all words that a study can change, besides the pages that only it can write."""
    english = languages()[ENGLISH]
    practice = (_PRACTICE + category for category in english.practice)
    return (*english.pages, *english.answers, *english.words, *practice)


def missing_words(design: Design) -> list[tuple[str, str]]:
    """Return (language, key) of what a participant would find empty or in another language."""
    return [
        (language, key) for language in design.languages for key in _find_missing(design, language)
    ]


def use_language(design: Design, language: str) -> Design:
    """Make a language the first: what was in the words of the one before is in its words now."""
    before, after = _preset(design.languages[0]), _preset(language)
    kept = find_translation(design, language)
    pictures = tuple(word for word in design.texts.words if word[0].startswith(PICTURE))
    if kept.prompt.strip():
        prompt, texts = kept.prompt, kept.texts
        texts = replace(texts, words=tuple(sorted({*texts.words, *pictures})))
    else:
        prompt, texts = _swap(design.prompt, "prompt", before, after), design.texts
        swapped: dict[str, Any] = {
            key: _swap(getattr(texts, key), key, before, after) for key in before.keys() & _TEXTS
        }
        texts = replace(texts, words=pictures, **swapped)
    return replace(
        design,
        prompt=prompt,
        texts=texts,
        languages=(language, *(code for code in design.languages[1:] if code != language)),
        translations=tuple(each for each in design.translations if each.language != language),
    )


def _reword(words: Translation, key: str, text: str) -> Translation:
    if key == "prompt":
        return replace(words, prompt=text)
    if key in _TEXTS:
        field: dict[str, Any] = {key: text}
        return replace(words, texts=replace(words.texts, **field))
    own = {**dict(words.texts.words), key: text}
    kept = tuple(sorted((name, word) for name, word in own.items() if word.strip()))
    return replace(words, texts=replace(words.texts, words=kept))


def _find_missing(design: Design, language: str) -> Iterator[str]:
    first = design.languages[0]
    if not find_own_text(design, language, "prompt").strip():
        yield "prompt"
    for key in PAGES:
        wanted = find_own_text(design, first, key).strip()
        if wanted and not find_own_text(design, language, key).strip():
            yield key
    if language not in languages():
        yield from (
            key
            for key in list_keys()
            if key != "prompt" and not find_own_text(design, language, key).strip()
        )


def _swap(text: str, key: str, before: dict[str, str], after: dict[str, str]) -> str:
    return after[key] if text.strip() in ("", before[key]) else text


def _preset(language: str) -> dict[str, str]:
    """Return all words of a language; English ones where it does not ship with SortRank."""
    found = _find_language(language)
    practice = {_PRACTICE + category: text for category, text in found.practice.items()}
    return {**found.pages, **found.answers, **found.words, **practice}


def _find_language(code: str) -> Language:
    known = languages()
    return known.get(code, known[ENGLISH])


_TEXTS = {each.name for each in fields(Texts)} - {"words"}
