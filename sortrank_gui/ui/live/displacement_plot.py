"""The distance to the ground truth as answers come in."""

import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.ui.live.calm_plot import CalmPlot, nice_ticks, small_font
from sortrank_gui.ui.theme import Theme

_MOST_POINTS = 400


class DisplacementPlot(QWidget):
    """Displacement against answers, with the value that a random order would have."""

    def __init__(self, random_displacement: float) -> None:
        super().__init__()
        self._random = random_displacement
        name = "Displacement to the ground truth against answers"
        self._plot = CalmPlot(name, grid="left", label="answers")
        self._reference = pg.PlotCurveItem()
        self._curve = pg.PlotCurveItem()
        self._label = pg.TextItem("random order", anchor=(1, 0))
        for part in (self._reference, self._curve, self._label):
            self._plot.getPlotItem().addItem(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._plot)
        self._highest = 0.0
        self._budget = 0
        self.set_budget(100)
        self._fit_height(random_displacement)

    def minimumSizeHint(self) -> QSize:
        """Keep room for a readable curve."""
        return QSize(240, 120)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._plot.set_theme(theme)
        self._reference.setPen(self._plot.make_pen(theme.colour("soft"), dashed=True))
        self._curve.setPen(self._plot.make_pen(theme.colour("accent")))
        self._label.setFont(small_font(self.font()))
        self._label.setColor(theme.colour("soft"))

    def set_budget(self, budget: int) -> None:
        """Make room for this many answers."""
        if budget == self._budget:
            return
        self._budget = budget
        ticks = [tick for tick in nice_ticks(0, budget, 4) if tick <= budget]
        self._plot.set_axis("bottom", 0, budget, ticks)
        self._reference.setData([0, budget], [self._random, self._random])
        self._label.setPos(budget, self._random)

    def show_curve(self, answers: NDArray, displacements: NDArray) -> None:
        """Show the curve from the first answer to the newest."""
        step = 1 + len(answers) // _MOST_POINTS
        kept = slice((len(answers) - 1) % step, None, step)
        self._curve.setData(answers[kept], displacements[kept])
        self._fit_height(max(self._random, displacements.max(initial=0)))

    def _fit_height(self, highest: float) -> None:
        if highest != self._highest:
            self._highest = highest
            ticks = [tick for tick in nice_ticks(0, highest, 4) if tick <= highest * 1.04]
            self._plot.set_axis("left", 0, highest * 1.04, ticks)
