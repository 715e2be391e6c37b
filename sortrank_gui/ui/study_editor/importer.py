"""The thread that reads new items, and what it tells the window."""

from threading import Event

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.ui.study_editor.import_worker import ImportOrder, ImportOutcome, ImportWorker
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.thread_host import ThreadHost


class Importer(QObject):
    """Runs one order at a time; a second one is refused while the first runs."""

    started = Signal()
    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    """After every order, whatever came of it."""

    _ordered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = Event()
        self.is_running = False
        worker = ImportWorker(self._stop)
        self._host: ThreadHost | None = ThreadHost(worker, "import")
        self._ordered.connect(worker.run)
        worker.progressed.connect(self.progressed)
        worker.ended.connect(self._on_ended)
        worker.failed.connect(self._on_failed)

    def start(self, order: ImportOrder) -> None:
        """Read new items, unless others are being read."""
        if self.is_running:
            return
        self.is_running = True
        self._stop.clear()
        self.started.emit()
        self._ordered.emit(order)

    @Slot()
    def cancel(self) -> None:
        """Stop reading; nothing was changed."""
        self._stop.set()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._host is not None:
            self._host.close()
            self._host = None

    @Slot(object)
    def _on_ended(self, outcome: ImportOutcome | None) -> None:
        self.is_running = False
        if outcome is not None:
            self.ended.emit(outcome)
        self.stopped.emit()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self.is_running = False
        self.failed.emit(failure)
        self.stopped.emit()
