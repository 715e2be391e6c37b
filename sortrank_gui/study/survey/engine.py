"""The open study file, its survey and the session that runs; lives on the engine's thread."""

from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.file.demo import DemoSettings, create_demo, create_demo_from
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, NoteKind, Snapshot
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.reading import SessionRow
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.answer_pool import AnswerPool
from sortrank_gui.study.survey.replaying import group_sessions
from sortrank_gui.study.survey.sessions import Session, StopReason
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.survey_state import Phase, Sitting, StudyNews, SurveyState

_PACE_WINDOW = 25
_PAIRS_AHEAD = 4
_LAYOUT_SECONDS = 0.2


class Engine:
    """One study, at most one running session, and what the window should know about them."""

    def __init__(self) -> None:
        self._file: StudyFile | None = None
        self._survey: Survey | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._pool = AnswerPool()
        self._sittings: tuple[Sitting, ...] = ()
        self._drawn_at = 0.0
        self._forget_session()
        self.pooled = True
        """Whether the live panel shows all participants, or this session."""

    def _forget_session(self) -> None:
        self.session: Session | None = None
        self._row: SessionRow | None = None
        self._unsaved: tuple[Answer, float, bool] | None = None
        self.problem = ""

    @property
    def file(self) -> StudyFile:
        """The open study."""
        if self._file is None:
            raise InputError("No study is open.")
        return self._file

    def open(self, path: Path) -> None:
        """Open a study file."""
        self._take(open_study(path))

    def open_demo(self, settings: DemoSettings) -> None:
        """Make a demo in a temporary place, and open it; the one before is dropped."""
        folder = TemporaryDirectory(prefix="sortrank-demo-")
        path = Path(folder.name) / "demo.sortrank"
        if self._file is None:
            create_demo(path, settings)
        else:
            images = self._file.image_row
            create_demo_from(path, self._file.content, settings, find_image=images)
        self.close()
        self._folder = folder
        self._take(open_study(path))

    def _take(self, file: StudyFile) -> None:
        self._file = file
        self._pool = AnswerPool(file.records)
        self.renew()

    def renew(self) -> None:
        """Begin anew with the file as it is: after opening, and after the design changed."""
        self._survey = Survey(self.file)
        self._forget_session()
        self._list_sittings()

    def close(self) -> None:
        """Pause or end the session and close the file; a demo is gone then."""
        file, survey, folder = self._file, self._survey, self._folder
        if file is None or survey is None:
            return
        self._file = self._survey = self._folder = None
        session = self.session
        self._forget_session()
        if folder is not None:
            file.abandon()
            folder.cleanup()
            return
        try:
            if session is not None and _is_over(session):
                session.end()
            survey.close()
        except StudyFileError:
            file.abandon()  # all that was told is on disk; the pause is not
            raise

    def news(self) -> StudyNews:
        """Return what is open."""
        file = self.file
        return StudyNews(
            file.path,
            file.content,
            file.is_frozen,
            file.read_only,
            self._folder is not None,
            tuple(file.notices),
        )

    def start_session(self, code: str | None, policy: Resume | None) -> None:
        """Begin or resume a participant's session; the one that runs is paused."""
        assert self._survey is not None
        if self.session is not None:
            self.leave()
        self.session = self._survey.start(code or None, policy=policy)
        rows = self.file.sessions
        own = [row for row in rows if row.participant == (code or "").strip()]
        self._row = (own or rows)[-1]
        self._list_sittings()

    def leave(self) -> None:
        """End the session if it is over, else pause it; nobody takes part then."""
        assert self._survey is not None
        session = self.open_session()
        if _is_over(session):
            session.end()
        self._survey.leave(session)
        self._forget_session()
        self._list_sittings()

    def answer(self, answer: Answer, seconds: float, *, by_robot: bool = False) -> GivenAnswer:
        """Record an answer; where it can't be written, it waits for `retry`."""
        session = self.open_session()
        try:
            session.answer(answer, seconds=seconds, by_robot=by_robot)
        except StudyFileError as error:
            self._unsaved, self.problem = (answer, seconds, by_robot), str(error)
            raise
        self._unsaved, self.problem = None, ""
        given = session.snapshot().journal[-1]
        self._pool.add([given])
        return given

    def skip(self, reason: str) -> GivenAnswer:
        """Leave out a trial that can't be shown, and write the reason down."""
        session = self.open_session()
        session.skip(seconds=0.0)
        given = session.snapshot().journal[-1]
        self._pool.add([given])
        self.note(NoteKind.EVENT, f"trial {given.trial.number} skipped: {reason}")
        return given

    def retry(self) -> GivenAnswer | None:
        """Write the answer that could not be written."""
        if self._unsaved is None:
            return None
        answer, seconds, by_robot = self._unsaved
        return self.answer(answer, seconds, by_robot=by_robot)

    def undo(self) -> None:
        """Take the last answer back, if there is one."""
        session = self.open_session()
        before = session.snapshot()
        if before.length == 0:
            return
        session.undo()
        self._pool.remove(before.journal[-1])

    def pause(self, reason: str) -> None:
        """Stop for now; a reason is written down as an event."""
        self.open_session().pause()
        self.note(NoteKind.EVENT, reason and f"paused: {reason}")

    def resume(self) -> None:
        """Go on after a pause."""
        self.open_session().resume()

    def end(self, reason: str) -> None:
        """End the session for good, and write the reason down if there is one."""
        self.open_session().end()
        self.note(NoteKind.REASON, reason)
        self.leave()

    def note(self, kind: NoteKind, text: str) -> None:
        """Write words about the session down; none are written if there are none."""
        if self._row is not None and text.strip():
            self.file.add_note(self._row, kind, text)

    def extend(self, answers: int) -> None:
        """Ask for more answers than planned."""
        session = self.open_session()
        if session.budget is not None:
            session.budget += answers

    def open_session(self) -> Session:
        """Return the session that runs, or raise."""
        if self.session is None:
            raise InputError("Start a session first.")
        return self.session

    def snapshot(self) -> Snapshot:
        """Return the answers that the live panel shows."""
        if self.pooled or self.session is None:
            return self._pool.snapshot()
        return self.session.snapshot()

    def state(self, *, last: GivenAnswer | None, robot_runs: bool) -> SurveyState:
        """Return what the window shows."""
        file, session = self.file, self.session
        idle = SurveyState(
            phase=Phase.IDLE,
            participant="" if self._row is None else self._row.participant,
            strategy=file.design.strategy,
            trial=None,
            answered=0,
            budget=file.design.stop.budget,
            progress=None,
            seconds_per_answer=None,
            likely_items=[],
            can_undo=False,
            break_due=False,
            robot_runs=robot_runs,
            snapshot=self.snapshot(),
            records=len(file.records),
            is_frozen=file.is_frozen,
            next_code=file.next_code(),
            sittings=self._sittings,
            last=last,
        )
        return idle if session is None else self._with_session(idle, session)

    def _with_session(self, idle: SurveyState, session: Session) -> SurveyState:
        trial = session.trial
        return replace(
            idle,
            phase=self._find_phase(session),
            trial=trial,
            answered=session.answered,
            budget=session.budget,
            progress=session.progress,
            seconds_per_answer=_find_pace(session, robot_runs=idle.robot_runs),
            likely_items=session.likely_items(_PAIRS_AHEAD) if trial is not None else [],
            can_undo=session.last_seq is not None and session.design.undo and session.is_open,
            break_due=session.break_due,
            problem=self.problem,
            note=self._find_note(),
            layout=self._draw_layout(session, robot_runs=idle.robot_runs),
        )

    def _draw_layout(self, session: Session, *, robot_runs: bool) -> SortLayout | None:
        """Return where the sort stands; of a robot's answers, five times a second."""
        now = monotonic()
        if robot_runs and now - self._drawn_at < _LAYOUT_SECONDS:
            return None
        self._drawn_at = now
        return session.layout()

    def _find_phase(self, session: Session) -> Phase:
        if self.problem:
            return Phase.STUCK
        if session.stop_reason is None:
            return Phase.RUNNING
        return Phase.OVER if _is_over(session) else Phase.PAUSED

    def _find_note(self) -> str:
        row = self._row
        if row is None:
            return ""
        notes = (n for n in reversed(self.file.everything.notes) if n.session == row.id)
        return next((n.text for n in notes if n.kind == NoteKind.NOTE), "")

    def _list_sittings(self) -> None:
        file = self.file
        groups = group_sessions(file.everything)
        practice = file.design.practice
        found = []
        for row in file.sessions:
            events = [record.event for record in groups[row.id]]
            kept = events.count(Event.ANSWER) - events.count(Event.UNDO)
            answered, ended = max(0, kept - practice), Event.END in events
            found.append(Sitting(row.participant, row.number, answered, ended))
        self._sittings = tuple(found)


def _is_over(session: Session) -> bool:
    return session.stop_reason not in (None, StopReason.PAUSED)


def _find_pace(session: Session, *, robot_runs: bool) -> float | None:
    """Return the usual response time of whoever answers now, a robot or a person."""
    snapshot = session.snapshot()
    recent = snapshot.answers(max(0, snapshot.length - _PACE_WINDOW))
    by_robot = robot_runs or (_is_over(session) and bool(recent) and recent[-1].by_robot)
    seconds = [given.seconds for given in recent if given.by_robot == by_robot]
    return median(seconds) if seconds else None
