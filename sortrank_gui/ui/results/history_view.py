"""How the ranking settled as answers came in."""

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.study.results.summary import History
from sortrank_gui.ui.plots.figure_files import Drawing
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.panel_card import PanelCard
from sortrank_gui.ui.results.view import Table, View

_EXPLANATION = (
    "Displacement is the sum of all rank errors. The expected one follows from the uncertainty of "
    "the scores and needs no ground truth; a curve that is still falling says that more answers "
    "would help."
)


class HistoryView(View):
    """Displacement against the number of answers."""

    title = "History"
    tip = "How the ranking settled as answers came in"

    def __init__(self) -> None:
        super().__init__()
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
            self.card.show_panel(history_panel(history))

    def drawing(self) -> Drawing | None:
        """Return the curves as a figure for a paper."""
        return self.card.drawing()

    def table(self) -> Table:
        """Return a row for every point."""
        return self.card.table()


def history_panel(history: History) -> Panel | None:
    """Return the curves of a history; None without answers."""
    if not len(history.answers):
        return None
    answers = tuple(history.answers.astype(float).tolist())
    curves = [Curve("expected", answers, tuple(history.expected.tolist()))]
    if history.to_truth is not None:
        curves.insert(0, Curve("to the ground truth", answers, tuple(history.to_truth.tolist())))
    ends = (answers[0], answers[-1])
    curves.append(Curve("random order", ends, (history.random, history.random), reference=True))
    return Panel("", "answers", "displacement", tuple(curves))
