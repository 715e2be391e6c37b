"""What the stage shows when all answers are given, and what can be done next."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

MORE = 100


class FinishedView(QWidget):
    """Thanks, and two ways on."""

    more_wanted = Signal()
    restart_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel("All answers are in. Thank you!")
        title.setFont(scaled_font(title.font(), 1.9, bold=True))
        hint = soft_label("The ranking is complete; more answers make it sharper.")
        self.more_button = self._make_button(f"Answer {MORE} more", "Go on with this ranking")
        self.more_button.setProperty("primary", True)
        self.more_button.clicked.connect(self.more_wanted)
        restart = self._make_button("Start again", "Begin a new session with other pairs")
        restart.clicked.connect(self.restart_wanted)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch()
        buttons.addWidget(self.more_button)
        buttons.addWidget(restart)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch()
        column.addWidget(title, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(hint, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        column.addLayout(buttons)
        column.addStretch()

    def _make_button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
