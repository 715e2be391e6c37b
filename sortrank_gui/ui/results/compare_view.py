"""Two participants, or two groups of them, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.errors import SortrankError
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking.diagnostics.group_differences import GroupTest
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.groupings import list_groupings
from sortrank_gui.study.results.report.wording import p_text
from sortrank_gui.study.results.summary import Selection, SideBySide, compare, shuffle_people
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.score_scatter import ScoreScatter
from sortrank_gui.ui.results.side_choice import SideChoice
from sortrank_gui.ui.results.table_model import Column, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.card import TitledCard

_PAUSE_MS = 300
_LEVEL, _LEAST_WAYS = 0.05, 20
_FEW = "A test of the whole ranking shuffles people: it needs two or more on each side."


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
    """Choose two sides; the fits of both come a moment later, and then the test by people."""

    name = "compare"
    facts = ViewFacts(7, "Compare", "Two participants, groups or conditions side by side")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._asked: tuple[object, ...] = ()
        self._grouped: tuple[object, ...] = ()
        self.comparison: Comparison | None = None
        self.test: GroupTest | None = None
        self.sides = SideChoice()
        self.first, self.second = self.sides.first, self.sides.second
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self.sides.changed.connect(self._on_changed)
        self._shuffles = Jobs("shuffles", self, latest_wins=True)
        self._shuffles.failed.connect(self.failed)
        self.scatter: ScoreScatter | None = None
        self.items_card = TableCard("Items", "Find an item…")
        self.items_card.failed.connect(self.failed)
        self.data = self.items_card.data
        self.data.show_items_in(0, self.sources.images)
        self._words, self._test_words = wrapped_label(), wrapped_label()
        self._lay_out()

    def _lay_out(self) -> None:
        card = self._card = TitledCard(self.title)
        card.controls.addWidget(self.sides)
        card.body.addWidget(self._words)
        card.body.addWidget(self._test_words)
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

    @property
    def test_words(self) -> str:
        """What is said about the test by people."""
        return self._test_words.text()

    def show_news(self, news: News) -> None:
        """Offer all participants, and all ways to part them."""
        self.sides.offer_people([person.code for person in news.summary.participants])
        self.data.set_items(news.summary.items)
        study, selection = self.sources.newest.study, self.sources.study.selection
        if study is not None and (study, selection) != self._grouped:
            self._grouped = (study, selection)
            work = partial(list_groupings, study, selection)
            self.sources.jobs.submit(work, self.sides.offer_groups)
        self._ask()

    @Slot()
    def _on_changed(self) -> None:
        self._pause.start()

    @Slot()
    def _ask(self) -> None:
        study, selection = self.sources.newest.study, self.sources.study.selection
        first, second = self.first.ticked, self.second.ticked
        if study is None or (study, selection, first, second) == self._asked:
            return
        self._asked = (study, selection, first, second)
        self._shuffles.cancel()
        self._test_words.setText("")
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
        self.comparison, self.test, found = comparison, None, comparison.found
        self._words.setText(comparison.sentence)
        if found is None:
            self.data.set_columns((), ())
            return
        self._find_scatter().show_sides(found, comparison.names)
        self._fill_table()
        if len(comparison.first) > 1 and len(comparison.second) > 1:
            work = partial(_shuffle, comparison, self.sources.study.selection)
            self._shuffles.submit_long(work, self._on_shuffled, progress=self._on_progress)
        else:
            self._test_words.setText(_FEW)

    def _on_progress(self, share: float) -> None:
        self._test_words.setText(f"People are being shuffled: {100 * share:.0f} %")

    def _on_shuffled(self, test: GroupTest | None) -> None:
        self.test = test
        self._test_words.setText(describe_test(test))
        self._fill_table()

    def _fill_table(self) -> None:
        assert self.comparison is not None
        assert self.comparison.found is not None
        found, names = self.comparison.found, self.comparison.names
        order = np.argsort(-np.abs(found.z), kind="stable")
        self.data.set_columns(
            compare_columns(found, names, order, self.test),
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


def compare_columns(
    found: SideBySide, names: Sequence[str], order: np.ndarray, test: GroupTest | None = None
) -> list[Column]:
    """Return the items, those that differ most first; the test by people comes later."""
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
        *(() if test is None else [_people_column(test, order)]),
    ]


def _people_column(test: GroupTest, order: np.ndarray) -> Column:
    """Return the p-values of items by shuffling people; with few items some may be missing."""
    return Column(
        "p by people",
        test.item_p_values[order],
        _three_decimals,
        "How often chance makes a difference like this of any item, if people are shuffled",
        width=96,
        names=("p_by_people",),
    )


def _compare(
    study: Everything, selection: Selection, first: frozenset[str], second: frozenset[str]
) -> Comparison:
    names = tuple(item.name for item in focus(study, selection.question).content.items)
    try:
        found = compare(study, selection, first, second)
    except SortrankError as error:
        return Comparison(study, first, second, None, str(error), names)
    return Comparison(study, first, second, found, describe_sides(found), names)


def _shuffle(comparison: Comparison, selection: Selection, job: Job) -> GroupTest | None:
    def tick(share: float) -> None:
        job.raise_if_cancelled()
        job.report(share)

    sides = (comparison.first, comparison.second)
    return shuffle_people(comparison.study, selection, *sides, tick=tick)


def _three_decimals(p_value: float) -> str:
    return f"{p_value:.3f}"  # those of shuffling have no more


def describe_test(test: GroupTest | None) -> str:
    """Say what shuffling people found."""
    if test is None:
        return "The sides share no items, so that their rankings can't be compared."
    if test.ways < _LEAST_WAYS:
        return (
            f"With {test.first} and {test.second} people there are only {test.ways} ways to deal "
            "them out: no test by people can be clear."
        )
    said = "differ" if test.p_value <= _LEVEL else "can't be told apart"
    return (
        f"The rankings as a whole {said}: {p_text(test.p_value)}. So often do people part as "
        f"far, or farther, if they are dealt out to the sides by chance ({test.deals} times). This "
        "test counts people, not answers, and holds however much people differ from each other; "
        "z in the table takes all answers as independent."
    )


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
