"""A bar that says what went wrong, where it happened, without taking the window away."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from sortrank_gui.ui.failures import Failure


class NoticeBar(QFrame):
    """Shows the last failure with a button to copy its details; hidden while all is well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._details = ""
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.addWidget(self._label, stretch=1)
        row.addWidget(self._make_button("Copy details", "Copy what we need to find the cause"))
        row.addWidget(self._make_button("Dismiss", "Hide this message"))
        self.hide()

    def _make_button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._on_copy if text.startswith("Copy") else self.hide)
        return button

    @property
    def text(self) -> str:
        """The sentence that is shown."""
        return self._label.text()

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        """Show a failure until it is dismissed or the next one comes."""
        self._details = failure.details
        self._label.setText(failure.sentence)
        self.setAccessibleDescription(failure.sentence)
        self.show()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
