"""How far the ranking can be trusted: reliability, fit of the model, position bias."""

from sortrank_gui.study.results.report.quality import Fact, list_facts
from sortrank_gui.ui.results.fact_sheet import WAITING, FactSheet
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.view import Sources, View, ViewFacts
from sortrank_gui.ui.widgets.card import TitledCard


class ReliabilityView(View):
    """Numbers in large letters, each with a sentence."""

    name = "reliability"
    facts = ViewFacts(8, "Reliability", "How far the ranking can be trusted")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._sheet = FactSheet()
        card = TitledCard(self.title)
        card.body.addWidget(self._sheet)
        self.column.addWidget(card)

    @property
    def shown(self) -> list[Fact]:
        """What stands on the sheet."""
        return self._sheet.shown

    def show_news(self, news: News) -> None:
        """Show what is known so far."""
        waiting = [] if news.summary.is_complete else [WAITING]
        self._sheet.show_facts([*list_facts(news.summary), *waiting])
