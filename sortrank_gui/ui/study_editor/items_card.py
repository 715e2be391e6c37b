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
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.empty_items import EmptyItems
from sortrank_gui.ui.study_editor.item_actions import ItemActions
from sortrank_gui.ui.study_editor.item_delegate import TILE
from sortrank_gui.ui.study_editor.item_model import ItemModel
from sortrank_gui.ui.study_editor.item_view import ItemView
from sortrank_gui.ui.study_editor.thumbnails import Thumbnails
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.work_bar import WorkBar

GRID, LIST = "grid", "list"


class ItemsCard(TitledCard):
    """Shows the items of a content; rows in its signals are those of the content."""

    removal_wanted = Signal(list)
    renaming_wanted = Signal(int, str)
    move_wanted = Signal(list, int)
    preview_wanted = Signal(int)
    dropped = Signal(QMimeData)

    def __init__(self, images: ImageStore, actions: ItemActions) -> None:
        super().__init__("Items")
        self.actions_ = actions
        self._locked = False
        self.model = ItemModel()
        self.filtered = QSortFilterProxyModel(self)
        self.filtered.setSourceModel(self.model)
        self.filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.view = ItemView(Thumbnails(images, TILE.width(), self))
        self.view.setModel(self.filtered)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.empty = EmptyItems(self.actions_)
        tip = "Stop reading; the study stays as it was"
        self.import_bar = WorkBar("import", tip, framed=False)
        self._problem = make_problem_label()
        self._make_controls()
        self._lay_out()
        self._connect()
        self._follow()

    def _make_controls(self) -> None:
        self._count = soft_label()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search items")
        self.search.setToolTip("Show only items whose name contains this")
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(160)
        self.looks = ChoiceMenu("Show items as", self)
        self.looks.set_choices([(GRID, "Grid"), (LIST, "List")], GRID)
        self.add = QPushButton("Add  ▾")
        self.add.setAccessibleName("Add items")
        self.add.setToolTip("Add pictures, texts or a table")
        menu = QMenu(self.add)
        menu.addActions(self.actions_.adding())
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
        for action in (self.actions_.preview, self.actions_.rename, self.actions_.remove):
            row.addWidget(ActionButton(action))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.view)
        self.body.addWidget(self._pages, stretch=1)
        self.body.addWidget(self._problem)
        self.body.addWidget(self.import_bar)
        self.body.addWidget(self._buttons)

    def _connect(self) -> None:
        a, view = self.actions_, self.view
        for action in (*a.adding(), a.preview, a.remove, a.earlier, a.later):
            self.addAction(action)
        view.addActions([a.rename, a.all])
        a.preview.triggered.connect(self._on_preview)
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
        self.model.renamed.connect(self.renaming_wanted)
        self.search.textChanged.connect(self._on_searched)
        self.looks.chosen.connect(self._on_look_chosen)

    def show_content(self, content: Content, problem: str) -> None:
        """Show these items, and what is wrong with them."""
        self.model.set_items(content.items)
        count = len(content.items)
        self._count.setText("1 item" if count == 1 else f"{count:,} items" if count else "")
        self._pages.setCurrentWidget(self.view if content.items else self.empty)
        self.search.setVisible(count > 1)
        for widget in (self._look, self._buttons):
            widget.setVisible(count > 0)
        show_problem(self._problem, problem if content.items else "")
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
        self.actions_.follow(chosen, locked=self._locked, sorted_out=searching)

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
