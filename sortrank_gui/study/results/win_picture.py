"""The matrix of wins as shades, for any part of it and any size; prepared off the GUI thread."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.study.results.summary import WinMatrix

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

NEVER = 255
"""The shade of pairs that were not compared."""
STEPS = 200
"""The shade of a row that always beat the column; 0 is the other way round."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A square part of the matrix: places from `row` and `column` on, `count` each way."""

    row: int
    column: int
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class WinPicture:
    """Every pair that was compared, in both directions; places count from 0, the best first."""

    size: int
    row: Ints
    column: Ints
    wins: Floats
    """How often the item of the row was chosen."""
    total: Floats
    """How often the two were compared."""

    def counts(self, row: int, column: int) -> tuple[float, float]:
        """Return the wins of a row over a column, and how often they were compared."""
        begin, end = np.searchsorted(self.row, (row, row + 1)).tolist()
        at = begin + int(np.searchsorted(self.column[begin:end], column))
        found = at < end and self.column[at] == column
        return (float(self.wins[at]), float(self.total[at])) if found else (0.0, 0.0)

    def shades(self, window: Window, most: int) -> NDArray[np.uint8]:
        """Return a window as at most `most` cells each way; a cell may hold many pairs."""
        cells = max(1, min(window.count, most))
        rows, columns, wins, total = self._cut(window)
        steps = (np.arange(window.count) * cells // window.count).astype(np.int32)
        place = steps[rows] * np.int32(cells) + steps[columns]
        won = np.bincount(place, wins, minlength=cells * cells)
        compared = np.bincount(place, total, minlength=cells * cells)
        seen = np.flatnonzero(compared)
        shades = np.full(cells * cells, NEVER, dtype=np.uint8)
        shades[seen] = np.rint(STEPS * won[seen] / compared[seen])
        return shades.reshape(cells, cells)

    def _cut(self, window: Window) -> tuple[Ints, Ints, Floats, Floats]:
        """Return the pairs within a window, places counted from its corner."""
        if window.count == self.size:
            return self.row, self.column, self.wins, self.total
        rows, columns = self.row - window.row, self.column - window.column
        inside = (rows >= 0) & (rows < window.count) & (columns >= 0) & (columns < window.count)
        at = np.flatnonzero(inside)
        return rows[at], columns[at], self.wins[at], self.total[at]


def picture_wins(matrix: WinMatrix) -> WinPicture:
    """Return the wins of every pair beside its losses."""
    n = matrix.size
    keys = matrix.winner * n + matrix.loser
    back = matrix.loser * n + matrix.winner
    both = np.unique(np.concatenate((keys, back)))
    wins = np.zeros(len(both))
    wins[np.searchsorted(both, keys)] = matrix.wins
    row, column = both // n, both % n
    lost = wins[np.searchsorted(both, column * n + row)]
    total = wins + lost
    return WinPicture(n, row.astype(np.int32), column.astype(np.int32), wins, total)
