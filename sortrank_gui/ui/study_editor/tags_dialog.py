"""Tags of the chosen items: those that all of them have, some, or none."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.limits import LONGEST_NAME
from sortrank_gui.study.design.item_sets import list_tags
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import make_line

_ALL, _SOME, _NONE = (
    Qt.CheckState.Checked,
    Qt.CheckState.PartiallyChecked,
    Qt.CheckState.Unchecked,
)


class TagsDialog(QDialog):
    """A tick for every tag of the study, and a line for a new one."""

    changed = Signal(list, list, list)
    """Rows of items, the tags that they get, and the tags that they lose."""

    def __init__(self, items: Sequence[Item], rows: list[int], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows = rows
        count = len(rows)
        name = items[rows[0]].name if count == 1 else f"{count:,} items"
        self.setWindowTitle(f"Tags of {name}")
        self.list = QListWidget()
        self.list.setObjectName("quiet")
        self.list.setAccessibleName("Tags")
        self.line = make_line("Another tag, such as outdoors")
        self.line.setMaxLength(LONGEST_NAME)
        self.line.setAccessibleName("Another tag")
        self.line.setToolTip("Type a tag, or several with commas between them, and press Enter")
        self.add = QPushButton("Add")
        self.add.setAccessibleName("Add the tag")
        self.add.setToolTip("Give these items the tag (Enter)")
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._on_add)
        self._before: dict[str, Qt.CheckState] = {}
        owned = Counter(tag for row in rows for tag in items[row].tags)
        for tag in list_tags(items):
            state = _ALL if owned[tag] == count else _SOME if owned[tag] else _NONE
            self._before[tag] = state
            self._append(tag, state)
        self._lay_out()
        self.line.setFocus()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.line, stretch=1)
        row.addWidget(self.add)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        for button in self.buttons.buttons():
            button.setProperty("autoDefault", False)  # Enter adds the tag that is typed
            button.setProperty("default", False)
        self.line.returnPressed.connect(self._on_entered)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(soft_label("Blocks and conditions choose items by their tags."))
        column.addLayout(row)
        column.addWidget(self.list)
        column.addWidget(self.buttons)
        self.resize(420, 420)

    def _append(self, tag: str, state: Qt.CheckState) -> None:
        entry = QListWidgetItem(tag, self.list)
        entry.setSizeHint(QSize(0, self.fontMetrics().height() + 12))
        entry.setCheckState(state)

    @property
    def states(self) -> dict[str, Qt.CheckState]:
        """All tags, and who has them."""
        entries = (self.list.item(k) for k in range(self.list.count()))
        return {entry.text(): entry.checkState() for entry in entries}

    @Slot()
    def _on_add(self) -> None:
        """Tick what is typed."""
        for tag in dict.fromkeys(each.strip() for each in self.line.text().split(",")):
            known = self.list.findItems(tag, Qt.MatchFlag.MatchExactly)
            if known:
                known[0].setCheckState(_ALL)
            elif tag:
                self._append(tag, _ALL)
        self.line.clear()

    @Slot()
    def _on_entered(self) -> None:
        if self.line.text().strip():
            self._on_add()
        else:
            self.accept()

    def accept(self) -> None:
        """Take what is still typed, and say what shall change."""
        self._on_add()
        changed = {t: s for t, s in self.states.items() if s != self._before.get(t, _NONE)}
        add = [tag for tag, state in changed.items() if state is _ALL]
        remove = [tag for tag, state in changed.items() if state is _NONE]
        if add or remove:
            self.changed.emit(self._rows, add, remove)
        super().accept()
