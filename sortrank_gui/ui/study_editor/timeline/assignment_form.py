"""How people come into conditions: by a rule, or by the answer to a question."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.study.design.condition_edits import assign_by, choose_deciding, lead_option
from sortrank_gui.study.design.conditions import AssignBy
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.versions import list_questionnaires
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import choose, make_choice, make_problem_label, show_problem
from sortrank_gui.ui.widgets.wording import shorten

_BY = [
    (AssignBy.LEAST_FILLED, "Into the one with the fewest people"),
    (AssignBy.CODES, "By lists of codes"),
    (AssignBy.HAND, "I choose at the start of each session"),
    (AssignBy.ANSWER, "By an answer in a questionnaire"),
]
_ABOUT = {
    AssignBy.LEAST_FILLED: "Complete sessions and those under way count; ties by the seed.",
    AssignBy.CODES: "Each condition has a list of codes.",
    AssignBy.HAND: "The Survey tab asks for it.",
    AssignBy.ANSWER: "The first block comes after the questionnaire; everybody has to answer.",
}


class AssignmentForm(QWidget):
    """Shows only what the chosen way needs."""

    content_edited = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self._content: Content | None = None
        self._lock = ""
        self._listed: object = None
        self._fields: list[tuple[str, str]] = []
        self.by = make_choice(_BY)
        self.by.setAccessibleName("How people come into conditions")
        self.by.setToolTip("How people come into conditions")
        self.by.currentIndexChanged.connect(self._on_by)
        self._about = soft_label()
        self._about.setWordWrap(True)
        self.field = make_choice(())
        self.field.setAccessibleName("Question that decides")
        self.field.setToolTip("A question with one of several answers")
        self.field.currentIndexChanged.connect(self._on_field)
        self._problem = make_problem_label()
        self.leads: list[QComboBox] = []
        self._answers = QWidget()
        self._grid = QGridLayout(self._answers)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        label = QLabel("How people come into conditions")
        label.setBuddy(self.by)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (label, self.by, self._about, self.field, self._answers, self._problem):
            column.addWidget(widget)

    @property
    def problem(self) -> str:
        """What is wrong with the assignment."""
        return self._problem.text()

    def show_content(self, content: Content, problem: str) -> None:
        """Show how people are assigned, and what is wrong with it."""
        self._content = content
        design = content.design
        by_answer = design.assignment.by is AssignBy.ANSWER
        with QSignalBlocker(self.by):
            choose(self.by, design.assignment.by)
        self._about.setText(_ABOUT[design.assignment.by])
        self.field.setVisible(by_answer)
        self._answers.setVisible(by_answer)
        if by_answer:
            self._show_question(design)
        show_problem(self._problem, problem)

    def set_locked(self, reason: str) -> None:
        """Refuse changes and say why, or allow them."""
        self._lock = reason
        self.setToolTip(reason)
        for widget in (self.by, self.field, self._answers):
            widget.setEnabled(not reason)

    def _show_question(self, design: Design) -> None:
        found = list_deciding(design)
        conditions = [each.name for each in design.conditions]
        at = (design.assignment.questionnaire, design.assignment.field)
        query = found.get(at)
        listed = (list(found.items()), conditions, at)
        if listed != self._listed:
            self._listed = listed
            self._fill(found, at)
            self._fill_answers(query, conditions)
        for option, box in enumerate(self.leads, start=1):
            into = [k for k, each in enumerate(design.conditions) if option in each.options]
            with QSignalBlocker(box):
                box.setCurrentIndex(into[0] + 1 if into else 0)

    def _fill(self, found: dict[tuple[str, str], Query], at: tuple[str, str]) -> None:
        self._fields = [("", ""), *found]
        with QSignalBlocker(self.field):
            self.field.clear()
            self.field.addItem("Choose the question…" if found else "No question with answers yet")
            for (step, _), query in found.items():
                self.field.addItem(shorten(f"{step}: {query.label or query.name}", 50))
            self.field.setCurrentIndex(self._fields.index(at) if at in found else 0)

    def _fill_answers(self, query: Query | None, conditions: list[str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.leads = []
        for row, text in enumerate(() if query is None else query.options):
            box = make_choice(
                [("", "Choose the condition…"), *((name, name) for name in conditions)]
            )
            box.setAccessibleName(f"Where the answer “{text}” leads")
            box.setToolTip("The condition of those who give this answer")
            box.setProperty("option", row + 1)
            box.currentIndexChanged.connect(self._on_led)
            label = QLabel(shorten(text, 30))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(box)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(box, row, 1)
            self.leads.append(box)

    @Slot()
    def _on_by(self) -> None:
        if self._content is not None:
            by = _BY[self.by.currentIndex()][0]
            self.content_edited.emit(assign_by(self._content, by), "")

    @Slot()
    def _on_field(self) -> None:
        if self._content is not None:
            at = self._fields[self.field.currentIndex()]
            self.content_edited.emit(choose_deciding(self._content, *at), "")

    @Slot(int)
    def _on_led(self, index: int) -> None:
        option = self.sender().property("option")
        if self._content is not None:
            place = index - 1 if index > 0 else None
            self.content_edited.emit(lead_option(self._content, option, place), "")


def list_deciding(design: Design) -> dict[tuple[str, str], Query]:
    """Return the single choices of all questionnaires, by the names of both."""
    return {
        (step.name, query.name): query
        for step in list_questionnaires(design)
        for query in step.fields
        if query.kind is FieldKind.SINGLE
    }
