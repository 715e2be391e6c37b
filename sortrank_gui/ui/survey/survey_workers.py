"""The survey's two workers on their threads, wired up, behind signals."""

from PySide6.QtCore import QObject, Signal

from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import Snapshot
from sortrank_gui.ui.latest import Latest
from sortrank_gui.ui.survey.analysis_worker import AnalysisWorker
from sortrank_gui.ui.survey.engine_worker import EngineWorker
from sortrank_gui.ui.thread_host import ThreadHost


class SurveyWorkers(QObject):
    """What a window talks to: signals in, signals out, all between threads.

    In: `started`, `answered`, `undone`, `extended`, `robot_started`, `robot_stopped`.
    Out: `changed` (a SurveyState), `analysed` (an Analysis), `failed` (a Failure).
    """

    started = Signal(object)
    answered = Signal(int, object, float)
    undone = Signal()
    extended = Signal(int)
    robot_started = Signal(float, int)
    robot_stopped = Signal()

    changed = Signal(object)
    analysed = Signal(object)
    failed = Signal(object)

    def __init__(self, study: Study, parent: QObject | None = None) -> None:
        super().__init__(parent)
        snapshots: Latest[Snapshot] = Latest()
        engine = EngineWorker(study, snapshots)
        analysis = AnalysisWorker(study, snapshots)
        self._hosts = [ThreadHost(engine, "engine"), ThreadHost(analysis, "analysis")]
        engine.snapshot_ready.connect(analysis.analyse)
        self._connect_engine(engine)
        analysis.analysed.connect(self.analysed)
        analysis.failed.connect(self.failed)

    def _connect_engine(self, engine: EngineWorker) -> None:
        self.started.connect(engine.start)
        self.answered.connect(engine.answer)
        self.undone.connect(engine.undo)
        self.extended.connect(engine.extend)
        self.robot_started.connect(engine.start_robot)
        self.robot_stopped.connect(engine.stop_robot)
        engine.changed.connect(self.changed)
        engine.failed.connect(self.failed)

    def close(self) -> None:
        """End both threads, the engine first; what they still had to say is dropped."""
        for host in self._hosts:
            host.close()
