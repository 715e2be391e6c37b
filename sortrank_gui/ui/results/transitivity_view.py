"""Whether answers agree with each other: of all together, and of every participant."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.study.results.report.judging import list_transitivity
from sortrank_gui.study.results.report.quality import Fact
from sortrank_gui.study.results.summary import Participant
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.fact_sheet import WAITING, FactSheet
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts
from sortrank_gui.ui.widgets.card import TitledCard

_NAN = float("nan")
_PEOPLE = (
    "Each answer is predicted from the same person’s earlier ones. Above 2, the answers agree with "
    "each other more than those of a coin; below −2, less than those of a judge with a ranking of "
    "the usual spread."
)


class TransitivityView(View):
    """Figures at the left, participants at the right."""

    name = "transitivity"
    facts = ViewFacts(9, "Transitivity", "Circles, and whether answers follow from each other")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._people: tuple[Participant, ...] | None = None
        self._sheet = FactSheet()
        card = TitledCard(self.title)
        card.body.addWidget(self._sheet)
        self.card = TableCard("Participants on their own", "Find a participant…")
        self.card.failed.connect(self.failed)
        self.data = self.card.data
        self.card.say(_PEOPLE)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(card)
        splitter.addWidget(self.card)
        splitter.setSizes([500, 620])
        self.column.addWidget(splitter)

    @property
    def shown(self) -> list[Fact]:
        """What stands on the sheet."""
        return self._sheet.shown

    def show_news(self, news: News) -> None:
        """Show what is known so far."""
        summary = news.summary
        waiting = [] if summary.is_complete else [WAITING]
        self._sheet.show_facts([*list_transitivity(summary), *waiting])
        if summary.participants is not self._people:
            self._people = summary.participants
            codes = [person.code for person in self._people]
            self.data.set_columns(consistency_columns(self._people), codes, codes, stretch=0)


def consistency_columns(people: Sequence[Participant]) -> list[Column]:
    """Return how every participant's answers follow from the earlier ones."""
    own = [person.consistency for person in people]
    codes = [person.code for person in people]
    circles = [(0, 0) if c is None else (c.circular, c.triads) for c in own]
    kept = [(0, 0) if c is None else (c.kept, c.closings) for c in own]
    return [
        Column("Participant", codes, one_line, tips=codes, at_left=True, width=84),
        Column(
            "Than a coin",
            np.array([_NAN if c is None else c.z_coin for c in own]),
            decimals,
            "How much more the answers agree with each other than a coin’s, in standard errors",
            width=92,
            names=("z_coin",),
        ),
        Column(
            "Than usual",
            np.array([_NAN if c is None else c.z_typical for c in own]),
            decimals,
            "The same, beside a judge with a ranking of the usual spread",
            width=84,
            names=("z_typical",),
        ),
        Column(
            "Chains kept",
            kept,
            _share,
            "Answers that keep to what two earlier ones imply; coins keep half",
            keys=_ratios(kept),
            width=92,
            names=("chains_kept", "chains"),
        ),
        Column(
            "Circular",
            circles,
            _share,
            "Circular triads, of those whose pairs were all judged",
            keys=_ratios(circles),
            width=84,
            names=("circular_triads", "triads"),
        ),
    ]


def _share(pair: tuple[int, int]) -> str:
    part, whole = pair
    return f"{part:,} of {whole:,}" if whole else NOTHING


def _ratios(pairs: Sequence[tuple[int, int]]) -> np.ndarray:
    return np.array([part / whole if whole else _NAN for part, whole in pairs], dtype=float)
