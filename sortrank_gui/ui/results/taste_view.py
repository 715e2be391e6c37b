"""Classes of taste: a ranking for each, and who belongs to it."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking.diagnostics import TasteClasses
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.study.results.report.judging import name_classes, tell_tastes
from sortrank_gui.study.results.summary import Summary
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, count, one_line, percent
from sortrank_gui.ui.results.view import Sources, View, ViewFacts


class TasteView(View):
    """Items with their ranks in every class, and participants with theirs."""

    name = "taste"
    facts = ViewFacts(12, "Taste", "Groups of people who rank alike")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._found: TasteClasses | None = None
        self.card = TableCard("Rankings of the classes", "Find an item…")
        self.people = TableCard("Who belongs where", "Find a participant…")
        for card in (self.card, self.people):
            card.failed.connect(self.failed)
        self.data = self.card.data
        self.data.show_items_in(0, self.sources.images)
        self.people.hide()
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.card)
        splitter.addWidget(self.people)
        splitter.setSizes([720, 400])
        self.column.addWidget(splitter)

    def show_news(self, news: News) -> None:
        """Show the classes, once they are known."""
        summary = news.summary
        found = None if summary.judging is None else summary.judging.tastes
        self.card.say(tell_tastes(summary))
        if found is self._found and found is not None:
            return
        self._found = found
        if found is None or found.count < 2 or summary.judging is None:
            self.data.set_columns((), ())
            self.people.hide()
            return
        self.data.set_items(news.summary.items)
        items = summary.ranking.item.tolist()
        names = [summary.names[item] for item in items]
        self.data.set_columns(taste_columns(found, summary), items, names, stretch=0)
        codes = list(summary.judging.codes)
        self.people.data.set_columns(member_columns(found, codes), codes, codes, stretch=0)
        self.people.show()


def taste_columns(found: TasteClasses, summary: Summary) -> list[Column]:
    """Return the items in the order of all, with rank and score of every class."""
    order = summary.ranking.item
    titles = [summary.names[item] for item in order.tolist()]
    columns = [
        Column("Item", titles, one_line, tips=titles, at_left=True, width=160),
        Column("All", np.arange(1, len(order) + 1), count, "Rank by everybody", names=("rank",)),
    ]
    for title, estimate in zip(name_classes(found), found.estimates, strict=True):
        file_name = title.lower().replace(" ", "_")
        columns += [
            Column(
                title,
                ranks(estimate.scores)[order] + 1,
                count,
                f"Rank in {title}",
                width=84,
                names=(f"{file_name}_rank",),
            ),
            Column(
                "Score",
                estimate.scores[order],
                decimals,
                f"Score in {title}",
                names=(f"{file_name}_score",),
            ),
        ]
    return columns


def member_columns(found: TasteClasses, codes: list[str]) -> list[Column]:
    """Return the class of every participant, and how sure that is."""
    titles, own = name_classes(found), found.of_person
    return [
        Column("Participant", codes, one_line, tips=codes, at_left=True, width=104),
        Column("Class", [titles[k] for k in own.tolist()], at_left=True, width=84),
        Column(
            "Chance",
            found.member[np.arange(len(own)), own],
            percent,
            "How probable it is, by all of the answers",
            names=("chance",),
        ),
    ]
