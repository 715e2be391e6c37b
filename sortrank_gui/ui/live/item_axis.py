"""The left axis of the ranking: a thumbnail and a name for every row."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from sortrank_gui.study.items import Item
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.theme import LIGHT, Theme

_THUMB = 20
_GAP = 8


class ItemAxis(pg.AxisItem):
    """Draws items instead of ticks; row 0 is at the top."""

    def __init__(self, items: tuple[Item, ...], images: ImageStore) -> None:
        super().__init__("left")
        self._items, self._images = items, images
        self._shown: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._rows = 1.0
        self._room = 160.0
        self._theme = LIGHT
        self._font = QFont()
        self._has_images = any(item.image is not None for item in items)
        images.arrived.connect(self._on_arrived)

    def set_theme(self, theme: Theme, font: QFont) -> None:
        """Use the colours of a theme and a font."""
        self._theme, self._font = theme, font
        self.set_room(self._room)

    def set_room(self, room: float) -> None:
        """Take the width that the names need, but no more than the room there is."""
        self._room = room
        metrics = QFontMetricsF(self._font)
        widest = max(metrics.horizontalAdvance(item.name) for item in self._items[:500])
        thumb = _THUMB + _GAP if self._has_images else 0
        self.setWidth(round(min(widest + thumb + 2 * _GAP, room)))

    def room_left(self, width: float) -> float:
        """Return the width that is left for the plot."""
        return width - self.width()

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

    def _paint_row(self, painter: QPainter, item: Item, place: QRectF) -> None:
        if self._has_images:
            self._paint_thumb(painter, item, place)
            place = place.adjusted(_THUMB + _GAP, 0, 0, 0)
        metrics = QFontMetricsF(self._font)
        name = metrics.elidedText(item.name, Qt.TextElideMode.ElideMiddle, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_thumb(self, painter: QPainter, item: Item, place: QRectF) -> None:
        if item.image is None:
            return
        side = round(_THUMB * painter.device().devicePixelRatioF())
        pixmap = self._images.pixmap(item.image, QSize(side, side))
        box = QRectF(0, round(place.center().y() - _THUMB / 2), _THUMB, _THUMB)
        if pixmap is not None:
            size = pixmap.size().toSizeF() * (_THUMB / side)
            target = QRectF(0, 0, size.width(), size.height())
            target.moveCenter(box.center())
            painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
        painter.setPen(self._theme.colour("line"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.setPen(self._theme.colour("text"))

    @Slot(str)
    def _on_arrived(self, _path: str) -> None:
        self.update()
