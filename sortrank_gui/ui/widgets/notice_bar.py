"""A bar that says what went wrong, where it happened, without taking the window away."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.list_dialog import ListDialog


class NoticeBar(QFrame):
    """Shows the last failure with a button to copy its details, or a message; else hidden.

    An act may be offered with it: a button with a name, that calls a bound slot.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._details = ""
        self._act: Callable[[], None] | None = None
        self._lines: Sequence[str] = ()
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.addWidget(self._label, stretch=1)
        self.act_button = self._make_button("", "")
        self._copy = self._make_button("Copy details", "Copy what we need to find the cause")
        self._dismiss = self._make_button("Dismiss", "Hide this message")
        self.act_button.clicked.connect(self._on_act)
        self._copy.clicked.connect(self._on_copy)
        self._dismiss.clicked.connect(self.hide)
        for button in (self.act_button, self._copy, self._dismiss):
            row.addWidget(button)
        self.hide()

    def _make_button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @property
    def text(self) -> str:
        """The sentence that is shown."""
        return self._label.text()

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        """Show a failure until it is dismissed or the next one comes."""
        self._show(failure.sentence, failure.details, is_good=False)

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Show that something went well."""
        self._show(sentence, "", is_good=True)

    def show_list(self, sentence: str, lines: Sequence[str]) -> None:
        """Show a sentence with a list behind it, such as what was left out and why."""
        self._show(sentence, "\n".join(lines), is_good=False)
        self._lines = lines
        self._copy.setText("Copy list")
        self.offer("Show list", "Show each of them with its reason", self._on_list_wanted)

    def offer(self, name: str, tip: str, act: Callable[[], None]) -> None:
        """Offer what can be done about the message that is shown."""
        self._act = act
        self.act_button.setText(name)
        self.act_button.setAccessibleName(name)
        self.act_button.setToolTip(tip)
        self.act_button.show()

    def _show(self, sentence: str, details: str, *, is_good: bool) -> None:
        self._details, self._act = details, None
        self._label.setText(sentence)
        self._copy.setText("Copy details")
        self._copy.setVisible(bool(details))
        self.act_button.hide()
        self.setAccessibleDescription(sentence)
        self.setProperty("good", is_good)
        self.style().polish(self)
        self.show()

    @Slot()
    def _on_act(self) -> None:
        act = self._act
        self.hide()
        if act is not None:
            act()

    @Slot()
    def _on_list_wanted(self) -> None:
        self.show()
        ListDialog("Left out", self._lines, self.window()).show()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
