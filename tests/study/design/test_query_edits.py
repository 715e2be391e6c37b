"""Edits of questionnaires."""

from dataclasses import replace

import pytest

from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.query_edits import (
    add_query,
    change_query,
    duplicate_query,
    find_words,
    move_query,
    remove_query,
    reword_query,
)
from sortrank_gui.study.design.questionnaire import FieldKind, FieldText, Query
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.items.items import Item

CHOICE = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"))


@pytest.fixture
def content() -> Content:
    """Return a study in two languages whose first step is a questionnaire of one question."""
    steps = (Step(StepKind.QUESTIONNAIRE, "you", fields=(CHOICE,)), Step(StepKind.BLOCK, "b"))
    design = Design(title="t", prompt="p", timeline=steps, languages=("en", "de"))
    return Content(design, (Item("a"), Item("b")))


def names(content: Content) -> list[str]:
    """Return the names of the questions."""
    return [query.name for query in content.design.timeline[0].fields]


def test_questions_come_copy_move_and_go(content: Content) -> None:
    """Each gets a name of its own, since names are columns of a table."""
    content, row = add_query(content, 0, FieldKind.TEXT)
    assert (names(content), row) == (["hand", "q1"], 1)
    content, row = duplicate_query(content, 0, 0)
    assert (names(content), row) == (["hand", "hand1", "q1"], 1)
    content = move_query(content, 0, 2, 0)
    assert names(content) == ["q1", "hand", "hand1"]
    assert names(remove_query(content, 0, 1)) == ["q1", "hand1"]


@pytest.mark.parametrize("kind", FieldKind)
def test_a_kind_keeps_only_what_it_can_use(content: Content, kind: FieldKind) -> None:
    """A text has no range and no answers; a slider has a range from the start."""
    query = change_query(content, 0, 0, kind=kind).design.timeline[0].fields[0]
    choices = (FieldKind.SINGLE, FieldKind.MULTIPLE, FieldKind.LIKERT, FieldKind.SLIDER)
    assert bool(query.options) == (kind in choices)
    assert (query.least is not None) == (kind is FieldKind.SLIDER)


def test_words_are_kept_by_language(content: Content) -> None:
    """In a second language label and answers can be given apart, and taken back."""
    content = reword_query(content, 0, 0, "de", label="Welche Hand?")
    content = reword_query(content, 0, 0, "de", options=("links", "rechts"))
    query = content.design.timeline[0].fields[0]
    assert query.in_language("de").options == ("links", "rechts")
    assert find_words(query, "de", "en") == FieldText("de", "Welche Hand?", ("links", "rechts"))
    assert find_words(query, "en", "en").label == "Which hand?"
    content = reword_query(reword_query(content, 0, 0, "de", label=""), 0, 0, "de", options=())
    assert content.design.timeline[0].fields[0] == CHOICE


def test_the_assignment_follows_the_question_that_decides(content: Content) -> None:
    """Its name is what the assignment knows it by."""
    assignment = Assignment(AssignBy.ANSWER, "you", "hand")
    content = replace(content, design=replace(content.design, assignment=assignment))
    assert change_query(content, 0, 0, name="side").design.assignment.field == "side"


@pytest.mark.parametrize(
    ("options", "led"),
    [
        (("c", "a", "b"), ((2, 3), (1,))),
        (("a", "new", "c"), ((1, 2), (3,))),
        (("a", "c"), ((1,), (2,))),
        (("a", "b", "c", "d"), ((1, 2), (3,))),
    ],
)
def test_conditions_follow_the_options_that_lead_to_them(
    options: tuple[str, ...], led: tuple[tuple[int, ...], ...]
) -> None:
    """Another order, other words or fewer options send nobody into another condition."""
    query = Query("who", FieldKind.SINGLE, "Who?", options=("a", "b", "c"))
    design = Design(
        "t",
        "?",
        timeline=(Step(StepKind.QUESTIONNAIRE, "form", fields=(query,)), Step(name="one")),
        conditions=(Condition("x", options=(1, 2)), Condition("y", options=(3,))),
        assignment=Assignment(AssignBy.ANSWER, "form", "who"),
    )
    after = change_query(Content(design, ()), 0, 0, options=options)
    assert tuple(each.options for each in after.design.conditions) == led
