"""The fields of a questionnaire: its name, a text above, and its questions one by one."""

import re
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu

from sortrank_gui.study.design import query_edits
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.questionnaire import FieldKind
from sortrank_gui.study.design.timeline_edits import change_step, reword_step
from sortrank_gui.ui.study_editor.editors import LineEditor, TextEditor
from sortrank_gui.ui.study_editor.section import FormField
from sortrank_gui.ui.study_editor.timeline.query_form import QueryForm
from sortrank_gui.ui.study_editor.timeline.row_model import PartRow
from sortrank_gui.ui.study_editor.timeline.rows_editor import RowsEditor
from sortrank_gui.ui.study_editor.timeline.step_forms import StepForm
from sortrank_gui.ui.study_editor.timeline.step_words import KINDS
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import scaled_font

_NUMBERED = re.compile(r"Question (\d+): (.*)", re.DOTALL)


class QuestionnaireForm(StepForm):
    """Shows one question at a time, below the list of all."""

    row_chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.row, self._problem = 0, ""
        self.add(FormField("name", "Name", LineEditor(), "In results and files; only you see it."))
        self._text = TextEditor("Nothing", lines=3)
        self.add(FormField("text", "Text above the questions", self._text), worded=True)
        self.menu = QMenu(self)
        for kind, title in KINDS.items():
            self.menu.addAction(title).setData(kind.value)
        self.menu.triggered.connect(self._on_added)
        heading = QLabel("Questions")
        heading.setFont(scaled_font(heading.font(), 1.0, bold=True))
        self.list = RowsEditor("Questions", "question", menu=self.menu, fits=True)
        self.query_problem, self.query = make_problem_label(), QueryForm()
        for widget in (heading, self.list, self.query_problem, self.query):
            self.column.addWidget(widget)
        self.list.chosen.connect(self._on_chosen)
        self.list.copied.connect(self._on_copied)
        self.list.removed.connect(self._on_removed)
        self.list.moved.connect(self._on_moved)
        self.list.entered_.connect(self.query.focus_first)
        self.query.content_edited.connect(self.content_edited)
        self.query.left.connect(self.left)

    def show_problem(self, sentence: str) -> str:
        """Take what is wrong with the questionnaire; return it if it is about no question."""
        found = _NUMBERED.fullmatch(sentence)
        self._problem = sentence if found else ""
        return "" if found else sentence

    def show_part(self, content: Content, place: int, language: str) -> None:
        """Show the questionnaire; another one begins with its first question."""
        if place != self.place:
            self.row = 0
        super().show_part(content, place, language)
        self._text.box.setPlaceholderText("" if self.is_first_language else self.step.text)
        self._show_queries()

    def _show_queries(self) -> None:
        queries = self.step.fields
        self.row = max(min(self.row, len(queries) - 1), 0)
        found = _NUMBERED.fullmatch(self._problem)
        at, wrong = (int(found[1]) - 1, found[2]) if found else (-1, "")
        rows = [
            PartRow(query.label or query.name, KINDS[query.kind], wrong if k == at else "")
            for k, query in enumerate(queries)
        ]
        self.list.show_rows(rows, self.row if queries else -1)
        self.query.setVisible(bool(queries))
        show_problem(self.query_problem, _capitalise(wrong) if at == self.row else "")
        if queries:
            self.query.show_query(self.content, self.place, self.row, self.language)

    def set_locked(self, reason: str) -> None:
        """Refuse changes and say why, or allow them."""
        super().set_locked(reason)
        self.list.set_locked(reason)
        self.query.set_locked(reason)

    def read(self, name: str) -> Any:
        """Return the name, or the text in the language that is shown."""
        if name == "name":
            return self.step.name
        return self.own_text(self.step.text, self.step.translations)

    def change(self, name: str, value: Any) -> Content:
        """Give the questionnaire another name or text."""
        if name == "name":
            return change_step(self.content, self.place, name=value)
        return reword_step(self.content, self.place, self.language, value)

    @Slot(int)
    def _on_chosen(self, row: int) -> None:
        self.row = row
        self._show_queries()
        self.row_chosen.emit()

    def _take(self, edited: tuple[Content, int]) -> None:
        self.row = edited[1]
        self.content_edited.emit(edited[0], "")

    @Slot(QAction)
    def _on_added(self, action: QAction) -> None:
        after = self.row if self.step.fields else None
        kind = FieldKind(action.data())
        self._take(query_edits.add_query(self.content, self.place, kind, after))
        self.query.focus_first()

    @Slot(int)
    def _on_copied(self, row: int) -> None:
        self._take(query_edits.duplicate_query(self.content, self.place, row))

    @Slot(int)
    def _on_removed(self, row: int) -> None:
        self._take((query_edits.remove_query(self.content, self.place, row), row))

    @Slot(int, int)
    def _on_moved(self, row: int, target: int) -> None:
        moved = query_edits.move_query(self.content, self.place, row, target)
        self._take((moved, target - (target > row)))


def _capitalise(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
