"""How well the model describes the answers about each item."""

import numpy as np

from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.results.report.judging import ODD_INFIT, tell_items
from sortrank_gui.study.results.summary import Judging, Ranking
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, count, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts


class ItemFitView(View):
    """Infit and outfit of every item, in the order of the ranking."""

    name = "item-fit"
    facts = ViewFacts(10, "Item fit", "Items about which people disagree")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._judging: Judging | None = None
        self.card = TableCard(self.title, "Find an item…")
        self.card.failed.connect(self.failed)
        self.data = self.card.data
        self.data.show_items_in(1, self.sources.images)
        self.column.addWidget(self.card)

    def show_news(self, news: News) -> None:
        """Show the table, once it is known."""
        summary = news.summary
        if summary.judging is None and not summary.ranking.answers:
            self.card.say("There are no answers yet.")
            self.data.set_columns((), ())
            return
        self.card.say(tell_items(summary.judging, summary.names))
        if summary.judging is None or summary.judging is self._judging:
            return
        self._judging = summary.judging
        self.data.set_items(news.summary.items)
        columns = item_fit_columns(summary.judging, summary.ranking, summary.names)
        names = [summary.names[item] for item in summary.ranking.item.tolist()]
        self.data.set_columns(columns, summary.ranking.item.tolist(), names, stretch=1)


def item_fit_columns(judging: Judging, ranking: Ranking, names: tuple[str, ...]) -> list[Column]:
    """Return the fit of all items, best first."""
    order, found = ranking.item, judging.items
    titles = [names[item] for item in order.tolist()]
    infit, z = found.infit[order], found.z_infit[order]
    odd = (infit >= ODD_INFIT) & (z > 2)
    return [
        Column("Rank", np.arange(1, len(order) + 1), count, "1 is the best", width=64),
        Column("Item", titles, one_line, tips=titles, at_left=True, width=200),
        Column("Score", ranking.score, decimals, "In logits", width=80),
        Column("Answers", found.answers[order], count, "Answers about the item", width=84),
        Column("Infit", infit, decimals, "1 as the model expects; larger: people disagree"),
        Column("z", z, decimals, "How far the infit lies above 1, in standard errors", width=64),
        Column(
            "Outfit",
            found.outfit[order],
            decimals,
            "The same, ruled by the most surprising answers",
        ),
        Column(
            "",
            ["worth a look" if yes else "" for yes in odd.tolist()],
            tip=f"Infit of {ODD_INFIT} or more, by more than two standard errors",
            at_left=True,
            bold=True,
            width=112,
            names=("worth_a_look",),
        ),
    ]
