"""The results of this sitting: one is shown, others can be drawn behind it."""

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.ui.widgets.actions import ActionButton, make_action
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.tips import plain_tip

_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Kept:
    """A result, and what is to be said about it."""

    findings: Findings
    note: str = ""


class KeptResults(TitledCard):
    """A list: the selected result is shown, those that are ticked are drawn behind it."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Results", parent)
        self._list = QListWidget()
        self._list.setObjectName("quiet")
        self._list.setAccessibleName("Results kept")
        self._list.setToolTip("Select one to see it; tick others to compare")
        self._list.setFrameShape(QListWidget.Shape.NoFrame)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self._list.setMinimumHeight(56)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.currentItemChanged.connect(self._on_changed)
        self._list.itemChanged.connect(self._on_changed)
        rename = make_action(self, "Rename", "Shift+F2", "Give the result another name")
        remove = make_action(self, "Remove", "Shift+Delete", "Forget the result")
        rename.triggered.connect(self._on_rename)
        remove.triggered.connect(self._on_remove)
        for action in (rename, remove):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self._list.addAction(action)
        hint = soft_label("Tick to compare")
        row = QHBoxLayout()
        row.addWidget(hint, stretch=1)
        row.addWidget(ActionButton(rename))
        row.addWidget(ActionButton(remove))
        self.body.addWidget(self._list, stretch=1)
        self.body.addLayout(row)
        self.hide()

    @property
    def count(self) -> int:
        """How many results are kept."""
        return self._list.count()

    def add(self, kept: Kept) -> None:
        """Keep a result and show it."""
        item = QListWidgetItem(self._new_name(kept.findings.title))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setData(_ROLE, kept)
        item.setToolTip(plain_tip(kept.note))
        self._list.addItem(item)
        self.show()
        self._list.setCurrentItem(item)

    def _new_name(self, title: str) -> str:
        """Return the title, with a number where it is taken."""
        taken = {self._list.item(row).text() for row in range(self._list.count())}
        numbered = (f"{title} ({number})" for number in range(2, self._list.count() + 3))
        return title if title not in taken else next(n for n in numbered if n not in taken)

    def current(self) -> Kept | None:
        """Return the result that is shown, under its present name."""
        item = self._list.currentItem()
        return None if item is None else _named(item)

    def others(self) -> list[Kept]:
        """Return the results to draw behind it."""
        items = [self._list.item(row) for row in range(self._list.count())]
        current = self._list.currentItem()
        ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
        return [_named(item) for item in ticked if item is not current]

    def tick(self, row: int, ticked: bool = True) -> None:
        """Draw a result behind the others, or no longer."""
        state = Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        self._list.item(row).setCheckState(state)

    def rename(self, row: int, name: str) -> None:
        """Give a result another name."""
        self._list.item(row).setText(name)

    def select(self, row: int) -> None:
        """Show a result."""
        self._list.setCurrentRow(row)

    @Slot()
    def remove_current(self) -> None:
        """Forget the result that is shown."""
        self._list.takeItem(self._list.currentRow())
        self.setVisible(self._list.count() > 0)
        self.changed.emit()

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()

    @Slot()
    def _on_rename(self) -> None:
        if self._list.currentItem() is not None:
            self._list.editItem(self._list.currentItem())

    @Slot()
    def _on_remove(self) -> None:
        if self._list.currentItem() is not None:
            self.remove_current()


def _named(item: QListWidgetItem) -> Kept:
    kept: Kept = item.data(_ROLE)
    return replace(kept, findings=replace(kept.findings, title=item.text()))
