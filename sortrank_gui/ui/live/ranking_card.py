"""The card of the ranking: the plot, how much of it to show, and how."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.ranking.islands import tell_islands
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.results.figures import describe_scores
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.ui.live.item_axis import Labels
from sortrank_gui.ui.live.ranking_plot import RankingPlot
from sortrank_gui.ui.live.ranking_rows import HEADER, Row
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.tips import plain_tip

_TOPS = (5, 12, 20, 50, 100)
_DEFAULT_TOP = 12
_LABELS = [
    (Labels.BOTH.value, "Pictures and names"),
    (Labels.NAMES.value, "Names"),
    (Labels.PICTURES.value, "Pictures"),
]


class RankingCard(TitledCard):
    """Shows the newest estimate; before the first answer, what to do."""

    failed = Signal(object)

    def __init__(self, study: Study, images: ImageStore, parent: QWidget | None = None) -> None:
        super().__init__("Ranking", parent)
        self._views = QStackedWidget(self)
        self.plot = RankingPlot(study.items, images, self._views)
        self._views.addWidget(_make_hint())
        self._views.addWidget(self.plot)
        self.menu = PlotMenu("Ranking", self, self)
        self.menu.failed.connect(self.failed)
        self.menu.add_above(self._make_options())
        self.controls.setSpacing(16)
        self.controls.addWidget(self._make_top_button(study))
        self.controls.addWidget(self.menu.make_button())
        self._names = [item.name for item in study.items]
        self.islands = soft_label("")
        self.islands.setWordWrap(True)
        self.islands.hide()
        self.body.addWidget(self.islands)
        self.body.addWidget(self._views, stretch=1)

    def _make_top_button(self, study: Study) -> ChoiceButton:
        n_items = len(study.items)
        menu = ChoiceMenu("Items in the ranking", self)
        tops = [(str(top), f"top {top} of {n_items:,}") for top in _TOPS if top < n_items]
        top = str(min(_DEFAULT_TOP, n_items))
        menu.set_choices([*tops, (str(n_items), f"all {n_items:,}")], top)
        menu.chosen.connect(self._on_top_chosen)
        self.plot.set_top(int(top))
        return ChoiceButton(menu, name=menu.title(), tip="How many items to show", quiet=True)

    def _make_options(self) -> list[QAction]:
        self.labels = ChoiceMenu("Beside the rows", self)
        self.labels.set_choices(_LABELS, self.plot.axis.labels.value)
        self.labels.chosen.connect(self._on_labels_chosen)
        self.labels.setEnabled(self.plot.axis.has_images)
        self.colours = QAction("A colour for each item", self)
        self.colours.setCheckable(True)
        self.colours.setToolTip("Every item keeps its colour while its rank changes")
        self.colours.toggled.connect(self.plot.set_many_colours)
        return [self.labels.menuAction(), self.colours]

    def show_analysis(self, analysis: Analysis) -> None:
        """Show an estimate, once there are answers."""
        self._views.setCurrentIndex(1 if analysis.answered else 0)
        self.plot.show_analysis(analysis)
        self._tell_islands(analysis)

    def _tell_islands(self, analysis: Analysis) -> None:
        """Say that ranks hold within islands alone, as long as no comparison joins them."""
        islands = analysis.islands
        is_split = islands is not None and islands.split
        self.islands.setVisible(is_split)
        if islands is not None and is_split:
            self.islands.setText(
                f"{islands.count:,} islands that no comparison joins yet: ranks hold within each."
            )
            told = tell_islands(islands, self._names, analysis.scores)
            self.islands.setToolTip(plain_tip("\n".join(told)))

    def figure(self) -> Figure:
        """Return the rows that were chosen as a figure."""
        rows, best = self.plot.rows, self.plot.order[: self.plot.top]
        names = [rows.items[number].name for number in best.tolist()]
        ends, unlimited = (rows.low[best], rows.high[best]), rows.unlimited[best]
        return Figure((describe_scores(names, rows.scores[best], *ends, unlimited=unlimited),))

    def table(self) -> tuple[tuple[str, ...], list[Row]]:
        """Return all items, best first."""
        rows = self.plot.rows
        return HEADER, rows.table(rows.count)

    @Slot(str)
    def _on_top_chosen(self, top: str) -> None:
        self.plot.set_top(int(top))

    @Slot(str)
    def _on_labels_chosen(self, labels: str) -> None:
        self.plot.set_labels(Labels(labels))


def _make_hint() -> QLabel:
    hint = soft_label("The ranking appears with the first answer.")
    hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
    hint.setWordWrap(True)
    return hint
