"""How far the reading of new items is, with the time that is left and a way out."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.simulation.runner import Progress
from sortrank_gui.ui.theme import Theme
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress


class ImportBar(QWidget):
    """Hidden while nothing is read."""

    cancel_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.progress, self._label = ThinProgress(), soft_label()
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel")
        self.cancel.setToolTip("Stop reading; the study stays as it was")
        self.cancel.clicked.connect(self.cancel_wanted)
        row = QHBoxLayout()
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.progress)
        column.addLayout(row)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.progress.theme = theme
        self.progress.update()

    @Slot()
    def begin(self) -> None:
        """Show that the reading begins."""
        self._label.setText("Reading…")
        self.progress.set_share(0.0, "Reading")
        self.show()

    @Slot(object)
    def show_progress(self, progress: Progress) -> None:
        """Show how far it is."""
        text = f"Reading {progress.done:,} of {progress.total:,}"
        if progress.remaining_seconds is not None and progress.remaining_seconds >= 1:
            text += f", {progress.remaining_seconds:.0f} s left"
        self._label.setText(text)
        self.progress.set_share(progress.done / progress.total, text)
