"""Wrong timelines, questionnaires and conditions are named with their place."""

from dataclasses import replace

import pytest

from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, Context, Step, StepKind
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.items.items import Item, Variant

ITEMS = [Item(name, tags=("old",) if name == "a" else ()) for name in "abc"]
SEX = Query("sex", FieldKind.SINGLE, "You are", options=("f", "m"))
YOU = Step(StepKind.QUESTIONNAIRE, "you", fields=(SEX,))
ONE = Step(StepKind.BLOCK, "one")
TWO = Step(StepKind.BLOCK, "two")
GOOD = Design("Title", "Which?", timeline=(Step(StepKind.CONSENT), YOU, ONE, TWO))
GROUPS = (Condition("f", options=(1,)), Condition("m", options=(2,)))
BY_SEX = Assignment(AssignBy.ANSWER, "you", "sex")


def _best(top: int, strategy: str = "rounds-top") -> Design:
    """Return a design whose first block looks for so many best items."""
    block = replace(ONE, block=Block(strategy=strategy, top=top))
    return replace(GOOD, timeline=(*GOOD.timeline[:2], block, TWO))


def _ask(*fields: Query) -> Design:
    return replace(GOOD, timeline=(replace(YOU, fields=fields), ONE))


@pytest.mark.parametrize(
    "design",
    [
        GOOD,
        replace(GOOD, conditions=GROUPS, assignment=BY_SEX),
        _ask(Query("x", FieldKind.SLIDER, "How much?", least=0, most=10)),
    ],
)
def test_a_sound_design_has_no_problem(design: Design) -> None:
    """Nothing is said where nothing is wrong."""
    assert problems(design, ITEMS) == {}


@pytest.mark.parametrize(
    ("design", "field", "words"),
    [
        (replace(GOOD, timeline=(YOU,)), "timeline", "needs a block"),
        (replace(GOOD, timeline=(ONE, ONE)), "timeline.0", "Two steps are named"),
        (replace(GOOD, timeline=(replace(ONE, name=" "),)), "timeline.0", "needs a name"),
        (replace(GOOD, timeline=(ONE, Step(StepKind.WELCOME))), "timeline.1", "before the first"),
        (replace(GOOD, timeline=(Step(StepKind.THANKS), ONE)), "timeline.0", "last step"),
        (
            replace(GOOD, timeline=(YOU, Step(StepKind.CONSENT), ONE)),
            "timeline.0",
            "before consent",
        ),
        (replace(GOOD, timeline=(ONE, Step(StepKind.PRACTICE))), "timeline.1", "right before"),
        (replace(GOOD, timeline=(ONE, Step(StepKind.MESSAGE))), "timeline.1", "needs a text"),
        (
            replace(GOOD, timeline=(replace(ONE, block=Block(stop=StopRules(0))),)),
            "timeline.0",
            "from 1 on",
        ),
        (
            replace(GOOD, timeline=(replace(ONE, block=Block(tags=("old",))),)),
            "timeline.0",
            "has 1 items",
        ),
        (_ask(), "timeline.0", "1 to 200 questions"),
        (_ask(SEX, SEX), "timeline.0", "another one has the name"),
        (_ask(replace(SEX, name="2 b")), "timeline.0", "a letter"),
        (_ask(replace(SEX, options=("f",))), "timeline.0", "two answers"),
        (_ask(replace(SEX, options=("f", "f"))), "timeline.0", "twice"),
        (_ask(replace(SEX, kind=FieldKind.LIKERT)), "timeline.0", "needs rows"),
        (_ask(replace(SEX, kind=FieldKind.SLIDER)), "timeline.0", "lowest and a highest"),
        (replace(GOOD, conditions=GROUPS[:1]), "conditions", "no comparison"),
        (replace(GOOD, conditions=(GROUPS[0], GROUPS[0])), "conditions.0", "Two conditions"),
        (
            replace(GOOD, conditions=GROUPS, assignment=Assignment(AssignBy.CODES)),
            "assignment",
            "No condition has",
        ),
        (
            replace(GOOD, conditions=GROUPS, assignment=Assignment(AssignBy.ANSWER)),
            "assignment",
            "Choose the question",
        ),
        (
            replace(GOOD, conditions=(GROUPS[0], Condition("m")), assignment=BY_SEX),
            "assignment",
            "“m” leads to no condition",
        ),
        (
            replace(GOOD, conditions=(*GROUPS, Condition("x", pictures="dark"))),
            "conditions",
            "the set “dark”",
        ),
        (replace(GOOD, contexts=(Context("one", "?"),)), "contexts", "0 of 3 items"),
        (_best(0), "timeline.2", "At least one item is the top, not 0."),
        (_best(3), "timeline.2", "has 3 items: at most 2 can be the top"),
        (
            replace(GOOD, conditions=(GROUPS[0], Condition("m", top=0))),
            "conditions.1",
            "At least one item is the top, not 0.",
        ),
    ],
)
def test_a_problem_is_named_with_its_place(design: Design, field: str, words: str) -> None:
    """The sentence says what is wrong, the field where."""
    assert words in problems(design, ITEMS)[field]


def test_a_number_of_best_items_matters_where_they_are_looked_for() -> None:
    """What is left of an earlier choice, and no longer shown, is no problem."""
    assert problems(_best(2), ITEMS) == {}
    assert problems(_best(3, "mergesort"), ITEMS) == {}


def test_items_with_an_answer_to_every_context_are_sound() -> None:
    """Each item has its variant of the context's name."""
    items = [replace(item, variants=(Variant("one", text="Hello."),)) for item in ITEMS]
    assert problems(replace(GOOD, contexts=(Context("one", "?"),)), items) == {}
