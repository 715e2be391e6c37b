"""What a plot consists of: a view of the data, with an axis at the left and one at the bottom.

pyqtgraph's own `PlotItem` has two more axes, a title, a button and a form of some fifty widgets for
a menu that none of our plots opens; making these takes longer than all the rest of a plot.
"""

import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsGridLayout

_VIEW = (0, 1)
_PLACES = {"left": (0, 0), "bottom": (1, 1)}
_MARGINS = (0, 8, 16, 0)
_ABOVE_PICTURES = 0.5


class PlotArea(pg.GraphicsWidget):
    """Items are added in the units of the axes; nothing moves by mouse or by itself."""

    def __init__(self, left: pg.AxisItem | None = None) -> None:
        super().__init__()
        self.view = pg.ViewBox(self, enableMouse=False, enableMenu=False)
        self.view.disableAutoRange()
        grid = QGraphicsGridLayout(self)
        grid.setContentsMargins(*_MARGINS)
        grid.setSpacing(0)
        grid.addItem(self.view, *_VIEW)
        grid.setRowStretchFactor(_VIEW[0], 1)
        grid.setColumnStretchFactor(_VIEW[1], 1)
        self._axes = {"left": left or pg.AxisItem("left"), "bottom": pg.AxisItem("bottom")}
        for side, axis in self._axes.items():
            axis.setParentItem(self)
            axis.linkToView(self.view)
            axis.setZValue(_ABOVE_PICTURES)
            grid.addItem(axis, *_PLACES[side])

    def axis(self, side: str) -> pg.AxisItem:
        """Return the axis at the left or at the bottom."""
        return self._axes[side]

    def add(self, item: pg.GraphicsItem) -> None:
        """Draw an item from now on."""
        self.view.addItem(item, ignoreBounds=True)

    def remove(self, item: pg.GraphicsItem) -> None:
        """Draw an item no longer."""
        self.view.removeItem(item)
