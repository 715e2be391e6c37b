"""Two participants, or two groups of them, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.errors import SortrankError
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.summary import Selection, SideBySide, compare
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.score_scatter import ScoreScatter
from sortrank_gui.ui.results.sheets import PeopleSheet, PopupButton
from sortrank_gui.ui.results.table_model import Column, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard, soft_label

_PAUSE_MS = 300


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What was asked, and what came of it: two sides, or a sentence why not."""

    study: Everything
    first: frozenset[str]
    second: frozenset[str]
    found: SideBySide | None
    sentence: str
    names: tuple[str, ...]


class CompareView(View):
    """Choose two sides; the fits of both come a moment later."""

    name = "compare"
    facts = ViewFacts(7, "Compare", "Two participants or groups side by side")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._asked: tuple[object, ...] = ()
        self.comparison: Comparison | None = None
        self.first, self.second = PeopleSheet("First side"), PeopleSheet("Second side")
        self._buttons = [
            PopupButton(name, f"Choose who is on the {name.lower()}", sheet)
            for name, sheet in (("First side", self.first), ("Second side", self.second))
        ]
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        for sheet in (self.first, self.second):
            sheet.changed.connect(self._on_changed)
        self.scatter: ScoreScatter | None = None
        self.items_card = TableCard("Items", "Find an item…")
        self.items_card.failed.connect(self.failed)
        self.data = self.items_card.data
        self.data.show_items_in(0, self.sources.images)
        self._words = wrapped_label()
        self._lay_out()

    def _lay_out(self) -> None:
        card = self._card = TitledCard(self.title)
        card.controls.setSpacing(8)
        for part in (self._buttons[0], soft_label("with"), self._buttons[1]):
            card.controls.addWidget(part)
        card.body.addWidget(self._words)
        card.body.setAlignment(Qt.AlignmentFlag.AlignTop)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(card)
        splitter.addWidget(self.items_card)
        splitter.setSizes([560, 560])
        self.column.addWidget(splitter)

    @property
    def words(self) -> str:
        """What is said about the two sides."""
        return self._words.text()

    def show_news(self, news: News) -> None:
        """Offer all participants; at first, one is compared with all others."""
        codes = [person.code for person in news.summary.participants]
        fresh = not self.first.codes
        for sheet in (self.first, self.second):
            sheet.set_people(codes, ticked=False)
        if fresh and codes:
            self.first.tick(codes[:1])
            self.second.tick(codes[1:])
        self.data.set_items(news.summary.items)
        self._describe()
        self._ask()

    @Slot()
    def _on_changed(self) -> None:
        self._describe()
        self._pause.start()

    def _describe(self) -> None:
        for button, sheet in zip(self._buttons, (self.first, self.second), strict=True):
            ticked = sheet.ticked
            many = f"{len(ticked)} participants"
            button.say(next(iter(ticked)) if len(ticked) == 1 else many if ticked else "nobody")

    @Slot()
    def _ask(self) -> None:
        study, selection = self.sources.newest.study, self.sources.study.selection
        first, second = self.first.ticked, self.second.ticked
        if study is None or (study, selection, first, second) == self._asked:
            return
        self._asked = (study, selection, first, second)
        if len(self.first.codes) < 2:
            self._words.setText("There is only one participant; a comparison needs two.")
            return
        self._words.setText("Both sides are being fitted…")
        self.sources.jobs.submit(
            partial(_compare, study, selection, first, second), self._on_compared
        )

    def _on_compared(self, comparison: Comparison) -> None:
        if (comparison.first, comparison.second) != self._asked[2:]:
            return
        self.comparison, found = comparison, comparison.found
        self._words.setText(comparison.sentence)
        if found is None:
            self.data.set_columns((), ())
            return
        names = comparison.names
        self._find_scatter().show_sides(found, names)
        order = np.argsort(-np.abs(found.z), kind="stable")
        self.data.set_columns(
            compare_columns(found, names, order),
            order.tolist(),
            [names[item] for item in order.tolist()],
            stretch=0,
        )

    def _find_scatter(self) -> ScoreScatter:
        """Return the plot, made with the first comparison."""
        if self.scatter is None:
            self.scatter = ScoreScatter()
            self._card.body.addWidget(self.scatter, stretch=1)
        return self.scatter


def compare_columns(found: SideBySide, names: Sequence[str], order: np.ndarray) -> list[Column]:
    """Return the items, those that differ most first."""
    titles = [names[item] for item in order.tolist()]
    one, two = found.first_scores[order], found.second_scores[order]
    differs = np.isin(order, found.differing)
    return [
        Column("Item", titles, one_line, tips=titles, at_left=True, width=136),
        Column("First", one, decimals, "Score by the first side", width=84, names=("first_score",)),
        Column(
            "Second", two, decimals, "Score by the second side", width=84, names=("second_score",)
        ),
        Column("Difference", one - two, decimals, "First minus second", width=90),
        Column("z", found.z[order], decimals, "Difference over its standard error", width=60),
        Column(
            "",
            ["differs" if yes else "" for yes in differs.tolist()],
            tip="Judged differently, at the level 5 % for all items together (Holm's correction)",
            at_left=True,
            bold=True,
            names=("differs",),
        ),
    ]


def _compare(
    study: Everything, selection: Selection, first: frozenset[str], second: frozenset[str]
) -> Comparison:
    names = tuple(item.name for item in focus(study, selection.question).content.items)
    try:
        found = compare(study, selection, first, second)
    except SortrankError as error:
        return Comparison(study, first, second, None, str(error), names)
    return Comparison(study, first, second, found, describe_sides(found), names)


def describe_sides(found: SideBySide) -> str:
    """Say how alike two rankings are."""
    n = len(found.z)
    differing = len(found.differing)
    odd = (
        "No item is"
        if not differing
        else "1 item is"
        if differing == 1
        else f"{differing} items are"
    )
    return (
        f"The scores correlate with {decimals(found.correlation)}, the ranks with "
        f"{decimals(found.rank_correlation)}. The rankings are {found.displacement:,} places apart "
        f"in all; {found.kendall_tau_distance:,} of {n * (n - 1) // 2:,} pairs stand the other way "
        f"round. {odd} clearly judged differently (orange; Holm's correction, 5 %)."
    )
