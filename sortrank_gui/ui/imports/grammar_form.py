"""The form that says which column is what: guessed, and confirmed by the researcher."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.imports.grammar import Coding, Grammar, Meaning
from sortrank_gui.ui.widgets.fields import Field, FieldGrid, choose, make_choice, make_line

_NONE = ""
_BY_CHOICE, _BY_WINNER = "choice", "winner"
_OF_CHOICE = (Meaning.FIRST, Meaning.SECOND, Meaning.CHOSEN)
_OF_WINNER = (Meaning.WINNER, Meaning.LOSER, Meaning.SIDE)
_COLUMNS = {
    Meaning.WHO: ("Who answered", "The column that tells people apart"),
    Meaning.SESSION: ("Session", "The column that tells the sittings of a person apart"),
    Meaning.FIRST: ("First item", "The column of the first item, or of that on the left"),
    Meaning.SECOND: ("Second item", "The column of the second item, or of that on the right"),
    Meaning.CHOSEN: ("Chosen", "The column that says which of both was chosen"),
    Meaning.WINNER: ("Chosen item", "The column of the item that was chosen"),
    Meaning.LOSER: ("Other item", "The column of the item that was not chosen"),
    Meaning.SIDE: ("Side of the chosen one", "A column that says left or right, if there is one"),
    Meaning.TIE: ("Equal", "A column that has a 1 where both items are equal"),
    Meaning.TIME: ("Time", "The column that says how long an answer took"),
    Meaning.QUESTION: ("Question", "The column that says what was asked"),
}
_CODINGS = {
    Coding.NAME: "the item’s name",
    Coding.WORD: "left or right, in words",
    Coding.INDEX: "0 first, 1 second",
    Coding.NUMBER: "1 first, 2 second",
    Coding.SHARE: "1 first, 0 second, 0.5 equal",
}


class GrammarForm(QWidget):
    """Fields for a grammar; says when one was changed."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._grammar = Grammar()
        self.columns = {
            meaning: Field(name, make_choice([]), tip) for meaning, (name, tip) in _COLUMNS.items()
        }
        modes = ((_BY_CHOICE, "a pair and a choice"), (_BY_WINNER, "winner and loser"))
        self.mode = Field("A row names", make_choice(modes), "How a row says who was chosen")
        self.coding = Field(
            "It says",
            make_choice([(coding.value, words) for coding, words in _CODINGS.items()]),
            "What stands in the column of what was chosen",
        )
        units = (("s", "seconds"), ("ms", "milliseconds"))
        self.unit = Field("Unit of the time", make_choice(units), "Seconds or milliseconds")
        self.question = Field("Take the question", make_choice([]), "A study has one question")
        self.ties = Field(
            "Other words for equal",
            make_line("such as gleich, empate"),
            "Beside equal, tie, draw and same; commas between them",
        )
        self.sides = QCheckBox("The first item stood on the left")
        self.sides.setToolTip("If not, or if nobody knows, there is no position bias to look at")
        self._lay_out()
        self._connect()
        self.show_questions(())
        self._show_fields()

    def _lay_out(self) -> None:
        grid, columns = FieldGrid(), self.columns
        grid.add_row(self.mode, columns[Meaning.WHO])
        grid.add_row(columns[Meaning.FIRST], columns[Meaning.SECOND])
        grid.add_row(columns[Meaning.WINNER], columns[Meaning.LOSER])
        grid.add_row(columns[Meaning.CHOSEN], self.coding)
        grid.add_row(columns[Meaning.TIE], columns[Meaning.SIDE])
        grid.add_row(columns[Meaning.TIME], self.unit)
        grid.add_row(columns[Meaning.SESSION], self.ties)
        grid.add_row(columns[Meaning.QUESTION], self.question)
        grid.add_wide(self.sides)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(grid)

    def _connect(self) -> None:
        for box in self.findChildren(QComboBox):
            box.activated.connect(self._on_changed)
        self.sides.clicked.connect(self._on_changed)
        self.ties.editor.editingFinished.connect(self._on_words)

    def show_grammar(self, grammar: Grammar, names: Sequence[str]) -> None:
        """Offer these columns, and show how they are understood."""
        self._grammar = grammar
        for meaning, field in self.columns.items():
            box = field.editor
            box.clear()
            box.addItem("–", _NONE)
            for name in filter(None, names):
                box.addItem(name, name)
            choose(box, grammar.columns.get(meaning, _NONE))
        choose(self.mode.editor, _BY_WINNER if grammar.by_winner else _BY_CHOICE)
        choose(self.coding.editor, grammar.coding.value)
        choose(self.unit.editor, "ms" if grammar.in_ms else "s")
        self.sides.setChecked(grammar.has_sides)
        self._show_fields()

    def show_questions(self, questions: Sequence[str]) -> None:
        """Offer what the table asks; the one that is chosen stays."""
        box, current = self.question.editor, self.question.editor.currentData()
        if box.count() and [box.itemData(k) for k in range(1, box.count())] == list(questions):
            return
        box.clear()
        box.addItem("choose one …" if len(questions) > 1 else "–", _NONE)
        for text in questions:
            box.addItem(text or "(empty)", text)
        choose(box, current)

    @property
    def grammar(self) -> Grammar:
        """How the table is to be read, as the form says."""
        by_winner = self.mode.editor.currentData() == _BY_WINNER
        hidden = _OF_CHOICE if by_winner else _OF_WINNER
        columns = {
            meaning: name
            for meaning, name in self._grammar.columns.items()
            if meaning not in self.columns
        }
        for meaning, field in self.columns.items():
            name = field.editor.currentData()
            if name and meaning not in hidden:
                columns[meaning] = name
        words = dict.fromkeys(_split(self.ties.editor), Answer.EQUAL)
        return replace(
            self._grammar,
            columns=columns,
            coding=Coding(self.coding.editor.currentData()),
            in_ms=self.unit.editor.currentData() == "ms",
            has_sides=not by_winner and self.sides.isChecked(),
            question=self.question.editor.currentData() or None,
            words=words,
        )

    def _show_fields(self) -> None:
        """Show what the way of naming needs, and what the table has."""
        by_winner = self.mode.editor.currentData() == _BY_WINNER
        for meaning, field in self.columns.items():
            if meaning in (*_OF_CHOICE, *_OF_WINNER):
                field.setVisible((meaning in _OF_WINNER) == by_winner)
        self.columns[Meaning.TIE].setVisible(by_winner)
        self.coding.setVisible(not by_winner)
        self.ties.setVisible(not by_winner)
        self.sides.setVisible(not by_winner)
        self.unit.editor.setEnabled(bool(self.columns[Meaning.TIME].editor.currentData()))
        self.question.editor.setEnabled(bool(self.columns[Meaning.QUESTION].editor.currentData()))

    @Slot()
    def _on_changed(self) -> None:
        self._show_fields()
        self.changed.emit()

    @Slot()
    def _on_words(self) -> None:
        if _split(self.ties.editor) != tuple(self._grammar.words):
            self._grammar = self.grammar
            self.changed.emit()


def _split(line: QLineEdit) -> tuple[str, ...]:
    return tuple(word.strip().lower() for word in line.text().split(",") if word.strip())
