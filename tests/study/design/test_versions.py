"""The study as a participant gets it: condition, order of blocks, questions and items."""

from dataclasses import replace
from itertools import pairwise

import pytest

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Design, design_from_json, design_to_json
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, BlockOrder, Context, Prompt, Step, StepKind
from sortrank_gui.study.design.versions import (
    balanced_square,
    full_timeline,
    list_blocks,
    make_version,
    question_items,
)
from sortrank_gui.study.items.items import Item

SHARP = Step(
    StepKind.BLOCK,
    "sharp",
    block=Block("Which is sharper?", (Prompt("de", "Was ist schärfer?"),), stop=StopRules(5)),
)
NICE = Step(StepKind.BLOCK, "nice", block=Block(tags=("photo",), strategy="random"))
TWO = Design(
    "Photos",
    "Which is nicer?",
    languages=("en", "de"),
    timeline=(
        Step(StepKind.WELCOME),
        Step(StepKind.PRACTICE, trials=3),
        SHARP,
        Step(StepKind.MESSAGE, "half", "Half is done."),
        NICE,
        Step(StepKind.QUESTIONNAIRE, "you", fields=(Query("age", FieldKind.NUMBER, "Age?"),)),
        Step(StepKind.THANKS),
    ),
    conditions=(
        Condition("plain"),
        Condition(
            "warm",
            words=(("en", "prompt", "Which is warmer?"), ("en", "prompt sharp", "Crisper?")),
            tags=("new",),
            strategy="quicksort",
        ),
    ),
)
ITEMS = [Item("a", tags=("photo",)), Item("b", tags=("photo", "new")), Item("c", tags=("new",))]


def test_a_plain_study_has_one_block_with_its_own_settings() -> None:
    """Whoever needs no timeline has none."""
    design = Design("Title", "Which?", practice=4)
    version = make_version(design)
    assert [step.kind for step in full_timeline(design)][-2:] == [StepKind.BLOCK, StepKind.THANKS]
    assert version.block_design(0) == design
    assert version.block_items(0, ITEMS) == (0, 1, 2)


def test_a_block_has_its_own_question_rules_and_items() -> None:
    """What it leaves open is as the study has it."""
    version = make_version(TWO, "plain")
    sharp, nice = version.block_design(0), version.block_design(1)
    assert (sharp.prompt, sharp.stop.budget, sharp.strategy) == (
        "Which is sharper?",
        5,
        "mergesort",
    )
    assert sharp.translations[0].prompt == "Was ist schärfer?"
    assert (nice.prompt, nice.stop, nice.strategy) == ("Which is nicer?", TWO.stop, "random")
    assert version.block_items(1, ITEMS) == (0, 1)


def test_practice_belongs_to_the_place_and_not_to_the_block() -> None:
    """Whichever block comes first is practised."""
    assert [make_version(TWO).block_design(k).practice for k in (0, 1)] == [3, 0]
    assert [make_version(TWO, "", (1, 0)).block_design(k).practice for k in (0, 1)] == [0, 3]


def test_a_condition_changes_words_items_and_strategy() -> None:
    """A block's own words and strategy win, unless the condition names the block."""
    version = make_version(TWO, "warm")
    sharp, nice = version.block_design(0), version.block_design(1)
    assert (sharp.prompt, sharp.strategy) == ("Crisper?", "quicksort")
    assert (nice.prompt, nice.strategy) == ("Which is warmer?", "random")
    assert version.block_items(0, ITEMS) == (1, 2)
    assert version.block_items(1, ITEMS) == (1,)
    assert question_items(TWO, 1, ITEMS) == (0, 1)


def test_the_number_of_best_items_is_the_blocks_own_or_the_next_wider_one() -> None:
    """As with strategies: of the block, else of the condition, else of the study."""
    own = replace(NICE, block=replace(NICE.block, strategy="rounds-top", top=2))
    design = replace(TWO, top=9, strategy="rounds-top", timeline=(SHARP, own))
    tops = [make_version(design).block_design(k).top for k in (0, 1)]
    assert tops == [9, 2]
    warm = replace(design, conditions=(Condition("warm", strategy="rounds-top", top=5),))
    version = make_version(warm, "warm")
    assert [version.block_design(k).top for k in (0, 1)] == [5, 2]
    assert "+top=2" in version.block_design(1).recipe


def test_blocks_change_places_and_other_steps_stay() -> None:
    """The message comes between the blocks in any order."""
    steps = make_version(TWO, "", (1, 0)).steps
    assert [step.name for step in steps if step.name] == ["nice", "half", "sharp", "you"]
    assert [step.name for step in list_blocks(TWO)] == ["sharp", "nice"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_a_latin_square_is_balanced(count: int) -> None:
    """Each block is at each place equally often, and after each other one equally often."""
    rows = list(balanced_square(count))
    for place in range(count):
        assert sorted({row[place] for row in rows}) == list(range(count))
    following = [pair for row in rows for pair in pairwise(row)]
    assert len({following.count(pair) for pair in following}) <= 1
    assert len(set(following)) == count * (count - 1)


def test_a_design_survives_its_file() -> None:
    """Everything of it is read as it was written."""
    design = replace(TWO, block_order=BlockOrder.LATIN, contexts=(Context("one", "Say hello."),))
    assert design_from_json(design_to_json(design)) == design
