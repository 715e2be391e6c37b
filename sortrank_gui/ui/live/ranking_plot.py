"""The ranking as it forms: score and 95 % interval of every item, best on top."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QWidget

from sortrank_gui.study.items import Item
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.live.calm_plot import CalmPlot, nice_ticks
from sortrank_gui.ui.live.item_axis import ItemAxis
from sortrank_gui.ui.theme import Theme

_ROW = 22
_MOST_ROW = 34
_NAMES_SHARE = 0.42
"""How much of the width names and thumbnails may take."""
_BOTTOM = 52
"""Height of the axis below the rows, and of the margin above them."""
_HALF_WIDTH = 1.959964
"""Standard errors on each side of a 95 % interval."""


class RankingPlot(QWidget):
    """Dots and whiskers, one row an item; draws only the rows in sight, and scrolls."""

    def __init__(self, items: tuple[Item, ...], images: ImageStore) -> None:
        super().__init__()
        self._scores = np.zeros(len(items))
        self._errors = np.zeros(len(items))
        self._order: NDArray[np.int64] = np.arange(len(items))
        self._top = len(items)
        self._x_ticks: list[float] = []
        self._rows = 1
        label = "score with 95 % interval"
        self._plot = CalmPlot(f"Ranking: {label}", grid="bottom", label=label)
        self._axis = ItemAxis(items, images)
        self._build()

    def _build(self) -> None:
        item = self._plot.getPlotItem()
        item.setAxisItems({"left": self._axis})
        item.invertY(True)
        self._whiskers = pg.PlotCurveItem(connect="pairs")
        self._dots = pg.ScatterPlotItem(size=9, pxMode=True)
        item.addItem(self._whiskers)
        item.addItem(self._dots)
        self._scroll = QScrollBar(Qt.Orientation.Vertical)
        self._scroll.setAccessibleName("Scroll the ranking")
        self._scroll.valueChanged.connect(self._draw)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._plot, stretch=1)
        row.addWidget(self._scroll)

    def minimumSizeHint(self) -> QSize:
        """Keep room for some rows."""
        return QSize(240, 160)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._plot.set_theme(theme)
        self._axis.set_theme(theme, self.font())
        whisker = theme.colour("accent")
        whisker.setAlpha(170)
        self._whiskers.setPen(self._plot.make_pen(whisker))
        self._dots.setPen(None)
        self._dots.setBrush(theme.accent)
        self._draw()

    def set_top(self, top: int) -> None:
        """Show this many of the best items."""
        self._top = min(top, len(self._scores))
        self._scroll.setValue(0)
        self._arrange()

    def show_scores(self, scores: NDArray[np.float64], errors: NDArray[np.float64]) -> None:
        """Show an estimate."""
        self._scores, self._errors = scores, errors
        self._order = np.argsort(-scores, kind="stable")
        self._arrange()

    @property
    def order(self) -> NDArray[np.int64]:
        """The items, best first."""
        return self._order

    def shown_rows(self) -> tuple[NDArray, NDArray, NDArray]:
        """Return score, lower and upper end of every row in sight, from the top."""
        ends = self._whiskers.xData.reshape(-1, 2)
        return self._dots.getData()[0], ends[:, 0], ends[:, 1]

    def scroll_to(self, row: int) -> None:
        """Bring a row to the top."""
        self._scroll.setValue(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many rows as fit."""
        super().resizeEvent(event)
        self._axis.set_room(event.size().width() * _NAMES_SHARE)
        self._arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the rows."""
        self._scroll.event(event)

    def _arrange(self) -> None:
        """Decide how many rows fit, and how far they scroll."""
        self._rows = min(self._top, max(4, (self.height() - _BOTTOM) // _ROW))
        self._scroll.setPageStep(self._rows)
        self._scroll.setRange(0, self._top - self._rows)
        self._scroll.setVisible(self._top > self._rows)
        self._draw()

    @Slot()
    def _draw(self) -> None:
        start = self._scroll.value()
        shown = self._order[start : start + self._rows]
        scores, reach = self._scores[shown], _HALF_WIDTH * self._errors[shown]
        rows = np.arange(len(shown), dtype=float)
        ends = np.column_stack([scores - reach, scores + reach])
        self._whiskers.setData(ends.ravel(), np.repeat(rows, 2))
        self._dots.setData(scores, rows)
        height = self._rows_of_height()
        self._axis.set_rows(shown, height)
        self._plot.set_axis("left", -0.5, height - 0.5, None)
        self._set_x_range(float(ends.min()), float(ends.max()))

    def _rows_of_height(self) -> float:
        """Return how many rows tall the plot is: few items don't spread over a tall plot."""
        return max(self._rows, (self.height() - _BOTTOM) / _MOST_ROW)

    def _set_x_range(self, low: float, high: float) -> None:
        """Follow the data in round steps, so that the axis rarely moves."""
        ticks = nice_ticks(low, high, max(2, min(6, int(self._axis.room_left(self.width()) / 44))))
        if ticks != self._x_ticks:
            self._x_ticks = ticks
            self._plot.set_axis("bottom", ticks[0], ticks[-1], ticks)
