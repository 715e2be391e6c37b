"""Draws an item as a tile with its picture above its name, or as a line of a list."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sortrank_gui.limits import LONGEST_NAME
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.item_model import ITEM_ROLE
from sortrank_gui.ui.study_editor.thumbnails import Thumbnails
from sortrank_gui.ui.widgets.theme import theme_of

Index = QModelIndex | QPersistentModelIndex
TILE = QSize(136, 148)
LINE_HEIGHT = 48
_GAP = 8
_RADIUS = 8
_CHOSEN = QStyle.StateFlag.State_Selected
_HOVERED = QStyle.StateFlag.State_MouseOver


class ItemDelegate(QStyledItemDelegate):
    """Tiles or lines; a picture is never recoloured."""

    def __init__(self, thumbnails: Thumbnails, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self.as_tiles = True
        self.tile = TILE

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room for a tile or a line."""
        if self.as_tiles:
            return self.tile
        return QSize(160, max(LINE_HEIGHT, option.fontMetrics.height() + 2 * _GAP))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the item."""
        self._theme = theme_of(self)
        item = index.data(ITEM_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_frame(painter, option)
        if self.as_tiles:
            self._paint_tile(painter, option, item)
        else:
            self._paint_line(painter, option, item, index.row() + 1)
        painter.restore()

    def _paint_frame(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        chosen = bool(option.state & _CHOSEN)
        if not chosen and not option.state & _HOVERED:
            return
        edge = QRectF(option.rect).adjusted(2.5, 2.5, -2.5, -2.5)
        colour = self._theme.colour("accent" if chosen else "line")
        painter.setPen(QPen(colour, 1))
        fill = self._theme.colour("accent" if chosen else "well")
        fill.setAlpha(24 if chosen else 120)
        painter.setBrush(fill)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)

    def _paint_tile(self, painter: QPainter, option: QStyleOptionViewItem, item: Item) -> None:
        inner = option.rect.adjusted(_GAP, _GAP, -_GAP, -_GAP)
        line = option.fontMetrics.height()
        place = inner.adjusted(0, 0, 0, -line - 4)
        self._paint_picture(painter, option, place, item)
        name = QRect(inner.left(), inner.bottom() - line, inner.width(), line + 1)
        self._paint_name(painter, option, name, item.name, Qt.AlignmentFlag.AlignHCenter)

    def _paint_line(
        self, painter: QPainter, option: QStyleOptionViewItem, item: Item, number: int
    ) -> None:
        inner = option.rect.adjusted(_GAP, 6, -_GAP, -6)
        side = inner.height()
        count = QRect(inner.left(), inner.top(), 36, side)
        painter.setPen(self._theme.colour("soft"))
        painter.setFont(option.font)
        painter.drawText(count, Qt.AlignmentFlag.AlignVCenter, f"{number:,}")
        place = QRect(count.right() + 1, inner.top(), side, side)
        self._paint_picture(painter, option, place, item)
        rest = inner.adjusted(count.width() + side + 12, 0, 0, 0)
        if item.tags:
            rest.setRight(self._paint_tags(painter, option, rest, item.tags))
        text = item.name
        if item.text and item.text != item.name:
            text = f"{item.name}   {' '.join(item.text[:300].split())}"
        self._paint_name(painter, option, rest, text, Qt.AlignmentFlag.AlignLeft)

    def _paint_tags(
        self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, tags: tuple[str, ...]
    ) -> int:
        """Write tags at the right, in a third of the room at most; return where they begin."""
        text = option.fontMetrics.elidedText(
            ", ".join(tags), Qt.TextElideMode.ElideRight, place.width() // 3
        )
        painter.setFont(option.font)
        painter.setPen(self._theme.colour("accent"))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, side, text)
        return place.right() - option.fontMetrics.horizontalAdvance(text) - 2 * _GAP

    def _paint_picture(
        self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, item: Item
    ) -> None:
        has_picture = bool(item.image or item.digest)
        pixmap = self._thumbnails.pixmap(item)
        if pixmap is not None:
            _draw_centred(painter, place, pixmap)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("well"))
        painter.drawRoundedRect(QRectF(place), 6, 6)
        if has_picture and self._thumbnails.problem(item) is None:
            return
        painter.setPen(self._theme.colour("bad" if has_picture else "soft"))
        wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        text = "⚠" if has_picture else (item.text or item.name)[: 80 if self.as_tiles else 1]
        painter.setFont(option.font)
        painter.drawText(place.adjusted(6, 4, -6, -4), wrap, text)

    def _paint_name(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        place: QRect,
        name: str,
        side: Qt.AlignmentFlag,
    ) -> None:
        painter.setFont(option.font)
        painter.setPen(self._theme.colour("text"))
        shown = option.fontMetrics.elidedText(name, Qt.TextElideMode.ElideMiddle, place.width())
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, shown)

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
        """Return a line to type a new name into."""
        line = QLineEdit(parent)
        line.setMaxLength(LONGEST_NAME)
        line.setAccessibleName("Name of the item")
        return line

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Put the line over the name."""
        height = editor.sizeHint().height()
        place = QRect(option.rect)
        if self.as_tiles:
            place.setTop(place.bottom() - height - 2)
        else:
            place.setLeft(place.left() + 36 + LINE_HEIGHT + 8)
            place.setTop(place.center().y() - height // 2)
        place.setHeight(height)
        editor.setGeometry(place)


def _draw_centred(painter: QPainter, place: QRect, pixmap: QPixmap) -> None:
    size = pixmap.size().scaled(place.size(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRect(0, 0, size.width(), size.height())
    target.moveCenter(place.center())
    painter.drawPixmap(target, pixmap)
