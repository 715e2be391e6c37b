"""What must be known before any result: that answers were imported, and what no answer joins."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from sortrank_gui.study.results.summary import Summary
from sortrank_gui.ui.widgets.card import Card


class Remarks(Card):
    """A sheet above all views; hidden where there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.body.setContentsMargins(20, 10, 20, 10)
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self._label)
        self.hide()

    @property
    def text(self) -> str:
        """What is said."""
        return self._label.text()

    def follow(self, summary: Summary) -> None:
        """Say what belongs to these results."""
        lines = list(summary.remarks)
        if summary.origin is not None:
            lines.insert(
                0,
                f"Imported from {summary.origin.source}: SortRank did not ask for these answers "
                "and does not know how their pairs were picked.",
            )
        text = "\n".join(lines)
        if text != self._label.text():
            self._label.setText(text)
            self.setAccessibleName(text)
        self.setVisible(bool(text))
