"""The worker that drives the processes of a simulation and tells how far they are."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.simulation.campaigns import Work
from sortrank_gui.simulation.executors import (
    ProcessPool,
    count_cores,
    count_workers,
    open_executor,
)
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.runner import Progress, run_tasks
from sortrank_gui.simulation.setups import DEFAULT_STRATEGIES
from sortrank_gui.ui.simulation.orders import Machine, News, Order, Outcome
from sortrank_gui.ui.threads.failures import reports_failure

_FRAME_SECONDS = 0.2
"""Curves grow at most five times a second."""
_NICE = 5


class SimulationWorker(QObject):
    """Runs one order after another; its processes wait for the next one, ready to start.

    `stop` is set by the window when nobody wants the rest: the one thing that does not come as a
    signal, since this thread is busy then.
    """

    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(self, stop: Event) -> None:
        super().__init__()
        self._stop = stop
        self._pool: ProcessPool | None = None

    @Slot()
    @reports_failure
    def warm_up(self) -> None:
        """Start the processes before they are needed."""
        if self._pool is None and not self._stop.is_set():
            self._start_pool(count_cores())

    @Slot(object)
    @reports_failure
    def run(self, order: Order) -> None:
        """Run an order to its end, or until nobody wants it."""
        work = order.campaign.prepare()
        with self._open(order.machine, alone=work.alone) as executor:
            run = _Run(self, order, work, count_workers(executor))
            results = run_tasks(
                work.tasks,
                executor,
                progress=run.report,
                cancelled=self._stop.is_set,
                arrived=run.take,
            )
        findings = work.finish(complete=not results.cancelled)
        self.ended.emit(
            Outcome(
                order, findings, results.failures, results.cancelled, results.seconds, run.workers
            )
        )

    @Slot()
    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None

    @contextmanager
    def _open(self, machine: Machine, *, alone: bool) -> Iterator[Executor]:
        if machine.cluster is not None:
            with open_executor(cluster=machine.cluster) as executor:
                yield executor
            return
        wanted = 1 if alone else machine.workers or count_cores()
        if self._pool is None or self._pool.workers != wanted:
            self.close()
            self._start_pool(wanted)
        yield self._pool
        if self._stop.is_set():  # whoever is in the middle of a trial would go on with it
            self.close()

    def _start_pool(self, workers: int) -> None:
        self._pool = ProcessPool(workers, nice=_NICE)
        for _ in range(workers):
            self._pool.submit(_rehearse)


class _Run:
    """Passes results on to the work, and tells about them, but not too often."""

    def __init__(self, worker: SimulationWorker, order: Order, work: Work, workers: int) -> None:
        self._worker, self._order, self._work = worker, order, work
        self.workers = workers
        self._told = -_FRAME_SECONDS
        self._fresh = False

    def take(self, index: int, value: Any) -> None:
        """Take in a result."""
        self._work.add(index, value)
        self._fresh = True

    def report(self, progress: Progress) -> None:
        """Tell how far it is, if the last time is long enough ago."""
        if self._told + _FRAME_SECONDS > monotonic():
            return
        findings = self._work.findings() if self._fresh else None
        self._worker.progressed.emit(News(self._order, progress, self.workers, findings))
        self._fresh = False
        self._told = monotonic()


def _rehearse() -> None:
    """Load what trials need, by running the smallest of them."""
    for trial in Experiment(4, Uniform(1.0), DEFAULT_STRATEGIES, (8,), repetitions=1).trials():
        trial.run()
