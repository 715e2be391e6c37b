"""The start page: a new study, one that exists, or the demo."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.ui.theme import scaled_font
from sortrank_gui.ui.widgets.card import soft_label


class StartPage(QWidget):
    """Offers the ways into a study."""

    open_wanted = Signal()
    demo_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        title = QLabel("SortRank")
        title.setFont(scaled_font(title.font(), 2.4, bold=True))
        hint = soft_label("Pairwise surveys that sort: a good ranking from few answers.")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for text, tip, signal in (
            ("Try the demo", "Which picture has more dots? A robot can answer", self.demo_wanted),
            ("Open…", "Open a study file", self.open_wanted),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.setAccessibleName(text)
            button.setProperty("primary", text.startswith("Try"))
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        for label in (title, hint):
            column.addWidget(label, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(row)
        column.addStretch(3)
