"""Editors of single settings: each shows a value, and says when the user made another."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from sortrank_gui.ui.widgets.fields import choose, make_choice


class Editor(QWidget):
    """The common face of all editors."""

    edited = Signal(object)
    left = Signal()
    """The user went on to something else."""

    def show_value(self, value: Any) -> None:
        """Show a value, without a signal."""
        raise NotImplementedError

    def focus_widget(self) -> QWidget:
        """Return the part that takes the keyboard."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Let the keyboard act here."""
        self.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def hold(self, *widgets: QWidget) -> None:
        """Put the parts of the editor side by side."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in widgets:
            row.addWidget(widget)


class _DraftUndo:
    """Leaves undo and redo to the page, which knows all edits and not those of one line alone."""

    def event(self, event: QEvent) -> bool:
        """Refuse the keys of undo and redo."""
        if event.type() is QEvent.Type.ShortcutOverride and (
            event.matches(QKeySequence.StandardKey.Undo)
            or event.matches(QKeySequence.StandardKey.Redo)
        ):
            event.ignore()
            return True
        return super().event(event)


class _Line(_DraftUndo, QLineEdit):
    """A line of text."""


class _Paragraphs(_DraftUndo, QPlainTextEdit):
    """Lines of text; Tab goes to the next field."""


class LineEditor(Editor):
    """A line of text."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__()
        self.line = _Line()
        self.line.setPlaceholderText(placeholder)
        self.line.textEdited.connect(self._on_edited)
        self.line.editingFinished.connect(self.left)
        self.hold(self.line)

    def show_value(self, value: str) -> None:
        """Show a text; the cursor stays where it is if the text does."""
        if self.line.text() != value:
            self.line.setText(value)

    def focus_widget(self) -> QWidget:
        """Return the line."""
        return self.line

    def take_focus(self) -> None:
        """Let what is typed replace the text."""
        super().take_focus()
        self.line.selectAll()

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        self.edited.emit(text)


class TextEditor(Editor):
    """A text of several lines."""

    def __init__(self, placeholder: str = "", *, lines: int = 4) -> None:
        super().__init__()
        self.box = _Paragraphs()
        self.box.setPlaceholderText(placeholder)
        self.box.setTabChangesFocus(True)
        self.box.setUndoRedoEnabled(False)
        self.box.setFixedHeight(self.box.fontMetrics().lineSpacing() * lines + 16)
        self.box.textChanged.connect(self._on_changed)
        self.hold(self.box)

    def show_value(self, value: str) -> None:
        """Show a text."""
        if self.box.toPlainText() != value:
            with QSignalBlocker(self.box):
                self.box.setPlainText(value)

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(self.box.toPlainText())


class ToggleEditor(Editor):
    """Yes or no."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.box = QCheckBox(text)
        self.box.toggled.connect(self._on_toggled)
        self.hold(self.box)

    def show_value(self, value: bool) -> None:
        """Show yes or no."""
        with QSignalBlocker(self.box):
            self.box.setChecked(value)

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        self.edited.emit(on)


class ChoiceEditor(Editor):
    """One of some values."""

    def __init__(self, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.box = make_choice(choices)
        self.box.currentIndexChanged.connect(self._on_changed)
        self.hold(self.box)

    def show_value(self, value: Any) -> None:
        """Show which one is chosen."""
        with QSignalBlocker(self.box):
            choose(self.box, value)

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(self.box.currentData())


class PairsEditor(TextEditor):
    """Pairs of names, one a line: the better one, >, the worse one."""

    def __init__(self) -> None:
        super().__init__("sharp photo > blurred photo", lines=3)

    def show_value(self, value: tuple[tuple[str, str], ...]) -> None:
        """Show pairs; what is typed stays as it is while it means the same."""
        if value != _read_pairs(self.box.toPlainText()):
            super().show_value("\n".join(" > ".join(pair) for pair in value))

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(_read_pairs(self.box.toPlainText()))


def _read_pairs(text: str) -> tuple[tuple[str, str], ...]:
    lines = (line.partition(">") for line in text.splitlines() if line.strip())
    return tuple((better.strip(), worse.strip()) for better, _, worse in lines)
