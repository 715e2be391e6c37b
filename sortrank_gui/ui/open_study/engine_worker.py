"""The engine's side of a survey: takes requests on its thread, and says what comes next."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.study.file.journal import Answer, GivenAnswer, NoteKind, Snapshot
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import StudyNews
from sortrank_gui.ui.open_study.robot import Robot, RobotOrder
from sortrank_gui.ui.threads.failures import Failure, reports_failure
from sortrank_gui.ui.threads.latest import Latest

_SLICE_SECONDS = 0.03
"""How long the robot answers at full speed before the screen hears of it."""

_TELL_SECONDS = 0.2
"""How often a long save says how far it is."""

Job = Callable[[StudyFile], Any]


class EngineWorker(QObject):
    """Answers at once: a fit of the model never delays a pair.

    Snapshots for the analysis go into a mailbox, and `snapshot_ready` calls its reader.
    """

    opened = Signal(object)
    refused = Signal(object)
    content_changed = Signal(object)
    save_progressed = Signal(int, int)
    changed = Signal(object)
    snapshot_ready = Signal()
    job_done = Signal(object, object)
    released = Signal()
    failed = Signal(object)

    def __init__(self, snapshots: Latest[Snapshot]) -> None:
        super().__init__()
        self._snapshots = snapshots
        self._engine = Engine()
        self._robot = Robot(self)
        self._robot.due.connect(self._on_robot_due)
        self._shown_at = self._told_at = monotonic()
        self._is_new = True
        """Whether the analysis does not know yet what the study is now."""

    @Slot(object)
    def open(self, source: Path | DemoSettings) -> None:
        """Open a study file or a new demo; a demo's session starts at once."""
        self._robot.stop()
        try:
            if isinstance(source, DemoSettings):
                self._engine.open_demo(source)
                self._engine.start_session(None, None)
            else:
                self._engine.open(source)
        except Exception as error:
            self.refused.emit(Failure.from_error(error))
            return
        self._is_new = True
        self.opened.emit(self._describe_study())
        self._publish()

    @Slot()
    @reports_failure
    def close(self) -> None:
        """Pause what runs, close the file and say so, whatever happens."""
        self._robot.stop()
        try:
            self._engine.close()
        finally:
            self.released.emit()

    @Slot(object, object, object)
    @reports_failure
    def save(self, design: Design, items: Sequence[Item], truth: Sequence[float] | None) -> None:
        """Replace design and items, which nobody has answered yet."""
        self._robot.stop()
        self._engine.file.save(design, items, truth, progress=self._report_save)
        self._engine.renew()
        self._is_new = True
        self.content_changed.emit(self._describe_study())
        self._publish()

    def _report_save(self, done: int, total: int) -> None:
        """Say how many items are written, some times a second."""
        now = monotonic()
        if now - self._told_at > _TELL_SECONDS:
            self._told_at = now
            self.save_progressed.emit(done, total)

    @Slot(object)
    @reports_failure
    def set_truth(self, truth: Sequence[float] | None) -> None:
        """Replace the ground truth."""
        self._robot.stop()
        self._engine.file.set_truth(truth)
        self._is_new = True
        self.content_changed.emit(self._describe_study())
        self._publish()

    @Slot(object, object, object)
    def run(self, job: Job, done: Callable[[Any], None], refused: Callable[..., None]) -> None:
        """Do something short with the file between two answers, and hand its value over."""
        try:
            value = job(self._engine.file)
        except Exception as error:
            self.job_done.emit(refused, Failure.from_error(error))
        else:
            self.job_done.emit(done, value)

    @Slot(object, object)
    @reports_failure
    def start_session(self, code: str | None, policy: Resume | None) -> None:
        """Begin or resume a participant's session."""
        self._robot.stop()
        try:
            self._engine.start_session(code, policy)
        finally:
            self._publish()

    @Slot(int, object, float)
    @reports_failure
    def answer(self, number: int, answer: Answer, seconds: float) -> None:
        """Record a person's answer, unless its trial is no longer on the screen."""
        trial = self._engine.open_session().trial
        if trial is None or trial.number != number or self._robot.is_running:
            return
        self._write(self._engine.answer, answer, seconds)

    @Slot(int, str)
    @reports_failure
    def skip(self, number: int, reason: str) -> None:
        """Leave out the trial of this number, if it is still on the screen."""
        trial = self._engine.open_session().trial
        if trial is not None and trial.number == number:
            self._write(self._engine.skip, reason)

    @Slot()
    @reports_failure
    def retry(self) -> None:
        """Write the answer that could not be written."""
        self._write(self._engine.retry)

    @Slot()
    @reports_failure
    def undo(self) -> None:
        """Take the last answer back and stop the robot."""
        self._change(self._engine.undo)

    @Slot(str)
    @reports_failure
    def pause(self, reason: str) -> None:
        """Stop for now."""
        self._change(self._engine.pause, reason)

    @Slot()
    @reports_failure
    def resume(self) -> None:
        """Go on after a pause."""
        self._change(self._engine.resume)

    @Slot()
    @reports_failure
    def leave(self) -> None:
        """Let the participant go: a session that is not over stays paused."""
        self._change(self._engine.leave)

    @Slot(str)
    @reports_failure
    def end(self, reason: str) -> None:
        """End the session for good."""
        self._change(self._engine.end, reason)

    @Slot(object, str)
    @reports_failure
    def note(self, kind: NoteKind, text: str) -> None:
        """Write words about the session down."""
        self._engine.note(kind, text)
        self._publish()

    @Slot(int)
    @reports_failure
    def extend(self, answers: int) -> None:
        """Ask for more answers than planned."""
        self._engine.extend(answers)
        self._publish()

    @Slot(bool)
    @reports_failure
    def set_pooled(self, pooled: bool) -> None:
        """Analyse all participants, or this session alone."""
        self._engine.pooled = pooled
        self._publish()

    @Slot(float, float)
    @reports_failure
    def note_displacement(self, per_item: float, comparisons: float) -> None:
        """Take the expected displacement, by which a session may end."""
        session = self._engine.session
        if session is not None and session.design.stop.displacement is not None:
            session.note_displacement(per_item, comparisons)
            self._publish()

    @Slot(object)
    @reports_failure
    def start_robot(self, order: RobotOrder) -> None:
        """Let the robot answer until its goal, or until the session is over."""
        session, content = self._engine.open_session(), self._engine.file.content
        if session.trial is not None:
            self._shown_at = monotonic()
            facts = (session.seed, session.answered)
            self._robot.start(order, content.truth, len(content.items), *facts)
        self._publish()

    @Slot()
    @reports_failure
    def stop_robot(self) -> None:
        """Let the robot rest."""
        self._robot.stop()
        self._publish()

    @Slot()
    @reports_failure
    def _on_robot_due(self) -> None:
        """Give one answer, or at full speed as many as fit into a time slice."""
        until = monotonic() + (_SLICE_SECONDS if self._robot.at_full_speed else 0)
        try:
            last = self._give_robot_answers(until)
        except Exception:
            self._robot.stop()
            self._publish()
            raise
        self._publish(last=last)

    def _give_robot_answers(self, until: float) -> GivenAnswer | None:
        session, robot, last = self._engine.open_session(), self._robot, None
        while (trial := session.trial) is not None and not 0 < robot.goal <= session.answered:
            now = monotonic()
            last = self._engine.answer(robot.answer(trial), now - self._shown_at, by_robot=True)
            self._shown_at = now
            if now >= until:
                break
        if session.trial is None or 0 < robot.goal <= session.answered:
            robot.stop()
        return last

    def _change(self, act: Callable[..., None], *arguments: Any) -> None:
        self._robot.stop()
        try:
            act(*arguments)
        finally:
            self._publish()

    def _write(self, act: Callable[..., GivenAnswer | None], *arguments: Any) -> None:
        last = None
        try:
            last = act(*arguments)
        finally:
            self._publish(last=last)

    def _describe_study(self) -> StudyNews:
        state = self._engine.state(last=None, robot_runs=self._robot.is_running)
        return replace(self._engine.news(), state=state)

    def _publish(self, *, last: GivenAnswer | None = None) -> None:
        state = self._engine.state(last=last, robot_runs=self._robot.is_running)
        self.changed.emit(state)
        if not self._is_new and self._snapshots.put(state.snapshot):
            self.snapshot_ready.emit()

    @Slot()
    @reports_failure
    def offer_snapshot(self) -> None:
        """Offer the answers so far to an analysis that knows the study now."""
        self._is_new = False
        self._snapshots.put(self._engine.snapshot())
        self.snapshot_ready.emit()
