"""The left axis of the ranking: a thumbnail and a name for every row."""

from enum import StrEnum

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.widgets.theme import LIGHT, Theme

_THUMB, _LARGE_THUMB = 20, 40
_GAP = 8


class Labels(StrEnum):
    """What stands beside a row."""

    BOTH = "both"
    NAMES = "names"
    PICTURES = "pictures"


class ItemAxis(pg.AxisItem):
    """Draws items instead of ticks; row 0 is at the top."""

    def __init__(self, items: tuple[Item, ...], images: ImageStore) -> None:
        super().__init__("left")
        self._items, self._images = items, images
        self._shown: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._rows = 1.0
        self._room = 160.0
        self._theme = LIGHT
        self._focused = False
        self._font = QFont()
        self._widest: float | None = None
        """The width of the widest name in this font, once it is known."""
        self.has_images = any(source_of(item) is not None for item in items)
        self._labels = Labels.BOTH if self.has_images else Labels.NAMES
        images.arrived.connect(self._on_arrived)

    @property
    def labels(self) -> Labels:
        """What stands beside a row."""
        return self._labels

    def set_labels(self, labels: Labels) -> None:
        """Show names, pictures or both; items without pictures always have names."""
        self._labels = labels if self.has_images else Labels.NAMES
        self.set_room(self._room)
        self.update()

    @property
    def thumb(self) -> int:
        """How large thumbnails are; 0 where there are none."""
        match self._labels:
            case Labels.NAMES:
                return 0
            case Labels.BOTH:
                return _THUMB
            case Labels.PICTURES:
                return _LARGE_THUMB

    def recolour(self, theme: Theme, font: QFont) -> None:
        """Write in other colours, and in a font."""
        if font != self._font:
            self._font, self._widest = font, None
        self._theme = theme
        self.set_room(self._room)

    def set_room(self, room: float) -> None:
        """Take the width that the names need, but no more than the room there is."""
        self._room = room
        widest = 0.0 if self._labels is Labels.PICTURES else self._measure_names()
        thumb = self.thumb + _GAP if self.thumb else 0
        self.setWidth(round(min(widest + thumb + 2 * _GAP, room)))

    def set_focused(self, focused: bool) -> None:
        """Show whether keys scroll the rows."""
        self._focused = focused
        self.update()

    def _measure_names(self) -> float:
        if self._widest is None:
            metrics = QFontMetricsF(self._font)
            self._widest = max(metrics.horizontalAdvance(item.name) for item in self._items[:500])
        return self._widest

    def room_left(self, width: float) -> float:
        """Return the width that is left for the plot."""
        return width - float(self.width())

    def set_rows(self, shown: NDArray[np.int64], rows: float) -> None:
        """Show these items from the top; the axis is `rows` rows tall."""
        self._shown, self._rows = shown, rows
        self.update()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw a thumbnail and a name for every row."""
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("text"))
        height = self.size().height() / self._rows
        for row, number in enumerate(self._shown):
            place = QRectF(0, row * height, self.size().width() - _GAP, height)
            self._paint_row(painter, self._items[number], place)
        if self._focused:
            painter.setPen(self._theme.colour("accent"))
            painter.drawLine(0, 0, 0, int(self.size().height()))

    def _paint_row(self, painter: QPainter, item: Item, place: QRectF) -> None:
        if self.thumb:
            self._paint_thumb(painter, item, place)
            place = place.adjusted(self.thumb + _GAP, 0, 0, 0)
        if self._labels is Labels.PICTURES and source_of(item) is not None:
            return
        metrics = QFontMetricsF(self._font)
        name = metrics.elidedText(item.name, Qt.TextElideMode.ElideMiddle, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_thumb(self, painter: QPainter, item: Item, place: QRectF) -> None:
        source, thumb = source_of(item), self.thumb
        if source is None:
            return
        side = round(thumb * painter.device().devicePixelRatioF())
        pixmap = self._images.pixmap(source, QSize(side, side))
        box = QRectF(0, round(place.center().y() - thumb / 2), thumb, thumb)
        if pixmap is not None:
            size = pixmap.size().toSizeF() * (thumb / side)
            target = QRectF(0, 0, size.width(), size.height())
            target.moveCenter(box.center())
            painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
        painter.setPen(self._theme.colour("line"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.setPen(self._theme.colour("text"))

    @Slot(str)
    def _on_arrived(self, _path: str) -> None:
        self.update()
