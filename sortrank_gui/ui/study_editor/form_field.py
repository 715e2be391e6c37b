"""A field of the form: label above, help below in the soft colour, what is wrong in between."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sortrank_gui.ui.study_editor.editors import Editor
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import scaled_font


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
        name_shown = label or getattr(part, "text", str)()
        part.setAccessibleName(name_shown)
        part.setToolTip(help_text or name_shown)
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

    @Slot(object)
    def _on_edited(self, value: Any) -> None:
        self.edited.emit(self.name, value)
