"""A table of columns for the screen: sorted and searched by us, its texts made as they are seen."""

import math
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFont, QGuiApplication

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.study.file.clock import on_the_wall
from sortrank_gui.ui.widgets.tips import plain_tip

_LONGEST = 300
"""Nobody reads more in a cell; the rest would only slow the painting down."""

SPAN_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""A stretch of an axis to draw: low, middle (NaN for none) and high."""
KEY_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""What a row is about, whatever its place is."""
Index = QModelIndex | QPersistentModelIndex
Values = Sequence[Any] | NDArray[Any]
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One value a row; all columns of a table have the same number of them."""

    title: str
    values: Values
    """What the column is sorted by."""
    read: Callable[[Any], str] = str
    """Returns a value's text."""
    tip: str = ""
    """Explains the column."""
    tips: Sequence[str] | None = None
    """Explain the values, one each."""
    spans: Sequence[tuple[float, float, float]] | None = None
    """What to draw instead of texts."""
    at_left: bool = False
    width: int = 72
    fits: bool = False
    """Whether it is made as wide as its longest text, within reason."""
    bold: bool = False
    keys: Values | None = None
    """What to sort by, where it is not the values."""
    names: tuple[str, ...] = ()
    """Of the column in files, where it is not the title; several if every value has parts."""

    def file_names(self) -> tuple[str, ...]:
        """Return what the column is called in files."""
        return self.names or (self.title.lower().replace(" ", "_"),)

    def parts(self, row: int) -> list[Any]:
        """Return the value of a row as it is written to files."""
        value = self.values[row]
        if len(self.names) > 1:
            return list(value)
        return [value.item() if isinstance(value, np.generic) else value]


def one_line(text: str) -> str:
    """Return a text as a cell shows it: one line, not endless."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return " ".join(short.split())


def count(value: float) -> str:
    """Return a whole number."""
    return f"{value:,.0f}"


def percent(value: float) -> str:
    """Return a share."""
    return NOTHING if math.isnan(value) else f"{100 * value:.0f} %"


def span_text(ends: tuple[float, float]) -> str:
    """Return an interval."""
    return f"{decimals(ends[0])} … {decimals(ends[1])}"


def seconds(value: float) -> str:
    """Return a time in seconds; that of a robot may be too short to tell."""
    if math.isnan(value):
        return NOTHING
    return f"{value:.1f} s" if value >= 0.1 else "< 0.1 s"


def moment(text: str) -> str:
    """Return a moment of the file as the clock on the wall shows it."""
    at = on_the_wall(text)
    return text or NOTHING if at is None else f"{at:%Y-%m-%d %H:%M:%S}"


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
        self._struck: Sequence[str] = ()
        self._bold = QFont()
        self._bold.setBold(True)

    def set_columns(
        self,
        columns: Sequence[Column],
        keys: Sequence[Any],
        texts: Sequence[str] = (),
        struck: Sequence[str] = (),
    ) -> None:
        """Show other rows, sorted and searched as those before.

        Rows that do not count are struck out; `struck` says why, and is empty for the others.
        """
        self.beginResetModel()
        self._columns, self._keys, self._struck = columns, keys, struck
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

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """Return a header, and the values of all rows in sight as they are sorted."""
        told = [column for column in self._columns if column.spans is None]
        header = [name for column in told for name in column.file_names()]
        rows = self._order.tolist()
        return header, [[part for column in told for part in column.parts(at)] for at in rows]

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

    def _why_struck(self, at: int) -> str:
        return self._struck[at] if self._struck else ""

    def _read_tip(self, column: Column, at: int) -> str | None:
        tip = column.tips[at] if column.tips is not None else ""
        return plain_tip("\n".join(filter(None, (tip, self._why_struck(at))))) or None

    def _read_alignment(self, column: Column, _at: int) -> Qt.AlignmentFlag:
        return _LEFT if column.at_left else _RIGHT

    def _read_font(self, column: Column, at: int) -> QFont | None:
        if self._why_struck(at) and not column.fits:  # what explains it can be read
            font = QFont()
            font.setStrikeOut(True)
            return font
        return self._bold if column.bold else None

    def _read_colour(self, _column: Column, at: int) -> QBrush | None:
        return QGuiApplication.palette().placeholderText() if self._why_struck(at) else None

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
        found_numbers: NDArray[np.int64] = np.argsort(
            -numbers if descending else numbers, kind="stable"
        )
        return found_numbers

    def _search(self) -> NDArray[np.int64]:
        if not self._wanted or not self._texts:
            return self._sorted
        passes = np.array([self._wanted in text for text in self._texts], dtype=bool)
        found: NDArray[np.int64] = self._sorted[passes[self._sorted]]
        return found


_READERS = {
    int(Qt.ItemDataRole.DisplayRole): TableModel._read_text,
    int(Qt.ItemDataRole.ToolTipRole): TableModel._read_tip,
    int(Qt.ItemDataRole.TextAlignmentRole): TableModel._read_alignment,
    int(Qt.ItemDataRole.FontRole): TableModel._read_font,
    int(Qt.ItemDataRole.ForegroundRole): TableModel._read_colour,
    int(KEY_ROLE): TableModel._read_key,
    int(SPAN_ROLE): TableModel._read_span,
}


def _fold(text: str) -> str:
    """Return a text for comparisons: letters of any case, accents in one form."""
    return unicodedata.normalize("NFKC", text).casefold()
