"""Excludes participants, sessions and trials, and tells what is excluded since when and why.

Nothing is deleted: what counts is a fold over the study's events, as undo is one over a journal.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.events import EventKind, StudyEvent
from sortrank_gui.study.file.journal import Record
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import Bools, Records
from sortrank_gui.study.file.storage import StudyFile

RESEARCHER = "researcher"
Target = tuple[str, int | None, int | None]
"""A participant's code; the number of one session; the number of one trial of it."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """One participant, session or trial that does not count."""

    participant: str
    session: int | None
    trial: int | None
    reason: str
    by: str = RESEARCHER
    """Who decided: the researcher, or a rule that was set before there were answers."""
    at: str = ""
    """Since when (UTC); empty for a rule, which holds from the beginning."""

    @property
    def target(self) -> Target:
        """What it is about."""
        return self.participant, self.session, self.trial

    @property
    def words(self) -> str:
        """What it is about, for readers."""
        return describe(self.target)


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What is excluded now, and what was included deliberately, whatever a rule says."""

    excluded: dict[Target, Exclusion] = field(default_factory=dict)
    included: set[Target] = field(default_factory=set)

    def find(self, study: Everything, record: Record) -> Exclusion | None:
        """Return why an answer does not count; None where it does."""
        if not self.excluded:
            return None
        row = study.sessions[record.session]
        for target in (
            (row.participant, None, None),
            (row.participant, row.number, None),
            (row.participant, row.number, record.trial),
        ):
            if target in self.excluded:
                return self.excluded[target]
        return None

    def find_all(self, study: Everything, records: Records) -> Bools:
        """Say of many answers whether they are excluded."""
        found: Bools = np.zeros(len(records), dtype=np.bool_)
        if not self.excluded:
            return found
        session, trial = records.column("session").astype(np.int64), records.column("trial")
        whole, trials = list[int](), list[int]()
        for row in study.sessions.values():
            if {(row.participant, None, None), (row.participant, row.number, None)} & self._targets:
                whole.append(row.id)
        numbers = {(row.participant, row.number): row.id for row in study.sessions.values()}
        for code, number, one in self.excluded:
            if number is not None and one is not None and (code, number) in numbers:
                trials.append((numbers[code, number] << 32) + one)
        return np.isin(session, whole) | np.isin((session << 32) + trial, trials)

    @property
    def _targets(self) -> set[Target]:
        return set(self.excluded)


def find_exclusions(study: Everything) -> Exclusions:
    """Return what the researcher excluded and did not include again."""
    found = Exclusions()
    for event in study.events:
        match event.kind:
            case EventKind.EXCLUDE:
                target, facts = _read_target(study, event), event.facts
                found.included.discard(target)
                by = str(facts.get("by", RESEARCHER))
                reason = str(facts.get("reason", ""))
                found.excluded[target] = Exclusion(*target, reason, by, event.at)
            case EventKind.INCLUDE:
                target = _read_target(study, event)
                found.excluded.pop(target, None)
                found.included.add(target)
            case EventKind.RENAME:
                _rename(found, event.facts)
    return found


def exclude(file: StudyFile, target: Target, reason: str, *, by: str = RESEARCHER) -> None:
    """Let a participant, a session or a trial count no more, for a reason that readers get."""
    row = find_session(file.everything, target)
    if not reason.strip():
        raise InputError("Say why: the reason stands in the report.")
    if target in find_exclusions(file.everything).excluded:
        raise InputError(f"{describe(target)} is excluded already.")
    facts = {"reason": reason.strip(), "by": by}
    file.add_event(EventKind.EXCLUDE, facts | _tell_target(target), row)


def include(file: StudyFile, target: Target, reason: str = "") -> None:
    """Let something count again, also where a rule of the study excludes it."""
    row = find_session(file.everything, target)
    facts = {"reason": reason.strip(), "by": RESEARCHER}
    file.add_event(EventKind.INCLUDE, facts | _tell_target(target), row)


def find_session(study: Everything, target: Target) -> SessionRow | None:
    """Return the session that a target is about, None for a whole participant; raise if unknown."""
    code, number, trial = target
    rows = [row for row in study.sessions.values() if row.participant == code]
    if not rows:
        raise InputError(f"There is no participant “{code}” in this study.")
    if number is None:
        if trial is not None:
            raise InputError("Say in which session the trial is.")
        return None
    row = next((row for row in rows if row.number == number), None)
    if row is None:
        raise InputError(f"{code} has no session {number}.")
    records = study.records
    own = records.column("session") == row.id
    if trial is not None and trial not in records.column("trial")[own]:
        raise InputError(f"Session {number} of {code} has no trial {trial}.")
    return row


def describe(target: Target) -> str:
    """Return what a target is, for readers."""
    code, session, trial = target
    parts = [code]
    parts += [f"session {session}"] * (session is not None)
    parts += [f"trial {trial}"] * (trial is not None)
    return ", ".join(parts)


def _tell_target(target: Target) -> dict[str, Any]:
    code, session, trial = target
    if session is None:
        return {"participant": code}
    return {} if trial is None else {"trial": trial}


def _read_target(study: Everything, event: StudyEvent) -> Target:
    facts = event.facts
    if event.session is None:
        return str(facts.get("participant", "")), None, None
    row, trial = study.sessions[event.session], facts.get("trial")
    return row.participant, row.number, trial if isinstance(trial, int) else None


def _rename(found: Exclusions, facts: dict[str, Any]) -> None:
    """Let whole participants go on under their new code; sessions are known by themselves."""
    old, new = (str(facts.get("old", "")), None, None), (str(facts.get("new", "")), None, None)
    if old in found.excluded:
        found.excluded[new] = replace(found.excluded.pop(old), participant=new[0])
    if old in found.included:
        found.included.remove(old)
        found.included.add(new)
