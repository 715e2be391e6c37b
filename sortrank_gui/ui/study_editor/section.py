"""A section of the form: a heading that may fold, and fields with label, help and what is wrong.

How it works: a section is told what settings it has, and makes their fields when it is first
unfolded, or when there is something to say about them. Most studies never need most of them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import get_setting
from sortrank_gui.study.design.freezing import PAGES
from sortrank_gui.ui.study_editor.editors import Editor
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import make_problem_label, set_shown, show_problem
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

    def __init__(
        self,
        name: str,
        label: str,
        editor: Editor,
        help_text: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.name, self.editor = name, editor
        self._problem = make_problem_label(self)
        self._problem.setProperty("field", name)
        self._help = soft_label(help_text, self)
        self._help.setWordWrap(True)
        self._help.setFont(scaled_font(self._help.font(), 0.92))
        part = editor.focus_widget()
        self.title = label or part.accessibleName() or getattr(part, "text", str)()
        self._tip = help_text or part.toolTip() or self.title
        part.setAccessibleName(self.title)
        part.setToolTip(self._tip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        if label:
            title = QLabel(label, self)
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


class Setting(NamedTuple):
    """What a field will be about, before there is one."""

    name: str
    label: str
    make_editor: Callable[[], Editor]
    help_text: str = ""

    def make_field(self, parent: QWidget | None = None) -> FormField:
        """Return its field."""
        return FormField(self.name, self.label, self.make_editor(), self.help_text, parent)


class _Row(NamedTuple):
    """Settings side by side, or below each other where there is a heading above."""

    settings: tuple[Setting, ...]
    heading: str = ""


Part = Callable[[], QWidget]
"""Makes what stands between fields."""


class Section(QWidget):
    """Fields that belong together; a folded one says which of them are not as usual."""

    edited = Signal(str, object)
    left = Signal()

    def __init__(self, title: str, hint: str = "", *, folded: bool = False) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self._hint = hint
        self._parts: list[_Row | Part] = []
        self._fields: dict[str, FormField] = {}
        self._shown: tuple[Content, dict[str, str]] | None = None
        self._reason, self._texts_free = "", False
        self._inside: QWidget | None = None
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(_GAP)
        self._outer.addLayout(self._make_head(title, folds=folded))
        self.fold(folded)

    def _make_head(self, title: str, *, folds: bool) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        self.header: QPushButton | None = None
        self._heading = title
        if not folds:
            label = QLabel(title, self)
            label.setFont(scaled_font(label.font(), 1.1, bold=True))
            head.addWidget(label)
            return head
        self._summary = soft_label(parent=self)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.header = QPushButton(self)
        self.header.setProperty("fold", True)
        self.header.setFont(scaled_font(self.header.font(), 1.1, bold=True))
        self.header.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.header.clicked.connect(self._on_clicked)
        head.addWidget(self.header)
        head.addWidget(self._summary, stretch=1)
        return head

    def add(self, *settings: Setting) -> None:
        """Add fields side by side."""
        self._parts.append(_Row(settings))

    def add_group(self, heading: str, *settings: Setting) -> None:
        """Add fields close below each other."""
        self._parts.append(_Row(settings, heading))

    def add_part(self, make: Part) -> None:
        """Add something else below."""
        self._parts.append(make)

    @property
    def names(self) -> list[str]:
        """The settings that are here."""
        rows = (part for part in self._parts if isinstance(part, _Row))
        return [setting.name for row in rows for setting in row.settings]

    def field(self, name: str) -> FormField:
        """Return the field of a setting."""
        self.fill()
        return self._fields[name]

    @property
    def is_filled(self) -> bool:
        """Whether there are fields yet."""
        return self._inside is not None

    def fill(self) -> None:
        """Make what is missing, and show in it what there is to show."""
        if self._inside is not None:
            return
        inside = self._make_inside()
        for part in self._parts:
            if isinstance(part, _Row):
                self._add_row(part)
            else:
                self.body.addWidget(part())
        if self._shown is not None:
            self.show_fields(*self._shown)
        set_shown(inside, not self.is_folded)

    def _make_inside(self) -> QWidget:
        """Make room for fields."""
        self._inside = QWidget(self)
        self.body = QVBoxLayout(self._inside)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(_GAP)
        self._outer.addWidget(self._inside)
        if self._hint:
            sentence = soft_label(self._hint, self._inside)
            sentence.setWordWrap(True)
            self.body.addWidget(sentence)
        return self._inside

    def _make_field(self, setting: Setting) -> FormField:
        field = self._fields[setting.name] = setting.make_field(self._inside)
        self._lock(field)
        field.edited.connect(self._on_edited)
        field.left.connect(self.left)
        return field

    def _add_row(self, row: _Row) -> None:
        fields = [self._make_field(setting) for setting in row.settings]
        if len(fields) == 1:
            self.body.addWidget(fields[0])
            return
        box: QBoxLayout = QVBoxLayout() if row.heading else QHBoxLayout()
        box.setSpacing(4 if row.heading else _GAP)
        self.body.addLayout(box)
        if row.heading:
            box.addWidget(QLabel(row.heading, self._inside))
        for field in fields:
            if row.heading:
                box.addWidget(field)
            else:
                box.addWidget(field, stretch=1, alignment=Qt.AlignmentFlag.AlignTop)

    @property
    def is_folded(self) -> bool:
        """Whether only the heading is shown."""
        return self._is_folded

    @property
    def summary(self) -> str:
        """What a folded section says about its fields."""
        return self._summary.text()

    def fold(self, folded: bool) -> None:
        """Show the heading alone, or all."""
        self._is_folded = folded
        if not folded and self._parts:
            self.fill()
        if self._inside is not None:
            set_shown(self._inside, not folded)
        if self.header is not None:
            self._summary.setVisible(folded)
            self.header.setText(f"{'▸' if folded else '▾'}  {self._heading}")
            self.header.setAccessibleName(self._heading)
            self.header.setToolTip("Show these settings" if folded else "Hide these settings")

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show all settings and what is wrong with them; what is usual needs no fields for that."""
        self._shown = content, problems
        if any(name in problems for name in self.names):
            self.fold(False)
        unusual = [name for name in self.names if _differs(content.design, name)]
        if self.is_filled or unusual or not self.is_folded:
            self.fill()
            self.show_fields(content, problems)
        if self.header is not None:
            self._summary.setText(shorten(", ".join(self.field(n).title for n in unusual), 60))

    def show_fields(self, content: Content, problems: dict[str, str]) -> None:
        """Show all settings, now that they have fields."""
        for name, field in self._fields.items():
            field.show_value(get_setting(content.design, name), problems.get(name, ""))

    def set_locked(self, reason: str, *, texts_free: bool) -> None:
        """Refuse changes of the fields, and say why; or allow them, as of texts at any time."""
        self._reason, self._texts_free = reason, texts_free
        for field in self._fields.values():
            self._lock(field)

    def _lock(self, field: FormField) -> None:
        is_free = self._texts_free and field.name in _STAYS_OPEN
        field.set_locked("" if is_free else self._reason)

    @Slot(str, object)
    def _on_edited(self, name: str, value: Any) -> None:
        self.edited.emit(name, value)

    @Slot()
    def _on_clicked(self) -> None:
        self.fold(not self.is_folded)


def _differs(design: Design, name: str) -> bool:
    return bool(get_setting(design, name) != get_setting(_USUAL, name))
