"""The questions of a study beside each other: which rankings go together, and item by item."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.summary import (
    QuestionPair,
    Selection,
    Summary,
    compare_questions,
)
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.picture_scatter import PictureScatter
from sortrank_gui.ui.results.table_model import Column, count, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.card import TitledCard

_EXPLANATION = (
    "How far the true scores of two questions go together, with a 95 % interval: 1 for the same "
    "order and spacing, 0 for none, −1 for the opposite. Errors of the scores are taken out; the "
    "plain correlation of the estimated scores has them in it and is closer to 0. It is the "
    "posterior of a normal model with a flat prior, and takes all answers as independent."
)
_WAIT = "The questions are being compared…"
_NOTHING = "No two questions have answers about the same items."


def _has_several(summary: Summary) -> bool:
    return len(summary.questions) > 1


class QuestionsView(View):
    """Pairs of questions at the left, the one that is picked at the right."""

    name = "questions"
    facts = ViewFacts(
        13, "Questions", "How the questions' rankings go together", is_for=_has_several
    )

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._asked: tuple[object, ...] = ()
        self.pairs: Sequence[QuestionPair] = ()
        self._jobs = Jobs("questions", self, latest_wins=True)
        self._jobs.failed.connect(self.failed)
        self.card = TableCard("Correlation of the rankings", "Find a question…")
        self.card.failed.connect(self.failed)
        self.data = self.card.data
        self.data.picked.connect(self._on_picked)
        self.scatter: PictureScatter | None = None
        self._words = wrapped_label()
        self._scatter_card = TitledCard("Two questions")
        self._scatter_card.body.addWidget(self._words)
        self._scatter_card.body.setAlignment(Qt.AlignmentFlag.AlignTop)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.card)
        splitter.addWidget(self._scatter_card)
        splitter.setSizes([600, 480])
        self.column.addWidget(splitter)

    @property
    def words(self) -> str:
        """What is said about the pair that is picked."""
        return self._words.text()

    def show_news(self, news: News) -> None:
        """Compare all questions anew where answers or filters are new."""
        study, selection = self.sources.newest.study, self.sources.study.selection
        if study is None or not _has_several(news.summary):
            self.card.say("The study has one question.")
            return
        wanted = (study, selection.tell(""), selection.kinds)
        if wanted == self._asked:
            return
        self._asked = wanted
        if not self.pairs:
            self.card.say(_WAIT)
        self._jobs.submit_long(partial(_compare, study, selection), self._on_compared)

    def _on_compared(self, pairs: Sequence[QuestionPair]) -> None:
        self.pairs = pairs
        self.card.say(_EXPLANATION if pairs else _NOTHING)
        texts = [f"{pair.first} {pair.second}" for pair in pairs]
        self.data.set_columns(pair_columns(pairs), list(range(len(pairs))), texts)
        if self.data.current_key is None and pairs:
            self.data.pick(0)
        else:
            self._on_picked(self.data.current_key)

    @Slot(object)
    def _on_picked(self, place: int | None) -> None:
        if place is None or place >= len(self.pairs):
            return
        pair = self.pairs[place]
        self._words.setText(describe_pair(pair))
        if self.scatter is None:
            self.scatter = PictureScatter(self.sources.images)
            self._scatter_card.body.addWidget(self.scatter, stretch=1)
        self.scatter.setVisible(bool(pair.items))
        if pair.items:
            self.scatter.show_items(pair, pair.items, (pair.first, pair.second))


def pair_columns(pairs: Sequence[QuestionPair]) -> list[Column]:
    """Return a row for each pair of questions."""
    nan = float("nan")
    found = [pair.correlation for pair in pairs]
    ends = [(nan, nan) if each is None else (each.low, each.high) for each in found]
    return [
        Column("Question", [p.first for p in pairs], one_line, at_left=True, width=76),
        Column("With", [p.second for p in pairs], one_line, at_left=True, width=76),
        Column(
            "Correlation",
            [nan if each is None else each.value for each in found],
            decimals,
            "Of the true scores: the median of what the answers leave possible",
            width=90,
        ),
        Column(
            "From", [low for low, _ in ends], decimals, "Lower end of the 95 % interval", width=56
        ),
        Column(
            "To", [high for _, high in ends], decimals, "Upper end of the 95 % interval", width=56
        ),
        Column(
            "Plain",
            [nan if each is None else each.plain for each in found],
            decimals,
            "Pearson's correlation of the estimated scores, errors included",
        ),
        Column("Ranks", [p.rank_correlation for p in pairs], decimals, "Spearman's, of the ranks"),
        Column("Items", [len(p.items) for p in pairs], count, "That both questions ask about"),
    ]


def describe_pair(pair: QuestionPair) -> str:
    """Say how two questions go together."""
    found = pair.correlation
    if found is None:
        return f"“{pair.first}” and “{pair.second}” share fewer than three items."
    told = (
        f"“{pair.first}” and “{pair.second}” correlate with {decimals(found.value)} "
        f"({decimals(found.low)} to {decimals(found.high)})"
    )
    if found.low > 0:
        return f"{told}: they go together."
    if found.high < 0:
        return f"{told}: they run against each other."
    return f"{told}: the answers do not tell whether they go together."


def _compare(study: Everything, selection: Selection, job: Job) -> list[QuestionPair]:
    def tick(_share: float) -> None:
        job.raise_if_cancelled()

    return compare_questions(study, selection, tick=tick)
