"""Whether every answer told a sort that it may have told: no digest of a record says which.

A merge may have to let answers tell another sort, so their digests leave it out. What follows from
the design is verified instead: the sort is there, it is of the record's question, in a study whose
people share no sort it is one of the session's own, and none of its answers is missing.
"""

from collections.abc import Mapping
from typing import Protocol
from uuid import UUID, uuid5

import numpy as np

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.design import IMPORTED, Design
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.file.compact_rows import NONE
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


def verify_told(design: Design, sorts: Sorts, sessions: Sessions, records: Records) -> None:
    """Raise where a record tells a sort that is not its own."""
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
    if not design.shared:
        _require_own(sorts, sessions, records)


def _require_own(sorts: Sorts, sessions: Sessions, records: Records) -> None:
    """Raise where a session tells a sort of another one, or where two have the same."""
    first = [row.sort for row in sessions.values() if sorts[row.sort].strategy != IMPORTED]
    if len(set(first)) < len(first):
        raise StudyFileError("Two sessions have the same sort")
    session, sort = records.column("session"), records.column("sort")
    kept = records.are_effective()
    pairs = np.unique(np.column_stack([session, sort])[sort != NONE], axis=0)
    for owner, number in pairs.tolist():
        row, found = sessions[owner], sorts[number]
        if row.sort != number and found.uuid != name_sort(
            row.uuid, found.question, found.condition
        ):
            raise StudyFileError(f"A session has answers of sort {number}, which is not its own")
        steps = records.column("step")[kept & (sort == number)]
        if (steps > np.arange(len(steps))).any():  # asked for after more than there are before it
            raise StudyFileError(f"Answers of sort {number} are missing")
