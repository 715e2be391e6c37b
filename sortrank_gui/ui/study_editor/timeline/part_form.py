"""The fields of one part of a design, such as a step, a question or a condition."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.participant.messages import direction_of
from sortrank_gui.ui.study_editor.section import FormField

_GAP = 16


class PartForm(QWidget):
    """Shows a part by its place; what the user changes comes out as another content."""

    content_edited = Signal(object, str)
    """The content with the change, and what changes in a row have in common."""
    left = Signal()

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind
        self.fields: dict[str, FormField] = {}
        self._worded: set[str] = set()
        self._content: Content | None = None
        self.place, self.language = 0, ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(_GAP)
        self.column.setAlignment(Qt.AlignmentFlag.AlignTop)

    @property
    def content(self) -> Content:
        """The study that is shown."""
        assert self._content is not None
        return self._content

    def add(self, *fields: FormField, worded: bool = False) -> None:
        """Add fields side by side; worded ones are written in the language that is shown."""
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        for field in fields:
            self.fields[field.name] = field
            field.edited.connect(self._on_edited)
            field.left.connect(self.left)
            row.addWidget(field, stretch=1, alignment=Qt.AlignmentFlag.AlignTop)
            if worded:
                self._worded.add(field.name)
        if len(fields) == 1:
            self.column.addWidget(fields[0])
        else:
            self.column.addLayout(row)

    def show_part(self, content: Content, place: int, language: str) -> None:
        """Show the part at a place, with its words in a language."""
        self._content, self.place, self.language = content, place, language
        for name, field in self.fields.items():
            if name in self._worded:
                field.editor.setLayoutDirection(direction_of(language))
            field.show_value(self.read(name), "")

    def set_locked(self, reason: str) -> None:
        """Refuse changes and say why, or allow them."""
        for field in self.fields.values():
            field.set_locked(reason)

    def focus_first(self) -> None:
        """Let the keyboard act on the first field."""
        for field in self.fields.values():
            if not field.isHidden():
                field.editor.take_focus()
                return

    def read(self, name: str) -> Any:
        """Return the value of a field."""
        raise NotImplementedError

    def change(self, name: str, value: Any) -> Content:
        """Return the content with another value of a field."""
        raise NotImplementedError

    @Slot(str, object)
    def _on_edited(self, name: str, value: Any) -> None:
        key = f"{self._kind}.{self.place}.{name}.{self.language}"
        self.content_edited.emit(self.change(name, value), key)
