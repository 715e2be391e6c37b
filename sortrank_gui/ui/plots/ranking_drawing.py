"""The ranking as a figure for a paper: names, dots and 95 % intervals on white."""

from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from sortrank_gui.figures.axes import Axis
from sortrank_gui.ui.plots.figure_looks import figure_font
from sortrank_gui.ui.plots.figure_panels import INK

MOST_ROWS = 200
"""More rows than this would be no figure; the data have them all."""
_ROW, _TOP, _BOTTOM, _RIGHT = 16, 10, 44, 18
_PLOT_WIDTH = 250
_MOST_NAME = 180.0
_SOFT, _GRID, _DOT = QColor("#555555"), QColor("#e6e6e6"), QColor("#0072B2")


class RankingDrawing:
    """One row an item, best on top."""

    def __init__(self, names: list[str], scores: NDArray, reach: NDArray) -> None:
        self._names = names[:MOST_ROWS]
        self._scores, self._reach = scores[:MOST_ROWS], reach[:MOST_ROWS]
        low, high = self._scores - self._reach, self._scores + self._reach
        self._axis = Axis.around([*low.tolist(), *high.tolist()])
        metrics = QFontMetricsF(figure_font(11))
        widest = max((metrics.horizontalAdvance(name) for name in self._names), default=0.0)
        self._left = 16 + min(widest, _MOST_NAME)
        self.size = QSize(
            round(self._left + _PLOT_WIDTH + _RIGHT), _TOP + _BOTTOM + _ROW * len(self._names)
        )

    def paint(self, painter: QPainter) -> None:
        """Draw everything."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self._left, _TOP, _PLOT_WIDTH, _ROW * len(self._names))
        self._paint_grid(painter, frame)
        for row, name in enumerate(self._names):
            self._paint_row(painter, frame, row, name)

    def _x(self, frame: QRectF, value: float) -> float:
        return frame.left() + frame.width() * self._axis.fraction(value)

    def _paint_grid(self, painter: QPainter, frame: QRectF) -> None:
        painter.setFont(figure_font(10))
        centred = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        for value, text in self._axis.ticks():
            x = self._x(frame, value)
            painter.setPen(QPen(_GRID, 0.8))
            painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))
            painter.setPen(_SOFT)
            box = QRectF(x - 40, frame.bottom() + 4, 80, 14)
            painter.drawText(box, centred, text)
        painter.setPen(QPen(INK, 1.0))
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
        painter.setFont(figure_font(11))
        below = QRectF(frame.left(), frame.bottom() + 20, frame.width(), 18)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, "score with 95 % interval")

    def _paint_row(self, painter: QPainter, frame: QRectF, row: int, name: str) -> None:
        y = frame.top() + _ROW * (row + 0.5)
        score, reach = float(self._scores[row]), float(self._reach[row])
        painter.setPen(QPen(_DOT, 1.2))
        ends = [QPointF(self._x(frame, end), y) for end in (score - reach, score + reach)]
        painter.drawLine(*ends)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_DOT)
        painter.drawEllipse(QPointF(self._x(frame, score), y), 3, 3)
        painter.setPen(INK)
        painter.setFont(figure_font(11))
        room = frame.left() - 16
        text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, int(room) + 1)
        box = QRectF(8, y - _ROW / 2, room, _ROW)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
