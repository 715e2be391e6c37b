"""Which server: a line for its name or address, and a button that tries it."""

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.ui.lab.lab_services import LabServices
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import Field, make_line
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of

_TIP = (
    "A service of pg_service.conf, such as lab, or postgresql://host/database. No password: it "
    "comes from ~/.pgpass or the system’s key ring."
)


class ServerForm(Recoloured, QWidget):
    """Tries a server off the GUI thread, and says in a sentence what came of it."""

    changed = Signal()
    """Another server is typed."""
    found = Signal(bool)
    """It was tried: whether it can be used."""

    def __init__(self, services: LabServices, server: str) -> None:
        super().__init__()
        self._services = services
        self._good: bool | None = None
        self._jobs = Jobs("lab server", self, latest_wins=True)
        self.field: Field[QLineEdit] = Field(
            "The lab’s server", make_line("lab, or postgresql://lab-server/sortrank"), _TIP
        )
        self.field.editor.setText(server)
        self.field.editor.textChanged.connect(self._on_changed)
        self.field.editor.returnPressed.connect(self.try_it)
        self.test = QPushButton("Test connection")
        self.test.setAccessibleName("Test connection")
        self.test.setToolTip("Try whether the server can be reached (Enter)")
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self.try_it)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setAccessibleName("What came of the test")
        self._lay_out()
        self._on_changed()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, stretch=1)
        beside = QVBoxLayout()
        beside.setSpacing(4)
        beside.addWidget(soft_label(" "))
        beside.addWidget(self.test)
        row.addLayout(beside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.words)

    @property
    def server(self) -> str:
        """What is typed."""
        return self.field.editor.text().strip()

    @Slot()
    def try_it(self) -> None:
        """Try the server that is typed."""
        if self.server and self.test.isEnabled():
            self.test.setEnabled(False)
            self._say("Trying …", None)
            work = partial(self._services.test, self.server)
            self._jobs.submit(work, self._on_tried, self._on_failed)

    def close_workers(self) -> None:
        """Listen no more."""
        self._jobs.close()

    def recolour(self, _theme: Theme) -> None:
        """Write the sentence in the colour of what it says."""
        part = {None: "soft", True: "good", False: "bad"}[self._good]
        self.words.setStyleSheet(f"color: {getattr(theme_of(self), part)};")

    def _say(self, sentence: str, good: bool | None) -> None:
        self._good = good
        self.words.setText(sentence)
        self.recolour(theme_of(self))

    @Slot()
    def _on_changed(self) -> None:
        self._jobs.cancel()
        self.test.setEnabled(bool(self.server))
        hint = "" if self.server else "Type what the lab’s IT has told you."
        self._say(hint, None)
        self.changed.emit()

    def _on_tried(self, sentence: str) -> None:
        self.test.setEnabled(True)
        self._say(sentence, True)
        self.found.emit(True)

    def _on_failed(self, failure: Failure) -> None:
        self.test.setEnabled(True)
        self._say(failure.sentence, False)
        self.found.emit(False)
