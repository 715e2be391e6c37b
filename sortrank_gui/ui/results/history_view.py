"""How the ranking settled as answers came in."""

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.results.figures import describe_history
from sortrank_gui.study.results.summary import History
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.panel_card import PanelCard
from sortrank_gui.ui.results.view import Sources, View, ViewFacts

_EXPLANATION = (
    "Displacement is the sum of all rank errors. The expected one follows from the uncertainty of "
    "the scores and needs no ground truth; a curve that is still falling says that more answers "
    "would help."
)


class HistoryView(View):
    """Displacement against the number of answers."""

    name = "history"
    facts = ViewFacts(3, "History", "How the ranking settled as answers came in", draws=True)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._history: History | None = None
        self.card = PanelCard("Displacement after so many answers", _EXPLANATION)
        self.card.failed.connect(self.failed)
        self.column.addWidget(self.card)

    def show_news(self, news: News) -> None:
        """Show the curves, once they are known; those before stay until then."""
        history = news.summary.history
        if history is None:
            if self._history is None:
                self.card.words.setText("The history is on its way…")
            return
        if history is not self._history:
            self._history = history
            self.card.words.setText(_EXPLANATION)
            self.card.show_panel(describe_history(history))

    def figure(self) -> Figure | None:
        """Return the curves as a figure for a paper."""
        return self.card.figure()
