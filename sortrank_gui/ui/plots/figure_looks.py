"""How curves of a figure look: colours safe for the colour-blind, and markers of many shapes."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from sortrank_gui.figures import looks
from sortrank_gui.figures.descriptions import Figure


@dataclass(frozen=True, slots=True)
class Look:
    """Colour and marker of a curve."""

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


def choose_looks(figure: Figure) -> dict[str, Look]:
    """Return the look of every label; strategies have their own, the same in all figures."""
    curves = [curve for panel in figure.panels for curve in panel.curves]
    references = {curve.label: curve.reference for curve in reversed(curves)}
    found = looks.choose_looks(curves)
    return {k: Look(QColor(v.colour), v.shape, references[k]) for k, v in found.items()}


def figure_font(size: float, *, bold: bool = False) -> QFont:
    """Return the font of figures, in units of the drawing."""
    font = QFont("DejaVu Sans")
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(round(size))
    font.setBold(bold)
    return font


def paint_marker(painter: QPainter, at: QPointF, look: Look) -> None:
    """Draw the mark of a data point; reference lines have none."""
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
