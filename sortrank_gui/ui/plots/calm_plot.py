"""The plot that the live panel is made of: calm lines, round ticks, no surprises by mouse."""

import html

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from sortrank_gui.figures.axes import Axis
from sortrank_gui.ui.plots.plot_area import PlotArea
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, scaled_font

_LINE_WIDTH = 2
_LOW = 118
_SEEN_OR_NOT = (
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.WindowActivate,
    QEvent.Type.WindowDeactivate,
)


class CalmPlot(Recoloured, pg.GraphicsView):
    """A plot with set ranges and a grid across one axis; it never scales itself.

    `grid` names the axis whose ticks have lines. The lines are a curve of ours, since pyqtgraph's
    own grid lies over the data and cuts the outermost labels off. `hovered` says where the mouse
    is, in the data's units.
    """

    hovered = Signal(QPointF, QPoint)
    left = Signal()

    def __init__(
        self,
        name: str,
        *,
        grid: str,
        label: str,
        left: pg.AxisItem | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.area = PlotArea(left)
        self.setCentralItem(self.area)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.enableMouse(False)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self._grid_axis = grid
        self._grid = pg.PlotCurveItem(connect="pairs", antialias=False)
        self._grid.setZValue(-10)
        self._ranges: dict[str, tuple[float, float]] = {"left": (0, 1), "bottom": (0, 1)}
        self._grid_ticks: list[float] = []
        self.area.add(self._grid)
        self.area.axis("bottom").setLabel(label)
        for side in ("left", "bottom"):
            axis = self.area.axis(side)
            axis.enableAutoSIPrefix(False)  # our ticks have the values themselves
            axis.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=8, hideOverlappingLabels=16)

    def recolour(self, theme: Theme) -> None:
        """Draw with other pens."""
        self.setBackground(theme.card)
        self._grid.setPen(theme.line, width=self.devicePixelRatioF())
        small = small_font(self.font())
        for side in ("left", "bottom"):
            axis = self.area.axis(side)
            axis.setPen(None)
            axis.setTextPen(theme.soft)
            axis.setTickFont(small)
            axis.label.setFont(small)
            axis.label.setDefaultTextColor(theme.colour("soft"))

    def make_pen(self, colour: QColor, *, dashed: bool = False) -> QPen:
        """Return a pen for a curve; pyqtgraph's pens are cosmetic and don't scale by themselves."""
        width = 1 if dashed else _LINE_WIDTH
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        pen: QPen = pg.mkPen(colour, width=width * self.devicePixelRatioF(), style=style)
        return pen

    @property
    def is_low(self) -> bool:
        """Whether there is too little height for anything but the data."""
        return bool(self.height() < _LOW)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Leave the axis without its label where the plot is low."""
        if event is None:  # pyqtgraph calls this by itself, before there is an axis
            pg.GraphicsView.resizeEvent(self, event)
            return
        super().resizeEvent(event)
        self.area.axis("bottom").showLabel(not self.is_low)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say where the mouse is."""
        super().mouseMoveEvent(event)
        box = self.area.view
        place = box.mapSceneToView(self.mapToScene(event.position().toPoint()))
        self.hovered.emit(place, event.globalPosition().toPoint())

    def viewportEvent(self, event: QEvent) -> bool:
        """Keep from the scene what it has no use for.

        When the mouse rests it would hide the tip. When the plot comes or goes, or the window is
        another one, it would be drawn anew, and with it all of the window, before its time.
        """
        if event.type() in _SEEN_OR_NOT:
            return False
        return event.type() is QEvent.Type.ToolTip or super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Say that the mouse is gone."""
        super().leaveEvent(event)
        self.left.emit()

    def set_axis(self, side: str, axis: Axis, *, steps: int = 6) -> None:
        """Show an axis at the left or at the bottom, with about so many steps between ticks."""
        ticks = [(axis.place(value), text) for value, text in axis.ticks(steps)]
        self.area.axis(side).setTicks([ticks])
        if side == self._grid_axis:
            self._grid_ticks = [place for place, _ in ticks]
        self.set_range(side, axis.place(axis.low), axis.place(axis.high))

    def set_range(self, side: str, low: float, high: float) -> None:
        """Show low to high at the left or at the bottom; the ticks stay as they are."""
        self._ranges[side] = (low, high)
        set_range = self.area.view.setYRange if side == "left" else self.area.view.setXRange
        set_range(low, high, padding=0)
        self._draw_grid()

    def _draw_grid(self) -> None:
        across = self._ranges["bottom" if self._grid_axis == "left" else "left"]
        along = [tick for tick in self._grid_ticks for _ in across]
        ends = [end for _ in self._grid_ticks for end in across]
        xs, ys = (ends, along) if self._grid_axis == "left" else (along, ends)
        self._grid.setData(xs, ys)


def small_font(font: QFont) -> QFont:
    """Return the font of ticks and notes."""
    return scaled_font(font, 0.9)


def show_tip(lines: list[str], at: QPoint, plot: CalmPlot) -> None:
    """Show lines of plain text beside the mouse, the first one bold; no lines hide it."""
    if not lines:
        QToolTip.hideText()
        return
    first, *others = map(html.escape, lines)
    body = "<br>".join([f"<b>{first}</b>", *others])
    QToolTip.showText(at, f"<p style='white-space:pre'>{body}</p>", plot)
