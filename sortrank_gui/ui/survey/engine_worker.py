"""The engine's side of a survey: owns the session, takes answers, and says what comes next."""

from dataclasses import dataclass
from statistics import median
from time import monotonic

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import Answer, GivenAnswer, Snapshot, Trial
from sortrank_gui.study.sessions import Session, fleeting_session
from sortrank_gui.ui.failures import reports_failure
from sortrank_gui.ui.latest import Latest
from sortrank_gui.ui.survey.robot import Robot

_SLICE_SECONDS = 0.03
"""How long the robot answers at full speed before the screen hears of it."""
_PACE_WINDOW = 25
_PAIRS_AHEAD = 4


@dataclass(frozen=True, slots=True)
class SurveySettings:
    """How pairs are picked, and how many answers are wanted."""

    strategy: str = "mergesort"
    seed: int = 1
    budget: int = 200


@dataclass(frozen=True, slots=True)
class SurveyState:
    """All that the screen shows about a session; sent after every change."""

    settings: SurveySettings
    trial: Trial | None
    """The pair to show; None once all answers are given."""
    answered: int
    budget: int
    progress: Progress
    seconds_per_answer: float | None
    likely_items: list[int]
    robot_runs: bool
    snapshot: Snapshot
    last: GivenAnswer | None = None
    """The answer that led here; None after a start or an undo."""


class EngineWorker(QObject):
    """Answers at once: a fit of the model never delays a pair.

    Snapshots for the analysis go into a mailbox, and `snapshot_ready` calls its reader.
    """

    changed = Signal(object)
    snapshot_ready = Signal()
    failed = Signal(object)

    def __init__(self, study: Study, snapshots: Latest[Snapshot]) -> None:
        super().__init__()
        self._study = study
        self._snapshots = snapshots
        self._settings = SurveySettings()
        self._session: Session | None = None
        self._robot: Robot | None = None
        if study.truth is not None:
            self._robot = Robot(study.truth, self)
            self._robot.due.connect(self._on_robot_due)
        self._robot_goal = 0
        self._shown_at = monotonic()

    @Slot(object)
    @reports_failure
    def start(self, settings: SurveySettings) -> None:
        """Begin a new session; the answers of the one before are forgotten."""
        session = fleeting_session(
            len(self._study.items),
            strategy=settings.strategy,
            seed=settings.seed,
            budget=settings.budget,
        )
        self._settings, self._session = settings, session
        if self._robot is not None:
            self._robot.reset(settings.seed)
        self._publish(last=None)

    @Slot(int, object, float)
    @reports_failure
    def answer(self, number: int, answer: Answer, seconds: float) -> None:
        """Record a person's answer, unless its trial is no longer on the screen."""
        session = self._open_session()
        if number == session.answered + 1 <= session.budget and not self._robot_runs:
            session.answer(answer, seconds=seconds)
            self._publish(last=session.snapshot().journal[-1])

    @Slot()
    @reports_failure
    def undo(self) -> None:
        """Take the last answer back and stop the robot."""
        self._halt_robot()
        self._open_session().undo()
        self._publish(last=None)

    @Slot(int)
    @reports_failure
    def extend(self, answers: int) -> None:
        """Ask for more answers than planned."""
        self._open_session().budget += answers
        self._publish(last=None)

    @Slot(float, int)
    @reports_failure
    def start_robot(self, answers_per_second: float, goal: int) -> None:
        """Let the robot answer until there are `goal` answers, or all of them for 0."""
        session = self._open_session()
        if self._robot is not None and session.trial is not None:
            self._robot_goal = goal or session.budget
            self._shown_at = monotonic()
            self._robot.start(answers_per_second)
        self._publish(last=None)

    @Slot()
    @reports_failure
    def stop_robot(self) -> None:
        """Let the robot rest."""
        self._halt_robot()
        self._publish(last=None)

    @Slot()
    @reports_failure
    def _on_robot_due(self) -> None:
        """Give one answer, or at full speed as many as fit into a time slice."""
        assert self._robot is not None
        until = monotonic() + (_SLICE_SECONDS if self._robot.at_full_speed else 0)
        try:
            self._give_robot_answers(self._robot, until)
        except Exception:
            self._robot.stop()
            raise
        self._publish(last=self._open_session().snapshot().journal[-1])

    def _give_robot_answers(self, robot: Robot, until: float) -> None:
        session = self._open_session()
        while (trial := session.trial) is not None and session.answered < self._robot_goal:
            now = monotonic()
            session.answer(robot.answer(trial), seconds=now - self._shown_at, by_robot=True)
            self._shown_at = now
            if now >= until:
                break
        if session.answered >= min(self._robot_goal, session.budget):
            robot.stop()

    @property
    def _robot_runs(self) -> bool:
        return self._robot is not None and self._robot.is_running

    def _halt_robot(self) -> None:
        if self._robot is not None:
            self._robot.stop()

    def _open_session(self) -> Session:
        if self._session is None:
            raise RuntimeError("No session was started.")
        return self._session

    def _find_pace(self, snapshot: Snapshot) -> float | None:
        """Return the usual response time of whoever answers now, a robot or a person."""
        recent = snapshot.answers(max(0, snapshot.length - _PACE_WINDOW))
        done = snapshot.length == self._open_session().budget
        by_robot = self._robot_runs or (done and recent[-1].by_robot)
        seconds = [given.seconds for given in recent if given.by_robot == by_robot]
        return median(seconds) if seconds else None

    def _publish(self, *, last: GivenAnswer | None) -> None:
        session = self._open_session()
        snapshot, trial = session.snapshot(), session.trial
        state = SurveyState(
            settings=self._settings,
            trial=trial,
            answered=snapshot.length,
            budget=session.budget,
            progress=session.progress,
            seconds_per_answer=self._find_pace(snapshot),
            likely_items=session.likely_items(_PAIRS_AHEAD),
            robot_runs=self._robot_runs,
            snapshot=snapshot,
            last=last,
        )
        self.changed.emit(state)
        if self._snapshots.put(snapshot):
            self.snapshot_ready.emit()
