"""Jobs beside the summary, one after the other: journals, comparisons, previews, files."""

from collections.abc import Callable
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.ui.threads.failures import Failure, reports_failure
from sortrank_gui.ui.threads.thread_host import ThreadHost

Job = Callable[[], Any]
Done = Callable[[Any], None]


class _Worker(QObject):
    """Does jobs and hands their values back."""

    done = Signal(object, object)
    failed = Signal(object)

    @Slot(object, object)
    @reports_failure
    def run(self, job: Job, done: Done) -> None:
        """Do a job."""
        self.done.emit(done, job())


class SideWorker(QObject):
    """Runs jobs in order on a thread that begins with the first of them."""

    failed = Signal(object)
    _wanted = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host: ThreadHost | None = None
        self._closed = False
        self.stop = Event()
        """Set at the end, for jobs that take long."""

    def run(self, job: Job, done: Done) -> None:
        """Do a job elsewhere; `done`, a bound slot, gets its value on this thread."""
        if self._closed:
            return
        if self._host is None:
            self._start()
        self._wanted.emit(job, done)

    def close(self) -> None:
        """End the thread after the job in hand."""
        self._closed = True
        self.stop.set()
        host, self._host = self._host, None
        if host is not None:
            host.close()

    def _start(self) -> None:
        worker = _Worker()
        self._wanted.connect(worker.run)
        worker.done.connect(self._on_done)
        worker.failed.connect(self._on_failed)
        self._host = ThreadHost(worker, "results")

    @Slot(object, object)
    def _on_done(self, done: Done, value: object) -> None:
        if not self._closed:
            done(value)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        if not self._closed:
            self.failed.emit(failure)
