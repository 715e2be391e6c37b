"""What sessions and sorts were told so far, to see whether a station's next record fits.

How it works
------------
Whoever opens a file verifies all of it (`told_sorts`), and refuses the whole for one answer that
can't be right. A desk takes one record after the other, and has to know before: it keeps for each
session the answers that count, and for each sort after how many answers those were asked for that
told it. What a record may be depends only on those before it, so all copies decide alike.
"""

from typing import Self

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.design import IMPORTED
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.file.journal import Event, Record
from sortrank_gui.study.file.reading import Everything, SessionRow, SortRow
from sortrank_gui.study.file.told_sorts import is_exact, name_sort

_KEPT = "told_answers"

Place = tuple[int, int]
"""A session and the number of a record in it."""


class ToldAnswers:
    """Answers that count, by session and by sort."""

    def __init__(self, found: Everything) -> None:
        self._shared, self._is_part = found.content.design.shared, found.is_part
        self._questions = len(list_blocks(found.content.design))
        self.records = len(found.records)
        """How many it has taken, also before they were kept."""
        self._suspects: dict[int, SortRow] = {}
        self._kept: dict[int, list[tuple[int, SortRow | None]]] = {}
        columns = (found.records.column(name) for name in ("session", "seq", "sort"))
        counts = found.records.are_effective()
        for session, seq, sort in zip(*(c[counts].tolist() for c in columns), strict=True):
            self._kept.setdefault(session, []).append((seq, found.sorts.get(sort)))
        self._steps: dict[int, dict[Place, int]] = {}
        for sort, told in found.records.by_sort().items():
            places = zip(*(told.column(name).tolist() for name in ("session", "seq")), strict=True)
            self._steps[sort] = dict(zip(places, told.column("step").tolist(), strict=True))
        self._owned = {row.sort for row in found.sessions.values()}

    @classmethod
    def of(cls, found: Everything) -> Self:
        """Return that of a study in memory, made anew where what it took was not kept."""
        known = found.cache.get(_KEPT)
        if not isinstance(known, cls) or known.records != len(found.records):
            known = found.cache[_KEPT] = cls(found)
        return known

    def require_free(self, sort: SortRow) -> None:
        """Raise where a session would have the sort of another one, and people share none."""
        if not self._shared and sort.id in self._owned and sort.strategy != IMPORTED:
            raise StudyFileError("it has the sort of another session.")

    def take_session(self, session: SessionRow) -> None:
        """Let a session have its sort."""
        self._owned.add(session.sort)

    def take_record(self, record: Record, session: SessionRow, sort: SortRow | None) -> None:
        """Take the next record of a session, unless it does not fit what was told before."""
        if (record.question or 0) >= self._questions:
            raise StudyFileError("an answer is to a question that the study does not ask.")
        kept = self._kept.setdefault(session.id, [])
        if record.event == Event.ANSWER:
            if record.trial != len(kept) + 1:
                raise StudyFileError("its trials are not numbered one after another.")
            if sort is not None:
                self._tell(record, session, sort)
            kept.append((record.seq, sort))
        elif record.event == Event.UNDO:
            if not kept or kept[-1][0] != record.undoes:
                raise StudyFileError("an answer is taken back that is not the last one.")
            self._take_back((session.id, kept[-1][0]), kept[-1][1])
            kept.pop()
        self.records += 1

    def _tell(self, record: Record, session: SessionRow, sort: SortRow) -> None:
        own = (session.sort, name_sort(session.uuid, sort.question, sort.condition))
        if not self._shared and sort.id != own[0] and sort.uuid != own[1]:
            raise StudyFileError("an answer tells a sort of another session.")
        steps, step = self._steps.setdefault(sort.id, {}), record.step or 0
        if step > sort.shared_steps + len(steps):
            if not self._shared:
                raise StudyFileError("an answer was asked for after more answers than there are.")
            self._suspects[sort.id] = sort
        steps[session.id, record.seq] = step

    def _take_back(self, place: Place, sort: SortRow | None) -> None:
        if sort is None:
            return
        steps = self._steps[sort.id]
        del steps[place]
        self._suspects[sort.id] = sort

    def list_missing(self) -> list[str]:
        """Return common sorts that lack answers on which others rest: those that were left out."""
        return [] if self._is_part else [s.uuid for s in self._suspects.values() if self._lacks(s)]

    def _lacks(self, sort: SortRow) -> bool:
        steps = self._steps[sort.id].values()
        return (
            self._shared
            and is_exact(sort.strategy)
            and any(step > sort.shared_steps + k for k, step in enumerate(steps))
        )
