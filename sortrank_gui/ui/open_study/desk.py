"""The open study as the window sees it: values, news and requests, all on the GUI thread."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QMetaObject, QObject, Qt, Signal, Slot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.study.file.journal import Answer, NoteKind, Snapshot
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.study.survey.survey_state import Phase, StudyNews, SurveyState
from sortrank_gui.ui.open_study.engine_worker import EngineWorker
from sortrank_gui.ui.open_study.robot import RobotOrder
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.latest import Latest
from sortrank_gui.ui.threads.thread_host import ThreadHost

_BLANKS = (Item("first item"), Item("second item"))


class Desk(QObject):
    """One open study. Two workers do the work; requests return at once, news come as signals."""

    opened = Signal()
    refused = Signal(object)
    """The study could not be opened: a Failure."""
    content_changed = Signal()
    """After a save, a new truth, another demo, and when the first answer freezes the design."""
    save_progressed = Signal(int, int)
    """Items written, and how many there are, while a long save goes on."""
    records_changed = Signal()
    state_changed = Signal(object)
    analysed = Signal(object)
    failed = Signal(object)
    closing = Signal()
    """The last moment for requests: they are done before the file is closed."""
    closed = Signal()

    _open_wanted = Signal(object)
    _close_wanted = Signal()
    _save_wanted = Signal(object, object, object)
    _truth_given = Signal(object)
    _job_given = Signal(object, object, object)
    _session_wanted = Signal(object, object)
    _answered = Signal(int, object, float)
    _skip_wanted = Signal(int, str)
    _retry_wanted = Signal()
    _undo_wanted = Signal()
    _pause_wanted = Signal(str)
    _resume_wanted = Signal()
    _leave_wanted = Signal()
    _end_wanted = Signal(str)
    _note_given = Signal(object, str)
    _more_wanted = Signal(int)
    _pooling_wanted = Signal(bool)
    _displacement_known = Signal(float, float)
    _robot_wanted = Signal(object)
    _robot_unwanted = Signal()
    _snapshot_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.content: Content | None = None
        self.is_frozen = self.read_only = self.is_demo = False
        self.notices: tuple[str, ...] = ()
        self.state: SurveyState | None = None
        self._records = -1
        self._snapshots: Latest[Snapshot] = Latest()
        self._analysis: ThreadHost | None = None
        self._retired: list[ThreadHost] = []
        self._engine = EngineWorker(self._snapshots)
        self._host: ThreadHost | None = ThreadHost(self._engine, "engine")
        self._connect(self._engine)

    def _connect(self, engine: EngineWorker) -> None:
        for request, slot in (
            (self._open_wanted, engine.open),
            (self._close_wanted, engine.close),
            (self._save_wanted, engine.save),
            (self._truth_given, engine.set_truth),
            (self._job_given, engine.run),
            (self._session_wanted, engine.start_session),
            (self._answered, engine.answer),
            (self._skip_wanted, engine.skip),
            (self._retry_wanted, engine.retry),
            (self._undo_wanted, engine.undo),
            (self._pause_wanted, engine.pause),
            (self._resume_wanted, engine.resume),
            (self._leave_wanted, engine.leave),
            (self._end_wanted, engine.end),
            (self._note_given, engine.note),
            (self._more_wanted, engine.extend),
            (self._pooling_wanted, engine.set_pooled),
            (self._displacement_known, engine.note_displacement),
            (self._robot_wanted, engine.start_robot),
            (self._robot_unwanted, engine.stop_robot),
            (self._snapshot_wanted, engine.offer_snapshot),
        ):
            request.connect(slot)
        engine.opened.connect(self._on_opened)
        engine.refused.connect(self.refused)
        engine.content_changed.connect(self._on_content_changed)
        engine.save_progressed.connect(self.save_progressed)
        engine.changed.connect(self._on_changed)
        engine.job_done.connect(self._on_job_done)
        engine.released.connect(self._on_released)
        engine.failed.connect(self.failed)

    @property
    def study(self) -> Study:
        """Title, prompt, items and truth, as the screens show them; two blanks stand for none."""
        assert self.content is not None
        design, items, truth = self.content.design, self.content.items, self.content.truth
        if len(items) < 2:
            return Study(design.title, design.prompt, _BLANKS)
        return Study(design.title, design.prompt, items, None if truth is None else np.array(truth))

    @property
    def session_runs(self) -> bool:
        """Whether somebody takes part, be it in a pause."""
        return self.state is not None and self.state.phase is not Phase.IDLE

    def open(self, path: Path) -> None:
        """Open a study file."""
        self._open_wanted.emit(path)

    def open_demo(self, settings: DemoSettings) -> None:
        """Open a new demo, also in the place of one that is open."""
        self._open_wanted.emit(settings)

    def close(self) -> None:
        """Pause the session, close the file and end the threads; `closed` says when."""
        self.closing.emit()
        self._close_wanted.emit()

    def close_and_wait(self) -> None:
        """Do the same, and return when it is done."""
        if self._host is not None:
            self.closing.emit()
            kind = Qt.ConnectionType.BlockingQueuedConnection
            QMetaObject.invokeMethod(self._engine, "close", kind)
            self._on_released()

    def save(self, design: Design, items: Sequence[Item], truth: Sequence[float] | None) -> None:
        """Replace design, items and truth, as long as nobody has answered."""
        self._save_wanted.emit(design, items, truth)

    def set_truth(self, truth: Sequence[float] | None) -> None:
        """Replace the ground truth."""
        self._truth_given.emit(truth)

    def run(
        self,
        job: Callable[[StudyFile], Any],
        done: Callable[[Any], None],
        refused: Callable[[Failure], None] | None = None,
    ) -> None:
        """Do something short with the file on the engine's thread; `done` gets its value here."""
        self._job_given.emit(job, done, refused or self.failed.emit)

    def start_session(self, code: str | None = None, policy: Resume | None = None) -> None:
        """Begin or resume a participant's session; without a code, of the next one."""
        self._session_wanted.emit(code, policy)

    def answer(self, number: int, answer: Answer, seconds: float) -> None:
        """Answer the trial of this number."""
        self._answered.emit(number, answer, seconds)

    def skip(self, number: int, reason: str) -> None:
        """Leave out the trial of this number, which can't be shown; counts as neither."""
        self._skip_wanted.emit(number, reason)

    def retry(self) -> None:
        """Try again to write the answer that could not be written."""
        self._retry_wanted.emit()

    def undo(self) -> None:
        """Take the last answer back."""
        self._undo_wanted.emit()

    def pause(self, reason: str = "") -> None:
        """Stop the session for now; a reason is kept as an event."""
        self._pause_wanted.emit(reason)

    def resume(self) -> None:
        """Go on after a pause."""
        self._resume_wanted.emit()

    def leave(self) -> None:
        """Let the participant go: a session that is not over can be resumed later."""
        self._leave_wanted.emit()

    def end(self, reason: str = "") -> None:
        """End the session for good; a reason is kept in the file."""
        self._end_wanted.emit(reason)

    def add_note(self, text: str) -> None:
        """Keep a researcher's note about the session in the file."""
        self._note_given.emit(NoteKind.NOTE, text)

    def extend(self, answers: int) -> None:
        """Ask for more answers than planned."""
        self._more_wanted.emit(answers)

    def set_pooled(self, pooled: bool) -> None:
        """Analyse all participants, or this session alone."""
        self._pooling_wanted.emit(pooled)

    def start_robot(self, order: RobotOrder) -> None:
        """Let a robot answer."""
        self._robot_wanted.emit(order)

    def stop_robot(self) -> None:
        """Let the robot rest."""
        self._robot_unwanted.emit()

    @Slot(object)
    def _on_opened(self, news: StudyNews) -> None:
        if self._host is None:
            return  # the desk was closed meanwhile
        first = self.content is None
        self._take(news)
        if first:
            self.opened.emit()
        else:
            self.content_changed.emit()

    @Slot(object)
    def _on_content_changed(self, news: StudyNews) -> None:
        if self._host is not None:  # else the desk was closed meanwhile
            self._take(news)
            self.content_changed.emit()

    def _take(self, news: StudyNews) -> None:
        self.path, self.content, self.notices = news.path, news.content, news.notices
        self.is_frozen, self.read_only, self.is_demo = (
            news.is_frozen,
            news.read_only,
            news.is_demo,
        )
        self.state = news.state
        self._renew_analysis()

    def _renew_analysis(self) -> None:
        """Give the analysis the study as it is now; a fit that still runs is not waited for."""
        from sortrank_gui.ui.open_study.analysis_worker import AnalysisWorker

        if self._analysis is not None:
            self._engine.snapshot_ready.disconnect()
            self._analyst.disconnect(self)
            self._analysis.retire()
            self._retired = [host for host in self._retired if not host.is_gone()]
            self._retired.append(self._analysis)
        self._analysis = None
        if len(self.content.items) < 2:
            return
        self._analyst = AnalysisWorker(self.study, self._snapshots)
        self._engine.snapshot_ready.connect(self._analyst.analyse)
        self._analyst.analysed.connect(self.analysed)
        self._analyst.displacement_estimated.connect(self._displacement_known)
        self._analyst.failed.connect(self.failed)
        self._analysis = ThreadHost(self._analyst, "analysis")
        self._snapshot_wanted.emit()

    @Slot(object)
    def _on_changed(self, state: SurveyState) -> None:
        self.state = state
        froze = state.is_frozen != self.is_frozen
        self.is_frozen = state.is_frozen
        self.state_changed.emit(state)
        if state.records != self._records:
            self._records = state.records
            self.records_changed.emit()
        if froze:
            self.content_changed.emit()

    @Slot(object, object)
    def _on_job_done(self, done: Callable[[Any], None], value: object) -> None:
        done(value)

    @Slot()
    def _on_released(self) -> None:
        """End the threads, the engine first; what they still had to say is dropped."""
        if self._host is None:
            return
        hosts = [self._host, *self._retired]
        hosts += [] if self._analysis is None else [self._analysis]
        self._host = self._analysis = None
        for host in hosts:
            host.close()
        self.closed.emit()
