"""A section of the form: a heading and fields below each other, some of them side by side."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.ui.study_editor.form_field import FormField
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_GAP = 16


class Section(QWidget):
    """Fields that belong together."""

    def __init__(self, title: str, hint: str = "") -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.fields: list[FormField] = []
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(_GAP)
        label = QLabel(title)
        label.setFont(scaled_font(label.font(), 1.1, bold=True))
        self.body.addWidget(label)
        if hint:
            sentence = soft_label(hint)
            sentence.setWordWrap(True)
            self.body.addWidget(sentence)

    def add(self, *fields: FormField) -> None:
        """Add fields side by side."""
        self.fields.extend(fields)
        if len(fields) == 1:
            self.body.addWidget(fields[0])
            return
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        for field in fields:
            row.addWidget(field, stretch=1, alignment=Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(row)


def make_line() -> QFrame:
    """Return the thin line between two sections."""
    line = QFrame()
    line.setObjectName("rule")
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    return line
