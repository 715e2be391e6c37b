"""The distance to the ground truth, and the one to expect, as answers come in."""

from enum import StrEnum

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QSize, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui import ranking
from sortrank_gui.figures.axes import Axis
from sortrank_gui.ranking.distance_curve import Distances
from sortrank_gui.ranking.metrics import random_kendall_tau
from sortrank_gui.ui.plots.calm_plot import CalmPlot, show_tip, small_font
from sortrank_gui.ui.widgets.theme import Recoloured, Theme

Floats = NDArray[np.float64]

_LEAST = 0.1
"""Where a log axis puts a distance of 0, and its low end: what is larger is drawn where it is."""


class Metric(StrEnum):
    """How a distance between rankings is measured."""

    DISPLACEMENT = "displacement"
    KENDALL_TAU = "kendall_tau"

    @property
    def label(self) -> str:
        """Its name on the screen."""
        return "Displacement" if self is Metric.DISPLACEMENT else "Kendall τ"

    def of_random_order(self, n_items: int) -> float:
        """Return the value that a random order has on average."""
        if self is Metric.DISPLACEMENT:
            return ranking.random_displacement(n_items)
        return random_kendall_tau(n_items)

    def curves(self, curve: Distances) -> tuple[Floats, Floats]:
        """Return the distances to the truth and those to expect."""
        if self is Metric.DISPLACEMENT:
            return curve.displacement, curve.expected_displacement
        return curve.kendall_tau, curve.expected_kendall_tau


class DisplacementPlot(Recoloured, QWidget):
    """Distances against answers, with the value that a random order would have."""

    def __init__(self, n_items: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._n_items = n_items
        self.measure = Metric.DISPLACEMENT  # `metric` is a method of Qt
        self.log = False
        self._budget = 100
        self._curve: Distances | None = None
        self._axes: tuple[object, ...] = ()
        self._plot = CalmPlot(
            "Distance to the truth against answers", grid="left", label="answers", parent=self
        )
        self._reference = pg.PlotCurveItem()
        self._expected = pg.PlotCurveItem()
        self._to_truth = pg.PlotCurveItem()
        self._label = pg.TextItem("random order", anchor=(1, 0))
        for part in (self._reference, self._expected, self._to_truth, self._label):
            self._plot.area.add(part)
        self._label.setZValue(-5)
        self._plot.hovered.connect(self._on_hovered)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._plot)

    def minimumSizeHint(self) -> QSize:
        """Keep room for a readable curve."""
        return QSize(240, 96)

    def sizeHint(self) -> QSize:
        """Ask for no more: what there is goes by the panel's shares."""
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have as many ticks as there is room for."""
        super().resizeEvent(event)
        self._draw()

    @property
    def random_value(self) -> float:
        """What a random order has on average."""
        return self.measure.of_random_order(self._n_items)

    @property
    def curve(self) -> Distances | None:
        """What is shown."""
        return self._curve

    def recolour(self, theme: Theme) -> None:
        """Draw with other pens."""
        self._reference.setPen(self._plot.make_pen(theme.colour("soft"), dashed=True))
        self._to_truth.setPen(self._plot.make_pen(theme.colour("accent")))
        expected = self._plot.make_pen(theme.colour("second"))
        expected.setDashPattern([4, 2])
        self._expected.setPen(expected)
        self._label.setFont(small_font(self.font()))
        self._label.setColor(theme.colour("soft"))
        self._label.fill = pg.mkBrush(theme.card)

    def set_budget(self, budget: int) -> None:
        """Make room for this many answers."""
        self._budget = budget
        self._draw()

    def set_metric(self, metric: Metric) -> None:
        """Measure in another way."""
        self.measure = metric
        self._draw()

    def set_log(self, log: bool) -> None:
        """Use logarithmic axes, or linear ones."""
        self.log = log
        self._draw()

    def show_curve(self, curve: Distances) -> None:
        """Show the curve from the first answer to the newest."""
        self._curve = curve
        self._draw()

    def shown_curves(self) -> dict[str, tuple[Floats, Floats]]:
        """Return what is drawn, in the units of the axes."""
        parts = {"to the truth": self._to_truth, "expected": self._expected}
        return {name: part.getData() for name, part in parts.items()}

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what came while nobody saw it."""
        super().showEvent(event)
        self._draw()

    def _draw(self) -> None:
        if not self.isVisible():
            return
        answers, highest = np.empty(0), self.random_value
        to_truth = expected = np.empty(0)
        if self._curve is not None:
            answers = self._curve.answers.astype(float)
            to_truth, expected = self.measure.curves(self._curve)
            highest = np.nanmax([highest, *to_truth, *expected])
        last = max(self._budget, int(answers.max(initial=1)), 2)
        self._set_curve(self._to_truth, answers, to_truth)
        self._set_curve(self._expected, answers, expected)
        lowest = np.nanmin([highest, *to_truth, *expected])
        self._fit_axes(last, float(lowest), float(highest))

    def _set_curve(self, part: pg.PlotCurveItem, answers: Floats, values: Floats) -> None:
        known = np.isfinite(values) & (answers >= (1 if self.log else 0))
        xs, ys = answers[known], values[known]
        part.setData(*((np.log10(xs), np.log10(np.maximum(ys, _LEAST))) if self.log else (xs, ys)))

    def _fit_axes(self, last: int, lowest: float, highest: float) -> None:
        """Cover the curves in round steps; nothing changes while they stay within."""
        lowest = 10 ** np.floor(np.log10(max(lowest, _LEAST))) if self.log else 0.0
        wanted = (self.log, self.measure, last, lowest, highest, self._most_ticks)
        if wanted == self._axes:
            return
        self._axes = wanted
        bottom = Axis(1, last, log=True) if self.log else Axis(0, last)
        left = Axis(lowest, highest * 1.1, log=True) if self.log else Axis(0, highest * 1.04)
        self._plot.set_axis("bottom", bottom, steps=4)
        self._plot.set_axis("left", left, steps=self._most_ticks)
        self._place_reference(last)

    @property
    def _most_ticks(self) -> int:
        """How many steps the left axis has room for."""
        return max(2, min(4, self.height() // 28))

    def _place_reference(self, last: int) -> None:
        value = self.random_value
        xs, y = ([0.0, float(last)], value)
        if self.log:
            xs, y = [0.0, float(np.log10(last))], float(np.log10(max(value, _LEAST)))
        self._reference.setData(xs, [y, y])
        self._label.setPos(xs[1], y)

    def describe_at(self, x: float) -> list[str]:
        """Return what is known after about so many answers, in lines."""
        curve = self._curve
        if curve is None or not len(curve.answers):
            return []
        wanted = 10**x if self.log else x
        at = int(np.abs(curve.answers - wanted).argmin())
        to_truth, expected = (values[at] for values in self.measure.curves(curve))
        named = ((to_truth, "to the truth"), (expected, "expected"))
        lines = [f"{say_distance(value)} {name}" for value, name in named if np.isfinite(value)]
        count = curve.answers[at]
        return [f"after {count:,} answer{'' if count == 1 else 's'}", *lines]

    @Slot(QPointF, QPoint)
    def _on_hovered(self, place: QPointF, at: QPoint) -> None:
        show_tip(self.describe_at(place.x()), at, self._plot)


def say_distance(value: float) -> str:
    """Return a distance: small ones, which are averages, with a decimal."""
    return f"{value:.1f}" if value < 10 and value != round(value) else f"{value:,.0f}"
