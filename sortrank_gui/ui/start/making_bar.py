"""How far the making of a study is, with the time that is left and a way out."""

from threading import Event

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from sortrank_gui.simulation.runner import Progress
from sortrank_gui.ui.failures import Failure
from sortrank_gui.ui.start.study_maker import MakeOrder, StudyMaker
from sortrank_gui.ui.theme import Theme
from sortrank_gui.ui.thread_host import ThreadHost
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress


class Making(QObject):
    """Makes one study at a time on a thread, which ends with it."""

    progressed = Signal(object)
    made = Signal(object)
    failed = Signal(object)
    over = Signal()
    _ordered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = Event()
        self._host: ThreadHost | None = None

    def start(self, order: MakeOrder) -> None:
        """Make a study; the one before is given up."""
        self.close()
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


class MakingBar(Card):
    """Hidden while nothing is made."""

    cancel_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.progress, self._label = ThinProgress(), soft_label()
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel")
        self.cancel.setToolTip("Stop; nothing is left of the new study")
        self.cancel.clicked.connect(self.cancel_wanted)
        row = QHBoxLayout()
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.cancel)
        self.body.setContentsMargins(16, 12, 16, 12)
        self.body.addWidget(self.progress)
        self.body.addLayout(row)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.progress.theme = theme
        self.progress.update()

    def begin(self, name: str) -> None:
        """Show that a study is being made."""
        self._label.setText(f"Making {name}…")
        self.progress.set_share(0.0, self._label.text())
        self.show()

    @Slot(object)
    def show_progress(self, progress: Progress) -> None:
        """Show how far it is."""
        text = f"Taking in item {progress.done:,} of {progress.total:,}"
        if progress.remaining_seconds is not None and progress.remaining_seconds >= 1:
            text += f", {progress.remaining_seconds:.0f} s left"
        self._label.setText(text)
        self.progress.set_share(progress.done / progress.total, text)
