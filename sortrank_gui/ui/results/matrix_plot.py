"""The matrix of wins on the screen: a heat map to zoom into, with what is under the mouse."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from sortrank_gui.figures.axes import some_ranks
from sortrank_gui.figures.looks import mix, share_colour
from sortrank_gui.study.results.win_picture import NEVER, STEPS, Window, WinPicture
from sortrank_gui.ui.plots.calm_plot import small_font
from sortrank_gui.ui.results.table_model import one_line
from sortrank_gui.ui.widgets.theme import Theme, theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

_MOST_LEFT, _LEAST_LEFT, _TOP = 200, 40, 32
_MOST_CELLS = 500
"""More cells each way than this would be a mist."""
_LOOKED_AT = 200
"""How many names decide about the room for all."""
_LEAST = 4
"""How many items a window has at the least, if there are as many."""
_NAME_HEIGHT, _RANK_WIDTH = 13, 22
_GAP = 8
_AT_RIGHT = (
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
)
"""Also of names that are read from right to left."""


class MatrixPlot(QWidget):
    """Rows beat columns, best first; the wheel zooms, dragging moves, a double click shows all."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Win matrix")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._picture: WinPicture | None = None
        self._names: Sequence[str] = ()
        self.window_shown = Window(0, 0, 1)
        self._image = QImage()
        self._drawn: tuple[object, ...] = ()
        self._left = _LEAST_LEFT
        self._grip: tuple[QPointF, Window] | None = None

    def minimumSizeHint(self) -> QSize:
        """Keep room for names and cells."""
        return QSize(_MOST_LEFT + 200, _TOP + 200)

    def show_picture(self, picture: WinPicture, names: Sequence[str]) -> None:
        """Show a matrix; `names` are in the order of the ranking. The window stays if it can."""
        fresh = self._picture is None or self._picture.size != picture.size
        self._picture, self._names = picture, names
        metrics = QFontMetrics(small_font(self.font()))
        widest = max((metrics.horizontalAdvance(name) for name in names[:_LOOKED_AT]), default=0)
        self._left = min(_LEAST_LEFT + widest, _MOST_LEFT)
        if fresh:
            self.show_all()
        self.update()

    def show_all(self) -> None:
        """Show the whole matrix."""
        self._show(0, 0, 1 if self._picture is None else self._picture.size)

    def zoom(self, factor: float, at: tuple[float, float] = (0.5, 0.5)) -> None:
        """Show fewer items, or more; the place `at`, as shares of the square, stays where it is."""
        shown = self.window_shown
        count = round(shown.count / factor)
        count += (count == shown.count) * (-1 if factor > 1 else 1)
        gone = shown.count - count
        self._show(round(shown.row + gone * at[1]), round(shown.column + gone * at[0]), count)

    def move_by(self, rows: int, columns: int) -> None:
        """Show another part of the same size."""
        shown = self.window_shown
        self._show(shown.row + rows, shown.column + columns, shown.count)

    def describe_at(self, place: QPointF) -> str:
        """Return what is known about the pair at a point; nothing beside the matrix."""
        cell = self._cell_at(place)
        if cell is None or self._picture is None:
            return ""
        row, column = cell
        better, worse = self._names[row], self._names[column]
        if row == column:
            return f"{row + 1}. {better}"
        wins, total = self._picture.counts(row, column)
        if not total:
            return f"{row + 1}. {better}\n{column + 1}. {worse}\nnot compared"
        counted = f"{wins:g} of {total:g} ({100 * wins / total:.0f} %)"
        return f"{row + 1}. {better}\nbeat {column + 1}. {worse}\n{counted}"

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cells, a frame and the labels."""
        if self._picture is None:
            return
        painter, theme = QPainter(self), theme_of(self)
        square = self.square
        painter.drawImage(square, self._make_image(self._picture, square, theme))
        painter.setPen(theme.colour("line"))
        painter.drawRect(square)
        painter.setFont(small_font(self.font()))
        paint_labels(painter, square, self.window_shown, self._names, theme.colour("soft"))

    @property
    def square(self) -> QRectF:
        """Where the cells are."""
        side = max(1.0, min(self.width() - self._left - 16, self.height() - _TOP - 8))
        return QRectF(self._left, _TOP, side, side)

    def _make_image(self, picture: WinPicture, square: QRectF, theme: Theme) -> QImage:
        """Return the picture of the window, made anew unless it is the last one."""
        most = max(1, min(int(square.width()), _MOST_CELLS))
        wanted = (picture, self.window_shown, most, theme)
        if wanted != self._drawn:
            self._drawn = wanted
            self._image = make_image(picture.shades(self.window_shown, most), theme)
        return self._image

    def _show(self, row: int, column: int, count: int) -> None:
        if self._picture is None:
            return
        size = self._picture.size
        count = min(max(count, min(_LEAST, size)), size)
        row, column = (min(max(first, 0), size - count) for first in (row, column))
        self.window_shown = Window(row, column, count)
        self.update()

    def _cell_at(self, place: QPointF) -> tuple[int, int] | None:
        square, shown = self.square, self.window_shown
        if self._picture is None or not square.contains(place):
            return None
        cell = square.width() / shown.count
        row, column = (place.y() - square.top()) // cell, (place.x() - square.left()) // cell
        last = self._picture.size - 1
        return min(shown.row + int(row), last), min(shown.column + int(column), last)

    def _share_at(self, place: QPointF) -> tuple[float, float]:
        square = self.square
        x, y = (place - square.topLeft()).toTuple()
        return (min(max(x / square.width(), 0.0), 1.0), min(max(y / square.width(), 0.0), 1.0))

    def event(self, event: QEvent) -> bool:
        """Show what is under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(
                event.globalPos(), plain_tip(self.describe_at(QPointF(event.pos()))), self
            )
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse."""
        factor = 1.25 if event.angleDelta().y() > 0 else 0.8
        self.zoom(factor, self._share_at(event.position()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the matrix."""
        self._grip = (event.position(), self.window_shown)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the matrix, or say what is under the mouse."""
        if self._grip is None or not event.buttons():
            text = plain_tip(self.describe_at(event.position()))
            QToolTip.showText(event.globalPosition().toPoint(), text, self)
            return
        start, shown = self._grip
        cell = self.square.width() / shown.count
        columns, rows = (round(value / cell) for value in (event.position() - start).toTuple())
        self._show(shown.row - rows, shown.column - columns, shown.count)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._grip = None

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Show all."""
        self.show_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom by + and −, show all by 0, move by arrows."""
        step = max(1, self.window_shown.count // 8)
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(1.25)
            case Qt.Key.Key_Minus:
                self.zoom(0.8)
            case Qt.Key.Key_0:
                self.show_all()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.move_by(step if event.key() == Qt.Key.Key_Down else -step, 0)
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.move_by(0, step if event.key() == Qt.Key.Key_Right else -step)
            case _:
                super().keyPressEvent(event)


def make_image(shades: NDArray[np.uint8], theme: Theme) -> QImage:
    """Return shades as a picture, a pixel a cell."""
    side = len(shades)
    padded = np.full((side, -(-side // 4) * 4), NEVER, dtype=np.uint8)
    padded[:, :side] = shades
    image = QImage(padded.data, side, side, padded.shape[1], QImage.Format.Format_Indexed8)
    image.setColorTable([colour.rgb() for colour in colours(theme)])
    return image.convertToFormat(QImage.Format.Format_RGB32)


def colours(theme: Theme) -> list[QColor]:
    """Return the colour of every shade: orange for losses, blue for wins, grey where even.

    What was not compared is empty, as the card around it.
    """
    pale = mix(theme.card, theme.text, 0.35 if theme.name == "dark" else 0.2)
    table = [theme.colour("card")] * 256
    table[: STEPS + 1] = [QColor(share_colour(k / STEPS, pale)) for k in range(STEPS + 1)]
    return table


def paint_labels(
    painter: QPainter, square: QRectF, window: Window, names: Sequence[str], colour: QColor
) -> None:
    """Write names where rows are tall enough, else some ranks; and ranks above."""
    painter.setPen(colour)
    cell = square.width() / window.count
    every = range(window.count) if cell >= _NAME_HEIGHT else _some(window.row, window.count)
    metrics = painter.fontMetrics()
    room = int(square.left()) - _GAP
    digits = metrics.horizontalAdvance(f"{window.row + window.count}") + _GAP
    for row in every:
        box = QRectF(0, square.top() + (row + 0.5) * cell - 8, room, 16)
        painter.drawText(box, _AT_RIGHT, f"{window.row + row + 1}")
        if cell >= _NAME_HEIGHT:
            name = one_line(names[window.row + row])
            short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room - digits)
            painter.drawText(box.adjusted(0, 0, -digits, 0), _AT_RIGHT, short)
    every = range(window.count) if cell >= _RANK_WIDTH else _some(window.column, window.count)
    for column in every:
        x = square.left() + (column + 0.5) * cell
        box = QRectF(x - 30, square.top() - 20, 60, 16)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{window.column + column + 1}")


def _some(first: int, count: int) -> list[int]:
    """Return a few round places, counted from the first one that is shown."""
    return [rank - first - 1 for rank in some_ranks(first + 1, first + count)]
