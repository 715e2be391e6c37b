"""What a questionnaire asks, and whether answers to it can stand."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from sortrank_gui.limits import LONGEST_TEXT
from sortrank_gui.study.design.languages import ENGLISH, languages
from sortrank_gui.study.items.items import is_encodable

REFUSED = {"refused": True}
"""Stands for the answer of somebody who would rather not say."""
Answers = dict[str, Any]
"""By the names of fields. Choices are numbers of options from 1; what was left empty is absent."""

Words = Callable[[str], str]
"""Returns the words of a language by their key."""


class FieldKind(StrEnum):
    """How a field is answered, and what its answer is."""

    TEXT = "text"
    """One line."""
    LONG_TEXT = "long text"
    NUMBER = "number"
    SINGLE = "single choice"
    """The number of an option, from 1."""
    MULTIPLE = "multiple choice"
    """The numbers of options, in order."""
    LIKERT = "likert"
    """A matrix: for each row the number of an option, or None."""
    SLIDER = "slider"
    DATE = "date"
    """As 2026-03-01."""


_LARGEST = 1e300
CHOICES = (FieldKind.SINGLE, FieldKind.MULTIPLE, FieldKind.LIKERT)


@dataclass(frozen=True, slots=True)
class FieldText:
    """The words of a field in one more language; what is empty is as in the first."""

    language: str = ""
    label: str = ""
    options: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """One question of a questionnaire."""

    name: str = ""
    """The name of its column in exports: letters, digits and _."""
    kind: FieldKind = FieldKind.TEXT
    label: str = ""
    required: bool = True
    may_refuse: bool = False
    """Whether “rather not say” is offered."""
    least: float | None = None
    most: float | None = None
    """The range of a number or of a slider."""
    step: float = 1.0
    """From one value of a number or of a slider to the next; 0: any number."""
    options: tuple[str, ...] = ()
    """What is to choose from; of a slider the words at both ends."""
    rows: tuple[str, ...] = ()
    """The statements of a matrix."""
    translations: tuple[FieldText, ...] = ()

    def in_language(self, language: str) -> "Query":
        """Return the field with its words in a language, as far as there are any."""
        for each in self.translations:
            if each.language == language:
                return replace(
                    self,
                    label=each.label or self.label,
                    options=_fill(each.options, self.options),
                    rows=_fill(each.rows, self.rows),
                )
        return self

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns in a table: one for each row of a matrix."""
        if self.kind is FieldKind.LIKERT:
            return tuple(f"{self.name}_{k}" for k in range(1, len(self.rows) + 1))
        return (self.name,)


def check_answers(fields: tuple[Query, ...], answers: Mapping[str, Any]) -> dict[str, str]:
    """Return a sentence for every field whose answer can't stand; empty where all is well."""
    found = {}
    for field in fields:
        sentence = check_answer(field, answers.get(field.name))
        if sentence:
            found[field.name] = sentence
    for name in answers.keys() - {field.name for field in fields}:
        found[name] = "The questionnaire has no such question."
    return found


def check_answer(field: Query, answer: Any, words: Words | None = None) -> str:
    """Say what is wrong with the answer to a field, in English or by `words`; None stands for none.

    A page gives the words of the participant's language by key, as `find_text` has them.
    """
    fault = _find_fault(field, answer)
    if not fault:
        return ""
    sentence = languages()[ENGLISH].words[fault] if words is None else words(fault)
    places = {"{least}": field.least, "{most}": field.most, "{count}": LONGEST_TEXT}
    for place, value in places.items():
        if value is not None:
            sentence = sentence.replace(place, f"{value:.15g}")
    return sentence


def _find_fault(field: Query, answer: Any) -> str:
    """Return the key of the sentence about an answer; nothing where it can stand."""
    if answer is None:
        return "need_answer" if field.required else ""
    if answer == REFUSED:
        return "" if field.may_refuse else "need_answer"
    match field.kind:
        case FieldKind.TEXT | FieldKind.LONG_TEXT:
            return _check_text(field, answer)
        case FieldKind.NUMBER | FieldKind.SLIDER:
            return _check_number(field, answer)
        case FieldKind.SINGLE:
            return "" if _is_option(field, answer) else "need_choice"
        case FieldKind.MULTIPLE:
            return _check_several(field, answer)
        case FieldKind.LIKERT:
            return _check_rows(field, answer)
        case FieldKind.DATE:
            return _check_date(answer)


def list_cells(field: Query, answer: Any) -> Iterator[str | float | int]:
    """Yield what stands in each column of a field in a table; refusals and gaps are words."""
    if field.kind is FieldKind.LIKERT and isinstance(answer, list):
        yield from ("" if each is None else each for each in answer)
    elif answer is None:
        yield from [""] * len(field.columns)
    elif answer == REFUSED:
        yield from ["refused"] * len(field.columns)
    elif isinstance(answer, list):
        yield " ".join(map(str, answer))
    else:
        yield answer


def _fill(own: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    return tuple((own[k] if k < len(own) else "") or text for k, text in enumerate(usual))


def _check_text(field: Query, answer: Any) -> str:
    if not isinstance(answer, str) or not is_encodable(answer):
        return "need_answer"
    if field.required and not answer.strip():
        return "need_answer"
    if field.kind is FieldKind.TEXT and len(answer.splitlines()) > 1:
        return "need_line"
    if len(answer) > LONGEST_TEXT:
        return "need_short"
    return ""


def _check_number(field: Query, answer: Any) -> str:
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        return "need_number"
    if not abs(answer) <= _LARGEST:
        return "need_number"
    if field.least is not None and answer < field.least:
        return "need_least"
    if field.most is not None and answer > field.most:
        return "need_most"
    if field.step == 1 and answer != round(answer):
        return "need_whole"
    return ""


def _is_option(field: Query, answer: Any) -> bool:
    return type(answer) is int and 1 <= answer <= len(field.options)


def _check_several(field: Query, answer: Any) -> str:
    if not isinstance(answer, list) or not all(_is_option(field, each) for each in answer):
        return "need_choice"
    if answer != sorted(set(answer)):
        return "need_choice"
    return "need_some" if field.required and not answer else ""


def _check_rows(field: Query, answer: Any) -> str:
    if not isinstance(answer, list) or len(answer) != len(field.rows):
        return "need_rows"
    if not all(each is None or _is_option(field, each) for each in answer):
        return "need_rows"
    return "need_rows" if field.required and None in answer else ""


def _check_date(answer: Any) -> str:
    try:
        is_plain = date.fromisoformat(answer).isoformat() == answer  # no weeks, nothing left out
    except (TypeError, ValueError):
        is_plain = False
    return "" if is_plain else "need_date"
