"""A list of parts of a design with the buttons that change it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.ui.study_editor.timeline.row_list import RowList
from sortrank_gui.ui.study_editor.timeline.row_model import PartRow
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem

_MOST_ROWS = 8


class RowsEditor(QWidget):
    """Adds, moves, duplicates and removes; places in its signals are rows."""

    chosen = Signal(int)
    add_wanted = Signal()
    copied = Signal(int)
    removed = Signal(int)
    moved = Signal(int, int)
    entered_ = Signal()

    def __init__(self, name: str, what: str, *, menu: QMenu | None = None, fits: bool) -> None:
        super().__init__()
        self._fits, self._lock, self._can_copy = fits, "", True
        self.list = RowList(name)
        self.add = make_button("Add  ▾" if menu else "Add", f"Add a {what}")
        self.add.setAccessibleName(f"Add a {what}")
        if menu is None:
            self.add.clicked.connect(self.add_wanted)
        else:
            self.add.setMenu(menu)
        self.copy = make_button("Duplicate", f"Add a copy of the {what} (Ctrl+Shift+C)")
        self.remove = make_button("Remove", f"Take the {what} away (Delete)")
        self.up = make_button("↑", f"Put the {what} one place earlier (Alt+Up)")
        self.down = make_button("↓", f"Put the {what} one place later (Alt+Down)")
        self.up.setAccessibleName(f"Move the {what} up")
        self.down.setAccessibleName(f"Move the {what} down")
        for button in (self.up, self.down):
            button.setProperty("narrow", True)
        self._problem = make_problem_label()
        if fits:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._lay_out()
        self._connect()
        self.show_rows((), -1)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.add, self.copy, self.remove):
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self.up)
        row.addWidget(self.down)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.list, stretch=1)
        column.addWidget(self._problem)
        column.addLayout(row)

    def _connect(self) -> None:
        self.list.chosen.connect(self._on_chosen)
        self.list.move_wanted.connect(self.moved)
        self.list.entered_.connect(self.entered_)
        self.list.copy_wanted.connect(self._on_copy)
        self.list.removal_wanted.connect(self._on_remove)
        self.copy.clicked.connect(self._on_copy)
        self.remove.clicked.connect(self._on_remove)
        self.up.clicked.connect(self.list.move_up)
        self.down.clicked.connect(self.list.move_down)

    @property
    def problem(self) -> str:
        """What is wrong with the list as a whole."""
        return self._problem.text()

    def show_rows(
        self, rows: Sequence[PartRow], current: int, *, problem: str = "", can_copy: bool = True
    ) -> None:
        """Show these rows, and what is wrong with all of them."""
        self._can_copy = can_copy
        self.list.show_rows(rows, current)
        show_problem(self._problem, problem)
        if self._fits:
            count = min(max(len(rows), 1), _MOST_ROWS)
            self.list.setFixedHeight(count * self.list.row_height() + 2)
            self.list.setVisible(bool(rows))
        self._follow()

    def set_locked(self, reason: str) -> None:
        """Refuse changes and say why, or allow them."""
        self._lock = reason
        self.setToolTip(reason)
        self._follow()

    def _follow(self) -> None:
        count, row, free = self.list.rows.rowCount(), self.list.current, not self._lock
        self.list.can_move = free
        self.list.setDragEnabled(free)
        self.add.setEnabled(free)
        self.copy.setEnabled(free and row >= 0 and self._can_copy)
        self.remove.setEnabled(free and row >= 0)
        self.up.setEnabled(free and row > 0)
        self.down.setEnabled(free and 0 <= row < count - 1)

    @Slot(int)
    def _on_chosen(self, row: int) -> None:
        self._follow()
        self.chosen.emit(row)

    @Slot()
    def _on_copy(self) -> None:
        if self.copy.isEnabled():
            self.copied.emit(self.list.current)

    @Slot()
    def _on_remove(self) -> None:
        if self.remove.isEnabled():
            self.removed.emit(self.list.current)


def make_button(text: str, tip: str) -> QPushButton:
    """Return a button with its tip and its name for a screen reader."""
    button = QPushButton(text)
    button.setAccessibleName(text.removesuffix("  ▾"))
    button.setToolTip(tip)
    return button
