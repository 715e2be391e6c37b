"""A list of parts of a design that can be dragged: a title each, a soft line, or what is wrong."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
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
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from sortrank_gui.ui.widgets.theme import theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROW = Qt.ItemDataRole.UserRole + 1
_MIME = "application/x-sortrank-part"
_PADDING, _NUMBER, _RADIUS = 8, 28, 8


class PartRow(NamedTuple):
    """What a list says about a part."""

    title: str
    detail: str = ""
    problem: str = ""
    is_faint: bool = False
    """Whether participants will not see it."""


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
        self.rows = _RowModel(name)
        self.can_move = True
        self._drop_row: int | None = None
        self._is_filling = False
        self.setModel(self.rows)
        self.setItemDelegate(_RowDelegate(self))
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
        return 2 * self.fontMetrics().lineSpacing() + 2 * _PADDING

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by Alt and arrows, remove, duplicate, and go on to the fields."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if alt and event.key() == Qt.Key.Key_Up:
            self.move_up()
        elif alt and event.key() == Qt.Key.Key_Down:
            self.move_down()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removal_wanted.emit()
        elif control and event.key() == Qt.Key.Key_D:
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
        row = int(event.mimeData().data(_MIME).toStdString())
        self.move_wanted.emit(row, self.row_at(event.position().toPoint()))

    def row_at(self, place: QPoint) -> int:
        """Return the row before which something dropped here belongs."""
        index = self.indexAt(place)
        if not index.isValid():
            return self.rows.rowCount()
        return index.row() + (place.y() > self.visualRect(index).center().y())

    def _is_welcome(self, event: QDropEvent) -> bool:
        own = event.source() is self and event.mimeData().hasFormat(_MIME)
        return own and self.can_move

    def _show_gap(self, row: int | None) -> None:
        if row != self._drop_row:
            self._drop_row = row
            self.viewport().update()


class _RowModel(QAbstractListModel):
    """The rows of a list."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._rows: tuple[PartRow, ...] = ()

    def set_rows(self, rows: Sequence[PartRow]) -> None:
        """Show other rows; a list of the same length keeps its chosen row."""
        new = tuple(rows)
        if len(new) == len(self._rows):
            changed = [
                k for k, pair in enumerate(zip(self._rows, new, strict=True)) if _differ(pair)
            ]
            self._rows = new
            if changed:
                self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], 0))
            return
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row says."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(filter(None, (row.title, row.problem or row.detail))))
            case Qt.ItemDataRole.AccessibleTextRole:
                parts = (f"{index.row() + 1}", row.title, row.problem or row.detail)
                return ": ".join(filter(None, parts))
            case _:
                return row if role == _ROW else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be chosen and dragged; they are dropped between each other."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        )

    def mimeTypes(self) -> list[str]:
        """Name what a drag inside the list carries."""
        return [_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the row of a drag."""
        data = QMimeData()
        data.setData(_MIME, str(indexes[0].row()).encode())
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Offer to move."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction


def _differ(pair: tuple[PartRow, PartRow]) -> bool:
    return pair[0] != pair[1]


class _RowDelegate(QStyledItemDelegate):
    """Draws a row: its number, its title, and a line below."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room for two lines."""
        return QSize(100, 2 * option.fontMetrics.lineSpacing() + 2 * _PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        row: PartRow = index.data(_ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter, option)
        theme, inner = (
            theme_of(self),
            option.rect.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING),
        )
        line = option.fontMetrics.lineSpacing()
        painter.setFont(option.font)
        painter.setPen(theme.colour("soft"))
        number = QRect(inner.left(), inner.top(), _NUMBER, line)
        painter.drawText(number, Qt.AlignmentFlag.AlignLeft, f"{index.row() + 1}")
        first = QRect(inner.left() + _NUMBER, inner.top(), inner.width() - _NUMBER, line)
        lines = [
            (row.title, "soft" if row.is_faint else "text"),
            (row.problem or row.detail, "bad" if row.problem else "soft"),
        ]
        for place, (text, colour) in enumerate(lines):
            painter.setPen(theme.colour(colour))
            room = first.translated(0, place * line)
            shown = option.fontMetrics.elidedText(
                " ".join(text.split()), Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def _paint_frame(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if not chosen and not option.state & QStyle.StateFlag.State_MouseOver:
            return
        theme = theme_of(self)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(theme.colour("accent" if chosen else "line"), 2 if focused else 1))
        fill = theme.colour("accent" if chosen else "well")
        fill.setAlpha(24 if chosen else 120)
        painter.setBrush(fill)
        edge = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)
