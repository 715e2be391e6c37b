"""The sessions of a study file: starts them, resumes them, and gives each its sort."""

from dataclasses import dataclass

from sortrank_gui.errors import InputError, ReplayError
from sortrank_gui.study.design import Resume
from sortrank_gui.study.journal import Event, GivenAnswer, Record, effective
from sortrank_gui.study.reading import SessionRow
from sortrank_gui.study.schedule import Schedule, choose_catch_pairs
from sortrank_gui.study.sessions import Session
from sortrank_gui.study.sorts import Sort, Told
from sortrank_gui.study.storage import StudyFile


@dataclass(frozen=True, slots=True)
class FileJournal:
    """Puts a session's records into the study file."""

    file: StudyFile
    row: SessionRow

    def append(
        self, event: Event, *, given: GivenAnswer | None = None, undoes: int | None = None
    ) -> int:
        """Write a record; it is on disk when this returns."""
        return self.file.append(self.row, event, given=given, undoes=undoes).seq


class Survey:
    """The open sessions of a study. Where they share a sort, each holds a pair of its own."""

    def __init__(self, file: StudyFile) -> None:
        self.file = file
        self._catch_pairs = choose_catch_pairs(file.design, file.content.items, file.content.truth)
        self._open: dict[str, Session] = {}
        self._common: Sort | None = None

    def unfinished(self, participant: str) -> SessionRow | None:
        """Return the last session of a participant, if it was neither ended nor is it open."""
        rows = [row for row in self.file.sessions if row.participant == participant.strip()]
        if not rows or self._is_ended(rows[-1]):
            return None
        return rows[-1]

    def start(self, participant: str | None = None, *, policy: Resume | None = None) -> Session:
        """Begin or resume a participant's session, by the study's policy or the one given."""
        row = None if participant is None else self.unfinished(participant)
        if row is None:
            return self._join(self.file.start_session(participant))
        match policy or self.file.design.resume:
            case Resume.RESUME:
                return self.resume(row)
            case Resume.RESTART:
                self._require_closed(row)
                self.file.append(row, Event.END)
                return self._join(self.file.start_session(participant))
            case Resume.ASK:
                raise InputError(
                    f"Participant {row.participant} has a session with "
                    f"{len(list(effective(self.file.records_of(row))))} answers that was not "
                    "ended; resume it or restart."
                )

    def resume(self, row: SessionRow) -> Session:
        """Go on with a session that was not ended."""
        self._require_closed(row)
        if self._is_ended(row):
            raise InputError(f"Session {row.number} of {row.participant} is ended.")
        session = self._join(row)
        self.file.append(row, Event.RESUME)
        return session

    def leave(self, session: Session) -> None:
        """Pause a session that is not ended, and forget it."""
        session.pause()
        self._open = {uuid: other for uuid, other in self._open.items() if other is not session}

    def close(self) -> None:
        """Pause what is open and close the file."""
        for session in list(self._open.values()):
            self.leave(session)
        self.file.close()

    def _join(self, row: SessionRow) -> Session:
        design, n_items = self.file.design, len(self.file.content.items)
        schedule = Schedule(design, n_items, row.seed, self._catch_pairs)
        records = self.file.records_of(row)
        session = Session(schedule, self._sort_of(row), FileJournal(self.file, row), records)
        self._open[row.uuid] = session
        return session

    def _sort_of(self, row: SessionRow) -> Sort:
        if not self.file.design.shared:
            return replay_sort(self.file, row.sort)
        if self._common is None:
            self._common = replay_sort(self.file, row.sort)
        return self._common

    def _is_ended(self, row: SessionRow) -> bool:
        records = self.file.records_of(row)
        return any(record.event == Event.END for record in records)

    def _require_closed(self, row: SessionRow) -> None:
        session = self._open.get(row.uuid)
        if session is not None and session.is_open:
            raise InputError(f"The session of participant {row.participant} is already open.")


def replay_sort(file: StudyFile, number: int) -> Sort:
    """Return a sort of the file, told all answers that count; raise where one does not fit."""
    row = file.sorts[number]
    sort = Sort(row.strategy, len(file.content.items), row.seed)
    sort.replay(told_answers(file, number))
    return sort


def told_answers(file: StudyFile, number: int) -> list[Told]:
    """Return the answers of a sort in the order in which it was told them."""
    names = {
        row.id: f"Participant {row.participant}, session {row.number}" for row in file.sessions
    }
    return [
        Told(record.given, f"{names[record.session]}, trial {record.trial}")
        for record in told_records(file, number)
    ]


def told_records(file: StudyFile, number: int) -> list[Record]:
    """Return the records of a sort's answers; those that it shares with its parent come first."""
    row = file.sorts[number]
    own = [record for record in effective(file.records) if record.sort == number]
    if row.parent is None:
        return own
    shared = told_records(file, row.parent)[: row.shared_steps]
    if len(shared) < row.shared_steps:
        raise ReplayError(
            f"Sort {number} begins with {row.shared_steps} answers of sort {row.parent}, "
            f"which has {len(shared)}."
        )
    return shared + own
