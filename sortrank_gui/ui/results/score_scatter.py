"""Scores of two sides against each other: one dot an item, those that differ in another colour."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QSize, Slot

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.results.summary import SideBySide
from sortrank_gui.ui.plots.calm_plot import CalmPlot, show_tip
from sortrank_gui.ui.widgets.theme import Theme, theme_of

_NEAR_PIXELS = 10


class ScoreScatter(CalmPlot):
    """The first side's scores to the right, the second side's upwards."""

    def __init__(self) -> None:
        super().__init__("Scores of both sides", grid="left", label="score, first side")
        self.getPlotItem().getAxis("left").setLabel("score, second side")
        for side in ("left", "bottom"):
            self.getPlotItem().getAxis(side).enableAutoSIPrefix(False)
        self._found: SideBySide | None = None
        self._names: Sequence[str] = ()
        self._same = pg.PlotCurveItem()
        self._dots = pg.ScatterPlotItem(size=8, pxMode=True, pen=None)
        for part in (self._same, self._dots):
            self.getPlotItem().addItem(part)
        self.hovered.connect(self._on_hovered)

    def minimumSizeHint(self) -> QSize:
        """Keep room for the dots."""
        return QSize(240, 240)

    def recolour(self, theme: Theme) -> None:
        """Draw with other pens."""
        super().recolour(theme)
        self._same.setPen(self.make_pen(theme.colour("soft"), dashed=True))
        self._draw()

    def show_sides(self, found: SideBySide, names: Sequence[str]) -> None:
        """Show two sides; names are in the study's order."""
        self._found, self._names = found, names
        self._draw()

    def _draw(self) -> None:
        if self._found is None:
            return
        x, y = self._found.first_scores, self._found.second_scores
        low, high = float(min(x.min(), y.min())), float(max(x.max(), y.max()))
        axis = Axis.between_ticks(low, high, 5)
        for side in ("left", "bottom"):
            self.set_axis(side, axis)
        self._same.setData([axis.low, axis.high], [axis.low, axis.high])
        theme = theme_of(self)
        usual, odd = (pg.mkBrush(theme.colour(part)) for part in ("accent", "second"))
        differing = set(self._found.differing.tolist())
        brushes = [odd if item in differing else usual for item in range(len(x))]
        self._dots.setData(x, y, brush=brushes)

    def describe_at(self, place: QPointF) -> list[str]:
        """Return what is known about the item at a place, in lines; nothing far from all."""
        if self._found is None:
            return []
        x, y = self._found.first_scores, self._found.second_scores
        width, height = self.getPlotItem().getViewBox().viewPixelSize()
        distance = np.hypot((x - place.x()) / width, (y - place.y()) / height)
        item = int(distance.argmin())
        if distance[item] > _NEAR_PIXELS:
            return []
        return [
            self._names[item],
            f"first side {decimals(float(x[item]))}, second side {decimals(float(y[item]))}",
            f"z = {decimals(float(self._found.z[item]))}",
        ]

    @Slot(QPointF, QPoint)
    def _on_hovered(self, place: QPointF, at: QPoint) -> None:
        show_tip(self.describe_at(place), at, self)
