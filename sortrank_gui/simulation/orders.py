"""Campaigns on a machine: one order after another, on processes that are kept for the next."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sortrank_gui.progress import RunProgress
from sortrank_gui.simulation.campaigns import Campaign, Findings, Work
from sortrank_gui.simulation.executors import (
    ProcessPool,
    count_cores,
    count_workers,
    open_executor,
)
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.runner import TaskFailure, run_tasks
from sortrank_gui.simulation.setups import DEFAULT_STRATEGIES

_FRAME_SECONDS = 0.2
"""Curves grow at most five times a second."""
_NICE = 5


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to run: processes of this machine (None for one a core), or a Dask cluster."""

    workers: int | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class RunOrder:
    """A campaign to run, and where."""

    campaign: Campaign
    machine: Machine = Machine()


@dataclass(frozen=True, slots=True)
class OrderNews:
    """How far an order is, with what there is to show if that changed."""

    order: RunOrder
    progress: RunProgress
    workers: int
    findings: Findings | None


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What came of an order; trials that failed are named, the others are kept."""

    order: RunOrder
    findings: Findings
    failures: tuple[TaskFailure, ...]
    cancelled: bool
    seconds: float
    workers: int


class OrderRunner:
    """Runs one order after another; its processes wait for the next one, ready to start."""

    def __init__(self) -> None:
        self._pool: ProcessPool | None = None

    def warm_up(self) -> None:
        """Start the processes before they are needed."""
        if self._pool is None:
            self._start_pool(count_cores())

    def run(
        self,
        order: RunOrder,
        *,
        report: Callable[[OrderNews], None],
        cancelled: Callable[[], bool],
    ) -> OrderResult:
        """Run an order to its end, or until nobody wants it; report a few times a second."""
        work = order.campaign.prepare()
        with self._open(order.machine, alone=work.alone) as executor:
            news = _News(order, work, count_workers(executor), report)
            results = run_tasks(
                work.tasks, executor, progress=news.tell, cancelled=cancelled, arrived=news.take
            )
            if results.cancelled and executor is self._pool:
                self.close()  # whoever is in the middle of a trial would go on with it
        findings = work.finish(complete=not results.cancelled)
        return OrderResult(
            order, findings, results.failures, results.cancelled, results.seconds, news.workers
        )

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
            self._pool = self._start_pool(wanted)
        yield self._pool

    def _start_pool(self, workers: int) -> ProcessPool:
        self._pool = ProcessPool(workers, nice=_NICE)
        for _ in range(workers):
            self._pool.submit(_rehearse)
        return self._pool


class _News:
    """Passes results on to the work, and tells about them, but not too often."""

    def __init__(
        self, order: RunOrder, work: Work, workers: int, report: Callable[[OrderNews], None]
    ) -> None:
        self._order, self._work, self._report = order, work, report
        self.workers = workers
        self._told = -_FRAME_SECONDS
        self._fresh = False

    def take(self, index: int, value: Any) -> None:
        """Take in a result."""
        self._work.add(index, value)
        self._fresh = True

    def tell(self, progress: RunProgress) -> None:
        """Tell how far it is, if the last time is long enough ago."""
        if self._told + _FRAME_SECONDS > monotonic():
            return
        findings = self._work.findings() if self._fresh else None
        self._report(OrderNews(self._order, progress, self.workers, findings))
        self._fresh = False
        self._told = monotonic()


def _rehearse() -> None:
    """Load what trials need, by running the smallest of them."""
    for trial in Experiment(4, Uniform(1.0), DEFAULT_STRATEGIES, (8,), repetitions=1).trials():
        trial.run()
