"""Buttons that open a small sheet to choose people, kinds of trials or dates."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta

from PySide6.QtCore import QDate, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDateEdit,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from sortrank_gui.study.file.clock import on_the_wall
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.ui.results.view import wrapped_label


class PopupButton(QPushButton):
    """Opens a sheet below itself."""

    def __init__(self, name: str, tip: str, sheet: QWidget) -> None:
        super().__init__()
        self.sheet = sheet
        menu = QMenu(self)
        action = QWidgetAction(menu)
        action.setDefaultWidget(sheet)
        menu.addAction(action)
        self.setMenu(menu)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def say(self, text: str) -> None:
        """Show the current choice."""
        short = text if len(text) <= 28 else f"{text[:27]}…"
        self.setText(f"{short.replace('&', '&&')}  ▾")
        self.setAccessibleDescription(text)


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


_KINDS = {
    Kind.REGULAR: ("Regular trials", "Pairs that the strategy picked"),
    Kind.REPEAT: ("Repeated pairs", "Pairs shown once more to see whether the answer is the same"),
    Kind.CATCH: ("Catch trials", "Pairs whose better item is known"),
    Kind.PRACTICE: ("Practice", "Trials before the session proper"),
}
_REGULAR = frozenset({Kind.REGULAR})


class KindsSheet(QWidget):
    """Which trials count in the ranking."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        self.boxes: dict[Kind, QCheckBox] = {}
        for kind, (text, tip) in _KINDS.items():
            box = self.boxes[kind] = self._make_box(text, tip)
            box.setChecked(kind in _REGULAR)
            column.addWidget(box)
        self.excluded = self._make_box("Excluded ones, too", "Count what was excluded as well")
        self.excluded.hide()
        column.addWidget(self.excluded)
        hint = wrapped_label("Regular trials are what a ranking is usually made of.")
        hint.setFixedWidth(200)
        column.addWidget(hint)

    def _make_box(self, text: str, tip: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setToolTip(tip)
        box.setAccessibleName(text)
        box.toggled.connect(self._on_toggled)
        return box

    @property
    def kinds(self) -> frozenset[Kind]:
        """Which are ticked; regular ones if none are."""
        return frozenset(k for k, box in self.boxes.items() if box.isChecked()) or _REGULAR

    @property
    def words(self) -> str:
        """The choice in words."""
        more = ", excluded too" * self.excluded.isChecked()
        if len(self.kinds) == len(_KINDS):
            return f"All trials{more}"
        return ", ".join(text for kind, (text, _) in _KINDS.items() if kind in self.kinds) + more

    def reset(self) -> None:
        """Tick the regular ones alone."""
        self.excluded.setChecked(False)
        for kind, box in self.boxes.items():
            box.setChecked(kind in _REGULAR)

    @Slot()
    def _on_toggled(self) -> None:
        self.changed.emit()


class DatesSheet(QWidget):
    """From which day on, up to which day, and which session of those who came several times.

    Days are those of this computer's clock.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.since_box, self.since_edit = self._make_line("From", "Leave out earlier answers")
        self.until_box, self.until_edit = self._make_line("Up to", "Leave out later answers")
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setSpacing(8)
        for row, parts in enumerate(
            ((self.since_box, self.since_edit), (self.until_box, self.until_edit))
        ):
            for column, part in enumerate(parts):
                grid.addWidget(part, row, column)
        self.session = QComboBox()
        self.session.addItem("All sessions", 0)
        self.session.setAccessibleName("Sessions")
        self.session.setToolTip("Count only everybody's first session, the second, and so on")
        self.session.currentIndexChanged.connect(self._on_changed)
        self.session.hide()
        grid.addWidget(self.session, 2, 0, 1, 2)

    def _make_line(self, text: str, tip: str) -> tuple[QCheckBox, QDateEdit]:
        box, edit = QCheckBox(text), QDateEdit(QDate.currentDate())
        edit.setCalendarPopup(True)
        edit.setDisplayFormat("yyyy-MM-dd")
        edit.setAccessibleName(f"{text}: day")
        edit.setEnabled(False)
        for part in (box, edit):
            part.setToolTip(tip)
        box.toggled.connect(edit.setEnabled)
        box.toggled.connect(self._on_changed)
        edit.dateChanged.connect(self._on_changed)
        return box, edit

    @property
    def since(self) -> datetime | None:
        """The first moment that counts."""
        return _begin(self.since_edit) if self.since_box.isChecked() else None

    @property
    def until(self) -> datetime | None:
        """The first moment that counts no more: the last day counts to its end."""
        return _begin(self.until_edit, days=1) if self.until_box.isChecked() else None

    @property
    def words(self) -> str:
        """The choice in words."""
        since = f"from {_day(self.since_edit)}" if self.since_box.isChecked() else ""
        until = f"up to {_day(self.until_edit)}" if self.until_box.isChecked() else ""
        which = self.session.currentText().lower() if self.session.currentData() else ""
        text = " ".join(filter(None, (which, since, until)))
        return text[:1].upper() + text[1:] or "All dates"

    @property
    def sessions(self) -> frozenset[int] | None:
        """Numbers of the sessions that count; None for all."""
        number = self.session.currentData()
        return frozenset({number}) if number else None

    def set_sessions(self, most: int) -> None:
        """Offer this many sessions of a person; nothing where everybody came once."""
        for number in range(self.session.count(), most + 1):
            self.session.addItem(f"Session {number} only", number)
        self.session.setVisible(most > 1)

    def set_span(self, moments: Sequence[str]) -> None:
        """Offer the first and the last day of the study, as long as no day is chosen."""
        days = [at.date() for at in map(on_the_wall, moments) if at is not None]
        for box, edit, pick in (
            (self.since_box, self.since_edit, min),
            (self.until_box, self.until_edit, max),
        ):
            if days and not box.isChecked():
                edit.blockSignals(True)
                edit.setDate(QDate(*pick(days).timetuple()[:3]))
                edit.blockSignals(False)

    def reset(self) -> None:
        """Let all dates pass."""
        self.session.setCurrentIndex(0)
        self.since_box.setChecked(False)
        self.until_box.setChecked(False)

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()


def _day(edit: QDateEdit) -> date:
    chosen = edit.date()
    return date(chosen.year(), chosen.month(), chosen.day())


def _begin(edit: QDateEdit, *, days: int = 0) -> datetime:
    day = min(_day(edit), date.max - timedelta(2))  # behind which no zone has a day
    return datetime.combine(day + timedelta(days), time()).astimezone()
