"""Which condition, and which order of blocks, the next participant gets.

How it works
------------
Conditions, and the rows of a Latin square, are given out to where fewest people are: an ended
session counts as one, one under way as half. Who was excluded or withdrew leaves the place to
others. Ties are broken by the seed. People and robots are counted apart.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from sortrank_gui.errors import CodeError, InputError
from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.conditions import AssignBy
from sortrank_gui.study.design.timeline import BlockOrder
from sortrank_gui.study.design.versions import list_orders, shuffle_order
from sortrank_gui.study.file.exclusions import find_exclusions
from sortrank_gui.study.file.journal import Event
from sortrank_gui.study.file.plans import SessionPlan, find_plan
from sortrank_gui.study.file.reading import Everything, SessionRow

_UNDER_WAY = 0.5
"""How much a session counts that was begun and not ended."""
Choice = TypeVar("Choice", bound=Hashable)


def choose_plan(
    study: Everything, code: str, seed: int, *, robot: bool, condition: str = ""
) -> SessionPlan:
    """Return the plan of a new session; `condition` is what the researcher chose."""
    earlier = [row for row in study.sessions.values() if row.participant == code]
    for row in reversed(earlier):  # who comes again stays in the group
        plan = find_plan(study, row)
        if plan != SessionPlan():
            return plan
    chosen = _choose_condition(study, code, seed, robot=robot, wanted=condition)
    return SessionPlan(chosen, _choose_order(study, chosen, seed, robot=robot))


def decide_by_answer(study: Everything, row: SessionRow, option: int) -> SessionPlan:
    """Return the plan of a session whose participant chose this option where that decides."""
    for each in study.content.design.conditions:
        if option in each.options:
            order = _choose_order(study, each.name, row.seed, robot=row.is_robot)
            return SessionPlan(each.name, order)
    raise InputError("No condition belongs to this answer.")


def count_conditions(study: Everything, *, robot: bool = False) -> dict[str, tuple[int, int]]:
    """Return for each condition how many sessions are ended, and how many are under way."""
    found = {each.name: (0, 0) for each in study.content.design.conditions}
    for plan, is_ended in _list_plans(study, robot=robot):
        if plan.condition in found:
            ended, open_ = found[plan.condition]
            found[plan.condition] = (ended + is_ended, open_ + (not is_ended))
    return found


def _choose_condition(study: Everything, code: str, seed: int, *, robot: bool, wanted: str) -> str:
    design = study.content.design
    names = [each.name for each in design.conditions]
    if not names or design.assignment.by is AssignBy.ANSWER:
        return ""
    match design.assignment.by:
        case AssignBy.CODES if not robot:
            for each in design.conditions:
                if code in each.codes:
                    return each.name
            raise CodeError(f"The code “{code}” is in no condition's list; add it there first.")
        case AssignBy.HAND if not robot or wanted:
            if wanted not in names:
                raise InputError(f"Choose a condition for {code}: {', '.join(names)}.")
            return wanted
        case _:
            plans = _list_plans(study, robot=robot)
            used = [(plan.condition, is_ended) for plan, is_ended in plans]
            return _least_used(names, used, seed)


def _choose_order(study: Everything, condition: str, seed: int, *, robot: bool) -> tuple[int, ...]:
    design = study.content.design
    if design.block_order is BlockOrder.SHUFFLED:
        return shuffle_order(design, seed)
    if design.block_order is not BlockOrder.LATIN:
        return ()
    plans = _list_plans(study, robot=robot)
    used = [(plan.order, ended) for plan, ended in plans if plan.condition == condition]
    return _least_used(list_orders(design), used, seed)


def _list_plans(study: Everything, *, robot: bool) -> Iterator[tuple[SessionPlan, bool]]:
    """Yield the plans of sessions that hold a place, and whether each is ended."""
    excluded = find_exclusions(study).excluded
    records = study.records
    ended = set(records.column("session")[records.is_event(Event.END)].tolist())
    for row in study.sessions.values():
        whole = {(row.participant, None, None), (row.participant, row.number, None)}
        if row.is_robot == robot and not whole & excluded.keys():
            yield find_plan(study, row), row.id in ended


def _least_used(
    choices: Sequence[Choice], used: Sequence[tuple[Choice, bool]], seed: int
) -> Choice:
    weights = dict.fromkeys(choices, 0.0)
    for choice, is_ended in used:
        if choice in weights:
            weights[choice] += 1 if is_ended else _UNDER_WAY
    least = min(weights.values())
    open_ = [choice for choice in choices if weights[choice] == least]
    return open_[int(stream("plan", seed).integers(len(open_)))]
