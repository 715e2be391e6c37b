"""The win matrix: who was chosen over whom, in the order of the ranking."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.results.figures import describe_wins
from sortrank_gui.study.results.win_picture import STEPS, WinPicture
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.results.matrix_plot import MatrixPlot, colours
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.view import Sources, Table, View, ViewFacts, more_button, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.theme import theme_of

_EXPLANATION = (
    "How often the item of a row was chosen over that of a column. Both are in the order of the "
    "ranking: where it fits the answers, blue is above the diagonal. Scroll to zoom, drag to move."
)


class MatrixView(View):
    """A heat map with buttons to zoom."""

    name = "matrix"
    facts = ViewFacts(2, "Win matrix", "Who was chosen over whom how often", draws=True)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._shown: WinPicture | None = None
        self.plot = MatrixPlot()
        self.menu = PlotMenu(self.title, self, self)
        self.menu.failed.connect(self.failed)
        card = TitledCard(self.title)
        card.controls.setSpacing(8)
        for text, tip, slot in (
            ("−", "Show more items (−)", self._on_out),
            ("+", "Show fewer items (+)", self._on_in),
            ("All", "Show the whole matrix (0)", self._on_all),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(slot)
            card.controls.addWidget(button)
        card.controls.addWidget(more_button(self.menu))
        card.body.addWidget(wrapped_label(_EXPLANATION))
        card.body.addWidget(self.plot, stretch=1)
        self._scale, self._gap = ColourScale(), QLabel()
        self._gap.setFixedSize(10, 10)
        self._gap.setStyleSheet("background: palette(base); border: 1px solid palette(mid);")
        card.body.addLayout(self._make_legend())
        self.column.addWidget(card)

    def _make_legend(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(soft_label("never chosen"))
        row.addWidget(self._scale)
        row.addWidget(soft_label("always chosen (grey: half of the time)"))
        row.addSpacing(24)
        row.addWidget(self._gap)
        row.addWidget(soft_label("not compared"))
        row.addStretch()
        return row

    def show_news(self, news: News) -> None:
        """Show the matrix."""
        if news.picture is self._shown:
            return
        self._shown, summary = news.picture, news.summary
        names = [summary.names[item] for item in summary.ranking.item.tolist()]
        self.plot.show_picture(news.picture, names)

    def figure(self) -> Figure | None:
        """Return the part that is shown as a figure."""
        if self.news is None:
            return None
        summary = self.news.summary
        names = [summary.names[item] for item in summary.ranking.item.tolist()]
        return Figure((describe_wins(self.news.picture, names, self.plot.window_shown),))

    def table(self) -> Table:
        """Return every pair that was compared."""
        header = ("row_rank", "column_rank", "row", "column", "wins", "compared")
        if self.news is None:
            return header, []
        picture, summary = self.news.picture, self.news.summary
        names = [summary.names[item] for item in summary.ranking.item.tolist()]
        columns = (picture.row, picture.column, picture.wins, picture.total)
        rows = zip(*(values.tolist() for values in columns), strict=True)
        return header, [[a + 1, b + 1, names[a], names[b], won, both] for a, b, won, both in rows]

    @Slot()
    def _on_out(self) -> None:
        self.plot.zoom(0.8)

    @Slot()
    def _on_in(self) -> None:
        self.plot.zoom(1.25)

    @Slot()
    def _on_all(self) -> None:
        self.plot.show_all()


class ColourScale(QWidget):
    """The colours from never to always."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(160, 10)
        self.setAccessibleName("Colours from never chosen to always chosen")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a stripe for every pixel."""
        painter, table = QPainter(self), colours(theme_of(self))
        for x in range(self.width()):
            painter.fillRect(x, 0, 1, self.height(), table[round(STEPS * x / (self.width() - 1))])
