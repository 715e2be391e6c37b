"""One question of a questionnaire: its words, what takes the answer, and what is wrong with it."""

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.study.design.questionnaire import (
    REFUSED,
    FieldKind,
    Query,
    Words,
    check_answer,
)
from sortrank_gui.ui.participant.answer_fields import (
    AnswerField,
    DateField,
    LineField,
    LongField,
    NumberField,
)
from sortrank_gui.ui.participant.choice_fields import ChoiceField, LikertField
from sortrank_gui.ui.participant.page_label import PageLabel
from sortrank_gui.ui.participant.slider_field import SliderField
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.tick_box import TickBox


class QueryBox(QWidget):
    """Asks one question in a language."""

    changed = Signal()

    def __init__(self, field: Query, language: str, words: Words) -> None:
        super().__init__()
        self.field, self._words = field.in_language(language), words
        self._label = PageLabel(self._describe())
        self.editor = make_answer_field(self.field, language, words)
        self.editor.changed.connect(self._on_changed)
        self.refusal = TickBox(words("refuse"))
        self.refusal.setAccessibleName(f"{self.field.label}: {words('refuse')}")
        self.refusal.toggled.connect(self._on_refused)
        self.refusal.setVisible(field.may_refuse)
        self._problem = make_problem_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self._label, self.editor, self.refusal, self._problem):
            column.addWidget(part)
        self.editor.describe(self.field.label, "")

    @property
    def answer(self) -> Any:
        """What was answered, None where that is nothing."""
        if self.refusal.isChecked():
            return dict(REFUSED)
        return self.editor.answer

    @property
    def problem(self) -> str:
        """What is said to be wrong."""
        return self._problem.text()

    def set_letters(self, font: QFont) -> None:
        """Write in letters of this size."""
        self._label.setFont(scaled_font(font, 1.0, bold=True))
        self.editor.set_letters(font)
        self.refusal.setFont(font)
        self._problem.setFont(font)

    def check(self, *, if_empty: bool = True) -> bool:
        """Say what is wrong with the answer, if anything is; return whether it can stand.

        What was left empty may be let pass: somebody may come back to it.
        """
        answer = self.answer
        sentence = ""
        if if_empty or answer is not None:
            sentence = check_answer(self.field, answer, self._words)
        self._tell(sentence)
        return not sentence

    def take_focus(self) -> None:
        """Let the keyboard act here."""
        if self.refusal.isChecked():
            self.refusal.setFocus()
        else:
            self.editor.take_focus()

    def _describe(self) -> str:
        if self.field.required:
            return self.field.label
        return f"{self.field.label} ({self._words('optional')})"

    def _tell(self, sentence: str) -> None:
        if sentence != self.problem:
            show_problem(self._problem, sentence)
            self.editor.describe(self.field.label, sentence)

    @Slot(bool)
    def _on_refused(self, refused: bool) -> None:
        self.editor.setEnabled(not refused)
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        """Take back what is no longer wrong; say nothing new while somebody writes."""
        if self.problem:
            self._tell(check_answer(self.field, self.answer, self._words))
        self.changed.emit()


def make_answer_field(field: Query, language: str, words: Words) -> AnswerField:
    """Return what takes the answer to a question."""
    match field.kind:
        case FieldKind.TEXT:
            return LineField(field)
        case FieldKind.LONG_TEXT:
            return LongField(field)
        case FieldKind.NUMBER:
            return NumberField(field, language)
        case FieldKind.SINGLE | FieldKind.MULTIPLE:
            return ChoiceField(field)
        case FieldKind.LIKERT:
            return LikertField(field)
        case FieldKind.SLIDER:
            return SliderField(field, words)
        case FieldKind.DATE:
            return DateField(field, language, words)
