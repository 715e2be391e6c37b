"""The items of the draft as a list for views; changes go to the draft, never into the list."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from sortrank_gui.study.items.items import Item

ITEM_ROLE = Qt.ItemDataRole.UserRole + 1
SEARCH_ROLE = Qt.ItemDataRole.UserRole + 2
MIME = "application/x-sortrank-rows"
_ROOT = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class ItemModel(QAbstractListModel):
    """One row an item."""

    renamed = Signal(int, str)

    def __init__(self, items: Sequence[Item] = ()) -> None:
        super().__init__()
        self.items: tuple[Item, ...] = tuple(items)
        self._locked = False

    def set_locked(self, locked: bool) -> None:
        """Refuse to rename and to move, or allow it."""
        self._locked = locked

    def set_items(self, items: Sequence[Item]) -> None:
        """Show other items; rows that stay the same keep their selection."""
        new = tuple(items)
        if new is self.items:
            return
        first, tail = _common_ends(self.items, new)
        old_end, new_end = len(self.items) - tail, len(new) - tail
        if old_end - first == new_end - first:
            self.items = new
            if new_end > first:
                self.dataChanged.emit(self.index(first), self.index(new_end - 1))
            return
        if old_end > first:
            self.beginRemoveRows(_ROOT, first, old_end - 1)
            self.items = self.items[:first] + self.items[old_end:]
            self.endRemoveRows()
        if new_end > first:
            self.beginInsertRows(_ROOT, first, new_end - 1)
            self.items = new
            self.endInsertRows()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of items."""
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, or all of the item."""
        if not index.isValid():
            return None
        item = self.items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return item.name
            case Qt.ItemDataRole.ToolTipRole:
                tags = f" ({', '.join(item.tags)})" if item.tags else ""
                return _escape((item.text[:400] or item.name) + tags)
            case Qt.ItemDataRole.AccessibleTextRole:
                tags = f", tags: {', '.join(item.tags)}" if item.tags else ""
                return f"Item {index.row() + 1}: {item.name}{tags}"
            case _ if role == SEARCH_ROLE:
                return "\n".join((item.name, *item.tags))
            case _:
                return item if role == ITEM_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another name."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole or self._locked:
            return False
        name = " ".join(str(value).split())
        if not name or name == self.items[index.row()].name:
            return False
        self.renamed.emit(index.row(), name)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let items be chosen, renamed and dragged; things are dropped between them."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        flags |= Qt.ItemFlag.ItemNeverHasChildren
        if not self._locked:
            flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        """Name what a drag inside the list carries."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the rows of a drag."""
        rows = sorted(index.row() for index in indexes)
        data = QMimeData()
        data.setData(MIME, ",".join(map(str, rows)).encode())
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Offer to move, and to copy what comes from elsewhere."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction


def _common_ends(old: Sequence[Item], new: Sequence[Item]) -> tuple[int, int]:
    """Return how many items are the same at the beginning, and at the end."""
    most = min(len(old), len(new))
    first = 0
    while first < most and old[first] == new[first]:
        first += 1
    tail = 0
    while tail < most - first and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return first, tail


def _escape(text: str) -> str:
    """Return a tooltip that is never read as HTML."""
    return f"<qt>{text.replace('&', '&amp;').replace('<', '&lt;')}</qt>"
