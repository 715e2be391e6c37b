"""Work off the GUI thread, with how far it is, the time that is left and a way out."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from sortrank_gui.progress import RunProgress
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress

T = TypeVar("T")


class WorkBar(Card):
    """Does one piece of work after the other, and is hidden while there is none."""

    def __init__(self, thread: str, cancel_tip: str, *, framed: bool = True) -> None:
        super().__init__()
        self.jobs = Jobs(thread, self)
        self.progress, self._label = ThinProgress(), soft_label()
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel")
        self.cancel.setToolTip(cancel_tip)
        self.cancel.clicked.connect(self.jobs.cancel)
        self.jobs.rested.connect(self.hide)
        row = QHBoxLayout()
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.cancel)
        self.body.setContentsMargins(16, 12, 16, 12)
        if not framed:
            self.setObjectName("")
            self.body.setContentsMargins(0, 0, 0, 0)
        self.body.addWidget(self.progress)
        self.body.addLayout(row)
        self.hide()

    @property
    def text(self) -> str:
        """What is done, and how far it is."""
        return self._label.text()

    def do(self, text: str, work: Callable[[Job], T], done: Callable[[T], object]) -> None:
        """Do work elsewhere and hand its value over here; its `count` is shown after the text."""
        if not self.jobs.is_busy:
            self._show_share(f"{text}…", 0.0)
        self.jobs.submit_long(work, done, progress=partial(self._on_progress, text))
        self.show()

    def _on_progress(self, text: str, progress: RunProgress) -> None:
        share = progress.done / progress.total
        text = f"{text}: {100 * share:.0f} %"
        if progress.remaining_seconds is not None and progress.remaining_seconds >= 1:
            text += f", {progress.remaining_seconds:.0f} s left"
        self._show_share(text, share)

    def _show_share(self, text: str, share: float) -> None:
        self._label.setText(text)
        self.progress.set_share(share, text)
