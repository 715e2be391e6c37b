"""What all plots of the live panel share: a calm frame, nice ticks, no surprises by mouse."""

import math

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from sortrank_gui.ui.theme import Theme, scaled_font

FRAME_MS = 200
"""Plots change at most five times a second."""


def make_plot(name: str) -> pg.PlotWidget:
    """Return an empty plot with fixed ranges, a grid, and no mouse or keyboard handling."""
    plot = pg.PlotWidget()
    plot.setAccessibleName(name)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setFrameShape(pg.PlotWidget.Shape.NoFrame)
    item = plot.getPlotItem()
    item.setMenuEnabled(False)
    item.hideButtons()
    item.setMouseEnabled(x=False, y=False)
    item.disableAutoRange()
    item.getViewBox().setDefaultPadding(0)
    for side in ("left", "bottom"):
        item.getAxis(side).setStyle(tickLength=0, tickAlpha=255, tickTextOffset=8)
    return plot


def small_font(font: QFont) -> QFont:
    """Return the font of ticks and notes."""
    return scaled_font(font, 0.9)


def dress_plot(plot: pg.PlotWidget, theme: Theme) -> None:
    """Use the colours of a theme."""
    plot.setBackground(theme.card)
    for side in ("left", "bottom"):
        axis = plot.getPlotItem().getAxis(side)
        axis.setPen(None)
        axis.setTickPen(theme.line, width=1)
        axis.setTextPen(theme.soft)
        axis.setTickFont(small_font(plot.font()))


def nice_ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round numbers that cover low to high."""
    rough = max(high - low, 1e-9) / max(count, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * k for k in range(first, max(last, first + 1) + 1)]


def label_ticks(values: list[float]) -> list[tuple[float, str]]:
    """Return ticks with texts, with a real minus sign."""
    return [(value, f"{value + 0.0:g}".replace("-", "−")) for value in values]
