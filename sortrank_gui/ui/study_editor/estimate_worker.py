"""Simulates the planned study in a process of its own, and drops what nobody asks any more."""

from collections.abc import Callable
from concurrent.futures import Executor
from threading import Event

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.simulation.executors import ProcessPool
from sortrank_gui.simulation.experiments import Experiment, Measurement
from sortrank_gui.simulation.runner import Progress, run_tasks
from sortrank_gui.ui.study_editor.estimate import Question, estimate
from sortrank_gui.ui.threads.failures import reports_failure
from sortrank_gui.ui.threads.latest import Latest

_NICE = 10
_GLANCE = 4
"""Repetitions after which a first estimate is shown."""


def open_pool() -> Executor:
    """Return one process of low priority."""
    return ProcessPool(1, nice=_NICE)


class EstimateWorker(QObject):
    """Answers the newest question; `stale` is set when there is a newer one."""

    estimated = Signal(object, object)
    """A Question and its Estimate: a rough one first, then the final one."""
    failed = Signal(object)

    def __init__(
        self,
        questions: Latest[Question],
        stale: Event,
        make_executor: Callable[[], Executor] | None = None,
    ) -> None:
        super().__init__()
        self._questions, self._stale = questions, stale
        self._make_executor = make_executor or open_pool
        self._executor: Executor | None = None

    @Slot()
    @reports_failure
    def run(self) -> None:
        """Answer the question that lies in the box."""
        question = self._questions.take()
        if question is None:
            return
        self._stale.clear()
        experiment = question.experiment()
        if experiment is not None:
            self._simulate(question, experiment)

    def _simulate(self, question: Question, experiment: Experiment) -> None:
        if self._executor is None:
            self._executor = self._make_executor()
        rows: list[Measurement] = []
        glance = _GLANCE * len(experiment.strategies)

        def take(_index: int, value: tuple[Measurement, ...]) -> None:
            rows.extend(value)

        def tell(progress: Progress) -> None:
            if progress.done == glance < progress.total:
                self.estimated.emit(question, estimate(question, rows))

        results = run_tasks(
            experiment.trials(),
            self._executor,
            progress=tell,
            cancelled=self._stale.is_set,
            arrived=take,
        )
        if not results.cancelled and not results.failures:
            self.estimated.emit(question, estimate(question, rows))
        elif results.cancelled:
            self.close()  # whoever is in the middle of a trial would go on with it

    @Slot()
    def close(self) -> None:
        """End the process."""
        if isinstance(self._executor, ProcessPool):
            self._executor.end()
        self._executor = None
