"""The fields of one question of a questionnaire."""

from typing import Any

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.query_edits import RANGED, change_query, find_words, reword_query
from sortrank_gui.study.design.questionnaire import CHOICES, FieldKind, Query
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.ui.study_editor.editors import (
    ChoiceEditor,
    LineEditor,
    NumberEditor,
    OptionalNumberEditor,
    TextEditor,
    ToggleEditor,
)
from sortrank_gui.ui.study_editor.section import FormField
from sortrank_gui.ui.study_editor.timeline.part_form import PartForm
from sortrank_gui.ui.study_editor.timeline.step_words import KINDS

_WORDS = ("label", "options", "rows")
_MOST = 1_000_000_000


class QueryForm(PartForm):
    """Shows the fields that matter for the kind of the question."""

    def __init__(self) -> None:
        super().__init__("query")
        self.row = 0
        self._options, self._rows = LinesEditor(6), LinesEditor(5)
        self.add(FormField("label", "Question", TextEditor(lines=2)), worded=True)
        self.add(
            FormField("kind", "Answered by", ChoiceEditor(list(KINDS.items()))),
            FormField("name", "Column in tables", LineEditor(), "Letters, digits and _."),
        )
        self.add(FormField("options", "Answers, one a line", self._options), worded=True)
        self.add(FormField("rows", "Statements, one a line", self._rows), worded=True)
        self.add(
            FormField("least", "", OptionalNumberEditor("Lowest", _number(), 0)),
            FormField("most", "", OptionalNumberEditor("Highest", _number(), 100)),
        )
        self.add(
            FormField(
                "step",
                "Step",
                NumberEditor(0, _MOST, decimals=3),
                "1: whole numbers; 0: any number.",
            )
        )
        self.add(
            FormField("required", "", ToggleEditor("Has to be answered")),
            FormField("may_refuse", "", ToggleEditor("Offer “rather not say”")),
        )

    @property
    def query(self) -> Query:
        """The question that is shown."""
        return full_timeline(self.content.design)[self.place].fields[self.row]

    def show_query(self, content: Content, place: int, row: int, language: str) -> None:
        """Show a question of the questionnaire at a place."""
        self.row = row
        self.show_part(content, place, language)
        kind = self.query.kind
        self.fields["options"].setVisible(kind in CHOICES or kind is FieldKind.SLIDER)
        self.fields["rows"].setVisible(kind is FieldKind.LIKERT)
        for name in ("least", "most", "step"):
            self.fields[name].setVisible(kind in RANGED)
        usual = find_words(self.query, content.design.languages[0], content.design.languages[0])
        is_first = language == content.design.languages[0]
        ends = "Words at the left and the right end\nof the slider, one a line"
        empty = ends if kind is FieldKind.SLIDER else "Yes\nNo"
        self._options.suggest(empty if is_first else "\n".join(usual.options))
        self._rows.suggest("" if is_first else "\n".join(usual.rows))

    def read(self, name: str) -> Any:
        """Return a value of the question, or words in the language that is shown."""
        if name in _WORDS:
            words = find_words(self.query, self.language, self.content.design.languages[0])
            return getattr(words, name)
        return getattr(self.query, name)

    def change(self, name: str, value: Any) -> Content:
        """Give the question another value or other words."""
        if name in _WORDS:
            words = {name: value}
            return reword_query(self.content, self.place, self.row, self.language, **words)
        if name in ("least", "most", "step") and value is not None:
            value = float(value)
        return change_query(self.content, self.place, self.row, **{name: value})


class LinesEditor(TextEditor):
    """A list of texts, one a line; what is typed stays as it is while it means the same."""

    def __init__(self, lines: int) -> None:
        super().__init__(lines=lines)

    def suggest(self, text: str) -> None:
        """Show what stands there while nothing does."""
        self.box.setPlaceholderText(text)

    def show_value(self, value: Any) -> None:
        """Show texts."""
        if tuple(value) != _split(self.box.toPlainText()):
            self.box.show_text("\n".join(value))

    def _on_changed(self) -> None:
        self.edited.emit(_split(self.box.toPlainText()))


def _split(text: str) -> tuple[str, ...]:
    """Return the lines of a text; empty ones count only between others."""
    lines = [line.strip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


def _number() -> NumberEditor:
    return NumberEditor(-_MOST, _MOST, decimals=2)
