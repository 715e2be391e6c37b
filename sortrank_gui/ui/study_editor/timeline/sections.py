"""Timeline and conditions in the form: a line each, and a button that leads to more."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.ui.study_editor.section import Section
from sortrank_gui.ui.study_editor.timeline.rows_editor import make_button
from sortrank_gui.ui.study_editor.timeline.step_words import summarise
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem


class SummarySection(Section):
    """Says in a line what there is; who needs no more sees no more."""

    open_wanted = Signal(str)
    """The name of a field, such as `conditions`."""

    def __init__(
        self, title: str, names: tuple[str, ...], button: str, tell: Callable[[Design], str]
    ) -> None:
        super().__init__(title)
        self._names, self._tell = names, tell
        self._line = QLabel()
        self._line.setTextFormat(Qt.TextFormat.PlainText)
        self._line.setWordWrap(True)
        self._line.setAccessibleName(title)
        self._problem = make_problem_label()
        self._problem.setProperty("field", names[0])
        inside = self._make_inside()
        self.button = make_button(button, f"{title}: look at it, and change it")
        self.button.clicked.connect(self._on_clicked)
        self.body.setSpacing(8)
        for label in (self._line, self._problem):
            self.body.addWidget(label)
        self.body.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignLeft)
        inside.show()

    @property
    def line(self) -> str:
        """What there is."""
        return self._line.text()

    @property
    def problem(self) -> str:
        """What is wrong with it first."""
        return self._problem.text()

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Say what there is, and what is wrong with it."""
        self._line.setText(self._tell(content.design))
        own = (text for name, text in problems.items() if name.partition(".")[0] in self._names)
        show_problem(self._problem, next(own, ""))

    @Slot()
    def _on_clicked(self) -> None:
        self.open_wanted.emit(self._names[0])


def make_timeline() -> SummarySection:
    """Return the line of the timeline."""
    names = ("timeline", "contexts")
    return SummarySection("Timeline", names, "Edit the timeline…", summarise)


def make_conditions() -> SummarySection:
    """Return the line of the conditions."""
    names = ("conditions", "assignment")
    return SummarySection("Conditions", names, "Edit conditions…", _tell_conditions)


def _tell_conditions(design: Design) -> str:
    names = [each.name for each in design.conditions]
    return ", ".join(names) if names else "All participants get the same."
