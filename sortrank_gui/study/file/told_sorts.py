"""Whether every answer told a sort that it may have told: no digest of a record says which.

A merge may have to let answers tell another sort, so their digests leave it out. What follows from
the design is verified instead: the sort is there, it is of the record's question and of a condition
that the session has, and none of its answers is missing; in a study whose people share no sort it
is one of the session's own. Of a common sort of which a merge made two, the study's seal says which
of both was told (`seal`): by the pairs alone nobody can say it of its last answer, and of none
where the strategy goes by a model.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol
from uuid import UUID, uuid5

import numpy as np

from sortrank_gui.errors import StudyFileError
from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.study.design.design import IMPORTED, Design
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.file.compact_rows import NONE
from sortrank_gui.study.file.events import EventKind, StudyEvent
from sortrank_gui.study.file.records import Records


class ToldSort(Protocol):
    """A sort, as far as answers go."""

    @property
    def uuid(self) -> str:
        """Its name."""
        ...

    @property
    def strategy(self) -> str:
        """What it asks by."""
        ...

    @property
    def shared_steps(self) -> int:
        """How many answers it has of the sort that it comes from."""
        ...

    @property
    def question(self) -> int:
        """The block that it is of."""
        ...

    @property
    def condition(self) -> str:
        """Of the people that it asks."""
        ...


class TellingSession(Protocol):
    """A session, as far as its sorts go."""

    id: int
    uuid: str
    sort: int


Sorts = Mapping[int, ToldSort]
Sessions = Mapping[int, TellingSession]


def name_sort(session: str, question: int, condition: str) -> str:
    """Return the name of a session's own sort of a block, the same whenever it is asked for."""
    return str(uuid5(UUID(session), f"{question} {condition}"))


def verify_told(
    design: Design,
    sorts: Sorts,
    sessions: Sessions,
    records: Records,
    events: Sequence[StudyEvent] = (),
    *,
    whole: bool = True,
) -> None:
    """Raise where a record tells a sort that is not its own.

    A file that is not the whole study lacks something that others told common sorts.
    """
    blocks = len(list_blocks(design))
    if any(sort.question >= blocks for sort in sorts.values()):
        raise StudyFileError("A sort is of a question that the study does not ask")
    question = np.maximum(records.column("question"), 0)
    if (question >= blocks).any():
        raise StudyFileError("An answer is to a question that the study does not ask")
    sort = records.column("sort")
    told = sort != NONE
    for number in np.unique(sort[told]).tolist():
        own = told & (sort == number)
        if number not in sorts or (question[own] != sorts[number].question).any():
            raise StudyFileError(f"An answer belongs to sort {number}, which never asked for it")
    if whole:
        _require_condition(sorts, sessions, records, events)
    if design.shared:  # strategies by a model take any answers, also without some
        sorts = {number: row for number, row in sorts.items() if is_exact(row.strategy)}
    else:
        _require_own(sorts, sessions, records)
    if whole or not design.shared:
        _require_whole(sorts, records)


def _require_condition(
    sorts: Sorts, sessions: Sessions, records: Records, events: Sequence[StudyEvent]
) -> None:
    """Raise where a session tells a sort of people in a condition that it never had."""
    had = {number: {""} for number in sessions}
    for event in events:
        if event.kind == EventKind.PLAN and event.session is not None:
            had[event.session].add(event.facts.get("condition", ""))
    for owner, number in _list_told(records):
        if sorts[number].condition not in had[owner]:
            raise StudyFileError(f"A session has answers of sort {number}, of another condition")
    if any(sorts[row.sort].condition not in had[row.id] for row in sessions.values()):
        raise StudyFileError("A session has a sort of another condition")


def _require_whole(sorts: Sorts, records: Records) -> None:
    """Raise where an answer was asked for after more answers than its sort has before it."""
    sort, step, kept = records.column("sort"), records.column("step"), records.are_effective()
    for number, row in sorts.items():
        steps = step[kept & (sort == number)]
        if (steps > row.shared_steps + np.arange(len(steps))).any():
            raise StudyFileError(f"Answers of sort {number} are missing")


def is_exact(strategy: str) -> bool:
    """Say whether a replay of a strategy verifies each pair, so that none of them was missing."""
    known = strategy in strategies.names()
    return known and isinstance(strategies.create(strategy, n_items=2), RunStrategy)


def _list_told(records: Records) -> list[tuple[int, int]]:
    """Return every session with every sort that it told."""
    session, sort = records.column("session"), records.column("sort")
    told = sort != NONE
    return sorted({*zip(session[told].tolist(), sort[told].tolist(), strict=True)})


def _require_own(sorts: Sorts, sessions: Sessions, records: Records) -> None:
    """Raise where a session tells a sort of another one, or where two have the same."""
    first = [row.sort for row in sessions.values() if sorts[row.sort].strategy != IMPORTED]
    if len(set(first)) < len(first):
        raise StudyFileError("Two sessions have the same sort")
    for owner, number in _list_told(records):
        row, found = sessions[owner], sorts[number]
        if row.sort != number and found.uuid != name_sort(
            row.uuid, found.question, found.condition
        ):
            raise StudyFileError(f"A session has answers of sort {number}, which is not its own")
