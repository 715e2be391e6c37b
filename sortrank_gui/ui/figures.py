"""Figures for publications: white background, vector and bitmap, colours safe for the colour-blind.

The drawing is ours and not pyqtgraph's: a paper's figure needs axes, bands and a legend that look
the same as PNG and as SVG, at any resolution, and nothing that a screen's plot needs.
"""

import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)
from PySide6.QtSvg import QSvgGenerator

from sortrank_gui.errors import SortrankError
from sortrank_gui.simulation.curves import Curve, Figure, Panel
from sortrank_gui.ui.axes import Axis

PANEL = QSize(340, 250)
_LABEL, _TOP, _RIGHT, _BOTTOM = 32.0, 26.0, 18.0, 44.0  # margins; left of it, the numbers too
_SCALE = 3  # PNG pixels a unit: a panel of 340 units is 8.6 cm wide at 300 dpi
_INK, _SOFT, _GRID = QColor("#1a1a1a"), QColor("#555555"), QColor("#e6e6e6")
# Okabe and Ito's set without yellow, which is too pale on white; the shape of the markers helps
# where colours are not seen or not printed.
_LOOKS = {
    "random": ("#000000", "circle"),
    "all-pairs": ("#999999", "circle"),
    "quicksort": ("#E69F00", "square"),
    "mergesort": ("#D55E00", "diamond"),
    "uncertainty": ("#CC79A7", "up"),
    "adjacent": ("#999999", "down"),
    "entropy": ("#009E73", "up"),
    "kl": ("#56B4E9", "down"),
    "matching": ("#0072B2", "circle"),
}
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_SHAPES = ("circle", "square", "up", "diamond", "down")


@dataclass(frozen=True, slots=True)
class _Look:
    colour: QColor
    shape: str
    reference: bool

    def pen(self) -> QPen:
        """Return the pen of the line."""
        pen = QPen(self.colour, 1.0 if self.reference else 1.6)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if self.reference:
            pen.setDashPattern([4.0, 3.0])
        return pen


def save_figure(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write a figure as stem.png and stem.svg."""
    application = _application()
    png, svg = stem.with_suffix(".png"), stem.with_suffix(".svg")
    drawing = _Drawing(figure)
    _save_png(drawing, png)
    _save_svg(drawing, svg)
    del application
    return png, svg


def _application() -> QGuiApplication:
    """Return the application; fonts need one, but not a display."""
    running = QGuiApplication.instance()
    if running is not None:
        return running
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QGuiApplication(["sortrank"])


def _save_png(drawing: "_Drawing", path: Path) -> None:
    image = QImage(drawing.size * _SCALE, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(11811)  # 300 dpi
    image.setDotsPerMeterY(11811)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(_SCALE, _SCALE)
    drawing.paint(painter)
    painter.end()
    if not image.save(str(path)):
        raise SortrankError(f"The figure {path} can't be written.")


def _save_svg(drawing: "_Drawing", path: Path) -> None:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(drawing.size)
    generator.setViewBox(QRectF(0, 0, drawing.size.width(), drawing.size.height()))
    painter = QPainter()
    if not painter.begin(generator):
        raise SortrankError(f"The figure {path} can't be written.")
    painter.fillRect(QRectF(QPointF(0, 0), drawing.size.toSizeF()), Qt.GlobalColor.white)
    drawing.paint(painter)
    painter.end()


class _Drawing:
    """The layout of a figure: a legend above rows of panels."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._looks = _choose_looks(figure)
        columns = min(figure.columns, len(figure.panels))
        rows = math.ceil(len(figure.panels) / columns)
        width = columns * PANEL.width()
        self._legend = list(_lay_out_legend(list(self._looks), width - 16))
        self._top = 10.0 + 16.0 * (1 + max((row for row, _, _ in self._legend), default=-1))
        self._columns = columns
        self._left = _LABEL + max(_tick_width(panel) for panel in figure.panels)
        self.size = QSize(width, int(self._top + rows * PANEL.height()))

    def paint(self, painter: QPainter) -> None:
        """Draw everything, in units of 1/72 inch or so."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, x, label in self._legend:
            _paint_key(painter, QPointF(8 + x, 16 + 16 * row), label, self._looks[label])
        for number, panel in enumerate(self._figure.panels):
            row, column = divmod(number, self._columns)
            corner = QPointF(column * PANEL.width(), self._top + row * PANEL.height())
            frame = QRectF(corner, PANEL.toSizeF())
            inner = frame.adjusted(self._left, _TOP, -_RIGHT, -_BOTTOM)
            _paint_panel(painter, inner, panel, self._looks)


def _choose_looks(figure: Figure) -> dict[str, _Look]:
    looks: dict[str, _Look] = {}
    count = 0
    for curve in (curve for panel in figure.panels for curve in panel.curves):
        if curve.label in looks:
            continue
        if curve.reference:
            colour, shape = "#555555", ""
        elif curve.label in _LOOKS:
            colour, shape = _LOOKS[curve.label]
        else:
            colour, shape = _COLOURS[count % len(_COLOURS)], _SHAPES[count % len(_SHAPES)]
            count += 1
        looks[curve.label] = _Look(QColor(colour), shape, curve.reference)
    return looks


def _font(size: float, *, bold: bool = False) -> QFont:
    font = QFont("DejaVu Sans")
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(round(size))
    font.setBold(bold)
    return font


def _lay_out_legend(labels: list[str], width: float) -> Iterator[tuple[int, float, str]]:
    """Yield row, x and text of every key."""
    metrics, row, x = QFontMetricsF(_font(11)), 0, 0.0
    for label in labels:
        needed = 34 + metrics.horizontalAdvance(label)
        if x and x + needed > width:
            row, x = row + 1, 0.0
        yield row, x, label
        x += needed + 12


def _paint_key(painter: QPainter, at: QPointF, label: str, look: _Look) -> None:
    painter.setPen(look.pen())
    painter.drawLine(at, at + QPointF(26, 0))
    _paint_marker(painter, at + QPointF(13, 0), look)
    painter.setPen(_INK)
    painter.setFont(_font(11))
    painter.drawText(at + QPointF(32, 4), label)


def _paint_panel(painter: QPainter, frame: QRectF, panel: Panel, looks: dict[str, _Look]) -> None:
    x_axis, y_axis = _axes(panel)
    _paint_grid(painter, frame, x_axis, y_axis)

    def place(x: float, y: float) -> QPointF:
        return QPointF(
            frame.left() + frame.width() * x_axis.fraction(x),
            frame.bottom() - frame.height() * y_axis.fraction(y),
        )

    painter.save()
    painter.setClipRect(frame)
    for curve in panel.curves:
        _paint_band(painter, curve, looks[curve.label], place)
    painter.setClipRect(frame.adjusted(-4, -4, 4, 4))  # markers at the rim stay whole
    for curve in panel.curves:
        look = looks[curve.label]
        if curve.like in looks:
            look = _Look(looks[curve.like].colour, look.shape, look.reference)
        _paint_curve(painter, curve, look, place)
    painter.restore()
    _paint_labels(painter, frame, panel)


def _axes(panel: Panel) -> tuple[Axis, Axis]:
    widths = [x for curve in panel.curves for x in curve.x]
    if not panel.log_x:
        widths.append(0.0)
    x_axis = Axis.around(widths, log=panel.log_x, tight=True)
    return x_axis, Axis.around(_heights(panel), log=panel.log_y)


def _tick_width(panel: Panel) -> float:
    """Return the width of the widest number beside the y axis."""
    metrics = QFontMetricsF(_font(10))
    return max((metrics.horizontalAdvance(text) for _, text in _axes(panel)[1].ticks()), default=0)


def _heights(panel: Panel) -> Iterator[float]:
    """Yield what the y axis must cover."""
    for curve in panel.curves:
        yield from curve.mean
        yield from curve.high
        if not panel.log_y:
            yield from curve.low
            yield 0.0


def _paint_grid(painter: QPainter, frame: QRectF, x_axis: Axis, y_axis: Axis) -> None:
    painter.setFont(_font(10))
    for value, text in x_axis.ticks():
        x = frame.left() + frame.width() * x_axis.fraction(value)
        painter.setPen(QPen(_GRID, 0.8))
        painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))
        painter.setPen(_SOFT)
        box = QRectF(x - 40, frame.bottom() + 4, 80, 14)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
    for value, text in y_axis.ticks():
        y = frame.bottom() - frame.height() * y_axis.fraction(value)
        painter.setPen(QPen(_GRID, 0.8))
        painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
        painter.setPen(_SOFT)
        box = QRectF(frame.left() - 96, y - 8, 90, 16)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(QPen(_INK, 1.0))
    painter.drawLine(frame.bottomLeft(), frame.bottomRight())
    painter.drawLine(frame.bottomLeft(), frame.topLeft())


def _paint_band(painter: QPainter, curve: Curve, look: _Look, place) -> None:
    if not curve.low:
        return
    upper = [place(x, y) for x, y in zip(curve.x, curve.high, strict=True)]
    lower = [place(x, y) for x, y in zip(curve.x, curve.low, strict=True)]
    colour = QColor(look.colour)
    colour.setAlphaF(0.14)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))


def _paint_curve(painter: QPainter, curve: Curve, look: _Look, place) -> None:
    points = [place(x, y) for x, y in zip(curve.x, curve.mean, strict=True)]
    painter.setPen(look.pen())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    last = None
    for point in points:
        if last is None or abs(point.x() - last.x()) > 12 or point is points[-1]:
            _paint_marker(painter, point, look)
            last = point


def _paint_marker(painter: QPainter, at: QPointF, look: _Look) -> None:
    if look.reference:
        return
    painter.setPen(QPen(Qt.GlobalColor.white, 0.5))
    painter.setBrush(look.colour)
    path = QPainterPath()
    size = 2.8
    match look.shape:
        case "square":
            path.addRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))
        case "diamond":
            path.addPolygon(_polygon(at, 1.3 * size, ((0, -1), (1, 0), (0, 1), (-1, 0))))
        case "up":
            path.addPolygon(_polygon(at, 1.3 * size, ((0, -1), (0.95, 0.75), (-0.95, 0.75))))
        case "down":
            path.addPolygon(_polygon(at, 1.3 * size, ((0, 1), (0.95, -0.75), (-0.95, -0.75))))
        case _:
            path.addEllipse(at, size, size)
    path.closeSubpath()
    painter.drawPath(path)


def _polygon(at: QPointF, size: float, corners: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([at + size * QPointF(x, y) for x, y in corners])


def _paint_labels(painter: QPainter, frame: QRectF, panel: Panel) -> None:
    painter.setPen(_INK)
    painter.setFont(_font(11, bold=True))
    painter.drawText(QPointF(frame.left(), frame.top() - 9), panel.title)
    painter.setFont(_font(11))
    below = QRectF(frame.left(), frame.bottom() + 20, frame.width(), 18)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, panel.x_label)
    painter.save()
    painter.translate(frame.left() - _tick_width(panel) - 18, frame.center().y())
    painter.rotate(-90)
    beside = QRectF(-frame.height() / 2, -9, frame.height(), 18)
    painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, panel.y_label)
    painter.restore()
