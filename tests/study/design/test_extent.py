"""Designs that hold more than a study can: refused by one walk, whatever the field is."""

from dataclasses import replace

import pytest

from sortrank_gui.limits import MOST_CODES, MOST_CONDITIONS, MOST_LISTED
from sortrank_gui.study.design.conditions import Assignment, Condition
from sortrank_gui.study.design.design import AnswerKeys, Design, Texts
from sortrank_gui.study.design.extent import list_long_lists, list_odd_values
from sortrank_gui.study.design.questionnaire import FieldKind, FieldText, Query, check_answer
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, Context, Prompt, Step, StepKind
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.items.items import Item

NAN, INFINITE = float("nan"), float("inf")
HALF = "\ud800"
BLOCK = Step(StepKind.BLOCK, "block")
ITEMS = [Item(f"item {k}", tags=("a",)) for k in range(5)]
BASE = Design("Title", "Which?", stop=StopRules(10))


def ask(*queries: Query) -> Design:
    """Return a design with a questionnaire."""
    return replace(BASE, timeline=(Step(StepKind.QUESTIONNAIRE, "form", fields=queries), BLOCK))


def slide(least: float, most: float, step: float) -> Design:
    """Return a design with a slider."""
    return ask(Query("a", FieldKind.SLIDER, "How?", least=least, most=most, step=step))


NUMBERS = tuple(map(str, range(MOST_LISTED + 1)))
TOO_MUCH = {
    "slider of no number": slide(NAN, NAN, 1),
    "endless slider": slide(-INFINITE, INFINITE, 0),
    "slider beyond numbers": slide(-1e308, 1e308, 0),
    "slider with a step of no number": slide(0, 1, NAN),
    "slider with too many places": slide(0, 1e9, 1e-9),
    "options": ask(Query("a", FieldKind.SINGLE, "Which?", options=NUMBERS)),
    "rows": ask(Query("a", FieldKind.LIKERT, "Which?", options=("a", "b"), rows=NUMBERS)),
    "circles": ask(
        Query("a", FieldKind.LIKERT, "Which?", options=NUMBERS[:500], rows=NUMBERS[:500])
    ),
    "words of a field": ask(Query("a", label="b", translations=(FieldText("en", HALF),))),
    "long words": ask(Query("a", label="b", translations=(FieldText("en", "x" * 10**6),))),
    "conditions": replace(
        BASE, conditions=tuple(Condition(f"{k}") for k in range(MOST_CONDITIONS + 1))
    ),
    "key of a condition": replace(
        BASE, conditions=(Condition("a", words=(("en", HALF, "x"),)), Condition("b"))
    ),
    "code of a condition": replace(
        BASE, conditions=(Condition("a", codes=(HALF,)), Condition("b"))
    ),
    "tags": replace(BASE, timeline=(replace(BLOCK, block=Block(tags=("a", *NUMBERS))),)),
    "context": replace(BASE, contexts=(Context("a", "x" * 10**6),)),
    "keys": replace(BASE, keys=AnswerKeys(left=NUMBERS)),
    "codes": replace(BASE, codes=tuple(f"c{k}" for k in range(MOST_CODES + 1))),
    "languages": replace(BASE, languages=tuple(f"en-{k}" for k in range(MOST_LISTED + 1))),
    "deciding field": replace(BASE, assignment=Assignment(field=HALF)),
    "catch pairs": replace(BASE, catch_pairs=(("item 0", "item 1"),) * (MOST_CODES + 1)),
    "words": replace(BASE, texts=Texts(words=tuple((key, "x") for key in NUMBERS))),
    "name of a message": replace(BASE, timeline=(Step(StepKind.MESSAGE, HALF, text="x"), BLOCK)),
    "language of a message": replace(
        BASE, timeline=(Step(StepKind.BREAK, translations=(Prompt(HALF, "x"),)), BLOCK)
    ),
    "questionnaire in a block": replace(
        BASE, timeline=(replace(BLOCK, fields=(Query("a", options=(HALF,)),)),)
    ),
}


def test_base_is_valid() -> None:
    """What the others are made of has no problem."""
    assert problems(BASE, ITEMS) == {}
    assert problems(slide(0, 10, 0.5), ITEMS) == {}
    assert problems(slide(-1.0, 1.0, 0), ITEMS) == {}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_refused(name: str) -> None:
    """Each is a sentence about its field."""
    items = ITEMS if name != "context" else []
    found = problems(TOO_MUCH[name], items)
    assert found.keys() - {"items"}
    assert all(sentence.endswith(".") for sentence in found.values())


def test_walk_names_the_fields_as_forms_do() -> None:
    """So that a sentence stands beside its field."""
    design = replace(
        BASE, texts=Texts(welcome=HALF), timeline=(BLOCK, replace(BLOCK, text=HALF)), pin=HALF
    )
    found = {name for name, _ in list_odd_values(design)}
    assert found == {"pin", "texts.welcome", "timeline.1"}
    assert list(list_long_lists(design)) == []


def test_number_that_no_float_holds_is_no_answer() -> None:
    """A forged answer of hundreds of digits is told like a word."""
    field = Query("a", FieldKind.NUMBER, "How many?")
    assert check_answer(field, 10**400)
    assert check_answer(field, NAN)
    assert check_answer(field, 10**20) == ""
