"""Experiments in one queue: no core waits for an experiment's end, and what is measured is kept.

How it works
------------
All tasks that may run side by side go to the executor at once, experiment by experiment, those
with the longest tasks first; those that measure time follow, one by one. An experiment is handed
over as soon as its last task is done. Each says how long its tasks take about, on any scale that is
the same for all: that tells how much of the whole is done, and how long the rest will take.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sortrank_gui.progress import RunProgress
from sortrank_gui.simulation.executors import SequentialExecutor, count_workers
from sortrank_gui.simulation.paper.base import Done, PaperSettings, Preset
from sortrank_gui.simulation.reports import SimulationReport
from sortrank_gui.simulation.runner import Results, Task, run_tasks
from sortrank_gui.simulation.unfinished import Unfinished


class PaperPart:
    """One experiment on its way: its tasks, and what came of them."""

    def __init__(self, preset: Preset[Any], settings: PaperSettings, folder: Path) -> None:
        self.preset, self._settings = preset, settings
        self.tasks = preset.tasks(settings)
        self.costs = [preset.cost(task) for task in self.tasks]
        self._record = Unfinished(folder / f"{preset.name}.unfinished", preset.rows)
        self.values: list[Any] = self._record.find(self.tasks)
        self.kept = [value is not None for value in self.values]
        self.seconds = 0.0
        """Processor time of this run."""
        self.handed_over = False

    def take(self, index: int, seconds: float, value: Any) -> None:
        """Take and keep what came of a task."""
        self.values[index] = value
        self.seconds += seconds
        self._record.add(self.tasks[index], value)

    def report(self, *, cancelled: bool = False) -> SimulationReport:
        """Return page and figures; of an experiment that was stopped the tables alone."""
        pairs = zip(self.tasks, self.values, strict=True)
        done = [Done(task, value) for task, value in pairs if value is not None]
        if done and (len(done) == len(self.tasks) or not cancelled):
            return self.preset.report(self._settings, done)
        page = f"# {self.preset.title}\n\nIncomplete.\n"
        return SimulationReport(self.preset.name, page, self.preset.tables(done))

    def forget(self) -> None:
        """Remove the record: all is written."""
        self._record.remove()


class PaperQueue:
    """The tasks of several experiments, in the order in which they are worked on."""

    def __init__(
        self,
        parts: Sequence[PaperPart],
        executor: Executor,
        *,
        complete: Callable[[PaperPart, bool], None],
        progress: Callable[[RunProgress], None] | None = None,
    ) -> None:
        """`complete` gets every experiment that is over, and whether it was stopped."""
        self._parts, self._executor = parts, executor
        self._complete, self._progress = complete, progress
        workers = count_workers(executor)
        self._costs = {
            part: [cost * (workers if part.preset.alone else 1) for cost in part.costs]
            for part in parts
        }
        self._total = sum(map(sum, self._costs.values()))
        self._n_tasks = sum(len(part.tasks) for part in parts)
        self._kept, self._n_done = self._sum_done()
        self._done = self._kept
        self._began = time.perf_counter()

    def run(self) -> Results[Any]:
        """Run everything, or as much as is wanted."""
        self._tell()
        for part in self._parts:
            self._hand_over(part)
        by_length = sorted(self._parts, key=lambda part: -max(part.costs, default=0.0))
        together = [part for part in by_length if not part.preset.alone]
        results = self._run_parts(together, self._executor)
        alone = [part for part in by_length if part.preset.alone]
        if results.cancelled:
            missing = sum(len(_missing(part)) for part in alone)
            more: Results[Any] = Results((None,) * missing, (), True, 0.0)
        else:
            more = self._run_parts(alone, SequentialExecutor())
        for part in self._parts:
            if not part.handed_over and (not more.cancelled or any(map(_is_there, part.values))):
                self._complete(part, more.cancelled)
        return Results(
            results.values + more.values,
            results.failures + more.failures,
            more.cancelled,
            results.seconds + more.seconds,
        )

    def _run_parts(self, parts: Sequence[PaperPart], executor: Executor) -> Results[Any]:
        places = [(part, index) for part in parts for index in _missing(part)]

        def take(number: int, timed: tuple[float, Any]) -> None:
            part, index = places[number]
            part.take(index, *timed)
            self._done += self._costs[part][index]
            self._n_done += 1
            self._tell()
            self._hand_over(part)

        tasks = [_Timed(part.tasks[index]) for part, index in places]
        return run_tasks(tasks, executor, arrived=take)

    def _hand_over(self, part: PaperPart) -> None:
        """Give away an experiment whose tasks are all done."""
        if not part.handed_over and part.values and all(map(_is_there, part.values)):
            part.handed_over = True
            self._complete(part, False)

    def _tell(self) -> None:
        if self._progress is not None:
            total = self._total or 1.0
            share, kept = (min(done / total, 1.0) for done in (self._done, self._kept))
            seconds = time.perf_counter() - self._began
            self._progress(RunProgress(self._n_done, self._n_tasks, seconds, share, kept))

    def _sum_done(self) -> tuple[float, int]:
        """Return the cost and the number of the tasks that are done already."""
        known = [
            cost
            for part in self._parts
            for cost, value in zip(self._costs[part], part.values, strict=True)
            if value is not None
        ]
        return sum(known), len(known)


@dataclass(frozen=True, slots=True)
class _Timed:
    """A task that tells how much processor time it took."""

    task: Task[Any]

    def describe(self) -> str:
        """Name the settings and the seed."""
        return self.task.describe()

    def run(self) -> tuple[float, Any]:
        """Do the work."""
        began = time.thread_time()
        value = self.task.run()
        return time.thread_time() - began, value


def _missing(part: PaperPart) -> list[int]:
    return [index for index, value in enumerate(part.values) if value is None]


def _is_there(value: object) -> bool:
    return value is not None
