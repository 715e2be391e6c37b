"""The ranking as it forms: score and 95 % interval of every item, best on top."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QWidget

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.looks import BLACK, COLOURS
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.ui.live.item_axis import ItemAxis, Labels
from sortrank_gui.ui.live.ranking_rows import RankingRows
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.plots.calm_plot import CalmPlot, show_tip
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of

Floats = NDArray[np.float64]

_ROW, _MOST_ROW = 22, 34
_NAMES_SHARE = 0.42
"""How much of the width names and thumbnails may take."""
_BOTTOM, _LOW_BOTTOM = 52, 34
"""Height of the axis below the rows, and of the margin above them; without the axis' label."""
_COLOURS = tuple(colour for colour in COLOURS if colour != BLACK)
"""Black would be hidden by the dark theme."""
_STEPS = {
    Qt.Key.Key_Up: QScrollBar.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QScrollBar.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: QScrollBar.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QScrollBar.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Home: QScrollBar.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QScrollBar.SliderAction.SliderToMaximum,
}


class RankingPlot(Recoloured, QWidget):
    """Dots and whiskers, one row an item; draws only the rows in sight, and scrolls."""

    def __init__(
        self, items: tuple[Item, ...], images: ImageStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.rows = RankingRows(items)
        self._top = len(items)
        self._scores: Axis | None = None
        self._visible = 1
        self._many_colours = self._is_drawn = False
        label = "score with 95 % interval"
        self._axis = ItemAxis(items, images)
        self._plot = CalmPlot(
            f"Ranking: {label}", grid="bottom", label=label, left=self._axis, parent=self
        )
        self._build()

    def _build(self) -> None:
        self._plot.area.view.invertY(True)
        self._whiskers: dict[int, pg.PlotCurveItem] = {}
        self._dots = pg.ScatterPlotItem(size=9, pxMode=True, pen=None)
        self._plot.area.add(self._dots)
        self.scroll_bar = QScrollBar(Qt.Orientation.Vertical, self)
        self.scroll_bar.setAccessibleName("Scroll the ranking")
        self.scroll_bar.valueChanged.connect(self._draw)
        self._plot.hovered.connect(self._on_hovered)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Ranking")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._plot, stretch=1)
        row.addWidget(self.scroll_bar)

    def minimumSizeHint(self) -> QSize:
        """Keep room for some rows."""
        return QSize(240, 120)

    def sizeHint(self) -> QSize:
        """Ask for no more: what there is goes by the panel's shares."""
        return self.minimumSizeHint()

    def recolour(self, theme: Theme) -> None:
        """Draw with other pens."""
        self._axis.recolour(theme, self.font())
        self._draw()

    def set_top(self, top: int) -> None:
        """Show this many of the best items."""
        self._top = min(top, self.rows.count)
        self.scroll_bar.setValue(0)
        self._arrange()

    @property
    def top(self) -> int:
        """How many of the best items are shown."""
        return self._top

    @property
    def axis(self) -> ItemAxis:
        """What stands beside the rows."""
        return self._axis

    def set_labels(self, labels: Labels) -> None:
        """Show names, pictures or both beside the rows."""
        self._axis.set_labels(labels)
        self._arrange()

    def set_many_colours(self, many: bool) -> None:
        """Give every item a colour that it keeps, or all the same one."""
        self._many_colours = many
        self._draw()

    def show_analysis(self, analysis: Analysis) -> None:
        """Show an estimate."""
        self.rows.take(analysis)
        self._arrange()

    @property
    def order(self) -> NDArray[np.int64]:
        """The items, best first."""
        return self.rows.order

    def shown_rows(self) -> tuple[Floats, Floats, Floats]:
        """Return score, lower and upper end of every row in sight, from the top."""
        shown = self._shown()
        return self.rows.scores[shown], self.rows.low[shown], self.rows.high[shown]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many rows as fit."""
        super().resizeEvent(event)
        self._axis.set_room(event.size().width() * _NAMES_SHARE)
        self._arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the rows."""
        self.scroll_bar.event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by keys."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.scroll_bar.triggerAction(step)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys scroll."""
        super().focusInEvent(event)
        self._axis.set_focused(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that keys go elsewhere."""
        super().focusOutEvent(event)
        self._axis.set_focused(False)

    def _shown(self) -> NDArray[np.int64]:
        start = self.scroll_bar.value()
        return self.order[start : start + self._visible]

    @property
    def _room(self) -> int:
        """The height of all rows."""
        return self.height() - (_LOW_BOTTOM if self._plot.is_low else _BOTTOM)

    def _arrange(self) -> None:
        """Decide how many rows fit, and how far they scroll."""
        least = max(_ROW, self._axis.thumb + 2)
        self._visible = min(self._top, max(2, self._room // least))
        self.scroll_bar.setPageStep(self._visible)
        self.scroll_bar.setRange(0, self._top - self._visible)
        self.scroll_bar.setVisible(self._top > self._visible)
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what came while nobody saw it."""
        super().showEvent(event)
        if not self._is_drawn:
            self._draw()

    @Slot()
    def _draw(self) -> None:
        self._is_drawn = self.isVisible()
        if not self._is_drawn:
            return
        shown = self._shown()
        scores, low, high = self.shown_rows()
        rows = np.arange(len(shown), dtype=float)
        colours = shown % len(_COLOURS) if self._many_colours else np.zeros(len(shown), dtype=int)
        for number in self._whiskers.keys() | set(colours.tolist()):
            whisker, mine = self._whisker(number), colours == number
            whisker.setPen(self._plot.make_pen(self._colour(number, alpha=170)))
            ends = np.column_stack([low[mine], high[mine]])
            whisker.setData(ends.ravel(), np.repeat(rows[mine], 2))
        brushes = [pg.mkBrush(self._colour(number)) for number in colours.tolist()]
        self._dots.setData(scores, rows, brush=brushes)
        height = self._rows_of_height()
        self._axis.set_rows(shown, height)
        self._plot.set_range("left", -0.5, height - 0.5)
        self._set_x_range(*self.rows.span(self._top))

    def _whisker(self, number: int) -> pg.PlotCurveItem:
        """Return the whiskers of a colour, made for its first row."""
        if number not in self._whiskers:
            self._whiskers[number] = pg.PlotCurveItem(connect="pairs")
            self._whiskers[number].setZValue(-1)  # below the dots
            self._plot.area.add(self._whiskers[number])
        return self._whiskers[number]

    def _colour(self, number: int, *, alpha: int = 255) -> QColor:
        colour = theme_of(self).colour("accent")
        if self._many_colours:
            colour = QColor(_COLOURS[number])
        colour.setAlpha(alpha)
        return colour

    def _rows_of_height(self) -> float:
        """Return how many rows tall the plot is: few items don't spread over a tall plot."""
        most = max(_MOST_ROW, self._axis.thumb + 8)
        return max(self._visible, self._room / most)

    def _set_x_range(self, low: float, high: float) -> None:
        """Follow the data in round steps, so that the axis rarely moves."""
        steps = max(2, min(6, int(self._axis.room_left(self.width()) / 48)))
        scores = Axis.between_ticks(low, high, steps)
        if scores != self._scores:
            self._scores = scores
            self._plot.set_axis("bottom", scores)

    def describe_row(self, row: int) -> list[str]:
        """Return what is known about the item of a row in sight, in lines."""
        shown = self._shown()
        if not 0 <= row < len(shown):
            return []
        return self.rows.describe(int(shown[row]), rank=self.scroll_bar.value() + row + 1)

    @Slot(QPointF, QPoint)
    def _on_hovered(self, place: QPointF, at: QPoint) -> None:
        show_tip(self.describe_row(round(place.y())), at, self._plot)
