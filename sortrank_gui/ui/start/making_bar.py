"""How far the making of a study is, with the time that is left and a way out."""

from threading import Event

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.ui.start.study_maker import MakeOrder, StudyMaker
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.thread_host import ThreadHost
from sortrank_gui.ui.widgets.work_bar import WorkBar


class Making(QObject):
    """Makes one study at a time on a thread, which ends with it."""

    started = Signal(str)
    """The name of the file to be."""
    progressed = Signal(object)
    made = Signal(object)
    failed = Signal(object)
    over = Signal()
    _ordered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = Event()
        self._host: ThreadHost | None = None

    @Slot(object)
    def start(self, order: MakeOrder) -> None:
        """Make a study; the one before is given up."""
        self.close()
        self.started.emit(order.target.name)
        self._stop.clear()
        worker = StudyMaker(self._stop)
        self._ordered.connect(worker.make)
        worker.progressed.connect(self.progressed)
        worker.made.connect(self._on_made)
        worker.failed.connect(self._on_failed)
        self._host = ThreadHost(worker, "maker")
        self._ordered.emit(order)

    @Slot()
    def cancel(self) -> None:
        """Stop; nothing is left of the file."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and wait for the end of the thread."""
        self._stop.set()
        host, self._host = self._host, None
        if host is not None:
            self._ordered.disconnect()
            host.close()

    @Slot(object)
    def _on_made(self, path: object) -> None:
        self.close()
        self.over.emit()
        if path is not None:
            self.made.emit(path)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self.close()
        self.over.emit()
        self.failed.emit(failure)


class MakingBar(WorkBar):
    """Hidden while nothing is made."""

    def __init__(self) -> None:
        super().__init__("Taking in item", "Stop; nothing is left of the new study")

    def begin(self, name: str) -> None:
        """Show that a study of this name is being made."""
        super().begin(f"Making {name}…")
