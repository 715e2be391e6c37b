"""Answers to questionnaires: what can stand, what can't, and what a table shows."""

import pytest

from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.questionnaire import (
    REFUSED,
    FieldKind,
    FieldText,
    Query,
    check_answer,
    check_answers,
    list_cells,
)

AGE = Query("age", FieldKind.NUMBER, "How old are you?", least=18, most=99)
HAND = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"), may_refuse=True)
PETS = Query("pets", FieldKind.MULTIPLE, "Which pets?", required=False, options=("cat", "dog"))
EASE = Query("ease", FieldKind.LIKERT, "How was it?", options=("no", "yes"), rows=("easy", "fun"))


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        (AGE, 18),
        (AGE, 99.0),
        (HAND, 2),
        (HAND, REFUSED),
        (PETS, None),
        (PETS, [1, 2]),
        (EASE, [1, 2]),
        (Query("x", FieldKind.TEXT, "?"), "one line"),
        (Query("x", FieldKind.LONG_TEXT, "?"), "two\nlines"),
        (Query("x", FieldKind.SLIDER, "?", least=0, most=1, step=0), 0.25),
        (Query("x", FieldKind.DATE, "?"), "2026-03-01"),
    ],
)
def test_answers_that_stand(field: Query, answer: object) -> None:
    """Whatever a field asks for is taken."""
    assert check_answer(field, answer) == ""


@pytest.mark.parametrize(
    ("field", "answer", "words"),
    [
        (AGE, None, "answer this question"),
        (AGE, 17, "from 18 on"),
        (AGE, 100, "up to 99"),
        (AGE, 20.5, "whole number"),
        (AGE, float("nan"), "a number"),
        (AGE, True, "a number"),
        (AGE, REFUSED, "answer this question"),
        (HAND, 3, "among the answers"),
        (HAND, "left", "among the answers"),
        (PETS, [3], "among the answers"),
        (PETS, [1, 1], "among the answers"),
        (EASE, [1], "every row"),
        (EASE, [1, None], "every row"),
        (EASE, [1, 9], "every row"),
        (Query("x", FieldKind.TEXT, "?"), "two\nlines", "one line"),
        (Query("x", FieldKind.TEXT, "?"), "  ", "answer this question"),
        (Query("x", FieldKind.TEXT, "?"), 7, "answer this question"),
        (Query("x", FieldKind.DATE, "?"), "1.3.2026", "a date"),
        (Query("x", FieldKind.DATE, "?"), "2026-W09-7", "a date"),
        (Query("x", FieldKind.DATE, "?"), "20260301", "a date"),
        (Query("x", FieldKind.TEXT, "?"), "half of a pair: \ud800", "answer this question"),
    ],
)
def test_answers_that_cannot_stand(field: Query, answer: object, words: str) -> None:
    """The sentence says what is wanted."""
    assert words in check_answer(field, answer)


@pytest.mark.parametrize("language", languages())
def test_every_language_says_what_is_wrong(language: str) -> None:
    """The sentences are those of the language, with the numbers filled in."""
    words = languages()[language].words.__getitem__
    low, high = check_answer(AGE, 17, words), check_answer(AGE, 100, words)
    assert "18" in low
    assert "99" in high
    assert "{" not in low + high
    assert check_answer(AGE, None, words) == words("need_answer")


def test_large_limits_are_written_in_full() -> None:
    """No sentence asks for 1e+06."""
    field = Query("x", FieldKind.NUMBER, "?", most=2_500_000)
    assert "2500000" in check_answer(field, 3_000_000)


def test_all_answers_are_checked_at_once() -> None:
    """Each field has its own sentence; one that nobody asked for is refused."""
    found = check_answers((AGE, HAND), {"hand": 1, "shoe": 44})
    assert found.keys() == {"age", "shoe"}


def test_cells_have_one_column_for_each_row_of_a_matrix() -> None:
    """Tables show numbers of options, refusals as a word, gaps empty."""
    assert EASE.columns == ("ease_1", "ease_2")
    assert list(list_cells(EASE, [2, None])) == [2, ""]
    assert list(list_cells(EASE, REFUSED)) == ["refused", "refused"]
    assert list(list_cells(PETS, [1, 2])) == ["1 2"]
    assert list(list_cells(AGE, None)) == [""]


def test_words_of_a_language_fill_up_with_those_of_the_first() -> None:
    """A translation may be incomplete."""
    text = FieldText("de", options=("links",))
    german = Query(
        "hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"), translations=(text,)
    ).in_language("de")
    assert german.label == "Which hand?"
    assert german.options == ("links", "right")
