"""A section of the form: a heading that may fold, and fields with label, help and what is wrong."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import get_setting
from sortrank_gui.study.design.freezing import PAGES
from sortrank_gui.ui.study_editor.editors import Editor
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.wording import shorten

_GAP = 16
_USUAL = Design()
_STAYS_OPEN = {
    *("codes", "codes_in_order", "pin"),
    *(f"texts.{key}" for key in (*PAGES, "agree", "decline")),
}
"""Fields that may change when people have answered; see `freezing.py`."""


class FormField(QWidget):
    """One setting by its name in the design, such as `stop.budget`."""

    edited = Signal(str, object)
    left = Signal()

    def __init__(self, name: str, label: str, editor: Editor, help_text: str = "") -> None:
        super().__init__()
        self.name, self.editor = name, editor
        self._problem = make_problem_label()
        self._problem.setProperty("field", name)
        self._help = soft_label(help_text)
        self._help.setWordWrap(True)
        self._help.setFont(scaled_font(self._help.font(), 0.92))
        part = editor.focus_widget()
        self.title = label or getattr(part, "text", str)()
        self._tip = help_text or self.title
        part.setAccessibleName(self.title)
        part.setToolTip(self._tip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        if label:
            title = QLabel(label)
            title.setBuddy(part)
            column.addWidget(title)
        column.addWidget(editor)
        column.addWidget(self._problem)
        if help_text:
            column.addWidget(self._help)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        editor.edited.connect(self._on_edited)
        editor.left.connect(self.left)

    @property
    def problem(self) -> str:
        """What is wrong with the setting, or nothing."""
        return self._problem.text()

    def show_value(self, value: Any, problem: str) -> None:
        """Show a value, and what is wrong with it."""
        self.editor.show_value(value)
        show_problem(self._problem, problem)
        self.editor.focus_widget().setAccessibleDescription(problem or self._help.text())

    def set_locked(self, reason: str) -> None:
        """Refuse changes and say why, or allow them."""
        self.editor.setEnabled(not reason)
        self.editor.setToolTip(reason)
        self.editor.focus_widget().setToolTip(reason or self._tip)

    @Slot(object)
    def _on_edited(self, value: Any) -> None:
        self.edited.emit(self.name, value)


class Section(QWidget):
    """Fields that belong together; a folded one says which of them are not as usual."""

    def __init__(self, title: str, hint: str = "", *, folded: bool = False) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.fields: list[FormField] = []
        self._inside = QWidget()
        self.body = QVBoxLayout(self._inside)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(_GAP)
        self._lock = soft_label()
        self._lock.setWordWrap(True)
        self._lock.hide()
        self.body.addWidget(self._lock)
        if hint:
            sentence = soft_label(hint)
            sentence.setWordWrap(True)
            self.body.addWidget(sentence)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(_GAP)
        outer.addLayout(self._make_head(title, folds=folded))
        outer.addWidget(self._inside)
        self.fold(folded)

    def _make_head(self, title: str, *, folds: bool) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        self._summary = soft_label()
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.header: QPushButton | None = None
        self._heading = title
        if not folds:
            label = QLabel(title)
            label.setFont(scaled_font(label.font(), 1.1, bold=True))
            head.addWidget(label)
            return head
        self.header = QPushButton()
        self.header.setProperty("fold", True)
        self.header.setFont(scaled_font(self.header.font(), 1.1, bold=True))
        self.header.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.header.clicked.connect(self._on_clicked)
        head.addWidget(self.header)
        head.addWidget(self._summary, stretch=1)
        return head

    @property
    def is_folded(self) -> bool:
        """Whether only the heading is shown."""
        return self._inside.isHidden()

    @property
    def summary(self) -> str:
        """What a folded section says about its fields."""
        return self._summary.text()

    def fold(self, folded: bool) -> None:
        """Show the heading alone, or all."""
        self._inside.setVisible(not folded)
        self._summary.setVisible(folded)
        if self.header is not None:
            self.header.setText(f"{'▸' if folded else '▾'}  {self._heading}")
            self.header.setAccessibleName(self._heading)
            self.header.setToolTip("Show these settings" if folded else "Hide these settings")

    def add(self, *fields: FormField) -> None:
        """Add fields side by side."""
        self.fields.extend(fields)
        if len(fields) == 1:
            self.body.addWidget(fields[0])
            return
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        for field in fields:
            row.addWidget(field, stretch=1, alignment=Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(row)

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show all settings and what is wrong with them."""
        for field in self.fields:
            value = get_setting(content.design, field.name)
            field.show_value(value, problems.get(field.name, ""))
        if self.header is not None:
            self._summarise(content.design, problems)

    def _summarise(self, design: Design, problems: dict[str, str]) -> None:
        """Name the fields that are not as usual, and open where one is wrong."""
        names = [
            field.title
            for field in self.fields
            if get_setting(design, field.name) != get_setting(_USUAL, field.name)
        ]
        self._summary.setText(shorten(", ".join(names), 60))
        if any(field.name in problems for field in self.fields):
            self.fold(False)

    def set_locked(self, reason: str, *, texts_free: bool) -> None:
        """Refuse changes of the fields, and say why; or allow them, as of texts at any time."""
        free = _STAYS_OPEN if texts_free else set[str]()
        for field in self.fields:
            field.set_locked("" if field.name in free else reason)
        is_held = any(field.name not in free for field in self.fields)
        self._lock.setText(reason)
        self._lock.setVisible(bool(reason) and is_held)

    @Slot()
    def _on_clicked(self) -> None:
        self.fold(not self.is_folded)
