"""Numbers in large letters, each with its name and a sentence; as many as there are."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.study.results.report.quality import Fact
from sortrank_gui.ui.results.view import wrapped_label
from sortrank_gui.ui.widgets.theme import scaled_font

WAITING = Fact("More", "…", "The rest is being computed.")


class FactSheet(QScrollArea):
    """Shows facts one below the other; the same ones again change nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.shown: list[Fact] = []

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show other facts."""
        if list(facts) == self.shown:
            return
        self.shown = list(facts)
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 8, 8, 0)
        grid = QGridLayout()
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(24)
        grid.setColumnStretch(1, 1)
        for row, fact in enumerate(facts):
            _add_row(grid, row, fact)
        column.addLayout(grid)
        column.addStretch()
        self.setWidget(sheet)


def _add_row(grid: QGridLayout, row: int, fact: Fact) -> None:
    value, name = QLabel(fact.value), QLabel(fact.name)
    value.setFont(scaled_font(value.font(), 1.6, bold=True))
    name.setFont(scaled_font(name.font(), 1.0, bold=True))
    for label in (value, name):
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    name.setWordWrap(True)
    texts = QVBoxLayout()
    texts.setSpacing(4)
    texts.addWidget(name)
    texts.addWidget(wrapped_label(fact.meaning))
    top = Qt.AlignmentFlag.AlignTop
    grid.addWidget(value, row, 0, top | Qt.AlignmentFlag.AlignRight)
    grid.addLayout(texts, row, 1)
