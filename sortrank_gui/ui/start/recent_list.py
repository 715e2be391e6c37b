"""The recent studies: a row for each, with its place and counts once they are known."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.file.glance import Glance
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.tips import plain_tip

_MOST = 6


class RecentRow(QPushButton):
    """One study: its name and folder at the left, what is in it at the right."""

    chosen = Signal(object)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.clicked.connect(self._on_clicked)
        self.setProperty("row", True)
        self.setToolTip(plain_tip(str(path)))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name, self._counts = QLabel(wording.shorten(path.stem, 40)), soft_label("…")
        self._name.setFont(scaled_font(self._name.font(), 1.0, bold=True))
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._place = soft_label(wording.describe_path(path.parent, 48))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(12)
        row.addWidget(self._name)
        row.addWidget(self._place, stretch=1)
        row.addWidget(self._counts)
        for label in (self._name, self._place, self._counts):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(f"Open {path.name}")

    def sizeHint(self) -> QSize:
        """Ask for the room of the labels."""
        return self._row.sizeHint()

    def show_found(self, found: Glance | str) -> None:
        """Show the counts, or why there are none; such a row can't be opened."""
        if isinstance(found, Glance):
            items = "1 item" if found.items == 1 else f"{found.items:,} items"
            answers = "1 answer" if found.answers == 1 else f"{found.answers:,} answers"
            text = f"{items} · {answers}"
        else:
            text = found
            self.setEnabled(found != "not found")
        self._counts.setText(text)
        self.setAccessibleDescription(text)
        self._name.setEnabled(self.isEnabled())

    @Slot()
    def _on_clicked(self) -> None:
        self.chosen.emit(self._path)

    @property
    def counts(self) -> str:
        """What the row says at its right."""
        return self._counts.text()


class RecentList(TitledCard):
    """Rows for the studies that were open last; hidden where there are none."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Recent studies", parent)
        self.rows: dict[Path, RecentRow] = {}
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self.body.addLayout(self._column)
        self.hide()

    def set_paths(self, paths: Sequence[Path]) -> None:
        """Show these studies, new ones without counts at first."""
        if list(paths[:_MOST]) == list(self.rows):
            return
        for row in self.rows.values():
            self._column.removeWidget(row)
            row.deleteLater()
        self.rows = {path: RecentRow(path) for path in paths[:_MOST]}
        for row in self.rows.values():
            row.chosen.connect(self.chosen)
            self._column.addWidget(row)
        self.setVisible(bool(self.rows))

    @Slot(object, object)
    def show_found(self, path: Path, found: Glance | str) -> None:
        """Show what is in a study."""
        if path in self.rows:
            self.rows[path].show_found(found)
