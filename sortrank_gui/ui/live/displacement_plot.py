"""The distance to the ground truth as answers come in."""

import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.ui.live.plots import dress_plot, label_ticks, make_plot, nice_ticks, small_font
from sortrank_gui.ui.theme import Theme


class DisplacementPlot(QWidget):
    """Displacement against answers, with the value that a random order would have."""

    def __init__(self, random_displacement: float) -> None:
        super().__init__()
        self._random = random_displacement
        self._plot = make_plot("Displacement to the ground truth against answers")
        item = self._plot.getPlotItem()
        item.getAxis("left").setGrid(255)
        item.getAxis("bottom").setLabel("answers")
        self._reference = pg.PlotCurveItem()
        self._curve = pg.PlotCurveItem()
        self._label = pg.TextItem("random order", anchor=(1, 0))
        for part in (self._reference, self._curve, self._label):
            item.addItem(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._plot)
        self._ceiling = 0.0
        self._budget = 0
        self.set_budget(100)

    def minimumSizeHint(self) -> QSize:
        """Keep room for a readable curve."""
        return QSize(240, 120)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        dress_plot(self._plot, theme)
        label = self._plot.getPlotItem().getAxis("bottom").label
        label.setFont(small_font(self.font()))
        label.setDefaultTextColor(theme.colour("soft"))
        self._reference.setPen(theme.soft, width=1, style=Qt.PenStyle.DashLine)
        self._curve.setPen(theme.accent, width=1)
        self._label.setFont(small_font(self.font()))
        self._label.setColor(theme.colour("soft"))

    def set_budget(self, budget: int) -> None:
        """Make room for this many answers."""
        if budget == self._budget:
            return
        self._budget = budget
        self._plot.setXRange(0, budget, padding=0)
        ticks = [tick for tick in nice_ticks(0, budget, 4) if tick <= budget]
        self._plot.getPlotItem().getAxis("bottom").setTicks([label_ticks(ticks)])
        self._reference.setData([0, budget], [self._random, self._random])
        self._label.setPos(budget, self._random)

    def show_curve(self, answers: NDArray, displacements: NDArray) -> None:
        """Show the curve from the first answer to the newest."""
        self._curve.setData(answers, displacements)
        self._fit_height(max([self._random, *displacements[:1], displacements.max(initial=0)]))

    def _fit_height(self, highest: float) -> None:
        ticks = nice_ticks(0, highest, 4)
        if ticks[-1] == self._ceiling:
            return
        self._ceiling = ticks[-1]
        self._plot.setYRange(0, self._ceiling, padding=0.02)
        self._plot.getPlotItem().getAxis("left").setTicks([label_ticks(ticks)])
