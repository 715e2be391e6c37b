"""A list of sentences in a window of its own, which can be copied."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.card import soft_label


class ListDialog(QDialog):
    """Shows one sentence a line."""

    def __init__(self, title: str, lines: Sequence[str], parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lines = lines
        self.list = QListWidget()
        self.list.setObjectName("quiet")
        self.list.setWordWrap(True)
        self.list.setAccessibleName(title)
        self.list.addItems(list(lines))
        buttons = QHBoxLayout()
        buttons.addWidget(soft_label(f"{len(lines):,} in this list"), stretch=1)
        self.copy = self._add_button(buttons, "Copy list", "Copy all lines to the clipboard")
        self.copy.clicked.connect(self._on_copy)
        self._add_button(buttons, "Close", "Close (Esc)").clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.list)
        column.addLayout(buttons)
        self.resize(640, 420)

    def _add_button(self, row: QHBoxLayout, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        row.addWidget(button)
        return button

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self._lines))
