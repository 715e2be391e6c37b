"""The rows of a list of parts: what they say, and how they are drawn."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sortrank_gui.ui.widgets.theme import theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
MIME = "application/x-sortrank-part"
PADDING = 8
_ROOT = QModelIndex()
_ROW = Qt.ItemDataRole.UserRole + 1
_NUMBER, _RADIUS = 28, 8


class PartRow(NamedTuple):
    """What a list says about a part."""

    title: str
    detail: str = ""
    problem: str = ""
    is_faint: bool = False
    """Whether participants will not see it."""


class RowModel(QAbstractListModel):
    """The rows of a list."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._rows: tuple[PartRow, ...] = ()

    def set_rows(self, rows: Sequence[PartRow]) -> None:
        """Show other rows; a list of the same length keeps its chosen row."""
        new = tuple(rows)
        if len(new) == len(self._rows):
            changed = [
                k for k, pair in enumerate(zip(self._rows, new, strict=True)) if _differ(pair)
            ]
            self._rows = new
            if changed:
                self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], 0))
            return
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row says."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(filter(None, (row.title, row.problem or row.detail))))
            case Qt.ItemDataRole.AccessibleTextRole:
                parts = (f"{index.row() + 1}", row.title, row.problem or row.detail)
                return ": ".join(filter(None, parts))
            case _:
                return row if role == _ROW else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be chosen and dragged; they are dropped between each other."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        )

    def mimeTypes(self) -> list[str]:
        """Name what a drag inside the list carries."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the row of a drag."""
        data = QMimeData()
        data.setData(MIME, str(indexes[0].row()).encode())
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Offer to move."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction


def _differ(pair: tuple[PartRow, PartRow]) -> bool:
    return pair[0] != pair[1]


class RowDelegate(QStyledItemDelegate):
    """Draws a row: its number, its title, and a line below."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room for two lines."""
        return QSize(100, 2 * option.fontMetrics.lineSpacing() + 2 * PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        row: PartRow = index.data(_ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter, option)
        theme, inner = (
            theme_of(self),
            option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING),
        )
        line = option.fontMetrics.lineSpacing()
        painter.setFont(option.font)
        painter.setPen(theme.colour("soft"))
        number = QRect(inner.left(), inner.top(), _NUMBER, line)
        painter.drawText(number, Qt.AlignmentFlag.AlignLeft, f"{index.row() + 1}")
        first = QRect(inner.left() + _NUMBER, inner.top(), inner.width() - _NUMBER, line)
        lines = [
            (row.title, "soft" if row.is_faint else "text"),
            (row.problem or row.detail, "bad" if row.problem else "soft"),
        ]
        for place, (text, colour) in enumerate(lines):
            painter.setPen(theme.colour(colour))
            room = first.translated(0, place * line)
            shown = option.fontMetrics.elidedText(
                " ".join(text.split()), Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def _paint_frame(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if not chosen and not option.state & QStyle.StateFlag.State_MouseOver:
            return
        theme = theme_of(self)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(theme.colour("accent" if chosen else "line"), 2 if focused else 1))
        fill = theme.colour("accent" if chosen else "well")
        fill.setAlpha(24 if chosen else 120)
        painter.setBrush(fill)
        edge = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)
