"""Statements to rank by how much they matter to people."""

from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.design.questionnaires import list_templates
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.file.templates.template import StudyTemplate
from sortrank_gui.study.items.items import Item

_STATEMENTS = (
    "Questions are welcome at any time.",
    "The slides can be had before the lecture.",
    "New words are explained when they first appear.",
    "There is an example for every idea.",
    "The lecture ends on time.",
    "Exercises follow what was said that week.",
    "The room is quiet.",
    "A recording is there for those who were ill.",
    "The lecturer says what can be skipped.",
    "Earlier lectures are summed up in two minutes.",
    "It is clear what the exam will ask.",
    "Mistakes on the slides are put right the same day.",
)


def _fill(_folder: Path) -> Content:
    steps = (
        Step(StepKind.WELCOME),
        Step(StepKind.CONSENT),
        Step(StepKind.INSTRUCTIONS),
        Step(StepKind.BLOCK, "importance"),
        list_templates()[0][1],
        Step(StepKind.THANKS),
    )
    design = Design(
        title="What makes a good lecture",
        prompt="Which of the two matters more for a good lecture?",
        offer_equal=True,
        stop=StopRules(40),
        texts=Texts(
            welcome="This takes about five minutes.",
            instructions="You will see two statements at a time. Choose the one that matters "
            "more to you. There is no right or wrong answer.",
        ),
        timeline=steps,
    )
    return Content(design, tuple(Item(text) for text in _STATEMENTS))


TEMPLATE = StudyTemplate(
    "statements",
    "Text statements",
    "Twelve statements about lectures, ranked by how much they matter, and a page about the "
    "person at the end.",
    _fill,
)
