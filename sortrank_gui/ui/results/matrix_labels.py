"""Labels around a matrix of wins: names beside the rows, ranks above the columns."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from sortrank_gui.figures.axes import some_ranks
from sortrank_gui.study.results.win_picture import Window
from sortrank_gui.ui.results.table_columns import one_line

_NAME_HEIGHT, _RANK_WIDTH = 13, 22
_GAP = 8


def paint_labels(
    painter: QPainter, square: QRectF, window: Window, names: Sequence[str], colour: QColor
) -> None:
    """Write names where rows are tall enough, else some ranks; and ranks above."""
    painter.setPen(colour)
    cell = square.width() / window.count
    every = range(window.count) if cell >= _NAME_HEIGHT else _some(window.row, window.count)
    metrics = painter.fontMetrics()
    room = int(square.left()) - _GAP
    for row in every:
        text = f"{window.row + row + 1}"
        if cell >= _NAME_HEIGHT:
            name = one_line(names[window.row + row])
            number = metrics.horizontalAdvance(f"  {text}")
            short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room - number)
            text = f"{short}  {text}"
        box = QRectF(0, square.top() + (row + 0.5) * cell - 8, room, 16)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    every = range(window.count) if cell >= _RANK_WIDTH else _some(window.column, window.count)
    for column in every:
        x = square.left() + (column + 0.5) * cell
        box = QRectF(x - 30, square.top() - 20, 60, 16)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{window.column + column + 1}")


def _some(first: int, count: int) -> list[int]:
    """Return a few round places, counted from the first one that is shown."""
    return [rank - first - 1 for rank in some_ranks(first + 1, first + count)]
