"""The matrix of wins as a figure for a paper."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from sortrank_gui.ui.plots.figure_looks import figure_font
from sortrank_gui.ui.plots.figure_panels import INK
from sortrank_gui.ui.results.matrix_labels import paint_labels
from sortrank_gui.ui.results.matrix_plot import colours, make_image
from sortrank_gui.ui.results.win_picture import STEPS, Window, WinPicture
from sortrank_gui.ui.widgets.theme import LIGHT

_SIDE, _TOP, _BOTTOM, _RIGHT = 440, 34, 48, 16
_MOST_NAME = 180.0
_MOST_NAMED = 30


class MatrixDrawing:
    """A square of cells, names beside it, and the scale of its colours below."""

    def __init__(self, picture: WinPicture, names: Sequence[str], window: Window) -> None:
        self._picture, self._names, self._window = picture, names, window
        metrics = QFontMetricsF(figure_font(11))
        named = names[window.row : window.row + window.count] if self._is_named else ("0000",)
        widest = max((metrics.horizontalAdvance(f"{name}  00") for name in named), default=0.0)
        self._left = 20 + min(widest, _MOST_NAME)
        self.size = QSize(round(self._left + _SIDE + _RIGHT), _TOP + _SIDE + _BOTTOM)

    @property
    def _is_named(self) -> bool:
        return self._window.count <= _MOST_NAMED

    def paint(self, painter: QPainter) -> None:
        """Draw everything."""
        square = QRectF(self._left, _TOP, _SIDE, _SIDE)
        shades = self._picture.shades(self._window, 1000)
        painter.drawImage(square, make_image(shades, LIGHT))
        painter.setPen(QPen(INK, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(square)
        painter.setFont(figure_font(11 if self._is_named else 10))
        paint_labels(painter, square, self._window, self._names, INK)
        self._paint_scale(painter, QRectF(self._left, _TOP + _SIDE + 12, _SIDE / 2, 10))

    def _paint_scale(self, painter: QPainter, bar: QRectF) -> None:
        table = colours(LIGHT)
        step = bar.width() / (STEPS // 4 + 1)
        for number, shade in enumerate(range(0, STEPS + 1, 4)):
            piece = QRectF(bar.left() + number * step, bar.top(), step + 0.5, bar.height())
            painter.fillRect(piece, table[shade])
        painter.setPen(INK)
        painter.setFont(figure_font(10))
        for share in (0.0, 0.5, 1.0):
            x = bar.left() + share * bar.width()
            painter.drawText(
                QRectF(x - 30, bar.bottom() + 2, 60, 14),
                Qt.AlignmentFlag.AlignCenter,
                f"{100 * share:.0f} %",
            )
        painter.drawText(QPointF(bar.right() + 28, bar.bottom() + 1), "row chosen over column")
