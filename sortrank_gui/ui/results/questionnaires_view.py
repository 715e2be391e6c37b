"""What people answered in questionnaires: a question at a time, as a table and as bars."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.descriptions import Bars, Panel
from sortrank_gui.figures.looks import SKY
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.results.questionnaires import QueryTally, tally_forms
from sortrank_gui.study.results.summary import Summary
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.panel_card import PanelCard
from sortrank_gui.ui.results.table_model import Column, count, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts

_HALF = 0.5
_EXPLANATION = (
    "Bars stand in the order of the table below. Exports have every person's answers: "
    "Export > Questionnaires."
)


def _has_forms(summary: Summary) -> bool:
    return summary.has_forms


class QuestionnairesView(View):
    """All questions at the left; the answers to the one that is picked at the right."""

    name = "questionnaires"
    facts = ViewFacts(14, "Questionnaires", "What people said about themselves", is_for=_has_forms)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._asked: tuple[object, ...] = ()
        self.tallies: Sequence[QueryTally] = ()
        self.list_card = TableCard("Questions asked", "Find a question…")
        self.answers_card = TableCard("Answers", "Find an answer…")
        self.chart = PanelCard("How often", _EXPLANATION, legend=False)
        for card in (self.list_card, self.answers_card, self.chart):
            card.failed.connect(self.failed)
        self.data = self.list_card.data
        self.data.picked.connect(self._on_picked)
        self._lay_out()

    def _lay_out(self) -> None:
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.chart)
        right.addWidget(self.answers_card)
        across = QSplitter(Qt.Orientation.Horizontal)
        across.addWidget(self.list_card)
        across.addWidget(right)
        across.setSizes([600, 480])
        for splitter in (right, across):
            splitter.setHandleWidth(16)
            splitter.setChildrenCollapsible(False)
        self.column.addWidget(across)

    def show_news(self, news: News) -> None:
        """Count the answers anew where events or filters are new."""
        study, selection = self.sources.newest.study, self.sources.study.selection
        if study is None or not news.summary.has_forms:
            self.list_card.say("The study has no questionnaire.")
            return
        wanted = (study, selection)
        if wanted != self._asked:
            self._asked = wanted
            self.sources.jobs.submit(partial(tally_forms, study, selection), self._on_tallied)

    def _on_tallied(self, tallies: Sequence[QueryTally]) -> None:
        self.tallies = tallies
        texts = [f"{each.column.name} {each.column.label}" for each in tallies]
        self.data.set_columns(tally_columns(tallies), list(range(len(tallies))), texts, stretch=1)
        if self.data.current_key is None and tallies:
            self.data.pick(0)
        else:
            self._on_picked(self.data.current_key)

    @Slot(object)
    def _on_picked(self, place: int | None) -> None:
        if place is None or place >= len(self.tallies):
            return
        found = self.tallies[place]
        self.answers_card.say(found.words)
        words = list(found.counts)
        self.answers_card.data.set_columns(
            answer_columns(found), list(range(len(words))), words, stretch=0
        )
        self.chart.show_panel(describe_tally(found))


def tally_columns(tallies: Sequence[QueryTally]) -> list[Column]:
    """Return a row for each question."""
    labels = [each.column.label for each in tallies]
    return [
        Column("Name", [t.column.name for t in tallies], one_line, at_left=True, width=104),
        Column("Question", labels, one_line, tips=labels, at_left=True, width=110),
        Column("Answers", [t.answered for t in tallies], count, "People who answered"),
        Column("Refused", [t.refused for t in tallies], count, "Would rather not say"),
        Column("Mean", [t.mean for t in tallies], decimals, "Of numbers, sliders and scales"),
        Column("SD", [t.deviation for t in tallies], decimals, "Standard deviation"),
    ]


def answer_columns(found: QueryTally) -> list[Column]:
    """Return a row for each answer, with its share of those who answered."""
    counts = list(found.counts.values())
    whole = max(found.answered, 1)
    return [
        Column("Answer", list(found.counts), one_line, tips=list(found.counts), at_left=True),
        Column("People", counts, count),
        Column("%", [100 * number / whole for number in counts], _percent, "Of who answered"),
    ]


def describe_tally(found: QueryTally) -> Panel | None:
    """Return bars, one for each answer, in the order of the table."""
    heights = tuple(map(float, found.counts.values()))
    if not heights:
        return None
    places = range(1, len(heights) + 1)
    left, right = (tuple(k + side * _HALF for k in places) for side in (-1, 1))
    bars = Bars("people", left, right, heights, SKY)
    return Panel("", "answer, by its row in the table", "people", (), bars=(bars,))


def _percent(value: float) -> str:
    return decimals(value, 0)
