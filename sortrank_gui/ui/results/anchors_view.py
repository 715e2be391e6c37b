"""New items on the scale of an earlier ranking, whose table somebody chooses."""

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QPushButton

from sortrank_gui.errors import SortrankError
from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.anchoring import AnchoredRanking, rank_anchored
from sortrank_gui.study.results.summary import Selection
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, count, one_line, span_text
from sortrank_gui.ui.results.view import Sources, View, ViewFacts

_HELP = (
    "If some of the items were ranked before, choose the table of that ranking: a CSV file with "
    "item, score and standard error, such as an exported ranking. Its items keep their scores, as "
    "far as they were known, and the new ones are put on the same scale."
)
_TABLES = "Tables (*.csv *.tsv *.txt);;All files (*)"
_ITEM, _PLOT = 1, 2


class AnchorsView(View):
    """Choose an earlier ranking; all items come on its scale a moment later."""

    name = "anchors"
    facts = ViewFacts(13, "Old scale", "New items beside known ones, on the scale of those")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self.source: Path | None = None
        self.found: AnchoredRanking | None = None
        self._asked: tuple[object, ...] = ()
        self.choose = QPushButton("Choose a ranking…")
        self.choose.setToolTip("A table with the scores of items that were ranked before")
        self.choose.clicked.connect(self._on_choose)
        self.card = TableCard(self.title, "Find an item…", lead=self.choose)
        self.card.failed.connect(self.failed)
        self.card.say(_HELP)
        self.data = self.card.data
        self.data.show_items_in(_ITEM, self.sources.images)
        self.column.addWidget(self.card)

    @property
    def words(self) -> str:
        """What is said above the table."""
        return self.card.words.text()

    def show_news(self, news: News) -> None:
        """Fit the newest answers."""
        self.data.set_items(news.summary.items)
        self._ask()

    def use(self, source: Path | None) -> None:
        """Take the scores of known items from a table, or from none."""
        self.source, self._asked = source, ()
        self._ask()

    @Slot()
    def _on_choose(self) -> None:
        title = "Choose an earlier ranking"
        folder = str(self.source.parent) if self.source is not None else ""
        path, _ = QFileDialog.getOpenFileName(self, title, folder, _TABLES)
        if path:
            self.use(Path(path))

    def _ask(self) -> None:
        study, selection = self.sources.newest.study, self.sources.study.selection
        if self.source is None or study is None:
            return
        if (study, selection, self.source) != self._asked:
            self._asked = (study, selection, self.source)
            work = partial(_rank, study, selection, self.source)
            self.sources.jobs.submit(work, partial(self._on_ranked, self._asked))

    def _on_ranked(self, asked: tuple[object, ...], found: AnchoredRanking | str) -> None:
        if asked != self._asked or self.news is None:
            return
        self.found = None if isinstance(found, str) else found
        if self.found is None:
            self.card.say(f"{found} {_HELP}")
            self.data.set_columns((), ())
            return
        self.card.say(" ".join(self.found.words))
        names = [self.news.summary.names[item] for item in self.found.item.tolist()]
        ends = [float(self.found.low.min()), float(self.found.high.max())]
        self.data.set_axis(_PLOT, Axis.around(ends, tight=True))
        columns = anchored_columns(self.found, names)
        self.data.set_columns(columns, self.found.item.tolist(), names, stretch=_PLOT)


def anchored_columns(found: AnchoredRanking, names: list[str]) -> list[Column]:
    """Return the items on the old scale, best first."""
    is_new = np.isnan(found.known)
    low, high = found.low.tolist(), found.high.tolist()
    return [
        Column("Rank", np.arange(1, len(names) + 1), count, "1 is the best", width=56),
        Column("Item", names, one_line, "Name of the item", tips=names, at_left=True, width=176),
        Column(
            "Score with 95 % interval",
            found.score,
            spans=list(zip(low, found.score.tolist(), high, strict=True)),
            at_left=True,
            width=200,
        ),
        Column("Score", found.score, decimals, "In logits, on the scale of the earlier ranking"),
        Column(
            "± SE",
            found.error,
            decimals,
            "Standard error of the score; those of the anchors are in it",
            width=64,
            names=("standard_error",),
        ),
        Column(
            "95 % interval",
            list(zip(low, high, strict=True)),
            span_text,
            "Where the true score lies, 95 times in 100; sorted by its lower end",
            keys=found.low,
            width=120,
            names=("low", "high"),
        ),
        Column(
            "Known before",
            found.known,
            decimals,
            "Score in the earlier ranking",
            width=104,
            names=("known_score",),
        ),
        Column(
            "",
            ["new" if new else "" for new in is_new.tolist()],
            tip="Items that the earlier ranking does not have",
            at_left=True,
            bold=True,
            names=("new",),
        ),
    ]


def _rank(study: Everything, selection: Selection, source: Path) -> AnchoredRanking | str:
    """Return the ranking, or a sentence why there is none."""
    try:
        return rank_anchored(study, selection, source)
    except SortrankError as error:
        return str(error)
