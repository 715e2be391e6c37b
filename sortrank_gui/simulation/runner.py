"""Runs tasks over any executor: progress, cancelling, and failures that do not spread.

A task is a value with a `run` method: a trial of an experiment, or a part of a paper's figure. It
carries all its seeds, so that the results are the same for any executor and number of workers.
"""

import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from sortrank_gui.progress import RunProgress

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_LOOK_SECONDS = 0.1
"""How often a wish to cancel is looked for."""


class Task(Protocol[T_co]):
    """Work that can be sent to another process."""

    def describe(self) -> str:
        """Name the settings and the seed."""
        ...

    def run(self) -> T_co:
        """Do the work."""
        ...


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """A task that went wrong: its settings, the reason in a line, and the traceback."""

    task: str
    reason: str
    details: str

    def __str__(self) -> str:
        return f"A trial failed ({self.task}): {self.reason}"


@dataclass(frozen=True, slots=True)
class Results(Generic[T]):
    """What came of every task, in the order of the tasks; None where nothing did."""

    values: tuple[T | None, ...]
    failures: tuple[TaskFailure, ...]
    cancelled: bool
    seconds: float

    @property
    def done(self) -> list[T]:
        """The results that there are."""
        return [value for value in self.values if value is not None]


def run_tasks(
    tasks: Sequence[Task[T]],
    executor: Executor,
    *,
    progress: Callable[[RunProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    arrived: Callable[[int, T], None] | None = None,
) -> Results[T]:
    """Run all tasks; on a wish to cancel, or on Ctrl-C, return what there is within a second.

    `arrived` hears the number of every task that is done, with its result. Closing the executor is
    the caller's part: a process that is in the middle of a trial goes on until then.
    """
    return _Run(tasks, executor, progress, cancelled, arrived).run()


class _Run(Generic[T]):
    """The state of `run_tasks`."""

    def __init__(
        self,
        tasks: Sequence[Task[T]],
        executor: Executor,
        progress: Callable[[RunProgress], None] | None,
        cancelled: Callable[[], bool] | None,
        arrived: Callable[[int, T], None] | None,
    ) -> None:
        self._tasks, self._executor = tasks, executor
        self._progress, self._is_cancelled, self._arrived = progress, cancelled, arrived
        self._values: list[T | None] = [None] * len(tasks)
        self._failures: dict[int, TaskFailure] = {}
        self._lost: list[int] = []
        self._open: dict[Future[T], int] = {}
        self._start = time.perf_counter()

    def run(self) -> Results[T]:
        """Run everything, or as much as is wanted."""
        stopped = False
        try:
            self._report()
            self._work_on(range(len(self._tasks)), retry=True)
            # A worker that dies takes the waiting tasks with it. One by one, the culprit shows.
            for index in sorted(self._lost):
                self._work_on([index], retry=False)
        except (_Cancelled, KeyboardInterrupt):
            stopped = True
        finally:
            for future in self._open:
                future.cancel()
        failures = tuple(self._failures[index] for index in sorted(self._failures))
        return Results(tuple(self._values), failures, stopped, self._seconds())

    def _work_on(self, indices: Iterable[int], *, retry: bool) -> None:
        for index in indices:
            try:
                self._open[self._executor.submit(_run, self._tasks[index])] = index
            except BrokenExecutor as error:
                self._fail(index, error)
            self._collect(0, retry=retry)
        while self._open:
            self._collect(_LOOK_SECONDS, retry=retry)

    def _collect(self, seconds: float, *, retry: bool) -> None:
        """Take in what is finished; wait for it so long at the most."""
        if self._is_cancelled is not None and self._is_cancelled():
            raise _Cancelled
        finished, _ = wait(self._open, timeout=seconds, return_when=FIRST_COMPLETED)
        for future in finished:
            index = self._open.pop(future)
            try:
                value = future.result()
            except BrokenExecutor as error:
                if retry:
                    self._lost.append(index)
                else:
                    self._fail(index, error)
            except Exception as error:
                self._fail(index, error)
            else:
                self._take(index, value)
        if finished:
            self._report()

    def _take(self, index: int, value: T) -> None:
        self._values[index] = value
        if self._arrived is not None:
            self._arrived(index, value)

    def _fail(self, index: int, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        details = "".join(traceback.format_exception(error))
        self._failures[index] = TaskFailure(self._tasks[index].describe(), reason, details)

    def _report(self) -> None:
        if self._progress is not None:
            done = sum(value is not None for value in self._values) + len(self._failures)
            self._progress(RunProgress(done, len(self._tasks), self._seconds()))

    def _seconds(self) -> float:
        return time.perf_counter() - self._start


class _Cancelled(Exception):  # noqa: N818
    """Nobody wants the rest."""


def _run(task: Task[T]) -> T:
    return task.run()
