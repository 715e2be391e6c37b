"""Items as bars in their present order: the better in truth, the taller, and of one gradient."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sortrank_gui.ui.widgets.theme import theme_of

_FRAME_MS = 16
_PACE = 0.22
_REST = 0.02
_LOWEST = 0.08
_FOOT = 14
"""Room below the bars for the marks of the pair that was compared."""
_STOPS = ("#0072B2", "#2FA39A", "#8CC27A", "#E9C46A")


class RankBars(QWidget):
    """Bars that slide to their places; in the true order they make a slope of one gradient."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(f"Ranking of {name}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._true_ranks = np.empty(0, dtype=np.int64)
        self._goals: NDArray[np.float64] = np.empty(0)
        self._places: NDArray[np.float64] = np.empty(0)
        self._cuts: list[int] = []
        self._pair: tuple[int, int] | None = None
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.timeout.connect(self._on_frame)

    def sizeHint(self) -> QSize:
        """Return a calm size."""
        return QSize(320, 160)

    def minimumSizeHint(self) -> QSize:
        """Keep the slope readable."""
        return QSize(160, 70)

    @property
    def order(self) -> list[int]:
        """The items from left to right, once they have arrived."""
        return [int(item) for item in np.argsort(self._goals)]

    def show_order(
        self,
        order: NDArray[np.int64],
        true_ranks: NDArray[np.int64],
        *,
        pair: tuple[int, int] | None = None,
        cuts: list[int] | None = None,
    ) -> None:
        """Let the bars slide to an order, best first; `cuts` are places with a gap before them."""
        goals = np.empty(len(order))
        goals[order] = np.arange(len(order))
        if len(goals) != len(self._places) or not np.array_equal(true_ranks, self._true_ranks):
            self._places = goals.copy()
        self._goals, self._true_ranks = goals, true_ranks
        self._pair, self._cuts = pair, cuts or []
        self._timer.start()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a bar for every item, and marks below the last pair."""
        count = len(self._places)
        if not count:
            return
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        pitch = self.width() / count
        width = max(pitch - (1.5 if pitch > 5 else 0.4), 0.8)
        height = self.height() - _FOOT
        sizes = height * (1 - (1 - _LOWEST) * self._true_ranks / max(count - 1, 1))
        lefts, tops = pitch * self._places, height - sizes
        colours = _colours(count)
        bars = zip(
            lefts.tolist(), tops.tolist(), sizes.tolist(), self._true_ranks.tolist(), strict=True
        )
        for left, top, size, rank in bars:
            painter.fillRect(QRectF(left, top, width, size), colours[rank])
        self._paint_cuts(painter, pitch, height)
        self._paint_pair(painter, pitch, height)

    def _paint_cuts(self, painter: QPainter, pitch: float, height: float) -> None:
        """Set the parts of a sort apart by short lines below."""
        colour = theme_of(self).colour("line")
        bounds = [*self._cuts, len(self._places)]
        for start, stop in pairwise(bounds):
            line = QRectF(pitch * start + 1, height + 3, pitch * (stop - start) - 2, 2)
            painter.fillRect(line, colour)

    def _paint_pair(self, painter: QPainter, pitch: float, height: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme_of(self).colour("text"))
        for item in self._pair or ():
            middle = pitch * (self._places[item] + 0.5)
            painter.drawEllipse(QRectF(middle - 3, height + 7, 6, 6))

    @Slot()
    def _on_frame(self) -> None:
        """Move every bar a part of its way."""
        gaps = self._goals - self._places
        if np.abs(gaps).max(initial=0) < _REST:
            self._places = self._goals.copy()
            self._timer.stop()
        else:
            self._places = self._places + _PACE * gaps
        self.update()


@lru_cache(maxsize=4)
def _colours(count: int) -> list[QColor]:
    """Return the colours of all true ranks."""
    return [_colour(rank, count) for rank in range(count)]


def _colour(rank: int, count: int) -> QColor:
    """Return the colour of a true rank, on a gradient from best to worst."""
    share = rank / max(count - 1, 1) * (len(_STOPS) - 1)
    left = min(int(share), len(_STOPS) - 2)
    low, high = QColor(_STOPS[left]), QColor(_STOPS[left + 1])
    part = share - left
    red, green, blue = (
        round(a + part * (b - a))
        for a, b in (
            (low.red(), high.red()),
            (low.green(), high.green()),
            (low.blue(), high.blue()),
        )
    )
    return QColor(red, green, blue)
