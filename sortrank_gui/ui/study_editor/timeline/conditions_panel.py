"""Conditions: their list and how people come into them at the left, the chosen one at the right."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.study.design import condition_edits as edits
from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.study_editor.timeline.assignment_form import AssignmentForm
from sortrank_gui.ui.study_editor.timeline.condition_form import ConditionForm
from sortrank_gui.ui.study_editor.timeline.part_card import PartCard, make_columns
from sortrank_gui.ui.study_editor.timeline.row_model import PartRow
from sortrank_gui.ui.study_editor.timeline.rows_editor import RowsEditor
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.column_area import ColumnArea

_NONE = (
    "All participants get the same study. Conditions are versions of it for different people: "
    "with another question, other words, items, pictures or another strategy."
)


class ConditionsPanel(QWidget):
    """Shows the conditions of a content; what the user changes comes out as another content."""

    content_edited = Signal(object, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._content: Content | None = None
        self._problems: dict[str, str] = {}
        self._place = 0
        self.list = RowsEditor("Conditions", "condition", fits=True)
        self.assignment, self.form, self.card = AssignmentForm(), ConditionForm(), PartCard()
        self.card.add_form(self.form)
        self._none = soft_label(_NONE)
        self._none.setWordWrap(True)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        conditions = TitledCard("Conditions")
        inside = QWidget()
        inside.setObjectName("formBody")
        inner = QVBoxLayout(inside)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.setSpacing(16)
        for part in (self._none, self.list, self.assignment):
            inner.addWidget(part)
        inner.addStretch()
        conditions.body.addWidget(ColumnArea(inside))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(make_columns(conditions, self.card))

    def _connect(self) -> None:
        self.list.chosen.connect(self.choose)
        self.list.add_wanted.connect(self._on_add)
        self.list.copied.connect(self._on_copied)
        self.list.removed.connect(self._on_removed)
        self.list.moved.connect(self._on_moved)
        self.list.entered_.connect(self.card.focus_first)
        for part in (self.assignment, self.card):
            part.content_edited.connect(self.content_edited)
        self.card.left.connect(self.left)
        self.card.language_changed.connect(self._show)

    @property
    def content(self) -> Content:
        """The study that is shown."""
        assert self._content is not None
        return self._content

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show the conditions, and what is wrong with them."""
        self._content, self._problems = content, problems
        self._show()

    def set_locked(self, reason: str) -> None:
        """Refuse changes and say why, or allow them."""
        for part in (self.list, self.assignment, self.form):
            part.set_locked(reason)

    @Slot(int)
    def choose(self, place: int) -> None:
        """Show the fields of a condition."""
        self._place = place
        if self._content is not None:
            self._show()

    @Slot()
    def _show(self) -> None:
        conditions, problems = self.content.design.conditions, self._problems
        self._place = max(min(self._place, len(conditions) - 1), 0)
        rows = [
            PartRow(each.name, describe_condition(each), problems.get(f"conditions.{k}", ""))
            for k, each in enumerate(conditions)
        ]
        at = self._place if conditions else -1
        self.list.show_rows(rows, at, problem=problems.get("conditions", ""))
        self._none.setVisible(not conditions)
        self.assignment.setVisible(bool(conditions))
        self.card.setVisible(bool(conditions))
        self.assignment.show_content(self.content, problems.get("assignment", ""))
        if conditions:
            problem, name = rows[self._place].problem, conditions[self._place].name
            title = f"Condition: {name}"
            self.card.show_part(self.form, self.content, self._place, title, problem)

    def _take(self, edited: tuple[Content, int]) -> None:
        self._place = edited[1]
        self.content_edited.emit(edited[0], "")

    @Slot()
    def _on_add(self) -> None:
        self._take(edits.add_condition(self.content))
        self.card.focus_first()

    @Slot(int)
    def _on_copied(self, row: int) -> None:
        self._take(edits.duplicate_condition(self.content, row))

    @Slot(int)
    def _on_removed(self, row: int) -> None:
        self._take((edits.remove_condition(self.content, row), row))

    @Slot(int, int)
    def _on_moved(self, row: int, target: int) -> None:
        self._take((edits.move_condition(self.content, row, target), target - (target > row)))


def describe_condition(condition: Condition) -> str:
    """Say what a condition changes."""
    keys = {key for _, key, _ in condition.words}
    parts = {
        "question": any(key == "prompt" or key.startswith("prompt ") for key in keys),
        "words": any(key != "prompt" and not key.startswith("prompt ") for key in keys),
        "items": bool(condition.tags),
        "strategy": bool(condition.strategy),
        "pictures": bool(condition.pictures),
    }
    changed = [name for name, differs in parts.items() if differs]
    return f"Other {', '.join(changed)}" if changed else "As the study is"
