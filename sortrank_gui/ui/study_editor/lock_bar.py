"""Says why a study can't be changed, with the way out: a duplicate that can."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from sortrank_gui.ui.open_study.open_study import OpenStudy

FROZEN = "The design is frozen since answers exist. Duplicate the study to change it."
DEMO = "This is the demo. Duplicate it to change it and make it your own."
RUNNING = "A session is under way. End it to change the design."
READ_ONLY = "The study is open for reading only. Duplicate it to change it."


class LockBar(QFrame):
    """Hidden while the study can be changed."""

    duplicate_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self.button = QPushButton("Duplicate…")
        self.button.setAccessibleName("Duplicate the study")
        self.button.setToolTip("Make a study with the same items and design, without answers")
        self.button.clicked.connect(self.duplicate_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 8, 8, 8)
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """Why the study can't be changed."""
        return self._label.text()

    def say(self, reason: str) -> None:
        """Give a reason, or hide where there is none."""
        self._label.setText(reason)
        self.setAccessibleName(reason)
        self.setVisible(bool(reason))


def find_reason(study: OpenStudy) -> str:
    """Return why a study can't be changed; empty if it can."""
    if study.is_demo:
        return DEMO
    if study.read_only:
        return READ_ONLY
    if study.is_frozen:
        return FROZEN
    return RUNNING if study.session_runs else ""
