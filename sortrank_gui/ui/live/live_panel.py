"""The live panel: the ranking and its distance to the truth, at most five times a second."""

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui import ranking
from sortrank_gui.study.items import Study
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.live.displacement_plot import DisplacementPlot
from sortrank_gui.ui.live.ranking_plot import RankingPlot
from sortrank_gui.ui.survey.analysis_worker import Analysis
from sortrank_gui.ui.theme import Theme
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

_TOPS = (5, 12, 20, 50, 100)
_DEFAULT_TOP = 12
_FRAME_MS = 200
"""Plots change at most five times a second."""


class LivePanel(QWidget):
    """Shows the newest analysis; those that arrive faster than it draws are skipped."""

    def __init__(self, study: Study, images: ImageStore) -> None:
        super().__init__()
        self._theme: Theme | None = None
        self._newest: Analysis | None = None
        self.shown: Analysis | None = None
        self._frame = QTimer(self, singleShot=True, interval=_FRAME_MS)
        self._frame.timeout.connect(self._on_frame_over)
        self.ranking_plot = RankingPlot(study.items, images)
        self.displacement_plot = DisplacementPlot(ranking.random_displacement(len(study.items)))
        self._rankings = QStackedWidget()
        self._rankings.addWidget(self._make_hint())
        self._rankings.addWidget(self.ranking_plot)
        self._value = soft_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._make_ranking_card(len(study.items)), stretch=3)
        if study.truth is not None:
            column.addWidget(self._make_displacement_card(), stretch=2)

    def _make_hint(self) -> QLabel:
        hint = soft_label(
            "The ranking appears with the first answer.\nAnswer, or let a robot answer."
        )
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return hint

    def _make_ranking_card(self, n_items: int) -> TitledCard:
        menu = ChoiceMenu("Items in the ranking", self)
        tops = [(str(top), f"top {top} of {n_items}") for top in _TOPS if top < n_items]
        top = str(min(_DEFAULT_TOP, n_items))
        menu.set_choices([*tops, (str(n_items), f"all {n_items}")], top)
        menu.chosen.connect(self._on_top_chosen)
        button = ChoiceButton(menu, name=menu.title(), tip="How many items to show", quiet=True)
        card = TitledCard("Ranking")
        card.controls.addWidget(button)
        card.body.addWidget(self._rankings, stretch=1)
        self.ranking_plot.set_top(int(top))
        return card

    def _make_displacement_card(self) -> TitledCard:
        card = TitledCard("Displacement")
        card.setToolTip("How far the ranking is from the ground truth: the sum of all rank errors")
        card.controls.addWidget(self._value)
        card.body.addWidget(self.displacement_plot, stretch=1)
        return card

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.ranking_plot.set_theme(theme)
        self.displacement_plot.set_theme(theme)

    def changeEvent(self, event: QEvent) -> None:
        """Draw with the pens of another screen, once the window is there."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.DevicePixelRatioChange and self._theme is not None:
            self.set_theme(self._theme)

    def set_budget(self, budget: int) -> None:
        """Make room for this many answers."""
        self.displacement_plot.set_budget(budget)

    @Slot(object)
    def show_analysis(self, analysis: Analysis) -> None:
        """Show an analysis now, or as soon as the last frame is old enough."""
        self._newest = analysis
        if not self._frame.isActive():
            self._on_frame_over()

    @Slot()
    def _on_frame_over(self) -> None:
        if self._newest is None:
            return
        analysis, self._newest = self._newest, None
        self.shown = analysis
        self._rankings.setCurrentIndex(1 if analysis.answered else 0)
        self.ranking_plot.show_scores(analysis.scores, analysis.standard_errors)
        if len(analysis.curve_answers):
            self.displacement_plot.show_curve(analysis.curve_answers, analysis.curve_displacements)
        self._value.setText(self._describe_distance(analysis))
        self._frame.start()

    def _describe_distance(self, analysis: Analysis) -> str:
        if not (analysis.answered and len(analysis.curve_displacements)):
            return "to the ground truth"
        return f"{analysis.curve_displacements[-1]:.0f} to the ground truth"

    @Slot(str)
    def _on_top_chosen(self, top: str) -> None:
        self.ranking_plot.set_top(int(top))
