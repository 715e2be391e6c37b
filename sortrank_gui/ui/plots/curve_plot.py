"""The plot of a simulation: curves with bands, linear or log, with a line to read values by."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from sortrank_gui.figures.curve_panels import fit_axes
from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.figures.numbers import number_text
from sortrank_gui.ui.plots.calm_plot import CalmPlot
from sortrank_gui.ui.plots.colours import panel_colours
from sortrank_gui.ui.widgets.theme import Theme, theme_of

Floats = NDArray[np.float64]
Line = tuple[Curve, QColor, Qt.PenStyle | None]
"""A curve, its colour, and its style where it is not its own."""

_BAND_ALPHA = 36
_STYLES = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


@dataclass(frozen=True, slots=True)
class Scale:
    """How a panel is shown."""

    log_x: bool = True
    log_y: bool = True
    hidden: frozenset[str] = frozenset()


class CurvePlot(CalmPlot):
    """Draws one panel, and others behind it to compare with.

    `pointed` tells the x that the mouse is at, of those where there are values; None when it left.
    """

    pointed = Signal(object)

    def __init__(self, name: str = "Curves", parent: QWidget | None = None) -> None:
        super().__init__(name, grid="left", label="comparisons", parent=parent)
        self._panel: Panel | None = None
        self._others: Sequence[Panel] = ()
        self._scale = Scale()
        self._lines: list[pg.PlotCurveItem] = []
        self._bands: list[tuple[pg.PlotCurveItem, pg.PlotCurveItem, pg.FillBetweenItem]] = []
        self._reader = pg.InfiniteLine(angle=90, movable=False)
        self._reading = pg.InfLineLabel(self._reader, "", position=0.97, anchors=[(0, 0), (1, 0)])
        self._reader.hide()
        self._reader.setZValue(5)
        self._mark = pg.InfiniteLine(angle=90, movable=False)
        self._mark.hide()
        for line in (self._reader, self._mark):
            self.area.add(line)
        self.scene().sigMouseMoved.connect(self._on_mouse_moved)

    @property
    def reading(self) -> str:
        """What is said at the reading line."""
        text: str = self._reading.toPlainText()
        return text

    def minimumSizeHint(self) -> QSize:
        """Keep room for readable curves."""
        return QSize(280, 180)

    def recolour(self, theme: Theme) -> None:
        """Draw with other pens."""
        super().recolour(theme)
        self._reader.setPen(self.make_pen(theme.colour("soft"), dashed=True))
        self._reading.setColor(theme.colour("text"))
        self._mark.setPen(self.make_pen(theme.colour("accent"), dashed=True))
        self._draw()

    def show_panel(self, panel: Panel | None, scale: Scale, others: Sequence[Panel] = ()) -> None:
        """Draw a panel; `others` are drawn behind it, dashed and without bands."""
        self._panel, self._scale, self._others = panel and _outline_bars(panel), scale, others
        self._draw()

    def mark(self, x: float | None) -> None:
        """Draw a line at an x that matters, or none."""
        self._mark.setVisible(x is not None and x > 0)
        if x is not None and x > 0:
            self._mark.setPos(np.log10(x) if self._scale.log_x else x)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the reading line away."""
        self._reader.hide()
        self.pointed.emit(None)
        super().leaveEvent(event)

    def _draw(self) -> None:
        if self._panel is None:
            self._draw_lines([])
            self._draw_bands([])
            return
        self._fit_axes(self._panel)
        theme = theme_of(self)
        colours = panel_colours(self._panel, theme)
        shown = [c for c in self._panel.curves if c.label not in self._scale.hidden and c.x]
        lines: list[Line] = [(c, colours.get(c.like, colours[c.label]), None) for c in shown]
        for number, panel in enumerate(self._others):
            style = _STYLES[number % len(_STYLES)]
            colours |= panel_colours(panel, theme)
            curves = [c for c in panel.curves if c.label not in self._scale.hidden and c.x]
            lines += [(c, colours[c.label], style) for c in curves if not c.reference]
        self._draw_bands([(c, colours[c.label]) for c in shown if c.low])
        self._draw_lines(lines)

    def _draw_lines(self, lines: Sequence[Line]) -> None:
        while len(self._lines) < len(lines):
            item = pg.PlotCurveItem()
            self.area.add(item)
            self._lines.append(item)
        for item in self._lines[len(lines) :]:
            item.setData([], [])
        for item, (curve, colour, style) in zip(self._lines, lines, strict=False):
            pen = self.make_pen(colour, dashed=curve.reference)
            if style is not None:
                pen.setStyle(style)
            item.setPen(pen)
            item.setData(*self._place(curve.x, curve.mean))

    def _draw_bands(self, bands: list[tuple[Curve, QColor]]) -> None:
        while len(self._bands) < len(bands):
            low, high = pg.PlotCurveItem(pen=None), pg.PlotCurveItem(pen=None)
            fill = pg.FillBetweenItem(low, high)
            fill.setZValue(-5)
            self.area.add(fill)
            self._bands.append((low, high, fill))
        for number, (low, high, fill) in enumerate(self._bands):
            fill.setVisible(number < len(bands))
            if number >= len(bands):
                continue
            curve, colour = bands[number]
            fill.setBrush(QColor(colour.red(), colour.green(), colour.blue(), _BAND_ALPHA))
            low.setData(*self._place(curve.x, curve.low))
            high.setData(*self._place(curve.x, curve.high))

    def _fit_axes(self, panel: Panel) -> None:
        """Cover all curves in sight, as a figure on paper would."""
        every = [c for p in (panel, *self._others) for c in p.curves]
        shown = [c for c in every if c.label not in self._scale.hidden] or every
        log_x, log_y = self._scale.log_x, self._scale.log_y
        together = replace(panel, curves=tuple(shown), log_x=log_x, log_y=log_y)
        x_axis, self._y_axis = fit_axes(together)
        self.set_axis("bottom", x_axis)
        self.set_axis("left", self._y_axis)
        self.area.axis("bottom").setLabel(panel.x_label)

    def _place(self, xs: Sequence[float], ys: Sequence[float]) -> tuple[Floats, Floats]:
        x, y = np.array(xs, dtype=float), np.array(ys, dtype=float)
        if self._scale.log_x:
            x = np.log10(np.maximum(x, 1e-300))
        if self._scale.log_y:
            y = np.log10(np.maximum(y, self._y_axis.low / 10))
        return x, y

    @Slot(QPointF)
    def _on_mouse_moved(self, at: QPointF) -> None:
        """Move the line to the nearest measured x."""
        box = self.area.view
        xs = self._measured()
        if not len(xs) or not box.sceneBoundingRect().contains(at):
            return
        places = np.log10(xs) if self._scale.log_x else xs
        nearest = int(np.argmin(np.abs(places - box.mapSceneToView(at).x())))
        self._reader.show()
        self._reader.setPos(float(places[nearest]))
        self._reading.setFormat(number_text(float(xs[nearest])))
        self.pointed.emit(float(xs[nearest]))

    def _measured(self) -> Floats:
        if self._panel is None:
            return np.array([])
        xs = {x for c in self._panel.curves if not c.reference for x in c.x}
        return np.array(sorted(x for x in xs if x > 0 or not self._scale.log_x))


def _outline_bars(panel: Panel) -> Panel:
    """Return a panel whose bars are curves, filled below."""
    outlines = []
    for bars in panel.bars:
        x = tuple(np.column_stack((bars.left, bars.right)).ravel().tolist())
        y = tuple(np.repeat(bars.height, 2).tolist())
        outlines.append(Curve(bars.label, x, y, low=(0.0,) * len(y), high=y))
    return replace(panel, curves=(*outlines, *panel.curves))
