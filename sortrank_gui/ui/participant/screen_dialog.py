"""Chooses the participant's screen, and shows which screen is which."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QMouseEvent, QScreen
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.ui.participant.card_dialog import CardDialog
from sortrank_gui.ui.widgets.card import Card, soft_label

IDENTIFY_MS = 3000
_LEAVE = "To leave it later, hold Esc for two seconds or press Ctrl+Shift+Q."


class ScreenNumber(QWidget):
    """A big number that fills a screen for three seconds; a click or a key ends it."""

    def __init__(self, number: int, screen: QScreen) -> None:
        flags = Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowStaysOnTopHint)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setStyleSheet("background: #16181D;")
        label = QLabel(str(number))
        label.setStyleSheet("color: white;")
        font = QFont(label.font())
        font.setPixelSize(max(80, screen.geometry().height() // 3))
        label.setFont(font)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name = QLabel(describe_screen(screen))
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setStyleSheet("color: #98A1B0; font-size: 24px;")
        name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addStretch()
        column.addWidget(label)
        column.addWidget(name)
        column.addStretch()
        self.setAccessibleName(f"Screen {number}")
        self.setGeometry(screen.geometry())

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Go at a click."""
        self.hide()

    def keyPressEvent(self, _event: QKeyEvent) -> None:
        """Go at a key."""
        self.hide()


class ScreenDialog(QDialog):
    """Lists the screens; `screen_chosen` is the one that was picked."""

    def __init__(self, here: QScreen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Participant window")
        self._screens: Sequence[QScreen] = QGuiApplication.screens()
        self.numbers: list[ScreenNumber] = []
        self._timer = QTimer(self, singleShot=True, interval=IDENTIFY_MS)
        self._timer.timeout.connect(self._on_time_over)
        self.list = QListWidget()
        self.list.setAccessibleName("Screens")
        self.list.setToolTip("The screen that the participant sits at")
        for number, screen in enumerate(self._screens, start=1):
            where = ", this window" if screen is here else ""
            self.list.addItem(f"Screen {number}: {describe_screen(screen)}{where}")
        self.list.setObjectName("quiet")
        self.list.setSpacing(4)
        self.list.setCurrentRow(self._first_choice(here))
        self.list.itemActivated.connect(self.accept)
        self._lay_out()

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox()
        accept, reject = (
            QDialogButtonBox.ButtonRole.AcceptRole,
            QDialogButtonBox.ButtonRole.RejectRole,
        )
        self.open_button = buttons.addButton("Open", accept)
        self.open_button.setProperty("primary", True)
        self.open_button.setToolTip("Open the participant window there (Enter)")
        self.identify_button = buttons.addButton(
            "Identify screens", QDialogButtonBox.ButtonRole.ActionRole
        )
        self.identify_button.setToolTip("Show a big number on every screen for three seconds")
        self.measure_button = buttons.addButton("Measure…", QDialogButtonBox.ButtonRole.ActionRole)
        self.measure_button.setToolTip("Measure the marked screen with a bank card")
        self.measure_button.clicked.connect(self.measure)
        buttons.addButton("Cancel", reject).setToolTip("Open nothing (Esc)")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.identify_button.clicked.connect(self.identify)
        hint = soft_label(" ".join(filter(None, (self._describe_cover(), _LEAVE))))
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(QLabel("Which screen does the participant sit at?"))
        card = Card()
        card.body.setContentsMargins(8, 8, 8, 8)
        card.body.addWidget(self.list)
        column.addWidget(card)
        column.addWidget(hint)
        column.addWidget(buttons)
        self.resize(520, 320)

    def _describe_cover(self) -> str:
        """Warn who has one screen only."""
        return (
            "This is the only screen, so this window will be covered."
            if len(self._screens) == 1
            else ""
        )

    def _first_choice(self, here: QScreen) -> int:
        """Return the first screen that the researcher does not sit at."""
        others = [k for k, screen in enumerate(self._screens) if screen is not here]
        return others[0] if others else 0

    @property
    def screen_chosen(self) -> QScreen:
        """The screen that is marked."""
        return self._screens[max(0, self.list.currentRow())]

    @Slot()
    def identify(self) -> None:
        """Show a number on every screen."""
        self._on_time_over()
        self.numbers = [ScreenNumber(k, screen) for k, screen in enumerate(self._screens, start=1)]
        for number in self.numbers:
            number.show()
        self._timer.start()

    @Slot()
    def measure(self) -> None:
        """Find out how large the pixels of the marked screen are."""
        CardDialog(self.screen_chosen, self).open()

    def done(self, result: int) -> None:
        """Take the numbers away with the dialog."""
        self._timer.stop()
        self._on_time_over()
        super().done(result)

    @Slot()
    def _on_time_over(self) -> None:
        for number in self.numbers:
            number.close()
            number.deleteLater()
        self.numbers = []


def describe_screen(screen: QScreen) -> str:
    """Return a screen's name and size in its own pixels."""
    size = screen.size() * screen.devicePixelRatio()
    name = " ".join(filter(None, (screen.manufacturer(), screen.model()))) or screen.name()
    return f"{name}, {size.width()} × {size.height()}"
