"""The table of all results: sorts by its header, searches, keeps its place as numbers change."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QTableView,
    QWidget,
)

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.plots.plot_menu import PlotMenu, Source
from sortrank_gui.ui.results.cells import AxisHeader, SpanDelegate, ThumbnailDelegate
from sortrank_gui.ui.results.table_model import Column, TableModel
from sortrank_gui.ui.results.view import Table, more_button, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard

_ROW = 32
_PADDING = 12
_LOOKED_AT, _WIDEST = 300, 400
"""How many texts decide about the room for all, and how much a column takes at the most."""


class DataTable(QTableView):
    """Columns of data; `picked` tells the key of the row that is current, or None."""

    picked = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setObjectName("data")
        self.data_model = TableModel()
        self.setModel(self.data_model)
        self._spans = SpanDelegate(self)
        self._header = AxisHeader(self._spans, self)
        self._header.setAccessibleName(f"Columns of: {name}")
        self._titles: list[str] = []
        self._stretch, self._least = -1, 0
        self._items: ThumbnailDelegate | None = None
        self._dress()
        self.setHorizontalHeader(self._header)
        self.setSortingEnabled(True)
        self._header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._header.setSortIndicatorClearable(True)
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)

    def _dress(self) -> None:
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(_ROW)

    def show_items_in(self, column: int, images: ImageStore) -> None:
        """Show thumbnails in a column; keys of rows are numbers of items."""
        self._items = ThumbnailDelegate(self, images)
        self.setItemDelegateForColumn(column, self._items)

    def set_items(self, items: Sequence[Item]) -> None:
        """Take thumbnails of these items."""
        if self._items is not None:
            self._items.set_items(items)

    def set_axis(self, column: int, axis: Axis) -> None:
        """Draw a column's stretches along an axis."""
        self._spans.axis = axis
        if self._header.axis_section != column:
            self.setItemDelegateForColumn(column, self._spans)
            self._header.axis_section = column
            self._header.updateGeometry()
        self._header.viewport().update()

    def set_columns(
        self,
        columns: Sequence[Column],
        keys: Sequence[Any],
        texts: Sequence[str] = (),
        *,
        struck: Sequence[str] = (),
        stretch: int = -1,
    ) -> None:
        """Show other rows; the current row and the place stay, as far as there are such."""
        current, place = self.current_key, self.verticalScrollBar().value()
        quiet = self.selectionModel().blockSignals(True)
        self.data_model.set_columns(columns, keys, texts, struck)
        self.pick(current)
        self.selectionModel().blockSignals(quiet)
        self.verticalScrollBar().setValue(place)
        self._size_columns(columns, stretch)

    def _size_columns(self, columns: Sequence[Column], stretch: int) -> None:
        """Give new columns their widths; what a user made wider stays so."""
        titles = [column.title for column in columns]
        if titles != self._titles:
            self._titles = titles
            measure = QFontMetrics(self._header.font()).horizontalAdvance
            for number, column in enumerate(columns):
                titled = measure(column.title) + 2 * _PADDING  # fonts of other systems are wider
                self.setColumnWidth(number, max(column.width, titled))
        for number, column in enumerate(columns):
            if column.fits:
                self._widen(number, column)
        self._stretch = stretch
        self._least = columns[stretch].width if stretch >= 0 and columns else 0
        self.fill_width()

    def _widen(self, number: int, column: Column) -> None:
        """Give a column the room that its texts need."""
        font = QFont(self.font())
        font.setBold(column.bold)
        measure = QFontMetrics(font).horizontalAdvance
        texts = {column.read(value) for value in column.values[:_LOOKED_AT]}
        needed = max(map(measure, texts), default=0) + 2 * _PADDING
        self.setColumnWidth(number, max(self.columnWidth(number), min(needed, _WIDEST)))

    def fill_width(self) -> None:
        """Give one column the room that the others leave, but not less than it needs."""
        if 0 <= self._stretch < self._header.count():
            others = self._header.length() - self._header.sectionSize(self._stretch)
            room = self.viewport().width() - others
            self.setColumnWidth(self._stretch, max(room, self._least))

    def hide_column(self, column: int, hidden: bool) -> None:
        """Hide a column that has nothing to say."""
        self.setColumnHidden(column, hidden)
        self.fill_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use all of the width."""
        super().resizeEvent(event)
        self.fill_width()

    @property
    def current_key(self) -> Any:
        """What the current row is about; None if there is none."""
        index = self.currentIndex()
        return self.data_model.key(index.row()) if index.isValid() else None

    def pick(self, key: Any) -> None:
        """Make the row about something current."""
        row = None if key is None else self.data_model.row_of(key)
        if row is not None:
            self.selectRow(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the current row as text."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            row = self.currentIndex().row()
            texts = [
                str(self.data_model.index(row, column).data())
                for column in range(self.data_model.columnCount())
            ]
            QGuiApplication.clipboard().setText("\t".join(texts))
            return
        super().keyPressEvent(event)

    @Slot()
    def _on_current_changed(self) -> None:
        self.picked.emit(self.current_key)


class SearchField(QLineEdit):
    """Narrows a table to rows that contain what is typed, a moment after the last key."""

    searched = Signal()

    def __init__(self, table: DataTable, hint: str) -> None:
        super().__init__()
        self._table = table
        self.setObjectName("search")
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setToolTip("Show only rows that contain this text (Ctrl+F)")
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(110)
        self.setMaximumWidth(200)
        self._pause = QTimer(self, singleShot=True, interval=120)
        self._pause.timeout.connect(self._on_pause)
        self.textChanged.connect(self._on_text_changed)
        QShortcut(QKeySequence.StandardKey.Find, self, self.setFocus)

    @Slot()
    def _on_text_changed(self) -> None:
        self._pause.start()

    @Slot()
    def _on_pause(self) -> None:
        self._table.data_model.search(self.text())
        self.searched.emit()


class TableCard(TitledCard):
    """A table that is searched; `lead` goes to the left of the search.

    Its menu copies and saves the data, or what another `source` tells, also as a picture.
    """

    failed = Signal(object)

    def __init__(
        self, title: str, hint: str, *, lead: QWidget | None = None, source: Source | None = None
    ) -> None:
        super().__init__(title)
        self.data = DataTable(title)
        self.search = SearchField(self.data, hint)
        self.words = wrapped_label()
        self.words.hide()
        self.controls.setSpacing(16)
        self.menu = PlotMenu(title, source or self, self)
        self.menu.failed.connect(self.failed)
        for action in self.menu.actions():
            action.setVisible(source is not None or "picture" not in action.text())
        for control in filter(None, (lead, self.search, more_button(self.menu))):
            control.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self.controls.addWidget(control)
        self.body.addWidget(self.words)
        self.body.addWidget(self.data, stretch=1)

    def say(self, text: str) -> None:
        """Say something above the table."""
        self.words.setText(text)
        self.words.setVisible(bool(text))

    def figure(self) -> Figure | None:
        """Return nothing: a table is no figure."""
        return None

    def table(self) -> Table:
        """Return the rows in sight, as they are sorted."""
        return self.data.data_model.table()
