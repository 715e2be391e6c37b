"""A list of parts of a design that can be dragged, or moved by keys."""

from collections.abc import Sequence

from PySide6.QtCore import QKeyCombination, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView

from sortrank_gui.ui.study_editor.timeline.row_model import (
    MIME,
    PADDING,
    PartRow,
    RowDelegate,
    RowModel,
)
from sortrank_gui.ui.widgets.theme import theme_of

COPY_KEYS = QKeyCombination(
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_C
)


class RowList(QListView):
    """Shows rows, one of which is chosen; emits what is wanted of them."""

    chosen = Signal(int)
    move_wanted = Signal(int, int)
    """A row, and the row before which it shall stand."""
    removal_wanted = Signal()
    copy_wanted = Signal()
    entered_ = Signal()
    """The chosen row shall be edited."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.rows = RowModel(name)
        self.can_move = True
        self._drop_row: int | None = None
        self._is_filling = False
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self))
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(False)
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    @property
    def current(self) -> int:
        """The chosen row; -1 where there is none."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[PartRow], current: int) -> None:
        """Show these rows and choose one, without a signal."""
        self._is_filling = True
        self.rows.set_rows(rows)
        if current != self.current:
            self.setCurrentIndex(self.rows.index(current, 0))
        self._is_filling = False

    def row_height(self) -> int:
        """Return the height of a row."""
        return 2 * self.fontMetrics().lineSpacing() + 2 * PADDING

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by Alt and arrows, remove, duplicate, and go on to the fields."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        copies = event.keyCombination() == COPY_KEYS
        if alt and event.key() == Qt.Key.Key_Up:
            self.move_up()
        elif alt and event.key() == Qt.Key.Key_Down:
            self.move_down()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removal_wanted.emit()
        elif copies:
            self.copy_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chosen row in view."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    @Slot()
    def move_up(self) -> None:
        """Put the chosen row one place earlier."""
        if self.can_move and self.current > 0:
            self.move_wanted.emit(self.current, self.current - 1)

    @Slot()
    def move_down(self) -> None:
        """Put the chosen row one place later."""
        if self.can_move and 0 <= self.current < self.rows.rowCount() - 1:
            self.move_wanted.emit(self.current, self.current + 2)

    @Slot(QModelIndex, QModelIndex)
    def _on_current_changed(self, now: QModelIndex, _before: QModelIndex) -> None:
        if not self._is_filling and now.isValid():
            self.chosen.emit(now.row())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw, and show where a dragged row would come in."""
        super().paintEvent(event)
        if self._drop_row is None:
            return
        last = self.rows.rowCount() - 1
        box = self.visualRect(self.rows.index(min(self._drop_row, last), 0))
        y = box.bottom() if self._drop_row > last else box.top()
        painter = QPainter(self.viewport())
        painter.setPen(QPen(theme_of(self).colour("accent"), 2))
        painter.drawLine(box.left() + 8, max(y, 1), box.right() - 8, max(y, 1))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome own rows."""
        if self._is_welcome(event):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where the row would go."""
        super().dragMoveEvent(event)  # scrolls at the edges
        if self._is_welcome(event):
            self._show_gap(self.row_at(event.position().toPoint()))
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Forget where it would go."""
        super().dragLeaveEvent(event)
        self._show_gap(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the move; the rows follow the design."""
        self._show_gap(None)
        self.setState(QAbstractItemView.State.NoState)
        if not self._is_welcome(event):
            return
        event.setDropAction(Qt.DropAction.CopyAction)  # the view would remove what it moved
        event.accept()
        row = int(event.mimeData().data(MIME).toStdString())
        self.move_wanted.emit(row, self.row_at(event.position().toPoint()))

    def row_at(self, place: QPoint) -> int:
        """Return the row before which something dropped here belongs."""
        index = self.indexAt(place)
        if not index.isValid():
            return self.rows.rowCount()
        return index.row() + (place.y() > self.visualRect(index).center().y())

    def _is_welcome(self, event: QDropEvent) -> bool:
        own = event.source() is self and event.mimeData().hasFormat(MIME)
        return own and self.can_move

    def _show_gap(self, row: int | None) -> None:
        if row != self._drop_row:
            self._drop_row = row
            self.viewport().update()
