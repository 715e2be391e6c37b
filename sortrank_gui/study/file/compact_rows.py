"""Rows of a fixed layout, packed one behind the other: a tenth of the room that objects take.

How it works
------------
Rows lie in blocks of memory that never move, and a row is written before the length says that it
is there. So other threads may read what there was while rows are appended, without a lock. Columns
are NumPy arrays, for whoever asks the same of all rows.
"""

import struct
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import StudyFileError

Row = TypeVar("Row")
Values = tuple[Any, ...]
Layout = tuple[tuple[str, str], ...]
"""Names of columns, and their formats as `struct` writes them."""
NONE = -(2**31)
"""Stands in columns of whole numbers for no value."""
_BLOCK = 1024
"""Rows."""
_TYPES = {"i": "<i4", "q": "<i8", "d": "<f8", "B": "u1", "b": "i1"}


def describe(layout: Layout) -> tuple[struct.Struct, np.dtype[Any]]:
    """Return how rows of a layout are packed, and the same for NumPy."""
    packing = struct.Struct("<" + "".join(code for _, code in layout))
    types = [(name, _TYPES.get(code) or f"S{code[:-1]}") for name, code in layout]
    return packing, np.dtype(types)


class CompactRows(Sequence[Row], Generic[Row]):
    """A list of rows that grows at its end; nothing in it ever changes."""

    _packing: ClassVar[struct.Struct]
    _type: ClassVar[np.dtype[Any]]

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._blocks: list[bytearray] = []
        self._length = 0
        for row in rows:
            self.append(row)

    @abstractmethod
    def _pack(self, row: Row) -> Values:
        """Return the values of a row's columns."""

    @abstractmethod
    def _unpack(self, values: Values) -> Row:
        """Return the row that has these values."""

    def append(self, row: Row) -> None:
        """Add a row."""
        self._append_values(self._pack(row))

    def _append_values(self, values: Values) -> None:
        try:
            data = self._packing.pack(*values)
        except struct.error as error:
            raise StudyFileError("A number is larger than any that SortRank writes") from error
        size, place = len(data), self._length % _BLOCK
        if place == 0:
            self._blocks.append(bytearray(_BLOCK * size))
        self._blocks[-1][place * size : (place + 1) * size] = data
        self._length += 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Row]:
        left = self._length
        for block in self._blocks:
            part = memoryview(block)[: min(left, _BLOCK) * self._packing.size]
            yield from map(self._unpack, self._packing.iter_unpack(part))
            left -= _BLOCK
            if left <= 0:
                break

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(self._length))]
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(index)
        block, place = divmod(place, _BLOCK)
        size = self._packing.size
        return self._unpack(self._packing.unpack_from(self._blocks[block], place * size))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    def column(self, name: str) -> NDArray[Any]:
        """Return one value of every row; numbers that are missing are `NONE`, or not a number."""
        length = self._length
        views = [np.frombuffer(block, self._type)[name] for block in self._blocks]
        return np.concatenate(views)[:length] if views else np.empty(0, self._type[name])

    def take(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> Self:
        """Return some rows, by their places or by a mask, as rows of their own."""
        return self._make(self._values()[places])

    def renumber(self, items: NDArray[np.int64]) -> Self:
        """Return the same rows with other numbers of the items: `items` has them by the old."""
        values = self._values().copy()
        for name in ("left", "right"):
            known = values[name] != NONE
            values[name][known] = items[values[name][known]]
        return self._make(values)

    def first(self, length: int) -> Self:
        """Return the first rows as rows of their own; what is full is shared."""
        found = self._make_empty()
        full, rest = divmod(length, _BLOCK)
        found._blocks = self._blocks[:full]
        if rest:
            found._blocks.append(bytearray(self._blocks[full]))
        found._length = length
        return found

    def _values(self, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        stop = self._length if stop is None else stop
        first = start // _BLOCK
        views = [np.frombuffer(b, self._type) for b in self._blocks[first : 1 + stop // _BLOCK]]
        if not views:
            return np.empty(0, self._type)
        return np.concatenate(views)[start - first * _BLOCK : stop - first * _BLOCK]

    def _make(self, values: NDArray[Any]) -> Self:
        """Return rows of these values."""
        found, room = self._make_empty(), _BLOCK * self._packing.size
        data = values.tobytes()
        for start in range(0, len(data), room):
            found._blocks.append(bytearray(data[start : start + room].ljust(room, b"\0")))
        found._length = len(values)
        return found

    def _make_empty(self) -> Self:
        return type(self)()
