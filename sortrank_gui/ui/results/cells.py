"""What cells of a table paint: stretches along an axis that all rows share, and items."""

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from sortrank_gui.figures.axes import Axis, Tick, some_ranks
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.plots.calm_plot import small_font
from sortrank_gui.ui.results.table_model import KEY_ROLE, SPAN_ROLE, Index
from sortrank_gui.ui.widgets.theme import theme_of

_MARGIN = 20
_AXIS_HEIGHT = 18
_PADDING = 11
_APART = 8
"""Between two numbers of an axis."""
_STEPS = (6, 4, 3)
"""How many of them an axis may have, the most first."""


class RankAxis(Axis):
    """An axis of ranks, from 1 to so many: whole numbers only."""

    @classmethod
    def of(cls, ranks: int) -> "RankAxis":
        """Return the axis of so many ranks."""
        return cls(0.5, ranks + 0.5)

    def ticks(self, _steps: int = 6) -> list[Tick]:
        """Return round ranks."""
        return [(rank, f"{rank:,}") for rank in some_ranks(1, round(self.high - 0.5))]


class SpanDelegate(QStyledItemDelegate):
    """Paints a line from low to high, with a dot in the middle if there is one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = parent
        self.axis = Axis(0, 1)

    def place(self, value: float, left: int, width: int) -> float:
        """Return where a value lies in a column."""
        return left + _MARGIN + self.axis.fraction(value) * (width - 2 * _MARGIN)

    def ticks(self, width: int) -> list[Tick]:
        """Return the ticks of a column: as many as have room for their numbers."""
        metrics = QFontMetricsF(small_font(self._owner.font()))
        for steps in _STEPS:
            ticks = self.axis.ticks(steps)
            places = [self.place(value, 0, width) for value, _ in ticks]
            widest = max((metrics.horizontalAdvance(text) for _, text in ticks), default=0.0)
            if all(further - near >= widest + _APART for near, further in pairwise(places)):
                break
        return ticks

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the background, the lines of the axis, and the stretch."""
        super().paint(painter, option, index)
        span = index.data(SPAN_ROLE)
        if span is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_grid(painter, option.rect)
        self._paint_span(painter, option.rect, span)
        painter.restore()

    def _paint_grid(self, painter: QPainter, rect: QRect) -> None:
        painter.setPen(QPen(theme_of(self).colour("line"), 1))
        for value, _ in self.ticks(rect.width()):
            x = round(self.place(value, rect.left(), rect.width())) + 0.5
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom() + 1))

    def _paint_span(self, painter: QPainter, rect: QRect, span: tuple[float, float, float]) -> None:
        low, middle, high = span
        y = rect.center().y() + 0.5
        accent = theme_of(self).colour("accent")
        pen = QPen(accent, 2 if math.isfinite(middle) else 6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        ends = [QPointF(self.place(end, rect.left(), rect.width()), y) for end in (low, high)]
        painter.drawLine(*ends)
        if math.isfinite(middle):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(QPointF(self.place(middle, rect.left(), rect.width()), y), 4.5, 4.5)


class AxisHeader(QHeaderView):
    """A header that writes the numbers of the axis under the title of its column."""

    def __init__(self, delegate: SpanDelegate, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._delegate = delegate
        self.axis_section = -1
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorShown(True)

    def sizeHint(self) -> QSize:
        """Make room for the numbers."""
        hint = super().sizeHint()
        extra = _AXIS_HEIGHT if self.axis_section >= 0 else 0
        return QSize(hint.width(), hint.height() + extra)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw a section, and the numbers in that of the axis."""
        if section != self.axis_section:
            super().paintSection(painter, rect, section)
            return
        painter.save()
        theme = theme_of(self)
        painter.fillRect(rect, theme.card)
        painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), theme.line)
        painter.setPen(theme.colour("soft"))
        title = self.model().headerData(section, Qt.Orientation.Horizontal)
        box = rect.adjusted(_PADDING, 0, -_PADDING, -_AXIS_HEIGHT)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(small_font(self.font()))
        for value, text in self._delegate.ticks(rect.width()):
            x = self._delegate.place(value, rect.left(), rect.width())
            place = QRectF(x - 30, rect.bottom() - _AXIS_HEIGHT, 60, _AXIS_HEIGHT - 3)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


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

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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

    def _paint_thumb(self, painter: QPainter, index: Index, rect: QRect) -> None:
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
