"""The view of the items: a grid or a list, with keys, drag and drop."""

from collections.abc import Callable

from PySide6.QtCore import QLine, QMimeData, QModelIndex, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView

from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.item_delegate import TILE, ItemDelegate
from sortrank_gui.ui.study_editor.item_model import ITEM_ROLE, MIME, Index
from sortrank_gui.ui.study_editor.thumbnails import Thumbnails
from sortrank_gui.ui.widgets.drop_frame import DropFrame
from sortrank_gui.ui.widgets.theme import theme_of

_CORNER = QPoint(12, 4)
"""A place in the first visible item."""
_LARGE = QSize(272, 260)
_SPARE = 10
"""Pixels that a row leaves free: Qt wraps it earlier than it has to."""


class ItemView(QListView):
    """Shows items and emits what is wanted of them; rows are those of the view's model."""

    removal_wanted = Signal()
    preview_wanted = Signal()
    paste_wanted = Signal()
    move_wanted = Signal(int)
    """Before which row the chosen items shall stand."""
    dropped = Signal(QMimeData)

    def __init__(self, thumbnails: Thumbnails) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._delegate = ItemDelegate(thumbnails, self)
        self.can_move = True
        self._drop_row: int | None = None
        self._drop_frame = DropFrame(self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(False)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setAccessibleName("Items")
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._on_look)
        thumbnails.arrived.connect(self._on_arrived)
        self.doubleClicked.connect(self._on_double_clicked)
        self.show_tiles(True)

    def show_tiles(self, tiles: bool) -> None:
        """Show a grid of tiles, or a list."""
        self._delegate.as_tiles = tiles
        flow = QListView.Flow.LeftToRight if tiles else QListView.Flow.TopToBottom
        self.setFlow(flow)
        self.setWrapping(tiles)
        self._fit_tiles()
        self.setSpacing(0)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the tiles fill the width."""
        self._fit_tiles()
        super().resizeEvent(event)

    def _fit_tiles(self) -> None:
        if not self._delegate.as_tiles:
            self.setGridSize(QSize())
            return
        width = self.viewport().width() - _SPARE
        base = self._choose_tile(width)
        self._delegate.tile = QSize(width // max(1, width // base.width()), base.height())
        self.setGridSize(self._delegate.tile)

    def _choose_tile(self, width: int) -> QSize:
        """Return the size of tiles: large ones where all items have room in that size."""
        model = self.model()
        count = 0 if model is None else model.rowCount()
        rows = -(-count // max(1, width // _LARGE.width()))
        return _LARGE if rows * _LARGE.height() <= self.viewport().height() else TILE

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        """Fit the tiles to more items."""
        super().rowsInserted(parent, start, end)
        self._fit_tiles()

    def visible_items(self) -> list[Item]:
        """Return the items that are on the screen now, and a little more."""
        model, port = self.model(), self.viewport().rect()
        if model is None or model.rowCount() == 0:
            return []
        first = self.indexAt(_CORNER)
        row = first.row() if first.isValid() else 0
        found = []
        for number in range(row, model.rowCount()):
            index = model.index(number, 0)
            if self.visualRect(index).top() > port.bottom():
                break
            found.append(index.data(ITEM_ROLE))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw, and then see to it that what is visible has its picture."""
        super().paintEvent(event)
        if self._drop_row is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(theme_of(self).colour("accent"), 2))
            painter.drawLine(self._gap_before(self._drop_row))
            painter.end()
        self._looking.start()

    def _gap_before(self, row: int) -> QLine:
        """Return the line where dropped items would come in."""
        last = self.model().rowCount() - 1
        box = self.visualRect(self.model().index(min(row, last), 0))
        if self._delegate.as_tiles:
            x = box.right() if row > last else box.left()
            return QLine(x, box.top() + 8, x, box.bottom() - 8)
        y = box.bottom() if row > last else box.top()
        return QLine(box.left() + 8, y, box.right() - 8, y)

    @Slot()
    def _on_look(self) -> None:
        large = self._delegate.as_tiles and self._delegate.tile.height() > TILE.height()
        side = _LARGE.width() if large else TILE.width()
        self._thumbnails.set_size(side, self.devicePixelRatioF())
        self._thumbnails.want(self.visible_items())

    @Slot(str)
    def _on_arrived(self, _source: str) -> None:
        self.viewport().update()

    @Slot(QModelIndex)
    def _on_double_clicked(self, _index: QModelIndex) -> None:
        self.preview_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove, preview, paste, and move by key."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        editing = self.state() is QAbstractItemView.State.EditingState
        if editing:
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Delete) or event.key() == Qt.Key.Key_Backspace:
            self.removal_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_wanted.emit()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.preview_wanted.emit()
        elif alt and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self.move_up()
        elif alt and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self.move_down()
        else:
            super().keyPressEvent(event)

    @Slot()
    def move_up(self) -> None:
        """Put the chosen items one place earlier."""
        self._move_chosen(_before)

    @Slot()
    def move_down(self) -> None:
        """Put the chosen items one place later."""
        self._move_chosen(_after)

    def _move_chosen(self, aim: Callable[[list[int]], int]) -> None:
        rows = sorted(index.row() for index in self.selectedIndexes())
        if rows and self.can_move:
            self.move_wanted.emit(min(max(aim(rows), 0), self.model().rowCount()))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome own items, files, pictures and text."""
        if self._is_welcome(event):
            self._drop_frame.set_shown(event.source() is not self)
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where own items would go."""
        super().dragMoveEvent(event)  # scrolls at the edges
        if self._is_welcome(event):
            own = event.source() is self
            self._show_gap(self.row_at(event.position().toPoint()) if own else None)
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Forget where they would go."""
        super().dragLeaveEvent(event)
        self._drop_frame.set_shown(False)
        self._show_gap(None)

    def _show_gap(self, row: int | None) -> None:
        if row != self._drop_row:
            self._drop_row = row
            self.viewport().update()

    def dropEvent(self, event: QDropEvent) -> None:
        """Move own items, or take in what comes from elsewhere."""
        self._drop_frame.set_shown(False)
        if not self._is_welcome(event):
            return
        self.setState(QAbstractItemView.State.NoState)
        self._show_gap(None)
        if event.source() is self:
            # A move that the model makes by itself would remove the rows once more.
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.move_wanted.emit(self.row_at(event.position().toPoint()))
        else:
            event.acceptProposedAction()
            self.dropped.emit(event.mimeData())

    def _is_welcome(self, event: QDropEvent) -> bool:
        data = event.mimeData()
        if data.hasFormat(MIME):
            return self.can_move and event.source() is self
        return is_welcome(data)

    def row_at(self, place: QPoint) -> int:
        """Return the row before which something dropped here belongs."""
        index = self.indexAt(place)
        if not index.isValid():
            return self.model().rowCount()
        box = self.visualRect(index)
        if self._delegate.as_tiles:
            return index.row() + (place.x() > box.center().x())
        return index.row() + (place.y() > box.center().y())


def _before(rows: list[int]) -> int:
    return rows[0] - 1


def _after(rows: list[int]) -> int:
    return rows[-1] + 2


def is_welcome(data: QMimeData) -> bool:
    """Say whether something could become items; a study is left to the window, which opens it."""
    if any(url.path().endswith(SUFFIX) for url in data.urls()):
        return False
    return data.hasUrls() or data.hasText() or data.hasImage()
