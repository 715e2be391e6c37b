"""Start, cancel, and how far a simulation is."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sortrank_gui.simulation.orders import OrderNews
from sortrank_gui.ui.widgets.actions import ActionButton, make_action
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress


class RunBar(QWidget):
    """A button that starts, one that cancels, a thin bar, and a line of words."""

    start_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, text: str, tip: str, *, shortcut: str = "F5") -> None:
        super().__init__()
        self.start = self._make_action(text, shortcut, tip)
        self.cancel = self._make_action(
            "Cancel", f"Shift+{shortcut}", "Stop, and keep what there is"
        )
        self.start.triggered.connect(self.start_wanted)
        self.cancel.triggered.connect(self._on_cancel)
        self.cancel.setEnabled(False)
        self._progress = ThinProgress()
        self._words = soft_label()
        self._words.setWordWrap(True)
        self._words.setAccessibleName("Progress in words")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(ActionButton(self.start, primary=True), stretch=2)
        buttons.addWidget(ActionButton(self.cancel), stretch=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(buttons)
        column.addWidget(self._progress)
        column.addWidget(self._words)

    @property
    def words(self) -> str:
        """What is said about the progress."""
        return self._words.text()

    def set_running(self, running: bool) -> None:
        """Offer to cancel or to start."""
        self.start.setEnabled(not running)
        self.cancel.setEnabled(running)
        if running:
            self.say("Starting…", 0.0)

    def wait_for(self, other: str) -> None:
        """Say that somebody else uses the processes."""
        self.cancel.setEnabled(False)
        self.say(f"{other} is at work; this waits for its end.", 0.0)

    def say(self, words: str, share: float | None = None) -> None:
        """Say something; show a share if there is one."""
        self._words.setText(words)
        if share is not None:
            self._progress.set_share(share, words)

    def show_news(self, news: OrderNews) -> None:
        """Say how far an order is."""
        progress = news.progress
        words = f"{progress.done:,} of {progress.total:,}"
        words += f" · {describe_workers(news.workers)}"
        seconds = progress.remaining_seconds
        if seconds is not None:
            words += f" · {describe_seconds(seconds)} left"
        self.say(words, progress.done / max(progress.total, 1))

    def _make_action(self, text: str, shortcut: str, tip: str) -> QAction:
        action = make_action(self, text, shortcut, tip)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self.addAction(action)
        return action

    @Slot()
    def _on_cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.say("Stopping…")
        self.cancel_wanted.emit()


def describe_workers(count: int) -> str:
    """Say how many work."""
    return "1 worker" if count == 1 else f"{count} workers"


def describe_seconds(seconds: float) -> str:
    """Say a time as people do."""
    if seconds < 1:
        return "under a second"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
