"""The colour of every strategy on the screen: the one of printed figures, fit for the theme."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.figures.looks import BLACK, choose_looks
from sortrank_gui.ranking import strategies
from sortrank_gui.ui.widgets.theme import Theme

DOT_SIZE = QSize(10, 10)


def panel_colours(panel: Panel, theme: Theme) -> dict[str, QColor]:
    """Return the colour of every curve of a panel, by its label."""
    looks = choose_looks(panel.curves)
    colours = {label: _fit(QColor(look.colour), theme) for label, look in looks.items()}
    for curve in panel.curves:
        if curve.reference:
            colours[curve.label] = colours.get(curve.like, theme.colour("soft"))
    return colours


def strategy_colour(name: str, theme: Theme) -> QColor:
    """Return the colour of a strategy."""
    panel = Panel("", "", "", (Curve(name, (), ()),))
    return panel_colours(panel, theme)[name]


def curve_title(label: str) -> str:
    """Return a curve's name for the screen: strategies have a title of their own."""
    return strategies.facts(label).title if strategies.is_known(label) else label


def make_dot(colour: QColor, *, size: int = 10, ratio: float = 1.0) -> QIcon:
    """Return a filled circle."""
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(0, 0, size, size)
    painter.end()
    return QIcon(pixmap)


def _fit(colour: QColor, theme: Theme) -> QColor:
    """Return a colour that shows on the card: no black on dark, nothing too dim."""
    if colour == QColor(BLACK):
        return theme.colour("text")
    return colour.lighter(125) if theme.name == "dark" else colour
