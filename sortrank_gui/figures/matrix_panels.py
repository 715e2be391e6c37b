"""Panels of a matrix of wins: coloured cells, names and ranks around them, and what colours mean.

Cells of one colour are one path of runs along the rows: sparse matrices of thousands of items stay
small files.
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.figures.axes import some_ranks
from sortrank_gui.figures.canvas import INK, PAPER, SIZE, SMALL, Canvas, Frame
from sortrank_gui.figures.descriptions import Matrix
from sortrank_gui.figures.lettering import cut, text_width, widest
from sortrank_gui.figures.looks import NEVER, SOFT, share_colour

_TOP, _RIGHT, _BOTTOM = 30.0, 16.0, 46.0
_SQUARE, _MOST_CELL, _MOST_NAME, _MOST_NAMED = 440.0, 44.0, 180.0, 55
_BAR, _KEY = 120.0, 390.0
"""How wide the scale of colours is, and all that is said below the matrix."""
_LEVELS = 20
"""Shades from never to always."""
_MOST_RUNS = 5000
"""In one path: Qt takes a path of more than 32,767 elements for a damaged file."""
_OVERLAP = 0.15
"""How far a cell reaches over the next ones, so that no ground shines through between them."""


def measure_matrix(panel: Matrix, width: float | None) -> tuple[float, float]:
    """Return width and height of a panel, for a given width or by itself."""
    left = _left(panel)
    room = _SQUARE if width is None else width - left - _RIGHT
    side = min(room, _MOST_CELL * len(panel.names))
    return width or left + max(side + _RIGHT, _KEY), _TOP + side + _BOTTOM


def draw_matrix(canvas: Canvas, room: Frame, panel: Matrix) -> None:
    """Draw a panel into its room, in the middle."""
    side = room.height - _TOP - _BOTTOM
    spare = room.width - _left(panel) - max(side + _RIGHT, _KEY)
    left, top = room.left + _left(panel) + max(spare, 0) / 2, room.top + _TOP
    square = Frame(left, top, left + side, top + side)
    canvas.box(square, NEVER)
    _draw_cells(canvas, square, panel.shares)
    if panel.wins is not None:
        _write_wins(canvas, square, panel.shares, panel.wins)
    corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
    canvas.line([*corners, corners[0]], INK, width=1.0)
    _draw_names(canvas, square, panel)
    _draw_ranks(canvas, square, panel)
    _draw_key(canvas, left, square.bottom + 12)


def _left(panel: Matrix) -> float:
    names = [cut(name, _MOST_NAME, SIZE) for name in panel.names] if _is_named(panel) else []
    return 8 + widest(names, SIZE) + 8 + _rank_width(panel)


def _rank_width(panel: Matrix) -> float:
    return text_width(f"{panel.first_row + len(panel.names):,}", SMALL) + 8


def _is_named(panel: Matrix) -> bool:
    return len(panel.names) <= _MOST_NAMED


def _draw_cells(canvas: Canvas, square: Frame, shares: NDArray[np.float64]) -> None:
    size = len(shares)
    cell = square.width / size
    over = min(_OVERLAP / cell, 0.1)
    levels = np.where(np.isnan(shares), -1, np.rint(np.nan_to_num(shares) * _LEVELS)).ravel()
    begins = np.flatnonzero(np.diff(levels, prepend=-2) != 0)
    begins = np.union1d(begins, np.arange(0, size * size, size))
    lengths = np.diff(begins, append=size * size)
    for level in range(_LEVELS + 1):
        mine = levels[begins] == level
        runs = zip(begins[mine].tolist(), lengths[mine].tolist(), strict=True)
        steps = [
            f"M{at % size} {at // size}h{n + over:.2f}v{1 + over:.2f}h-{n + over:.2f}z"
            for at, n in runs
        ]
        corner, colour = (square.left, square.top), share_colour(level / _LEVELS)
        for k in range(0, len(steps), _MOST_RUNS):
            canvas.path("".join(steps[k : k + _MOST_RUNS]), colour, corner=corner, scale=cell)


def _write_wins(
    canvas: Canvas, square: Frame, shares: NDArray[np.float64], wins: NDArray[np.float64]
) -> None:
    cell = square.width / len(wins)
    for row, column in np.argwhere(~np.isnan(shares)).tolist():
        at = (square.left + (column + 0.5) * cell, square.top + (row + 0.5) * cell)
        colour = PAPER if shares[row, column] > 0.85 else INK
        size = min(SMALL, cell / 2)
        canvas.text(at, f"{wins[row, column]:g}", anchor="middle", colour=colour, size=size)


def _draw_names(canvas: Canvas, square: Frame, panel: Matrix) -> None:
    """Write a name and a rank beside every row, or a few ranks."""
    count, first = len(panel.names), panel.first_row
    cell = square.height / count
    size = min(SIZE, 0.95 * cell)
    for rank in _ranks(first, count, all_of_them=_is_named(panel)):
        y = square.top + (rank - first - 0.5) * cell
        at = (square.left - 8, y)
        small = min(SMALL, size) if _is_named(panel) else SMALL
        canvas.text(at, f"{rank:,}", anchor="end", colour=SOFT, size=small)
        if _is_named(panel):
            name = panel.names[rank - first - 1]
            at = (square.left - 8 - _rank_width(panel), y)
            canvas.text(at, cut(name, _MOST_NAME, SIZE), anchor="end", size=size, whole=name)


def _draw_ranks(canvas: Canvas, square: Frame, panel: Matrix) -> None:
    """Write ranks above the columns, all of them where they have room."""
    count, first = len(panel.names), panel.first_column
    cell = square.width / count
    roomy = cell >= text_width(f"{first + count:,}", SMALL) + 4
    for rank in _ranks(first, count, all_of_them=roomy):
        at = (square.left + (rank - first - 0.5) * cell, square.top - 10)
        canvas.text(at, f"{rank:,}", anchor="middle", colour=SOFT, size=SMALL)


def _ranks(first: int, count: int, *, all_of_them: bool) -> list[int]:
    if all_of_them:
        return list(range(first + 1, first + count + 1))
    return some_ranks(first + 1, first + count)


def _draw_key(canvas: Canvas, x: float, top: float) -> None:
    """Say what the colours mean."""
    step = _BAR / (_LEVELS + 1)
    for level in range(_LEVELS + 1):
        piece = Frame(x + level * step, top, x + (level + 1) * step + _OVERLAP, top + 10)
        canvas.box(piece, share_colour(level / _LEVELS))
    for share in (0.0, 0.5, 1.0):
        at = (x + share * _BAR, top + 20)
        canvas.text(at, f"{100 * share:.0f} %", anchor="middle", colour=SOFT, size=SMALL)
    canvas.text((x + _BAR + 24, top + 5), "row chosen over column", colour=SOFT, size=SMALL)
    canvas.box(Frame(x + _BAR + 173, top - 1, x + _BAR + 185, top + 11), SOFT)
    canvas.box(Frame(x + _BAR + 174, top, x + _BAR + 184, top + 10), NEVER)
    canvas.text((x + _BAR + 190, top + 5), "not compared", colour=SOFT, size=SMALL)
