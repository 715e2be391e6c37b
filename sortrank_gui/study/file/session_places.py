"""Where a new session stands among all of a study: its code, its number, its seed and its plan."""

from typing import NamedTuple

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.chance import derive_seed
from sortrank_gui.study.design.validation import check_code
from sortrank_gui.study.file.codes import choose_code, choose_robot_code, require_code
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.plans import ChoosePlan, SessionPlan
from sortrank_gui.study.file.reading import Everything


class SessionPlace(NamedTuple):
    """Where a new session stands among all of a study."""

    code: str
    number: int
    seed: int
    plan: SessionPlan | None
    """None where sessions of the design do not differ."""


def find_place(
    study: Everything, code: str | None, *, robot: bool, plan: ChoosePlan | None
) -> SessionPlace:
    """Return the place of a new session among all; without a code, with the next free one."""
    design = study.content.design
    code = _choose_code(study, code, robot=robot)
    known = [row for row in study.sessions.values() if row.participant == code]
    number = max((row.number for row in known), default=0) + 1
    seed = derive_seed(design.seed, code, number)
    return SessionPlace(code, number, seed, None if plan is None else plan(study, code, seed))


def find_next_code(study: Everything, *, robot: bool = False, without: str = "") -> str:
    """Return the next free code; see `StudyFile.next_code`."""
    taken = set(study.participants) - {without}
    if robot:
        return choose_robot_code(taken)
    people = [code for code in _list_people(study) if code != without]
    return choose_code(study.content.design, people, taken, _find_reached(study))


def _choose_code(study: Everything, code: str | None, *, robot: bool) -> str:
    if code is None:
        code = find_next_code(study, robot=robot)
        if not code:
            raise InputError("All codes of this study's list are used; add some to the list.")
        return code
    if robot:
        return check_code(code)
    return require_code(study.content.design, code, _list_people(study), study.participants)


def _find_reached(study: Everything) -> dict[str, int]:
    """Return how far each series of codes had been counted when somebody withdrew."""
    found: dict[str, int] = {}
    for event in study.events:
        if event.kind != EventKind.WITHDRAW:
            continue
        series, number = event.facts.get("series"), event.facts.get("next")
        if isinstance(series, str) and isinstance(number, int):
            found[series] = max(number, found.get(series, 0))
    return found


def _list_people(study: Everything) -> list[str]:
    robots = {row.participant for row in study.sessions.values() if row.is_robot}
    return [code for code in study.participants if code not in robots]
