"""A table of columns for the screen: sorted and searched by us, its texts made as they are seen."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from sortrank_gui.ui.results.table_columns import KEY_ROLE, SPAN_ROLE, Column, plain_tip

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TableModel(QAbstractTableModel):
    """Shows rows of columns; `texts` are what a search looks at, `keys` tell rows apart."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: Sequence[Column] = ()
        self._keys: Sequence[Any] = ()
        self._texts: list[str] = []
        self._order: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._sorted: NDArray[np.int64] = self._order
        self._sorting = (-1, Qt.SortOrder.AscendingOrder)
        self._wanted = ""
        self._bold = QFont()
        self._bold.setBold(True)

    def set_columns(
        self, columns: Sequence[Column], keys: Sequence[Any], texts: Sequence[str] = ()
    ) -> None:
        """Show other rows, sorted and searched as those before."""
        self.beginResetModel()
        self._columns, self._keys = columns, keys
        self._texts = [_fold(text) for text in texts]
        self._sorted = self._sort()
        self._order = self._search()
        self.endResetModel()

    @property
    def columns(self) -> Sequence[Column]:
        """What is shown."""
        return self._columns

    @property
    def total(self) -> int:
        """How many rows there are, found or not."""
        return len(self._keys)

    def key(self, row: int) -> Any:
        """Return what the row at a place is about."""
        return self._keys[self._order[row]]

    def row_of(self, key: Any) -> int | None:
        """Return where the row about something is, if it is shown."""
        places = {self._keys[at]: row for row, at in enumerate(self._order.tolist())}
        return places.get(key)

    def search(self, text: str) -> None:
        """Show only rows whose text contains this."""
        self.beginResetModel()
        self._wanted = _fold(text)
        self._order = self._search()
        self.endResetModel()

    def rows(self) -> list[list[Any]]:
        """Return the values of all rows in sight, as they are sorted."""
        shown = [column for column in self._columns if column.spans is None]
        return [[plain_value(column.values[at]) for column in shown] for at in self._order.tolist()]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many rows pass the search."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows; views ask for many roles, most of which have no answer."""
        read = _READERS.get(int(role))
        if read is None:
            return None
        return read(self, self._columns[index.column()], int(self._order[index.row()]))

    def _read_text(self, column: Column, at: int) -> str:
        return "" if column.spans is not None else column.read(column.values[at])

    def _read_tip(self, column: Column, at: int) -> str | None:
        return plain_tip(column.tips[at]) if column.tips is not None else None

    def _read_alignment(self, column: Column, _at: int) -> Qt.AlignmentFlag:
        return _LEFT if column.at_left else _RIGHT

    def _read_font(self, column: Column, _at: int) -> QFont | None:
        return self._bold if column.bold else None

    def _read_key(self, _column: Column, at: int) -> Any:
        return self._keys[at]

    def _read_span(self, column: Column, at: int) -> tuple[float, float, float] | None:
        return None if column.spans is None else column.spans[at]

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return a column's title and explanation."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(column.tip) or None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _LEFT if column.at_left else _RIGHT
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equal rows and unknown numbers keep their order, at the end."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        held = [int(self._order[index.row()]) for index in before]
        self._sorting = (column, order)
        self._sorted = self._sort()
        self._order = self._search()
        places = np.empty(self.total, dtype=np.int64)
        places[self._order] = np.arange(len(self._order))
        after = [
            self.index(int(places[at]), index.column())
            for at, index in zip(held, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _sort(self) -> NDArray[np.int64]:
        column, order = self._sorting
        if not 0 <= column < len(self._columns):
            return np.arange(self.total)
        chosen = self._columns[column]
        values = chosen.keys if chosen.keys is not None else chosen.values
        descending = order is Qt.SortOrder.DescendingOrder
        if len(values) and isinstance(values[0], str):
            folded = [_fold(value) for value in values]
            found = sorted(range(len(folded)), key=folded.__getitem__, reverse=descending)
            return np.array(found, dtype=np.int64)
        numbers = np.array(values, dtype=float)
        return np.argsort(-numbers if descending else numbers, kind="stable")

    def _search(self) -> NDArray[np.int64]:
        if not self._wanted or not self._texts:
            return self._sorted
        passes = np.array([self._wanted in text for text in self._texts], dtype=bool)
        return self._sorted[passes[self._sorted]]


_READERS = {
    int(Qt.ItemDataRole.DisplayRole): TableModel._read_text,
    int(Qt.ItemDataRole.ToolTipRole): TableModel._read_tip,
    int(Qt.ItemDataRole.TextAlignmentRole): TableModel._read_alignment,
    int(Qt.ItemDataRole.FontRole): TableModel._read_font,
    int(KEY_ROLE): TableModel._read_key,
    int(SPAN_ROLE): TableModel._read_span,
}


def plain_value(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


def _fold(text: str) -> str:
    """Return a text for comparisons: letters of any case, accents in one form."""
    return unicodedata.normalize("NFKC", text).casefold()
