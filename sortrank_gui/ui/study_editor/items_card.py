"""The card of the items: a grid or a list with search, and what can be done to them."""

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QPoint,
    QSortFilterProxyModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.edits import find_twins
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.item_actions import ItemActions
from sortrank_gui.ui.study_editor.item_delegate import TILE
from sortrank_gui.ui.study_editor.item_model import SEARCH_ROLE, ItemModel
from sortrank_gui.ui.study_editor.item_view import ItemView, is_welcome
from sortrank_gui.ui.study_editor.thumbnails import Thumbnails
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.drop_frame import DropFrame
from sortrank_gui.ui.widgets.fields import make_problem_label, set_shown, show_problem
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.work_bar import WorkBar

GRID, LIST = "grid", "list"


class ItemsCard(TitledCard):
    """Shows the items of a content; rows in its signals are those of the content."""

    removal_wanted = Signal(list)
    renaming_wanted = Signal(int, str)
    move_wanted = Signal(list, int)
    preview_wanted = Signal(int)
    text_wanted = Signal(int)
    tags_wanted = Signal(list)
    dropped = Signal(QMimeData)

    def __init__(
        self, images: ImageStore, actions: ItemActions, parent: QWidget | None = None
    ) -> None:
        super().__init__("Items", parent)
        self.actions_ = actions
        self._locked = self._has_sets = False
        self.model = ItemModel()
        self.filtered = QSortFilterProxyModel(self)
        self.filtered.setSourceModel(self.model)
        self.filtered.setFilterRole(SEARCH_ROLE)
        self.filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.view = ItemView(Thumbnails(images, TILE.width(), self))
        self.view.setModel(self.filtered)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.empty = EmptyItems(self.actions_)
        tip = "Stop reading; the study stays as it was"
        self.import_bar = WorkBar("import", tip, framed=False)
        self._problem, self.twins = make_problem_label(), _TwinsLine()
        self._make_controls()
        self._lay_out()
        self._connect()
        self._follow()

    def _make_controls(self) -> None:
        self._count = soft_label()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search items")
        self.search.setToolTip("Show only items whose name or tag contains this")
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(160)
        self.looks = ChoiceMenu("Show items as", self)
        self.looks.set_choices([(GRID, "Grid"), (LIST, "List")], GRID)
        self.add = QPushButton("Add  ▾")
        self.add.setAccessibleName("Add items")
        self.add.setToolTip("Add pictures, texts or a table")
        menu = QMenu(self.add)
        menu.addActions(self.actions_.adding())
        menu.addSeparator()
        menu.addActions(self.actions_.sets())
        self.add.setMenu(menu)

    def _lay_out(self) -> None:
        self._look = ChoiceButton(
            self.looks, name="Show items as", tip="A grid, or a list with texts"
        )
        for widget in (self._count, self.search, self._look):
            widget.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self.controls.addWidget(widget)
        self.controls.setSpacing(8)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.add)
        row.addStretch()
        for action in (
            self.actions_.preview,
            self.actions_.text,
            self.actions_.tags,
            self.actions_.rename,
            self.actions_.remove,
        ):
            row.addWidget(ActionButton(action))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.view)
        self.body.addWidget(self._pages, stretch=1)
        self.body.addWidget(self._problem)
        self.body.addWidget(self.twins)
        self.body.addWidget(self.import_bar)
        self.body.addWidget(self._buttons)

    def _connect(self) -> None:
        a, view = self.actions_, self.view
        moves = (a.earlier, a.later)
        for action in (*a.adding(), *a.sets(), a.preview, a.text, a.tags, a.remove, *moves):
            self.addAction(action)
        view.addActions([a.rename, a.all])
        a.preview.triggered.connect(self._on_preview)
        a.text.triggered.connect(self._on_text)
        a.tags.triggered.connect(self._on_tags)
        a.rename.triggered.connect(self._on_rename)
        a.remove.triggered.connect(self._on_remove)
        a.earlier.triggered.connect(view.move_up)
        a.later.triggered.connect(view.move_down)
        a.all.triggered.connect(view.selectAll)
        view.preview_wanted.connect(self._on_preview)
        view.removal_wanted.connect(self._on_remove)
        view.paste_wanted.connect(a.paste.trigger)
        view.move_wanted.connect(self._on_move)
        view.dropped.connect(self.dropped)
        view.customContextMenuRequested.connect(self._on_context_menu)
        view.selectionModel().selectionChanged.connect(self._on_selected)
        self.empty.dropped.connect(self.dropped)
        self.twins.button.clicked.connect(self._on_twins_wanted)
        self.model.renamed.connect(self.renaming_wanted)
        self.search.textChanged.connect(self._on_searched)
        self.looks.chosen.connect(self._on_look_chosen)

    def show_content(self, content: Content, problem: str) -> None:
        """Show these items, and what is wrong with them."""
        if content.items is not self.model.items:
            self._has_sets = any(item.variants for item in content.items)
        self.model.set_items(content.items)
        count = len(content.items)
        self._count.setText("1 item" if count == 1 else f"{count:,} items" if count else "")
        self._pages.setCurrentWidget(self.view if content.items else self.empty)
        set_shown(self.search, count > 1)
        for widget in (self._look, self._buttons):
            set_shown(widget, count > 0)
        show_problem(self._problem, problem if content.items else "")
        self.twins.show_items(content.items)
        self._follow()

    def set_locked(self, locked: bool) -> None:
        """Refuse changes, or allow them."""
        self._locked = locked
        self.model.set_locked(locked)
        self.add.setEnabled(not locked)
        self._follow()

    @property
    def problem(self) -> str:
        """What is wrong with the items."""
        return self._problem.text()

    def chosen_rows(self) -> list[int]:
        """Return the rows of the chosen items in the content."""
        rows = (self.filtered.mapToSource(i).row() for i in self.view.selectedIndexes())
        return sorted(rows)

    @Slot()
    def _on_twins_wanted(self) -> None:
        """Choose all but the first of each picture, so that they can be removed at once."""
        self.search.clear()
        chosen = QItemSelection()
        for row in (row for twins in self.twins.rows for row in twins[1:]):
            index = self.filtered.mapFromSource(self.model.index(row))
            chosen.select(index, index)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().select(chosen, flag)
        self.view.scrollTo(chosen.indexes()[0])

    def choose_rows(self, first: int, last: int) -> None:
        """Choose these rows of the content and no others."""
        corners = [self.filtered.mapFromSource(self.model.index(row)) for row in (first, last)]
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().select(QItemSelection(*corners), flag)
        self.view.selectionModel().setCurrentIndex(
            corners[0], QItemSelectionModel.SelectionFlag.NoUpdate
        )
        self.view.scrollTo(corners[0])

    def _follow(self) -> None:
        searching = bool(self.search.text())
        self.view.can_move = not self._locked and not searching
        chosen = len(self.view.selectedIndexes())
        self.actions_.follow(chosen, locked=self._locked, sorted_out=searching, sets=self._has_sets)

    @Slot()
    def _on_selected(self) -> None:
        self._follow()

    @Slot(str)
    def _on_searched(self, text: str) -> None:
        self.filtered.setFilterFixedString(text)
        self._follow()

    @Slot(str)
    def _on_look_chosen(self, look: str) -> None:
        self.view.show_tiles(look == GRID)

    @Slot()
    def _on_preview(self) -> None:
        rows = self.chosen_rows()
        if rows:
            self.preview_wanted.emit(rows[0])

    @Slot()
    def _on_text(self) -> None:
        rows = self.chosen_rows()
        if rows:
            self.text_wanted.emit(rows[0])

    @Slot()
    def _on_tags(self) -> None:
        if rows := self.chosen_rows():
            self.tags_wanted.emit(rows)

    @Slot()
    def _on_rename(self) -> None:
        chosen = self.view.selectedIndexes()
        if chosen:
            self.view.edit(chosen[0])

    @Slot()
    def _on_remove(self) -> None:
        rows = self.chosen_rows()
        if rows and not self._locked:
            self.removal_wanted.emit(rows)

    @Slot(int)
    def _on_move(self, target: int) -> None:
        rows = self.chosen_rows()
        if rows and self.view.can_move:
            self.move_wanted.emit(rows, target)

    @Slot(QPoint)
    def _on_context_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.actions_.fill_menu(menu)
        menu.popup(self.view.viewport().mapToGlobal(place))


class EmptyItems(QWidget):
    """Stands in the place of the items: takes drops, and offers buttons to those who don't drag."""

    dropped = Signal(QMimeData)

    def __init__(self, actions: ItemActions) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._drop_frame = DropFrame(self)
        title = QLabel("What shall be ranked?")
        title.setFont(scaled_font(title.font(), 1.5, bold=True))
        hint = soft_label(
            "Drop a folder of pictures here, or files, a CSV table or lines of text. "
            "Every picture and every line becomes an item."
        )
        hint.setWordWrap(True)
        hint.setFixedWidth(400)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for action in (actions.folder, actions.files, actions.paste):
            row.addWidget(ActionButton(action, primary=action is actions.folder))
        row.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        for label in (title, hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(row)
        column.addStretch(3)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files, pictures and text."""
        if is_welcome(event.mimeData()):
            self._drop_frame.set_shown(True)
            event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Expect nothing any more."""
        self._drop_frame.set_shown(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Take in what comes."""
        self._drop_frame.set_shown(False)
        event.acceptProposedAction()
        self.dropped.emit(event.mimeData())


class _TwinsLine(QWidget):
    """Says that a picture is there under two names, with a button that chooses the copies."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[int]] = []
        self._items: tuple[Item, ...] = ()
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self.button = QPushButton("Choose the copies")
        self.button.setAccessibleName("Choose the copies")
        self.button.setToolTip("Choose all but the first of each picture, to remove or rename them")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """What is said about copies."""
        return self._label.text()

    def show_items(self, items: tuple[Item, ...]) -> None:
        """Look for copies among these items."""
        if items is self._items:
            return
        self._items, self.rows = items, find_twins(items)
        text = ""
        if self.rows:
            first, second = (items[row].name for row in self.rows[0][:2])
            others = sum(len(twins) - 1 for twins in self.rows) - 1
            more = f", and there are {others:,} more copies" if others > 1 else ""
            more = ", and there is one more copy" if others == 1 else more
            text = f"“{first}” and “{second}” are the same picture{more}."
        self._label.setText(text)
        self.setVisible(bool(text))
