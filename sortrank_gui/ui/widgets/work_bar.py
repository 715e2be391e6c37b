"""How far some work is, with the time that is left and a way out."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from sortrank_gui.simulation.runner import RunProgress
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress


class WorkBar(Card):
    """Hidden while there is no work; `doing` is what it says while there is some."""

    cancel_wanted = Signal()

    def __init__(self, doing: str, cancel_tip: str) -> None:
        super().__init__()
        self._doing = doing
        self.progress, self._label = ThinProgress(), soft_label()
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel")
        self.cancel.setToolTip(cancel_tip)
        self.cancel.clicked.connect(self.cancel_wanted)
        row = QHBoxLayout()
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.cancel)
        self.body.setContentsMargins(16, 12, 16, 12)
        self.body.addWidget(self.progress)
        self.body.addLayout(row)
        self.hide()

    def begin(self, text: str) -> None:
        """Show that the work begins."""
        self._label.setText(text)
        self.progress.set_share(0.0, text)
        self.show()

    @Slot(object)
    def show_progress(self, progress: RunProgress) -> None:
        """Show how far it is."""
        text = f"{self._doing} {progress.done:,} of {progress.total:,}"
        if progress.remaining_seconds is not None and progress.remaining_seconds >= 1:
            text += f", {progress.remaining_seconds:.0f} s left"
        self._label.setText(text)
        self.progress.set_share(progress.done / progress.total, text)
