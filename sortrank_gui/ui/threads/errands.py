"""Short jobs off the GUI thread: each on a thread that ends with it."""

from collections.abc import Callable
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.ui.threads.failures import reports_failure
from sortrank_gui.ui.threads.thread_host import ThreadHost

Job = Callable[[], Any]
_PATIENCE_SECONDS = 30.0


class _Runner(QObject):
    """Does one job."""

    wanted = Signal()
    done = Signal(object)
    failed = Signal(object)
    over = Signal()

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job
        self.is_over = Event()
        self.wanted.connect(self.run)

    @Slot()
    def run(self) -> None:
        """Do the job, and say that it is over, whatever happened."""
        self._try()
        self.is_over.set()
        self.over.emit()

    @reports_failure
    def _try(self) -> None:
        self.done.emit(self._job())


class Errands(QObject):
    """Runs one job at a time; `failed` says what went wrong in a sentence."""

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host: ThreadHost | None = None
        self._done: Callable[[Any], None] | None = None
        self._is_over = Event()

    @property
    def is_busy(self) -> bool:
        """Whether a job is under way."""
        return self._host is not None

    def run(self, job: Job, done: Callable[[Any], None] | None = None) -> None:
        """Do a job elsewhere and hand its value over here; first wait for the one before."""
        self.close()
        self._done = done
        runner = _Runner(job)
        runner.done.connect(self._on_done)
        runner.failed.connect(self.failed)
        runner.over.connect(self.close)
        self._is_over = runner.is_over
        self._host = ThreadHost(runner, "errand")
        runner.wanted.emit()

    @Slot(object)
    def _on_done(self, value: object) -> None:
        if self._done is not None:
            self._done(value)

    @Slot()
    def close(self) -> None:
        """End the thread once its job is over."""
        host, self._host = self._host, None
        if host is not None:
            self._is_over.wait(_PATIENCE_SECONDS)
            host.close()
