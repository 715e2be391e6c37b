"""The sheets behind the filters of kinds and dates."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from PySide6.QtCore import QDate, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QDateEdit, QGridLayout, QVBoxLayout, QWidget

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.ui.results.view import wrapped_label

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
            box = self.boxes[kind] = QCheckBox(text)
            box.setToolTip(tip)
            box.setAccessibleName(text)
            box.setChecked(kind in _REGULAR)
            box.toggled.connect(self._on_toggled)
            column.addWidget(box)
        hint = wrapped_label("Regular trials are what a ranking is usually made of.")
        hint.setFixedWidth(200)
        column.addWidget(hint)

    @property
    def kinds(self) -> frozenset[Kind]:
        """Which are ticked; regular ones if none are."""
        return frozenset(k for k, box in self.boxes.items() if box.isChecked()) or _REGULAR

    @property
    def words(self) -> str:
        """The choice in words."""
        if self.kinds == _REGULAR:
            return "Regular trials"
        if len(self.kinds) == len(_KINDS):
            return "All trials"
        return ", ".join(text for kind, (text, _) in _KINDS.items() if kind in self.kinds)

    def reset(self) -> None:
        """Tick the regular ones alone."""
        for kind, box in self.boxes.items():
            box.setChecked(kind in _REGULAR)

    @Slot()
    def _on_toggled(self) -> None:
        self.changed.emit()


class DatesSheet(QWidget):
    """From which day on, and up to which day; days are those of this computer's clock."""

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
        text = " ".join(filter(None, (since, until)))
        return text[:1].upper() + text[1:] or "All dates"

    def set_span(self, moments: Sequence[str]) -> None:
        """Offer the first and the last day of the study, as long as no day is chosen."""
        days = [datetime.fromisoformat(moment).astimezone().date() for moment in moments if moment]
        for box, edit, pick in (
            (self.since_box, self.since_edit, min),
            (self.until_box, self.until_edit, max),
        ):
            if days and not box.isChecked():
                edit.blockSignals(True)
                edit.setDate(pick(days))
                edit.blockSignals(False)

    def reset(self) -> None:
        """Let all dates pass."""
        self.since_box.setChecked(False)
        self.until_box.setChecked(False)

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()


def _day(edit: QDateEdit) -> date:
    return edit.date().toPython()


def _begin(edit: QDateEdit, *, days: int = 0) -> datetime:
    return datetime.combine(_day(edit) + timedelta(days), time()).astimezone()
