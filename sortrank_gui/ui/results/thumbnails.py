"""Items inside a table: a small picture and the name; pictures are fetched as rows are seen."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.results.table_columns import KEY_ROLE
from sortrank_gui.ui.widgets.theme import theme_of

_SIDE, _GAP = 24, 8


class ThumbnailDelegate(QStyledItemDelegate):
    """Paints thumbnail and name; the key of a row is the item's number in the study."""

    def __init__(self, table: QTableView, images: ImageStore) -> None:
        super().__init__(table)
        self._table, self._images = table, images
        self._items: Sequence[Item] = ()
        self._has_images = False
        images.arrived.connect(self._on_arrived)

    def set_items(self, items: Sequence[Item]) -> None:
        """Show these items."""
        self._items = items
        self._has_images = any(source_of(item) is not None for item in items)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Draw the background, the picture and the name."""
        if not self._has_images:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        style = QApplication.style() if option.widget is None else option.widget.style()
        name, option.text = option.text, ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        rect = option.rect.adjusted(_GAP, 0, -_GAP, 0)
        self._paint_thumb(painter, index, rect)
        room = rect.adjusted(_SIDE + _GAP, 0, 0, 0)
        text = option.fontMetrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room.width())
        painter.setPen(theme_of(self).colour("text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_thumb(self, painter: QPainter, index: QModelIndex, rect: QRect) -> None:
        at = index.data(KEY_ROLE)
        source = source_of(self._items[at]) if at < len(self._items) else None
        if source is None:
            return
        side = round(_SIDE * painter.device().devicePixelRatioF())
        pixmap = self._images.pixmap(source, QSize(side, side))
        box = QRectF(rect.left(), rect.center().y() - _SIDE / 2, _SIDE, _SIDE)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if pixmap is not None:
            size = pixmap.size().toSizeF() * (_SIDE / side)
            target = QRectF(0, 0, size.width(), size.height())
            target.moveCenter(box.center())
            painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
        painter.setPen(theme_of(self).colour("line"))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))

    @Slot(str)
    def _on_arrived(self, _source: str) -> None:
        self._table.viewport().update()
