"""Edits of a timeline: steps come, go and move, and a plain study stays plain while it can."""

from dataclasses import replace

import pytest

from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import choose_language, remove_language
from sortrank_gui.study.design.questionnaire import FieldKind, FieldText, Query
from sortrank_gui.study.design.timeline import Block, Prompt, Step, StepKind
from sortrank_gui.study.design.timeline_edits import (
    add_step,
    change_block,
    change_step,
    duplicate_step,
    list_addable,
    make_plain,
    move_step,
    remove_step,
    reword_block,
    reword_step,
)
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.study.items.items import Item

ITEMS = (Item("a"), Item("b"))
PLAIN = Content(Design(title="t", prompt="Which?", practice=3), ITEMS)


def kinds(content: Content) -> str:
    """Return the steps by their first letters: W, C, Q, I, P, B, … (a break is _)."""
    letters = {StepKind.BREAK: "_", StepKind.QUESTIONNAIRE: "Q"}
    steps = full_timeline(content.design)
    return "".join(letters.get(step.kind, step.kind.value[0].upper()) for step in steps)


def test_adding_a_step_makes_the_timeline_explicit_and_practice_a_step_of_it() -> None:
    """A message behind the instructions; the three trials of practice are in their step now."""
    content, place = add_step(PLAIN, Step(StepKind.MESSAGE, text="Hello"), 2)
    assert (kinds(content), place) == ("WCIMPBT", 3)
    assert content.design.practice == 0
    assert content.design.timeline[4].trials == 3


def test_a_timeline_that_is_plain_again_is_kept_as_such() -> None:
    """Adding a step and removing it leaves the study as it was, practice included."""
    content, place = add_step(PLAIN, Step(StepKind.MESSAGE, text="Hello"), 2)
    assert remove_step(content, place) == PLAIN


def test_practice_of_a_plain_study_stays_a_setting() -> None:
    """Other trials of practice need no timeline of their own."""
    content = change_step(PLAIN, 3, trials=8)
    assert content.design.timeline == ()
    assert content.design.practice == 8


def test_make_plain_brings_practice_back() -> None:
    """The plain steps, with as many trials of practice as the first step of practice had."""
    content, _ = add_step(PLAIN, Step(StepKind.BLOCK), 4)
    content = change_step(content, 3, trials=7)
    assert make_plain(content) == replace(PLAIN, design=replace(PLAIN.design, practice=7))


@pytest.mark.parametrize(
    ("kind", "after", "expected"),
    [
        (StepKind.QUESTIONNAIRE, 0, "WCQIPBT"),
        (StepKind.QUESTIONNAIRE, 5, "WCIPBQT"),
        (StepKind.MESSAGE, 0, "WMCIPBT"),
        (StepKind.BREAK, 3, "WCIPB_T"),
        (StepKind.BLOCK, None, "WCIPBBT"),
        (StepKind.BLOCK, 0, "WCIBPBT"),
        (StepKind.PRACTICE, 4, "WCIPPBT"),
    ],
)
def test_a_new_step_stands_where_its_kind_may(
    kind: StepKind, after: int | None, expected: str
) -> None:
    """Behind the chosen one, but not between practice and block, nor behind thanks."""
    assert kinds(add_step(PLAIN, Step(kind), after)[0]) == expected


@pytest.mark.parametrize(
    "kind", [StepKind.WELCOME, StepKind.CONSENT, StepKind.INSTRUCTIONS, StepKind.THANKS]
)
def test_a_page_that_was_removed_comes_back_to_its_place(kind: StepKind) -> None:
    """Pages that are there once are offered only while they are missing."""
    assert kind not in list_addable(full_timeline(PLAIN.design))
    place = next(k for k, s in enumerate(full_timeline(PLAIN.design)) if s.kind is kind)
    without = remove_step(PLAIN, place)
    assert kind in list_addable(full_timeline(without.design))
    assert add_step(without, Step(kind), 0)[0] == PLAIN


def test_copies_get_names_of_their_own() -> None:
    """Blocks are told apart by their names, so that a copy of a copy has a third one."""
    content, place = duplicate_step(PLAIN, 4)
    content, _ = duplicate_step(content, place)
    names = [s.name for s in content.design.timeline if s.kind is StepKind.BLOCK]
    assert names == ["question", "question 2", "question 3"]
    assert problems(content.design, ITEMS) == {}


def test_steps_move_before_a_target() -> None:
    """Down and up again is where it was; moving to its own place changes nothing."""
    down = move_step(PLAIN, 0, 2)
    assert kinds(down) == "CWIPBT"
    assert move_step(down, 1, 0) == PLAIN
    assert move_step(PLAIN, 2, 2) == move_step(PLAIN, 2, 3) == PLAIN


def test_the_last_step_stays() -> None:
    """A timeline without steps would be the plain one, which nobody asked for."""
    content = replace(PLAIN, design=replace(PLAIN.design, timeline=(Step(StepKind.BLOCK, "q"),)))
    assert remove_step(content, 0).design.timeline == content.design.timeline


def test_words_of_a_step_are_kept_by_language() -> None:
    """The first language is the step's own text; an emptied translation goes."""
    both = replace(PLAIN, design=replace(PLAIN.design, languages=("en", "de")))
    content, place = add_step(both, Step(StepKind.MESSAGE))
    content = reword_step(content, place, "en", "Half of it!")
    content = reword_step(content, place, "de", "Halbzeit!")
    step = content.design.timeline[place]
    assert (step.text, step.translations) == ("Half of it!", (Prompt("de", "Halbzeit!"),))
    assert reword_step(content, place, "de", "").design.timeline[place].translations == ()


def test_the_question_of_a_block_is_kept_by_language() -> None:
    """Each block can ask its own question, in every language of the study."""
    both = replace(PLAIN, design=replace(PLAIN.design, languages=("en", "de")))
    content = reword_block(reword_block(both, 4, "en", "Sharper?"), 4, "de", "Schärfer?")
    step = content.design.timeline[4]
    assert step.find_prompt("en") == "Sharper?"
    assert step.find_prompt("de") == "Schärfer?"


def test_conditions_follow_a_block_that_is_renamed_and_forget_one_that_is_gone() -> None:
    """What a condition asks in a block is known by the name of the block."""
    design = replace(
        PLAIN.design,
        conditions=(
            Condition("A", (("en", "prompt question", "Nicer?"), ("en", "thanks", "Bye"))),
            Condition("B"),
        ),
    )
    content = change_step(replace(PLAIN, design=design), 4, name="beauty")
    assert content.design.conditions[0].words[0][1] == "prompt beauty"
    content, _ = add_step(content, Step(StepKind.BLOCK))
    assert remove_step(content, 4).design.conditions[0].words == (("en", "thanks", "Bye"),)


def test_the_assignment_follows_a_questionnaire_that_is_renamed() -> None:
    """An answer of it may decide about conditions."""
    content, place = add_step(PLAIN, Step(StepKind.QUESTIONNAIRE, "about you"), 1)
    assignment = Assignment(AssignBy.ANSWER, "about you", "hand")
    content = replace(content, design=replace(content.design, assignment=assignment))
    renamed = change_step(content, place, name="person")
    assert renamed.design.assignment.questionnaire == "person"


def speaking() -> Content:
    """Return a study whose steps and conditions speak English and German."""
    query = Query("q", FieldKind.TEXT, "Age?", translations=(FieldText("de", "Alter?"),))
    steps = (
        Step(StepKind.QUESTIONNAIRE, "f", fields=(query,)),
        Step(StepKind.BLOCK, "b", block=Block("Which?", (Prompt("de", "Welches?"),))),
        Step(StepKind.MESSAGE, "m", "Bye", (Prompt("de", "Ade"),)),
    )
    conditions = (Condition("A", (("en", "thanks", "Bye"), ("de", "left", "L"))), Condition("B"))
    design = replace(
        PLAIN.design, timeline=steps, languages=("en", "de"), conditions=conditions, practice=0
    )
    return Content(design, ITEMS)


def test_a_language_that_is_removed_leaves_no_words_behind() -> None:
    """Steps, questions and conditions forget it, as the texts of the study do."""
    design = remove_language(speaking(), "de").design
    assert "'de'" not in str(design.timeline) + str(design.conditions)


def test_another_first_language_takes_its_words_along() -> None:
    """What was translated becomes the first text; what conditions say in the first one stays."""
    design = choose_language(speaking(), "de").design
    form, block, message = design.timeline
    assert (form.fields[0].label, block.block.prompt, message.text) == (
        "Alter?",
        "Welches?",
        "Ade",
    )
    assert message.translations == block.block.translations == form.fields[0].translations == ()
    assert set(design.conditions[0].words) == {("de", "left", "L"), ("de", "thanks", "Bye")}


def test_change_block_changes_nothing_else() -> None:
    """A strategy of its own makes the timeline explicit."""
    content = change_block(PLAIN, 4, strategy="rounds")
    assert content.design.timeline[4].block == Block(strategy="rounds")
    assert change_block(content, 4, strategy="") == PLAIN
