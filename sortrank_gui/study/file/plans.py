"""Which condition and which order of blocks each session has.

A session's plan is an event of the study: written with the session's start, or when the answer that
decides is given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sortrank_gui.study.design.conditions import AssignBy
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.timeline import BlockOrder
from sortrank_gui.study.design.versions import Version, list_blocks, make_version
from sortrank_gui.study.file.events import EventKind, StudyEvent
from sortrank_gui.study.file.reading import Everything, SessionRow


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The version of the study that a session has."""

    condition: str = ""
    """Empty where the study has none, or where the participant's answer has still to decide."""
    order: tuple[int, ...] = ()
    """The numbers of the blocks as they come; empty: as in the timeline."""

    @property
    def facts(self) -> dict[str, Any]:
        """What an event says about it."""
        return {"condition": self.condition, "order": list(self.order)}


ChoosePlan = Callable[[Everything, str, int], SessionPlan]
"""Chooses among all sessions that hold a place, for a participant's code and a session's seed."""


def find_plan(study: Everything, row: SessionRow) -> SessionPlan:
    """Return the newest plan of a session."""
    for event in reversed(study.events):
        if event.session == row.id and event.kind == EventKind.PLAN:
            return _read(event)
    return SessionPlan()


def find_plans(study: Everything) -> dict[int, SessionPlan]:
    """Return the newest plan of every session that has one, by the sessions' ids."""
    found = {}
    for event in study.events:
        if event.session is not None and event.kind == EventKind.PLAN:
            found[event.session] = _read(event)
    return found


def find_version(study: Everything, row: SessionRow) -> Version:
    """Return the study as the participant of a session gets it."""
    design = study.content.design
    if not (design.timeline or design.conditions):
        return make_version(design)
    plan = find_plan(study, row)
    return make_version(design, plan.condition, plan.order)


def is_undecided(study: Everything, row: SessionRow) -> bool:
    """Say whether a session waits for the answer that decides on its condition."""
    design = study.content.design
    by_answer = design.assignment.by is AssignBy.ANSWER
    return bool(design.conditions and by_answer and not find_plan(study, row).condition)


def needs_plan(design: Design) -> bool:
    """Say whether sessions of a design differ from each other."""
    varies = design.block_order in (BlockOrder.SHUFFLED, BlockOrder.LATIN)
    return bool(design.conditions) or (varies and len(list_blocks(design)) > 1)


def _read(event: StudyEvent) -> SessionPlan:
    facts = event.facts
    order = tuple(k for k in facts.get("order", ()) if type(k) is int)
    return SessionPlan(str(facts.get("condition", "")), order)
