"""Editors of single settings: each shows a value, and says when the user made another."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.validation import LARGEST_SEED
from sortrank_gui.ui.widgets.fields import choose, make_choice, make_decimal


class Editor(QWidget):
    """The common face of all editors: parts side by side, of which one takes the keyboard."""

    edited = Signal(object)
    left = Signal()
    """The user went on to something else."""

    def __init__(self) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(8)

    def show_value(self, value: Any) -> None:
        """Show a value, without a signal."""
        raise NotImplementedError

    def focus_widget(self) -> QWidget:
        """Return the part that takes the keyboard."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Let the keyboard act here."""
        self.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)


def _leaves_undo(event: QEvent) -> bool:
    """Leave undo and redo to the page, which knows all edits and not those of one line alone."""
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.ShortcutOverride:
        return False
    keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
    if not any(map(event.matches, keys)):
        return False
    event.ignore()
    return True


class Line(QLineEdit):
    """A line of text."""

    def event(self, event: QEvent) -> bool:
        """Refuse the keys of undo and redo."""
        return _leaves_undo(event) or super().event(event)


class Paragraphs(QPlainTextEdit):
    """Lines of text; Tab goes to the next field."""

    left = Signal()

    def __init__(self, placeholder: str, lines: int) -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 16)

    def event(self, event: QEvent) -> bool:
        """Refuse the keys of undo and redo."""
        return _leaves_undo(event) or super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that the user went on to something else."""
        super().focusOutEvent(event)
        self.left.emit()

    def show_text(self, text: str) -> None:
        """Show a text without a signal; the cursor stays where it is if the text does."""
        if self.toPlainText() != text:
            with QSignalBlocker(self):
                self.setPlainText(text)


class LineEditor(Editor):
    """A line of text."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__()
        self.line = Line()
        self.line.setPlaceholderText(placeholder)
        self.line.textEdited.connect(self._on_edited)
        self.line.editingFinished.connect(self.left)
        self.row.addWidget(self.line)

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
        self.box = Paragraphs(placeholder, lines)
        self.box.textChanged.connect(self._on_changed)
        self.box.left.connect(self.left)
        self.row.addWidget(self.box)

    def show_value(self, value: str) -> None:
        """Show a text."""
        self.box.show_text(value)

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
        self.row.addWidget(self.box)

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

    def __init__(self, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._values = [value for value, _ in choices]
        self.box = make_choice(choices)
        self.box.currentIndexChanged.connect(self._on_changed)
        self.row.addWidget(self.box)

    def offer(self, choices: Sequence[tuple[str, str]]) -> None:
        """Let one of other values be chosen; show one of them next."""
        self._values = [value for value, _ in choices]
        with QSignalBlocker(self.box):
            self.box.clear()
            for value, text in choices:
                self.box.addItem(text, value)

    def show_value(self, value: Any) -> None:
        """Show which one is chosen."""
        with QSignalBlocker(self.box):
            choose(self.box, value)

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(self._values[self.box.currentIndex()])  # Qt makes plain text of an enum


class NumberEditor(Editor):
    """A whole number, or a number with decimals; `scale` is what 1 on the screen stands for."""

    def __init__(
        self,
        low: float,
        high: float,
        *,
        step: float = 1,
        decimals: int = 0,
        suffix: str = "",
        scale: float = 1.0,
    ) -> None:
        super().__init__()
        self._is_whole, self._scale = decimals == 0 and scale == 1.0, scale
        self.box = make_decimal(low, high, low, step=step, decimals=decimals)
        self.box.setGroupSeparatorShown(decimals == 0)
        self.box.setSuffix(suffix)
        self.box.valueChanged.connect(self._on_changed)
        self.box.editingFinished.connect(self.left)
        self.row.addWidget(self.box)

    def show_value(self, value: float) -> None:
        """Show a number."""
        with QSignalBlocker(self.box):
            self.box.setValue(value / self._scale)

    def value(self) -> float:
        """Return the number in the box."""
        value = self.box.value()
        return round(value) if self._is_whole else round(value * self._scale, 6)

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(self.value())


class OptionalNumberEditor(Editor):
    """A number that can be switched off, which is None."""

    def __init__(self, text: str, number: NumberEditor, first: float) -> None:
        super().__init__()
        self.switch = QCheckBox(text)
        self.switch.toggled.connect(self._on_changed)
        self.number = number
        number.edited.connect(self._on_changed)
        number.left.connect(self.left)
        number.box.setFixedWidth(120)
        number.box.setAccessibleName(text)
        number.box.setToolTip(text)
        number.setEnabled(False)
        number.show_value(first)
        self.row.addWidget(self.switch, stretch=1)
        self.row.addWidget(number)

    def show_value(self, value: float | None) -> None:
        """Show a number, or that there is none."""
        with QSignalBlocker(self.switch):
            self.switch.setChecked(value is not None)
        self.number.setEnabled(value is not None)
        if value is not None:
            self.number.show_value(value)

    def focus_widget(self) -> QWidget:
        """Return the switch."""
        return self.switch

    @Slot()
    def _on_changed(self) -> None:
        on = self.switch.isChecked()
        self.number.setEnabled(on)
        self.edited.emit(self.number.value() if on else None)


class SeedEditor(NumberEditor):
    """A seed, and a button that draws another."""

    def __init__(self) -> None:
        super().__init__(0, LARGEST_SEED)
        button = QPushButton("Draw another")
        button.setAccessibleName("Draw another seed")
        button.setToolTip("Another seed by chance")
        button.clicked.connect(self._on_drawn)
        self.row.addWidget(button)

    @Slot()
    def _on_drawn(self) -> None:
        self.box.setValue(int(stream("seed", round(self.value())).integers(1, 1_000_000)))
