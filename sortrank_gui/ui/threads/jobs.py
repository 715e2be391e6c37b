"""Work off the GUI thread: one job after the other, each with progress, cancel and failure.

How it works: every `Jobs` has a thread, begun by its first job and ended with the object. A thread
knows its jobs by number alone; the jobs themselves, and the widgets that wait for them, are held
and let go of on the GUI thread. Values, failures and progress come back through one object of the
program, `_Returns`, which outlives every widget. So nothing waits on the GUI thread, and a window
may go away at any time.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from threading import Event
from time import monotonic
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from sortrank_gui.progress import RunProgress
from sortrank_gui.ui.threads.failures import Failure

T = TypeVar("T")
_FRAME_SECONDS = 0.1
_PATIENCE_SECONDS = 10.0
_numbers = count()


class _CancelledError(Exception):
    """Nobody wants the rest of a job."""


@dataclass(frozen=True, slots=True)
class _Value:
    """What a job returned."""

    value: Any


class Job:
    """One piece of work: whoever asked for it may cancel it, whoever does it may report."""

    def __init__(
        self,
        owner: "Jobs",
        work: Callable[["Job"], Any],
        done: Callable[[Any], object] | None,
        failed: Callable[[Failure], object] | None,
        progress: Callable[[Any], object] | None = None,
        *,
        is_long: bool,
    ) -> None:
        self.number = next(_numbers)
        self.is_long = is_long
        self.future: Future[None] | None = None
        self._owner, self._work = owner, work
        self._done, self._failed, self._progress = done, failed, progress
        self._is_dropped = False
        self._stopped = Event()
        self._began = self._told = 0.0

    def cancel(self) -> None:
        """Ask the work to end, and drop what comes of it."""
        self._is_dropped = True
        self._stopped.set()

    def stop(self) -> None:
        """Ask the work to end, but hear what it has so far; it begins, if it has not yet."""
        self._stopped.set()

    def is_cancelled(self) -> bool:
        """Say whether the work shall end."""
        return self._stopped.is_set()

    def raise_if_cancelled(self) -> None:
        """End the work here, without anything to hear, if it shall end."""
        if self.is_cancelled():
            raise _CancelledError

    @property
    def seconds(self) -> float:
        """How long the work takes so far."""
        return monotonic() - self._began

    def report(self, news: object, *, at_once: bool = False) -> None:
        """Tell how far it is, some ten times a second at most."""
        now = monotonic()
        if at_once or now >= self._told + _FRAME_SECONDS:
            self._told = now
            _returns().reported.emit(self.number, news)

    def count(self, done: int, total: int) -> None:
        """Tell how many parts are done, or end the work if it shall end."""
        self.raise_if_cancelled()
        self.report(RunProgress(done, total, self.seconds))

    def do(self) -> _Value | Failure | None:
        """Do the work, on the thread for it; None where it was cancelled."""
        if self._is_dropped:
            return None
        self._began = self._told = monotonic()
        try:
            return _Value(self._work(self))
        except _CancelledError:
            return None
        except BaseException as error:
            return Failure.from_error(error)

    def take_news(self, news: object) -> None:
        """Pass on how far it is."""
        self._tell(self._progress, news)

    def take_result(self, result: _Value | Failure | None) -> None:
        """Pass on what came of it, and leave the owner."""
        try:
            match result:
                case _Value(value):
                    self._tell(self._done, value)
                case Failure():
                    self._tell(self._failed or self._owner.failed.emit, result)
        finally:
            self._owner.forget(self)

    def _tell(self, listener: Callable[[Any], object] | None, value: object) -> None:
        is_wanted = not (self._is_dropped or self._owner.is_closed)
        if listener is not None and is_wanted and not _is_gone(listener):
            listener(value)


class Jobs(QObject):
    """Does jobs in order on a thread of its own.

    Listeners are called on the GUI thread, unless the job was cancelled, or this or the listener's
    object is gone. A failure that has no listener comes out of `failed`.
    """

    failed = Signal(object)
    """A Failure."""
    rested = Signal()
    """Nothing waits or is under way any more, whatever came of it."""

    def __init__(
        self, name: str, parent: QObject | None = None, *, latest_wins: bool = False
    ) -> None:
        """Start nothing yet; with `latest_wins`, each job will cancel those before it."""
        super().__init__(parent)
        self._latest_wins = latest_wins
        self._is_closed = False
        self._jobs: dict[int, Job] = {}
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self.destroyed.connect(partial(_end, self._executor, self._jobs))
        _returns()

    @property
    def is_busy(self) -> bool:
        """Whether a job waits or is under way, even a cancelled one."""
        return bool(self._jobs)

    @property
    def is_followed(self) -> bool:
        """Whether others wait behind the job that is under way, or whose value is being told."""
        return len(self._jobs) > 1

    @property
    def is_closed(self) -> bool:
        """Whether nobody listens any more."""
        return self._is_closed or not isValid(self)

    def submit(
        self,
        work: Callable[[], T],
        done: Callable[[T], object] | None = None,
        failed: Callable[[Failure], object] | None = None,
    ) -> Job:
        """Do short work after all before it; it is done even if this is closed meanwhile."""
        return self._add(Job(self, _without_job(work), done, failed, is_long=False))

    def submit_long(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], object] | None = None,
        failed: Callable[[Failure], object] | None = None,
        progress: Callable[[Any], object] | None = None,
    ) -> Job:
        """Do work that gets its job, to report and to look whether to go on; closing cancels it."""
        return self._add(Job(self, work, done, failed, progress, is_long=True))

    @Slot()
    def cancel(self) -> None:
        """Cancel all that waits or is under way."""
        for job in self._jobs.values():
            job.cancel()

    @Slot()
    def close(self) -> None:
        """Listen to nothing more and take no more jobs; the thread ends after those it has."""
        self._is_closed = True
        _end(self._executor, self._jobs)

    def wait(self) -> None:
        """Wait for all jobs: only for the end of the program, and for tests."""
        _wait(self._jobs)

    def forget(self, job: Job) -> None:
        """Let go of a job that is over."""
        del self._jobs[job.number]
        if not self._jobs and not self.is_closed:
            self.rested.emit()

    def _add(self, job: Job) -> Job:
        if self._latest_wins:
            self.cancel()
        if self.is_closed:
            job.cancel()
            return job
        self._jobs[job.number] = _returns().jobs[job.number] = job
        job.future = self._executor.submit(_do, job.number)
        return job


class _Returns(QObject):
    """Holds the jobs of the program on the GUI thread, and hears there what comes of them."""

    reported = Signal(int, object)
    ended = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self.jobs: dict[int, Job] = {}
        self.reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)
        self.ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    @Slot(int, object)
    def _on_reported(self, number: int, news: object) -> None:
        self.jobs[number].take_news(news)

    @Slot(int, object)
    def _on_ended(self, number: int, result: _Value | Failure | None) -> None:
        self.jobs.pop(number).take_result(result)


@cache
def _returns() -> _Returns:
    """Return the one of the program; the first `Jobs` makes it, on the GUI thread."""
    return _Returns()


def finish_jobs() -> None:
    """Cancel every long job of the program and wait for all: the program ends."""
    _cancel_long(_returns().jobs)
    _wait(_returns().jobs)


def _do(number: int) -> None:
    """Do a job, and say so after the last mention of it on this thread."""
    result = _returns().jobs[number].do()
    _returns().ended.emit(number, result)


def _without_job(work: Callable[[], T]) -> Callable[[Job], T]:
    def do(_job: Job) -> T:
        return work()

    return do


def _end(executor: ThreadPoolExecutor, jobs: dict[int, Job], *_destroyed: object) -> None:
    """Let a thread end after its jobs, the long ones soon."""
    _cancel_long(jobs)
    executor.shutdown(wait=False)


def _cancel_long(jobs: dict[int, Job]) -> None:
    for job in jobs.values():
        if job.is_long:
            job.cancel()


def _wait(jobs: dict[int, Job]) -> None:
    wait([job.future for job in jobs.values() if job.future is not None], _PATIENCE_SECONDS)


def _is_gone(listener: object) -> bool:
    """Say whether Qt has deleted the object whose method this is."""
    while isinstance(listener, partial):
        listener = listener.func
    owner = getattr(listener, "__self__", None)
    return isinstance(owner, QObject) and not isValid(owner)
