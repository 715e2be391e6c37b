"""A study as labs run it: two questions, two conditions, a questionnaire, people of two tastes."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import REFUSED, FieldKind, Query
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, BlockOrder, Step, StepKind
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item, Variant
from sortrank_gui.study.survey.survey import Survey

FORM = Step(
    StepKind.QUESTIONNAIRE,
    "about",
    fields=(
        Query("age", FieldKind.NUMBER, "How old are you?", least=0, most=120, may_refuse=True),
        Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right")),
        Query("likes", FieldKind.MULTIPLE, "What do you like?", options=("figs", "plums", "pears")),
        Query(
            "mood",
            FieldKind.LIKERT,
            "Today I am",
            options=("no", "somewhat", "yes"),
            rows=("awake", "happy"),
        ),
        Query("words", FieldKind.TEXT, "Anything else?", required=False),
    ),
)
SHARP = Step(StepKind.BLOCK, "sharp", block=Block("Which is sharper?", strategy="random"))
NICE = Step(
    StepKind.BLOCK, "nice", block=Block("Which is nicer?", tags=("even",), strategy="random")
)
DESIGN = Design(
    "Lab",
    "Which?",
    min_response_ms=0,
    timeline=(FORM, SHARP, NICE),
    block_order=BlockOrder.LATIN,
    conditions=(Condition("bright"), Condition("dark", pictures="dark")),
    assignment=Assignment(AssignBy.HAND),
)


def make_lab(
    path: Path,
    *,
    people: int = 6,
    answers: int = 20,
    n_items: int = 8,
    effect: float = 0.0,
    seed: int = 1,
    **fields: Any,
) -> Path:
    """Fill a study; scores rise with the items' numbers, and are turned round in the dark."""
    items = [
        Item(
            f"item {k}", tags=("even",) if k % 2 == 0 else (), variants=(Variant("dark", text="d"),)
        )
        for k in range(n_items)
    ]
    design = replace(DESIGN, stop=StopRules(answers), **fields)
    create_study(path, design, items, [float(k) for k in range(n_items)])
    rng = np.random.default_rng(seed)
    scores = np.linspace(-1.5, 1.5, n_items)
    survey = Survey(open_study(path))
    for number in range(people):
        group = ("bright", "dark")[number % 2]
        session = survey.start(f"VP{number + 1:02}", condition=group if design.conditions else "")
        row = survey.file.sessions[-1]
        facts = {"step": "about", "given": fill_form(number), "language": "en"}
        survey.file.add_event(EventKind.QUESTIONNAIRE, facts, row)
        own = scores * (1 - effect * (number % 2))
        while (trial := session.trial) is not None:
            gap = own[trial.left] - own[trial.right]
            left = rng.random() < 1 / (1 + np.exp(-gap))
            session.answer(Answer.LEFT if left else Answer.RIGHT, seconds=0.5)
        session.end()
    survey.close()
    return path


def fill_form(number: int) -> dict[str, Any]:
    """Return what a person answers; the third would rather not tell the age."""
    return {
        "age": REFUSED if number == 2 else 20 + number,
        "hand": 1 + number % 2,
        "likes": [1, 3] if number % 3 else [],
        "mood": [1 + number % 3, None if number == 1 else 3],
        "words": f"I am VP{number + 1:02}",
    }


def read_lab(path: Path, **fields: Any) -> Everything:
    """Return such a study."""
    make_lab(path, **fields)
    with open_study(path, read_only=True) as file:
        return file.everything
