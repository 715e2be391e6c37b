"""What a station shows until its study is open: what it waits for, and why, to the researcher."""

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.question_card import QuestionCard

AGAIN, CLOSE = "Try again", "Close"
_AGAIN_MS = 5000
"""A server that is away may come back: so long a station waits from one try to the next."""


class StationGreeting(QWidget):
    """Says how far the opening is; after a failure it tries again by itself."""

    again_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, name: str, *, again_ms: int = _AGAIN_MS) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(f"SortRank: {name}")
        self.setObjectName("float")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name = name
        self.card = QuestionCard(
            [(AGAIN, "Call the server now"), (CLOSE, "End this station (Esc)")]
        )
        self.card.chosen.connect(self._on_chosen)
        self.again = QTimer(self, singleShot=True, interval=again_ms)
        self.again.timeout.connect(self._try_again)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.addWidget(self.card)
        self.resize(760, 480)
        self.say_opening("")

    def say_opening(self, text: str) -> None:
        """Say that the study is on its way, and how far."""
        self.card.say(f"Station {self._name}", text or "Calling the lab’s server …")
        self.card.buttons[AGAIN].setEnabled(False)
        self.setFocus()  # on no button: who is early and presses Enter would close the station

    def say_failure(self, sentence: str) -> None:
        """Say why there is no study yet."""
        self.card.say(f"Station {self._name}", f"{sentence}\nThe station tries again by itself.")
        self.card.buttons[AGAIN].setEnabled(True)
        self.card.take_focus()
        self.again.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Try no more; who closes the window gives the station up."""
        self.again.stop()
        super().closeEvent(event)
        if event.spontaneous():
            self.close_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the station up with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_wanted.emit()
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def _on_chosen(self, choice: str) -> None:
        if choice == AGAIN:
            self._try_again()
        else:
            self.close_wanted.emit()

    @Slot()
    def _try_again(self) -> None:
        self.again.stop()
        self.say_opening("")
        self.again_wanted.emit()
