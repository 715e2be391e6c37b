"""Figures for publications: white background, vector and bitmap, colours safe for the colour-blind.

The drawing is ours and not pyqtgraph's: a paper's figure needs axes, bands and a legend that look
the same as PNG and as SVG, at any resolution, and nothing that a screen's plot needs.
"""

import math
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.ui.plots.figure_files import save_drawing
from sortrank_gui.ui.plots.figure_looks import Look, choose_looks, figure_font, paint_marker
from sortrank_gui.ui.plots.figure_panels import INK, paint_panel, tick_width

_PANEL = QSize(340, 250)  # 8.6 cm wide
_LABEL, _TOP, _RIGHT, _BOTTOM = 32.0, 26.0, 18.0, 44.0  # margins; left of it, the numbers too


def save_figure(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write a figure as stem.png and stem.svg."""
    _application()
    png, svg = stem.with_suffix(".png"), stem.with_suffix(".svg")
    drawing = FigureDrawing(figure)
    save_drawing(drawing, png)
    save_drawing(drawing, svg)
    return png, svg


@cache
def _application() -> QCoreApplication:
    """Return the application; fonts need one, but not a display.

    It is one for widgets, as the window's is: a process has one application for all its life.
    """
    running = QApplication.instance()
    if running is not None:
        return running
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QApplication(["sortrank"])


class FigureDrawing:
    """The layout of a figure: a legend above rows of panels."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._looks = choose_looks(figure)
        columns = min(figure.columns, len(figure.panels))
        rows = math.ceil(len(figure.panels) / columns)
        width = columns * _PANEL.width()
        self._legend = list(_lay_out_legend(list(self._looks), width - 16))
        self._top = 10.0 + 16.0 * (1 + max((row for row, _, _ in self._legend), default=-1))
        self._columns = columns
        self._left = _LABEL + max(tick_width(panel) for panel in figure.panels)
        self.size = QSize(width, int(self._top + rows * _PANEL.height()))

    def paint(self, painter: QPainter) -> None:
        """Draw everything, in units of 1/72 inch or so."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, x, label in self._legend:
            _paint_key(painter, QPointF(8 + x, 16 + 16 * row), label, self._looks[label])
        for number, panel in enumerate(self._figure.panels):
            row, column = divmod(number, self._columns)
            corner = QPointF(column * _PANEL.width(), self._top + row * _PANEL.height())
            frame = QRectF(corner, _PANEL.toSizeF())
            inner = frame.adjusted(self._left, _TOP, -_RIGHT, -_BOTTOM)
            paint_panel(painter, inner, panel, self._looks)


def _lay_out_legend(labels: list[str], width: float) -> Iterator[tuple[int, float, str]]:
    """Yield row, x and text of every key."""
    metrics, row, x = QFontMetricsF(figure_font(11)), 0, 0.0
    for label in labels:
        needed = 34 + metrics.horizontalAdvance(label)
        if x and x + needed > width:
            row, x = row + 1, 0.0
        yield row, x, label
        x += needed + 12


def _paint_key(painter: QPainter, at: QPointF, label: str, look: Look) -> None:
    painter.setPen(look.pen())
    painter.drawLine(at, at + QPointF(26, 0))
    paint_marker(painter, at + QPointF(13, 0), look)
    painter.setPen(INK)
    painter.setFont(figure_font(11))
    painter.drawText(at + QPointF(32, 4), label)
