"""Keeps the estimate up to date: asks soon after an edit, and only while somebody looks."""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sortrank_gui.simulation.design_plans import ask_block
from sortrank_gui.simulation.executors import ProcessPool
from sortrank_gui.simulation.session_estimates import (
    SessionEstimate,
    SessionQuestion,
    combine,
    estimate_plainly,
    simulate,
)
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.workload import find_workload
from sortrank_gui.ui.threads.jobs import Job, Jobs

_DELAY_MS = 500
_MOST_KEPT = 50
_NICE = 10


def open_pool() -> Executor:
    """Return one process of low priority."""
    return ProcessPool(1, nice=_NICE)


class Estimator(QObject):
    """Emits what is known at once, and what the planner says as soon as it does."""

    estimated = Signal(object)
    """A SessionEstimate, or None where there is nothing to say."""
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions: tuple[SessionQuestion, ...] = ()
        self._known: dict[SessionQuestion, SessionEstimate] = {}
        self._is_watched = False
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._on_due)
        self._process = _Process(open_pool)
        self._jobs = Jobs("estimate", self, latest_wins=True)
        self._jobs.failed.connect(self.failed)

    def follow(self, content: Content) -> None:
        """Estimate this content; what was being computed for another one is dropped."""
        questions = _ask(content)
        if questions == self._questions:
            return
        self._questions = questions
        self._jobs.cancel()
        self._tell()

    def watch(self, watched: bool) -> None:
        """Compute only while somebody can see it."""
        self._is_watched = watched
        if watched:
            self._tell()
        else:
            self._timer.stop()
            self._jobs.cancel()

    def close(self) -> None:
        """End the process, and then the thread."""
        self._timer.stop()
        self._jobs.submit(self._process.end)
        self._jobs.close()

    def _tell(self) -> None:
        if not self._questions:
            self.estimated.emit(None)
            return
        self._emit()
        if self._find_open() is not None and self._is_watched:
            self._timer.start()
        else:
            self._timer.stop()

    def _emit(self) -> None:
        self.estimated.emit(
            combine([self._known.get(each) or estimate_plainly(each) for each in self._questions])
        )

    def _find_open(self) -> SessionQuestion | None:
        """Return a block that nobody has simulated yet."""
        return next((each for each in self._questions if each not in self._known), None)

    @Slot()
    def _on_due(self) -> None:
        question = self._find_open()
        if question is not None:
            tell, take = partial(self._on_told, question), partial(self._on_estimated, question)
            work = partial(self._process.simulate, question)
            self._jobs.submit_long(work, take, progress=tell)

    def _on_told(self, question: SessionQuestion, estimate: SessionEstimate | None) -> None:
        if estimate is None:
            return
        if len(self._known) >= _MOST_KEPT:
            self._known.clear()
        self._known[question] = estimate
        if question in self._questions:
            self._emit()

    def _on_estimated(self, question: SessionQuestion, estimate: SessionEstimate | None) -> None:
        self._on_told(question, estimate)
        if estimate is not None:
            self._on_due()


class _Process:
    """Simulates in a process that waits for the next question; used on one thread alone."""

    def __init__(self, make_executor: Callable[[], Executor]) -> None:
        self._make_executor = make_executor
        self._executor: Executor | None = None

    def simulate(self, question: SessionQuestion, job: Job) -> SessionEstimate | None:
        """Return the final estimate, and report a rough one before."""
        if self._executor is None:
            self._executor = self._make_executor()
        tell = partial(job.report, at_once=True)
        found = simulate(question, self._executor, tell=tell, cancelled=job.is_cancelled)
        if job.is_cancelled():  # whoever is in the middle of a trial would go on with it
            self.end()
        return found

    def end(self) -> None:
        """End the process."""
        if isinstance(self._executor, ProcessPool):
            self._executor.end()
        self._executor = None


def _ask(content: Content) -> tuple[SessionQuestion, ...]:
    """Return a question for each block; none where one of them can't be estimated."""
    found = [ask_block(block) for block in find_workload(content).blocks]
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else ()
