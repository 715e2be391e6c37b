"""Dots and whiskers inside a table: each row draws its stretch of an axis that all rows share."""

import math

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sortrank_gui.figures.axes import Axis, Tick, some_ranks
from sortrank_gui.ui.plots.calm_plot import small_font
from sortrank_gui.ui.results.table_columns import SPAN_ROLE
from sortrank_gui.ui.widgets.theme import theme_of

_MARGIN = 20
_AXIS_HEIGHT = 18
_PADDING = 11


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
        self.axis = Axis(0, 1)

    def place(self, value: float, left: int, width: int) -> float:
        """Return where a value lies in a column."""
        return left + _MARGIN + self.axis.fraction(value) * (width - 2 * _MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
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
        for value, _ in self.axis.ticks():
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
        for value, text in self._delegate.axis.ticks():
            x = self._delegate.place(value, rect.left(), rect.width())
            box = QRectF(x - 30, rect.bottom() - _AXIS_HEIGHT, 60, _AXIS_HEIGHT - 3)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()
