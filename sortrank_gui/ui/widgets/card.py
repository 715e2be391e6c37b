"""A card: a white sheet with a thin line around it, with a title and controls at the top."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.theme import scaled_font


class Card(QFrame):
    """A sheet that holds one thing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.body = QVBoxLayout(self)


class TitledCard(Card):
    """A card with a title at the left of its top line; `controls` go to the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.body.setContentsMargins(20, 12, 20, 12)
        self.body.setSpacing(8)
        self._title = label = QLabel(title, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(scaled_font(label.font(), 1.1, bold=True))
        label.setMinimumWidth(1)  # where there is no room for both, controls come first
        self.controls = QHBoxLayout()
        top = QHBoxLayout()
        top.addWidget(label)
        top.addStretch()
        top.addLayout(self.controls)
        self.body.addLayout(top)

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)
        self.setAccessibleName(title)


def soft_label(text: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label in the soft colour, for what matters less."""
    label = QLabel(text, parent)
    label.setProperty("soft", True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
