"""How far the summary is, in words and as a thin bar, with a button to cancel."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress

_BAR_WIDTH = 96


class ProgressLine(QWidget):
    """Says what the results are made of; the bar and the button are there while work is done."""

    cancel_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._words = soft_label()
        self._words.setAccessibleName("What the results are made of")
        self._bar = ThinProgress()
        self._bar.setFixedWidth(_BAR_WIDTH)
        self.cancel = QPushButton("Cancel")
        self.cancel.setToolTip("Stop computing, and keep what there is")
        self.cancel.setAccessibleName("Cancel")
        self.cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.clicked.connect(self.cancel_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self._words, self._bar, self.cancel):
            row.addWidget(part)
        self.rest("")

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def follow(self, news: News) -> None:
        """Show how far the work is."""
        left = news.seconds_left
        words = f"{100 * news.share:.0f} %"
        if left is not None and news.seconds + left > 2:
            words += f", {left:.0f} s left" if left < 90 else f", {left / 60:.0f} min left"
        self._words.setText(words)
        self._bar.set_share(news.share, words)
        self._set_working(True)

    def rest(self, words: str) -> None:
        """Show what the results are made of."""
        self._words.setText(words)
        self._set_working(False)

    def _set_working(self, working: bool) -> None:
        self._bar.setVisible(working)
        self.cancel.setVisible(working)
