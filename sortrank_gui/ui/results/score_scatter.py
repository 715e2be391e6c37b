"""Scores of two sides against each other: one dot an item, with names where there is room.

How it works: the names of items that clearly differ are placed first, then of those that differ
most; a name that would cover another one or a dot is left out, and shown under the mouse.
"""

import html
from collections.abc import Sequence
from typing import Protocol

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ui.plots.calm_plot import CalmPlot, show_tip, small_font
from sortrank_gui.ui.results.table_model import one_line
from sortrank_gui.ui.widgets.theme import Theme, theme_of
from sortrank_gui.ui.widgets.wording import shorten

_NEAR_PIXELS = 10
_EDGE = 0.04
_MOST_NAMES, _MOST_LETTERS, _GAP = 16, 18, 7


class ScorePairs(Protocol):
    """Two scores of each item, and how clearly they differ."""

    @property
    def first_scores(self) -> NDArray[np.float64]:
        """To the right."""
        ...

    @property
    def second_scores(self) -> NDArray[np.float64]:
        """Upwards."""
        ...

    @property
    def z(self) -> NDArray[np.float64]:
        """How far they are apart, in standard errors."""
        ...

    @property
    def differing(self) -> NDArray[np.int64]:
        """Items that clearly differ."""
        ...


class ScoreScatter(CalmPlot):
    """The first side's scores to the right, the second side's upwards."""

    def __init__(self) -> None:
        super().__init__("Scores of both sides", grid="left", label="")
        self._sides = ("first side", "second side")
        self._label_axes()
        for side in ("left", "bottom"):
            self.area.axis(side).enableAutoSIPrefix(False)
        self._found: ScorePairs | None = None
        self._names: Sequence[str] = ()
        self._same = pg.PlotCurveItem()
        self._dots = pg.ScatterPlotItem(size=8, pxMode=True, pen=None)
        for part in (self._same, self._dots):
            self.area.add(part)
        self._names_shown: list[pg.TextItem] = []
        self.hovered.connect(self._on_hovered)

    def minimumSizeHint(self) -> QSize:
        """Keep room for the dots."""
        return QSize(240, 240)

    def recolour(self, theme: Theme) -> None:
        """Draw with other pens."""
        super().recolour(theme)
        self._same.setPen(self.make_pen(theme.colour("soft"), dashed=True))
        self._draw()

    def show_sides(
        self, found: ScorePairs, names: Sequence[str], sides: tuple[str, str] | None = None
    ) -> None:
        """Show two sides, which may have names; names of items are in the study's order."""
        self._found, self._names = found, names
        self._sides = sides or self._sides
        self._label_axes()
        self._draw()

    def _label_axes(self) -> None:
        for side, name in zip(("bottom", "left"), self._sides, strict=True):
            words = shorten(name, _MOST_LETTERS)
            self.area.axis(side).setLabel(html.escape(f"score, {words}"))

    def _draw(self) -> None:
        if self._found is None:
            return
        x, y = self._found.first_scores, self._found.second_scores
        low, high = float(min(x.min(), y.min())), float(max(x.max(), y.max()))
        edge = _EDGE * (high - low)  # where a dot at the edge has room, and its name
        axis = Axis.between_ticks(low - edge, high + edge, 5)
        for side in ("left", "bottom"):
            self.set_axis(side, axis)
        self._same.setData([axis.low, axis.high], [axis.low, axis.high])
        theme = theme_of(self)
        usual, odd = (pg.mkBrush(theme.colour(part)) for part in ("accent", "second"))
        differing = set(self._found.differing.tolist())
        brushes = [odd if item in differing else usual for item in range(len(x))]
        self._dots.setData(x, y, brush=brushes)
        self._write_names()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Find other places for the names."""
        super().resizeEvent(event)
        if event is not None:
            self._write_names()

    @property
    def names_shown(self) -> list[str]:
        """The names beside dots, shortened."""
        return [label.toPlainText() for label in self._names_shown]

    def _write_names(self) -> None:
        """Write names beside dots, those that differ most first, as long as none is covered."""
        for label in self._names_shown:
            self.area.remove(label)
        self._names_shown = []
        if self._found is None:
            return
        found, area = self._found, self.area.view.sceneBoundingRect()
        (left, right), (low, high) = self.area.view.viewRange()
        x = area.left() + area.width() * (found.first_scores - left) / (right - left)
        y = area.bottom() - area.height() * (found.second_scores - low) / (high - low)
        taken = _Taken(x, y)
        metrics = QFontMetrics(small_font(self.font()))
        odd = np.isin(np.arange(len(x)), found.differing)
        for item in np.lexsort((-np.abs(found.z), ~odd))[:_MOST_NAMES].tolist():
            name = shorten(one_line(self._names[item]), _MOST_LETTERS)
            wide, tall = metrics.horizontalAdvance(name) + 8, metrics.height()
            gap = self._gap_of(item)
            for start in (x[item] + gap, x[item] - gap - wide):
                room = QRectF(start, y[item] - tall / 2, wide, tall)
                if area.contains(room) and taken.add(room):
                    self._write_name(item, name, (x[item] - start) / wide)
                    break

    def _gap_of(self, _item: int) -> float:
        """Return how far a name stands from the middle of its dot."""
        return _GAP

    def _write_name(self, item: int, name: str, anchor: float) -> None:
        assert self._found is not None
        label = pg.TextItem(name, color=theme_of(self).colour("soft"), anchor=(anchor, 0.5))
        label.setFont(small_font(self.font()))
        label.setPos(self._found.first_scores[item], self._found.second_scores[item])
        self.area.add(label)
        self._names_shown.append(label)

    def describe_at(self, place: QPointF) -> list[str]:
        """Return what is known about the item at a place, in lines; nothing far from all."""
        if self._found is None:
            return []
        x, y = self._found.first_scores, self._found.second_scores
        width, height = self.area.view.viewPixelSize()
        distance = np.hypot((x - place.x()) / width, (y - place.y()) / height)
        item = int(distance.argmin())
        if distance[item] > _NEAR_PIXELS:
            return []
        return [
            self._names[item],
            f"{self._sides[0]} {decimals(float(x[item]))}, "
            f"{self._sides[1]} {decimals(float(y[item]))}",
            f"z = {decimals(float(self._found.z[item]))}",
        ]

    @Slot(QPointF, QPoint)
    def _on_hovered(self, place: QPointF, at: QPoint) -> None:
        show_tip(self.describe_at(place), at, self)


class _Taken:
    """The room that dots and names have, so that no name covers them."""

    def __init__(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        self._x, self._y = x, y
        self._rooms: list[QRectF] = []

    def add(self, room: QRectF) -> bool:
        """Take room for a name, if it is free."""
        beside = (self._x > room.left() - 4) & (self._x < room.right() + 4)
        level = (self._y > room.top()) & (self._y < room.bottom())
        if (beside & level).any() or any(map(room.intersects, self._rooms)):
            return False
        self._rooms.append(room)
        return True
