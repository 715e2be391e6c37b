"""One panel of a figure: grid, bands, curves, numbers and labels."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.ui.plots.figure_looks import Look, figure_font, paint_marker

INK, _SOFT, _GRID = QColor("#1a1a1a"), QColor("#555555"), QColor("#e6e6e6")
Place = Callable[[float, float], QPointF]


def paint_panel(painter: QPainter, frame: QRectF, panel: Panel, looks: dict[str, Look]) -> None:
    """Draw a panel; the frame is what lies between the axes."""
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
            look = Look(looks[curve.like].colour, look.shape, look.reference)
        _paint_curve(painter, curve, look, place)
    painter.restore()
    _paint_labels(painter, frame, panel)


def _axes(panel: Panel) -> tuple[Axis, Axis]:
    widths = [x for curve in panel.curves for x in curve.x]
    if not panel.log_x:
        widths.append(0.0)
    x_axis = Axis.around(widths, log=panel.log_x, tight=True)
    return x_axis, Axis.around(_heights(panel), log=panel.log_y)


def tick_width(panel: Panel) -> float:
    """Return the width of the widest number beside the y axis."""
    metrics = QFontMetricsF(figure_font(10))
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
    painter.setFont(figure_font(10))
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
    painter.setPen(QPen(INK, 1.0))
    painter.drawLine(frame.bottomLeft(), frame.bottomRight())
    painter.drawLine(frame.bottomLeft(), frame.topLeft())


def _paint_band(painter: QPainter, curve: Curve, look: Look, place: Place) -> None:
    if not curve.low:
        return
    upper = [place(x, y) for x, y in zip(curve.x, curve.high, strict=True)]
    lower = [place(x, y) for x, y in zip(curve.x, curve.low, strict=True)]
    colour = QColor(look.colour)
    colour.setAlphaF(0.14)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))


def _paint_curve(painter: QPainter, curve: Curve, look: Look, place: Place) -> None:
    points = [place(x, y) for x, y in zip(curve.x, curve.mean, strict=True)]
    painter.setPen(look.pen())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    last = None
    for point in points:
        if last is None or abs(point.x() - last.x()) > 12 or point is points[-1]:
            paint_marker(painter, point, look)
            last = point


def _paint_labels(painter: QPainter, frame: QRectF, panel: Panel) -> None:
    painter.setPen(INK)
    painter.setFont(figure_font(11, bold=True))
    painter.drawText(QPointF(frame.left(), frame.top() - 9), panel.title)
    painter.setFont(figure_font(11))
    below = QRectF(frame.left(), frame.bottom() + 20, frame.width(), 18)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, panel.x_label)
    painter.save()
    painter.translate(frame.left() - tick_width(panel) - 18, frame.center().y())
    painter.rotate(-90)
    beside = QRectF(-frame.height() / 2, -9, frame.height(), 18)
    painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, panel.y_label)
    painter.restore()
