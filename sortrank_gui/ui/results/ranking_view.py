"""The ranking: a table whose rows draw score and interval, of all participants or of one."""

import numpy as np
from PySide6.QtCore import Slot

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.results.figures import describe_ranking
from sortrank_gui.study.results.summary import Ranking
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.ranking_columns import (
    ITEM,
    NOTE,
    PLOT,
    find_notes,
    ranking_columns,
    score_axis,
)
from sortrank_gui.ui.results.table_card import TableCard
from sortrank_gui.ui.results.view import Sources, View, ViewFacts
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

_ALL = ""
_HEADER = (
    *("rank", "item", "score", "standard_error", "low", "high"),
    *("wins", "losses", "ties", "shown", "group", "note"),
)


class RankingView(View):
    """Rank, score, interval, counts and groups of every item."""

    name = "ranking"
    facts = ViewFacts(0, "Ranking", "All items with score, interval and counts", draws=True)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._news: News | None = None
        self._ranking: Ranking | None = None
        self._shown: tuple[object, ...] = ()
        self.whose = ChoiceMenu("Whose ranking", self)
        self.whose.set_choices([(_ALL, "All together")], _ALL)
        self.whose.chosen.connect(self._on_chosen)
        tip = "Show the ranking of all participants together, or that of one"
        self._whose_button = ChoiceButton(self.whose, name=self.whose.title(), tip=tip, quiet=True)
        self._whose_button.hide()
        self.card = TableCard(self.title, "Find an item…", lead=self._whose_button)
        self.card.failed.connect(self.failed)
        self.menu = self.card.offer_files(self, pictures=True)
        self.data, self.search = self.card.data, self.card.search
        self.data.show_items_in(ITEM, self.sources.images)
        self.column.addWidget(self.card)

    @property
    def ranking(self) -> Ranking | None:
        """What is shown."""
        return self._ranking

    def show_news(self, news: News) -> None:
        """Show what is known so far; parts that are not about the ranking change nothing."""
        self._news = news
        self._offer_participants()
        self._show()

    def _offer_participants(self) -> None:
        rankings = self._news.summary.by_participant
        current = self.whose.current if self.whose.current in rankings else _ALL
        codes = [(code, code.replace("&", "&&")) for code in rankings]
        self.whose.set_choices([(_ALL, "All together"), *codes], current)
        self._whose_button.setVisible(bool(rankings))

    def _show(self) -> None:
        summary, whose = self._news.summary, self.whose.current
        ranking = summary.by_participant[whose] if whose else summary.ranking
        groups = None if whose else summary.groups
        if self._shown == (ranking, groups):
            return
        self._shown, self._ranking = (ranking, groups), ranking
        self.data.set_items(self.sources.study.content.items if self.sources.study.content else ())
        columns = ranking_columns(ranking, summary.names, groups)
        self.data.set_axis(PLOT, score_axis(ranking))
        names = [summary.names[item] for item in ranking.item.tolist()]
        self.data.set_columns(columns, ranking.item.tolist(), names, stretch=PLOT)
        self.data.hide_column(NOTE, not any(find_notes(ranking)))
        self.card.say(_describe(ranking))

    def figure(self) -> Figure | None:
        """Return the best items as a figure."""
        if self._news is None or self._ranking is None:
            return None
        summary = self._news.summary
        groups = None if self.whose.current else summary.groups
        return Figure((describe_ranking(summary.names, self._ranking, groups),))

    def table(self) -> tuple[tuple[str, ...], list[list]]:
        """Return the rows in sight, as they are sorted."""
        rows = self.data.data_model.rows()
        return _HEADER, [[*row[:4], *row[4], *row[5:]] for row in rows]

    @Slot(str)
    def _on_chosen(self, _code: str) -> None:
        self._show()


def _describe(ranking: Ranking) -> str:
    """Say what the scores are, and which of them only the prior limits."""
    text = f"{len(ranking.item):,} items, {ranking.answers:,} answers."
    unlimited = int(np.count_nonzero(ranking.never_lost | ranking.never_won))
    if unlimited == 1:
        text += " 1 item was always or never chosen: more answers would tell how far it stands out."
    elif unlimited:
        text += (
            f" {unlimited:,} items were always or never chosen: more answers would tell how far "
            "they stand out."
        )
    missing = int(np.count_nonzero(ranking.never_compared))
    if missing:
        text += f" {missing:,} without answers."
    return text
