"""A list of participants to tick, with a search, for filters and comparisons."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_WIDTH, _HEIGHT = 240, 280


class PeopleSheet(QWidget):
    """Tells by `changed` when a user ticks or unticks somebody."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setFixedSize(_WIDTH, _HEIGHT)
        self._search = QLineEdit()
        self._search.setPlaceholderText("Find…")
        self._search.setAccessibleName("Find a participant")
        self._search.setToolTip("Show only codes that contain this text")
        self._search.textChanged.connect(self._on_search)
        self._list = QListWidget()
        self._list.setObjectName("quiet")
        self._list.setAccessibleName(name)
        self._list.setUniformItemSizes(True)
        self._list.itemChanged.connect(self._on_item_changed)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.everybody = self._make_button("All", "Tick everybody", self._on_everybody)
        self.nobody = self._make_button("None", "Untick everybody", self._on_nobody)
        row.addWidget(self.everybody)
        row.addWidget(self.nobody)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self._search)
        column.addWidget(self._list)
        column.addLayout(row)

    def _make_button(self, text: str, tip: str, slot: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(slot)
        return button

    @property
    def codes(self) -> list[str]:
        """Everybody in the list."""
        return [item.text() for item in self._items()]

    @property
    def ticked(self) -> frozenset[str]:
        """Who is ticked."""
        checked = Qt.CheckState.Checked
        return frozenset(item.text() for item in self._items() if item.checkState() is checked)

    def set_people(self, codes: Sequence[str], *, ticked: bool) -> None:
        """List these people; new ones are ticked or not, the others stay as they are."""
        before, known = self.ticked, set(self.codes)
        if list(codes) == self.codes:
            return
        self._list.blockSignals(True)
        self._list.clear()
        for code in codes:
            item = QListWidgetItem(code, self._list)
            on = code in before if code in known else ticked
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self._list.blockSignals(False)
        self._on_search(self._search.text())

    def tick(self, codes: Iterable[str]) -> None:
        """Tick exactly these people, and tell it if that is new."""
        wanted = frozenset(codes)
        if wanted == self.ticked:
            return
        self._list.blockSignals(True)
        for item in self._items():
            on = item.text() in wanted
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self._list.blockSignals(False)
        self.changed.emit()

    def _items(self) -> list[QListWidgetItem]:
        return [self._list.item(row) for row in range(self._list.count())]

    @Slot(str)
    def _on_search(self, text: str) -> None:
        for item in self._items():
            item.setHidden(text.casefold() not in item.text().casefold())

    @Slot()
    def _on_item_changed(self) -> None:
        self.changed.emit()

    @Slot()
    def _on_everybody(self) -> None:
        self.tick(self.ticked | {item.text() for item in self._items() if not item.isHidden()})

    @Slot()
    def _on_nobody(self) -> None:
        self.tick(self.ticked - {item.text() for item in self._items() if not item.isHidden()})
