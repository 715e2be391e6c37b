"""What a study asks of one person: blocks of trials, questions of questionnaires, pages."""

from dataclasses import dataclass

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.timeline import StepKind
from sortrank_gui.study.design.versions import (
    full_timeline,
    list_blocks,
    list_questionnaires,
    make_version,
    question_items,
)


@dataclass(slots=True)
class BlockWork:
    """The trials of a block."""

    name: str
    n_items: int
    strategy: str
    budget: int | None
    sorts: int | None
    minutes: float | None
    displacement: float | None
    share: float
    """Which share of them compares items anew."""
    practice: int


@dataclass(slots=True)
class Workload:
    """All that a person does in a session."""

    blocks: tuple[BlockWork, ...]
    conditions: int
    """Of the study; 1 where there are none."""
    queries: int
    """Questions of questionnaires."""
    pages: int


def find_workload(content: Content) -> Workload:
    """Return what a study asks of a person."""
    design = content.design
    version = make_version(design)
    blocks = []
    for question, step in enumerate(list_blocks(design)):
        own = version.block_design(question)
        items = len(question_items(design, question, content.items))
        share = max(0.0, 1 - own.catch_share - own.repeat_share)
        blocks.append(
            BlockWork(
                name=step.name,
                n_items=items,
                strategy=own.recipe,
                budget=own.stop.budget,
                sorts=own.stop.sorts,
                minutes=own.stop.minutes,
                displacement=own.stop.displacement,
                share=share,
                practice=own.practice,
            )
        )
    texts = design.texts
    shown = {
        StepKind.WELCOME: bool(texts.welcome),
        StepKind.CONSENT: bool(texts.consent),
        StepKind.INSTRUCTIONS: bool(texts.instructions),
        StepKind.MESSAGE: True,
    }
    forms = list_questionnaires(design)
    return Workload(
        tuple(blocks),
        max(len(design.conditions), 1),
        sum(len(query.columns) for step in forms for query in step.fields),
        sum(shown.get(step.kind, False) for step in full_timeline(design)),
    )
