"""How curves of a figure look: colours safe for the colour-blind, and markers of many shapes."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from sortrank_gui.ranking import strategies
from sortrank_gui.simulation.curves import Figure

# Okabe and Ito's set without yellow, which is too pale on white; the shape of the markers helps
# where colours are not seen or not printed.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
_OTHERS = 7
"""How many of the colours serve curves that are no strategy's: all but the grey."""
_SHAPES = ("circle", "square", "up", "diamond", "down")


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
    looks: dict[str, Look] = {}
    count = 0
    for curve in (curve for panel in figure.panels for curve in panel.curves):
        if curve.label in looks:
            continue
        if curve.reference:
            colour, shape = "#555555", ""
        elif curve.label in strategies.names():
            facts = strategies.facts(curve.label)
            colour, shape = _COLOURS[facts.colour], _SHAPES[facts.marker]
        else:
            colour, shape = _COLOURS[count % _OTHERS], _SHAPES[count % len(_SHAPES)]
            count += 1
        looks[curve.label] = Look(QColor(colour), shape, curve.reference)
    return looks


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
