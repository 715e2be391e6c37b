"""How far the ranking can be trusted: reliability, fit of the model, position bias."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.study.results.report.quality import Fact, list_facts
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard
from sortrank_gui.ui.widgets.theme import scaled_font

_WAITING = Fact("More", "…", "The rest is being computed.")


class ReliabilityView(View):
    """Numbers in large letters, each with a sentence."""

    name = "reliability"
    facts = ViewFacts(8, "Reliability", "How far the ranking can be trusted")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        card = TitledCard(self.title)
        card.body.addWidget(self._scroll)
        self.column.addWidget(card)
        self.shown: list[Fact] = []

    def show_news(self, news: News) -> None:
        """Show what is known so far."""
        facts = [*list_facts(news.summary)]
        facts += [] if news.summary.is_complete else [_WAITING]
        if facts == self.shown:
            return
        self.shown = facts
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 8, 8, 0)
        grid = QGridLayout()
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(24)
        grid.setColumnStretch(1, 1)
        for row, fact in enumerate(facts):
            self._add_row(grid, row, fact)
        column.addLayout(grid)
        column.addStretch()
        self._scroll.setWidget(sheet)

    def _add_row(self, grid: QGridLayout, row: int, fact: Fact) -> None:
        value, name = QLabel(fact.value), QLabel(fact.name)
        value.setFont(scaled_font(value.font(), 1.6, bold=True))
        name.setFont(scaled_font(name.font(), 1.0, bold=True))
        for label in (value, name):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(name)
        texts.addWidget(wrapped_label(fact.meaning))
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(value, row, 0, top | Qt.AlignmentFlag.AlignRight)
        grid.addLayout(texts, row, 1)
