"""Pairs of items with a known answer, picked from lists: the better one and the worse one."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.editors import Editor
from sortrank_gui.ui.widgets.fields import make_choice

_LINES = 4


class PairsEditor(Editor):
    """A list of pairs, and two boxes that add one; typing in a box searches the names."""

    def __init__(self) -> None:
        super().__init__()
        self._pairs: tuple[tuple[str, str], ...] = ()
        self._items: Sequence[Item] = ()
        self._names = QStringListModel(self)
        self.list = QListWidget()
        self.list.setObjectName("pairs")
        self.list.setAccessibleName("Pairs with a known answer")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setFixedHeight(self.list.fontMetrics().lineSpacing() * _LINES + 16)
        self.better = self._make_box("Better item")
        self.worse = self._make_box("Worse item")
        self.add = _make_button("Add", "Add this pair")
        self.remove = _make_button("Remove", "Remove the chosen pairs (Delete)")
        self.remove.setShortcut(Qt.Key.Key_Delete)
        self.add.clicked.connect(self._on_add)
        self.remove.clicked.connect(self._on_remove)
        self.list.itemSelectionChanged.connect(self._follow)
        self.row.addLayout(self._lay_out())
        self._follow()

    def _make_box(self, name: str) -> QComboBox:
        box = make_choice(())
        box.setEditable(True)
        box.setMinimumContentsLength(4)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setModel(self._names)
        box.setAccessibleName(name)
        box.setToolTip(f"{name}: choose it, or type a part of its name")
        completer = QCompleter(self._names, box)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        box.setCompleter(completer)
        box.setCurrentIndex(-1)
        line = box.lineEdit()
        assert line is not None
        line.setPlaceholderText(name)
        line.setAccessibleName(name)
        line.setToolTip(box.toolTip())
        line.returnPressed.connect(self._on_add)
        box.editTextChanged.connect(self._follow)
        return box

    def _lay_out(self) -> QVBoxLayout:
        pick = QHBoxLayout()
        pick.setSpacing(8)
        pick.addWidget(self.better, stretch=1)
        pick.addWidget(QLabel("beats"))
        pick.addWidget(self.worse, stretch=1)
        pick.addWidget(self.add)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addLayout(pick)
        column.addWidget(self.list)
        column.addWidget(self.remove, alignment=Qt.AlignmentFlag.AlignRight)
        return column

    def offer(self, items: Sequence[Item]) -> None:
        """Let these items be chosen."""
        if items is self._items:
            return
        self._items = items
        typed = [box.currentText() for box in (self.better, self.worse)]
        self._names.setStringList([item.name for item in items])
        for box, text in zip((self.better, self.worse), typed, strict=True):
            box.setCurrentIndex(-1)
            box.setEditText(text)

    def show_value(self, value: tuple[tuple[str, str], ...]) -> None:
        """Show pairs."""
        self.list.setVisible(bool(value))
        self.remove.setVisible(bool(value))
        if value != self._pairs:
            self._pairs = value
            with QSignalBlocker(self.list):
                self.list.clear()
                self.list.addItems([f"{better}  >  {worse}" for better, worse in value])
        self._follow()

    def focus_widget(self) -> QWidget:
        """Return the box of the better item."""
        return self.better

    def _chosen(self) -> tuple[str, str]:
        return self.better.currentText(), self.worse.currentText()

    @Slot()
    def _follow(self) -> None:
        better, worse = self._chosen()
        known = {item.name for item in self._items} if better and worse else set()
        possible = better != worse and {better, worse} <= known
        self.add.setEnabled(possible and (better, worse) not in self._pairs)
        self.remove.setEnabled(bool(self.list.selectedItems()))

    @Slot()
    def _on_add(self) -> None:
        if self.add.isEnabled():
            self.edited.emit((*self._pairs, self._chosen()))
            for box in (self.better, self.worse):
                box.setCurrentIndex(-1)
                box.clearEditText()
            self.better.setFocus()

    @Slot()
    def _on_remove(self) -> None:
        gone = {index.row() for index in self.list.selectedIndexes()}
        self.edited.emit(tuple(pair for k, pair in enumerate(self._pairs) if k not in gone))


def _make_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.setToolTip(tip)
    return button
