"""What the window shows for the moment until a study is open."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.card import soft_label


class WaitingPage(QWidget):
    """One quiet word."""

    def __init__(self, text: str) -> None:
        super().__init__()
        label = soft_label(text)
        label.setAccessibleName(text)
        column = QVBoxLayout(self)
        column.addWidget(label, alignment=Qt.AlignmentFlag.AlignCenter)
