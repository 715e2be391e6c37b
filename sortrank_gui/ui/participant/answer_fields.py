"""What takes the answer to one question of a questionnaire: texts, numbers and dates."""

from contextlib import suppress
from datetime import date
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.limits import LONGEST_TEXT
from sortrank_gui.study.design.questionnaire import Query, Words
from sortrank_gui.ui.widgets.card import soft_label

_LINES = 4
_NARROW = 14
_LONGEST_NUMBER = 40


class AnswerField(QWidget):
    """Takes one answer; `changed` says that it is another one."""

    changed = Signal()

    def __init__(self, field: Query) -> None:
        super().__init__()
        self.field = field

    @property
    def answer(self) -> Any:
        """What was answered, None where that is nothing."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Let the keyboard act on what is still to be answered."""
        raise NotImplementedError

    def set_letters(self, font: QFont) -> None:
        """Write in letters of this size; with a style sheet Qt hands no font down by itself."""
        self.setFont(font)
        for part in self.findChildren(QWidget):
            part.setFont(font)

    def describe(self, name: str, description: str) -> None:
        """Take what a screen reader says of it."""
        for control in self.findChildren(QWidget):
            if control.focusPolicy() & Qt.FocusPolicy.TabFocus:
                control.setAccessibleDescription(description)
                if not isinstance(control.property("own_name"), str):
                    control.setAccessibleName(name)


class LineField(AnswerField):
    """One line of text."""

    def __init__(self, field: Query) -> None:
        super().__init__(field)
        self.line = QLineEdit()
        self.line.setMaxLength(LONGEST_TEXT)
        self.line.textChanged.connect(self.changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)

    @property
    def answer(self) -> Any:
        """The words, without blanks around them."""
        return _clean(self.line.text()) or None

    def take_focus(self) -> None:
        """Write here."""
        self.line.setFocus()


class NumberField(LineField):
    """A number, written as people of a language do."""

    def __init__(self, field: Query, language: str) -> None:
        super().__init__(field)
        self._locale = QLocale(language)
        self.line.setMaxLength(_LONGEST_NUMBER)
        self.line.setPlaceholderText(_describe_range(field))

    def set_letters(self, font: QFont) -> None:
        """Be as broad as a number of these letters."""
        super().set_letters(font)
        self.line.setMaximumWidth(_NARROW * self.line.fontMetrics().height())

    @property
    def answer(self) -> Any:
        """The number; what is none as it was written."""
        text = _clean(self.line.text())
        return read_number(text, self._locale) if text else None


class LongField(AnswerField):
    """Several lines of text; Enter begins another one, Tab goes on."""

    def __init__(self, field: Query) -> None:
        super().__init__(field)
        self.text = _Paper()
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self.changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)

    @property
    def answer(self) -> Any:
        """The text, without blanks around it."""
        return _clean(self.text.toPlainText()) or None

    def take_focus(self) -> None:
        """Write here."""
        self.text.setFocus()


class DateField(AnswerField):
    """Day, month and year, each with its name, in the order of the language."""

    def __init__(self, field: Query, language: str, words: Words) -> None:
        super().__init__(field)
        self.parts: dict[str, QLineEdit] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        for part in order_date(language):
            line, caption = QLineEdit(), soft_label(words(part))
            line.setMaxLength(4 if part == "year" else 2)
            line.setProperty("own_name", part)
            line.setAccessibleName(f"{field.label}: {words(part)}")
            line.textChanged.connect(self._on_edited)
            self.parts[part] = line
            row.addLayout(_stack(caption, line))
        row.addStretch(1)

    @property
    def answer(self) -> Any:
        """The date as 2026-03-01; what is none as it was written."""
        texts = {part: line.text().strip() for part, line in self.parts.items()}
        if not any(texts.values()):
            return None
        with suppress(ValueError):
            if len(texts["year"]) == 4:
                return date(*(int(texts[part]) for part in ("year", "month", "day"))).isoformat()
        return "-".join(texts[part] for part in ("year", "month", "day"))

    def set_letters(self, font: QFont) -> None:
        """Be as broad as a year in these letters."""
        super().set_letters(font)
        for line in self.parts.values():
            digits = line.fontMetrics().horizontalAdvance("0" * line.maxLength())
            line.setMinimumWidth(digits + 24)
            line.setMaximumWidth(2 * digits + 24)

    def take_focus(self) -> None:
        """Write what is missing first."""
        lines = list(self.parts.values())
        next((line for line in lines if not line.text()), lines[0]).setFocus()

    @Slot()
    def _on_edited(self) -> None:
        """Go on by itself where a part is full."""
        line = self.sender()
        if isinstance(line, QLineEdit) and line.hasFocus() and len(line.text()) == line.maxLength():
            lines = list(self.parts.values())
            for later in lines[lines.index(line) + 1 : lines.index(line) + 2]:
                later.setFocus()
        self.changed.emit()


class _Paper(QPlainTextEdit):
    """Leaves Enter with Ctrl to the page, and is a few lines high."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write, unless the page is to go on."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def set_lines(self) -> None:
        """Be as high as a few lines of these letters."""
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + 16)

    def changeEvent(self, event: Any) -> None:
        """Follow other letters."""
        super().changeEvent(event)
        self.set_lines()


def order_date(language: str) -> list[str]:
    """Return day, month and year in the order in which people of a language write them."""
    written = QLocale(language).dateFormat(QLocale.FormatType.ShortFormat).lower()
    letters = {"day": "d", "month": "m", "year": "y"}
    return sorted(letters, key=lambda part: written.find(letters[part]))


def read_number(text: str, locale: QLocale) -> int | float | str:
    """Return a number as a language writes it, or else as programs do; the text if it is none."""
    for each in (locale, QLocale.c()):
        number, is_number = each.toDouble(text)
        if is_number:
            break
    else:
        try:
            number = float(text)  # digits of any script
        except ValueError:
            return text
    return int(number) if number.is_integer() else number


def _describe_range(field: Query) -> str:
    if field.least is None or field.most is None:
        return ""
    return f"{field.least:.15g} – {field.most:.15g}"


def _stack(caption: QLabel, line: QLineEdit) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addWidget(caption)
    column.addWidget(line)
    return column


def _clean(text: str) -> str:
    """Return a text without blanks around it, and without what can't be saved."""
    return text.encode(errors="ignore").decode().replace("\0", "").strip()
