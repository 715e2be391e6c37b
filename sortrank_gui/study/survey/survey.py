"""The sessions of a study file: starts them, resumes them, and gives each its sort."""

from functools import partial

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.design.wording import asks_consent
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Event, GivenAnswer, Record
from sortrank_gui.study.file.reading import SessionRow
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.replaying import replay_sort
from sortrank_gui.study.survey.schedule import Schedule, choose_catch_pairs
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.sorts import Sort


class Survey:
    """The open sessions of a study. Where they share a sort, each holds a pair of its own."""

    def __init__(self, file: StudyFile) -> None:
        self.file = file
        self._catch_pairs = choose_catch_pairs(file.design, file.content.items, file.content.truth)
        self._open: dict[str, Session] = {}
        self._agreed: set[int] = set()
        """Sessions whose participants are known to have agreed."""
        self._sorts: dict[int, Sort] = {}

    def unfinished(self, participant: str) -> SessionRow | None:
        """Return the last session of a participant, if it was neither ended nor is it open."""
        rows = [row for row in self.file.sessions if row.participant == participant.strip()]
        if not rows or self._is_ended(rows[-1]):
            return None
        return rows[-1]

    def start(
        self,
        participant: str | None = None,
        *,
        policy: Resume | None = None,
        robot: bool = False,
    ) -> Session:
        """Begin or resume a participant's session, by the study's policy or the one given.

        A code belongs to a person or to a robot, and so do its sessions. Nobody gets another
        session by accident: where all are ended, the policy has to say `AGAIN`.
        """
        code = None if participant is None else participant.strip()
        rows = [row for row in self.file.sessions if row.participant == code]
        if code is None or not rows:
            return self._begin(code, robot=robot)
        self._require_same_kind(rows[-1], robot=robot)
        row = self.unfinished(code)
        if row is None:
            if policy is not Resume.AGAIN:
                raise InputError(
                    f"{code} has taken part already. Choose another code, or begin session "
                    f"{len(rows) + 1} of {code} on purpose."
                )
            return self._begin(code, robot=robot)
        match policy or self.file.design.resume:
            case Resume.RESUME:
                return self.resume(row)
            case Resume.RESTART | Resume.AGAIN:
                self._require_closed(row)
                self.file.append(row, Event.END)
                return self._begin(code, robot=robot)
            case Resume.ASK:
                raise InputError(
                    f"Participant {row.participant} has a session with "
                    f"{len(effective(self.file.records_of(row)))} answers that was not "
                    "ended; resume it or restart."
                )

    def resume(self, row: SessionRow) -> Session:
        """Go on with a session that was not ended."""
        self._require_closed(row)
        if self._is_ended(row):
            raise InputError(f"Session {row.number} of {row.participant} is ended.")
        session = self._make(row)
        self.file.append(row, Event.RESUME)
        self._open[row.uuid] = session
        return session

    def needs_consent(self, row: SessionRow) -> bool:
        """Say whether a person still has to agree before an answer of theirs is taken."""
        if row.is_robot or self.file.everything.is_demo or row.id in self._agreed:
            return False
        if not asks_consent(self.file.design):
            return False
        events = self.file.everything.events
        if any(e.session == row.id and e.kind == EventKind.CONSENT for e in events):
            self._agreed.add(row.id)
        return row.id not in self._agreed

    def leave(self, session: Session) -> None:
        """Pause a session that is not ended, and forget it."""
        session.pause()
        self._open = {uuid: other for uuid, other in self._open.items() if other is not session}

    def close(self) -> None:
        """Pause what is open and close the file."""
        try:
            for session in list(self._open.values()):
                self.leave(session)
        finally:
            self.file.close()

    def _begin(self, participant: str | None, *, robot: bool) -> Session:
        row = self.file.start_session(participant, robot=robot)
        session = self._open[row.uuid] = self._make(row)
        return session

    def _make(self, row: SessionRow) -> Session:
        design, n_items = self.file.design, len(self.file.content.items)
        schedule = Schedule(design, n_items, row.seed, self._catch_pairs)
        records = self.file.records_of(row)
        robot = None if self.file.everything.is_demo else row.is_robot
        append = partial(self._append, row)
        return Session(schedule, self._sort_of(row), append, records, robot=robot)

    def _append(
        self,
        row: SessionRow,
        event: Event,
        *,
        given: GivenAnswer | None = None,
        undoes: int | None = None,
        detail: Detail | None = None,
    ) -> Record:
        """Write a record, but no answer of somebody who has not agreed to what the study asks."""
        if event is Event.ANSWER and self.needs_consent(row):
            raise InputError(
                f"{row.participant} has not agreed to take part yet; without consent no answer "
                "is kept."
            )
        return self.file.append(row, event, given=given, undoes=undoes, detail=detail)

    def _sort_of(self, row: SessionRow) -> Sort:
        """Return a session's sort; where it is shared, the one that others already hold."""
        if row.sort not in self._sorts or not self.file.design.shared:
            self._sorts[row.sort] = replay_sort(self.file.everything, row.sort)
        return self._sorts[row.sort]

    def _is_ended(self, row: SessionRow) -> bool:
        return bool(self.file.records_of(row).is_event(Event.END).any())

    def _require_same_kind(self, row: SessionRow, *, robot: bool) -> None:
        if row.is_robot != robot and not self.file.everything.is_demo:
            whose = "a person's" if robot else "a robot's"
            raise InputError(f"{row.participant} is {whose} code; choose another one.")

    def _require_closed(self, row: SessionRow) -> None:
        session = self._open.get(row.uuid)
        if session is not None and session.is_open:
            raise InputError(f"The session of participant {row.participant} is already open.")
