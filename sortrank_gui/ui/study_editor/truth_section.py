"""The ground truth: what is known, a table to load it from, and a way to forget it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.study_editor.section import Section
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem


class TruthSection(Section):
    """Optional: the right ranking, to measure the distance to it."""

    load_wanted = Signal()
    clear_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Ground truth")
        self._status = soft_label()
        self._status.setWordWrap(True)
        self._problem = make_problem_label()
        self.load = _make_button("Load a table…", "A CSV file with the columns item and score")
        self.clear = _make_button("Clear", "Forget the ground truth")
        self.load.clicked.connect(self.load_wanted)
        self.clear.clicked.connect(self.clear_wanted)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.load)
        row.addWidget(self.clear)
        row.addStretch()
        for widget in (self._status, self._problem):
            self.body.addWidget(widget)
        self.body.addLayout(row)

    @property
    def status(self) -> str:
        """What is known about the truth."""
        return self._status.text()

    @property
    def problem(self) -> str:
        """What is wrong with the truth or with the table that was to be read."""
        return self._problem.text()

    def show_content(self, content: Content, problem: str) -> None:
        """Say what is known."""
        show_problem(self._problem, problem)
        self.clear.setEnabled(content.truth is not None)
        self.load.setEnabled(len(content.items) > 1)
        if content.truth is None or len(content.truth) != len(content.items):
            self._status.setText(
                "Not known, and not needed. With it, SortRank shows the distance to the right "
                "ranking: load a table with the columns item and score (or rank)."
            )
            return
        order = sorted(zip(content.truth, content.items, strict=True), key=_score)
        self._status.setText(
            f"Known for all {len(order):,} items, from “{order[-1][1].name}”, the best, "
            f"to “{order[0][1].name}”."
        )

    def show_problem(self, sentence: str) -> None:
        """Say why a table could not be read."""
        show_problem(self._problem, sentence)


def _score(entry: tuple[float, object]) -> float:
    return entry[0]


def _make_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.setToolTip(tip)
    return button
