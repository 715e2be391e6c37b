"""The matrix of wins as shades: a byte a cell, made off the GUI thread, and read by the mouse."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.study.summary import WinMatrix

NEVER = 255
"""The shade of a pair that was not compared."""
STEPS = 200
"""The shade of a row that always beat the column; 0 is the other way round."""


@dataclass(frozen=True, slots=True, eq=False)
class WinPicture:
    """Shades of all cells, and the numbers behind them; places count from 0, the best first."""

    shades: NDArray[np.uint8]
    _keys: NDArray[np.int64]
    _wins: NDArray[np.float64]

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.shades)

    def wins(self, row: int, column: int) -> float:
        """Return how often the item of a row beat the one of a column."""
        key = row * self.size + column
        at = int(np.searchsorted(self._keys, key))
        found = at < len(self._keys) and self._keys[at] == key
        return float(self._wins[at]) if found else 0.0


def shade_wins(matrix: WinMatrix) -> WinPicture:
    """Return the share of wins of every pair as a shade."""
    n = matrix.size
    keys = matrix.winner * n + matrix.loser
    order = np.argsort(keys, kind="stable")
    keys, wins = keys[order], matrix.wins[order]
    back = (keys % n) * n + keys // n
    at = np.minimum(np.searchsorted(keys, back), max(len(keys) - 1, 0))
    lost = np.where(keys[at] == back, wins[at], 0.0) if len(keys) else wins
    shade = np.rint(STEPS * wins / (wins + lost)).astype(np.uint8)
    shades = np.full(n * n, NEVER, dtype=np.uint8)
    shades[keys] = shade
    shades[back] = STEPS - shade
    return WinPicture(shades.reshape(n, n), keys, wins)
