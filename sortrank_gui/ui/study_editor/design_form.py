"""The form: all sections below each other in a scrolling card, bound to the settings by name."""

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.study_editor import sections
from sortrank_gui.ui.study_editor.display_section import DisplaySection
from sortrank_gui.ui.study_editor.section import FormField, Section
from sortrank_gui.ui.study_editor.texts_section import TextsSection
from sortrank_gui.ui.study_editor.timeline.sections import make_conditions, make_timeline
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.column_area import ColumnArea
from sortrank_gui.ui.widgets.fields import make_problem_label, set_shown, show_problem

Kind = TypeVar("Kind", bound=Section)
_GAP = 20


class DesignForm(Card):
    """Shows a content, and emits the name and the new value of what the user changes."""

    edited = Signal(str, object)
    content_edited = Signal(object, str)
    """A content, where an edit is more than one setting, and what such edits have in common."""
    left = Signal()
    open_wanted = Signal(str)
    """The name of a field that has a page of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Design")
        self._lay_out()
        self.sections: list[Section] = []
        self._lines: dict[Section, QWidget] = {}
        """Above each section but the first."""

    def make_sections(self) -> Iterator[None]:
        """Make the sections, in slices: there is nothing before that."""
        self.question = self._add(sections.make_question())
        self.question.fill()
        self._add(sections.make_answers()).fill()
        yield
        self.strategy = self._add(sections.StrategySection())
        self.strategy.fill()
        yield
        self.texts = self._add(TextsSection())
        yield from self.texts.make_parts()
        yield
        self.timeline, self.conditions = self._add(make_timeline()), self._add(make_conditions())
        self.trials = self._add(sections.TrialsSection())
        self._add(sections.make_participants())
        self.display = self._add(DisplaySection())
        yield
        self._add(sections.make_timing())
        self._add(sections.make_keys())
        self._add(sections.make_exclusion())
        self.truth = self._add(TruthSection())
        self._add(sections.make_seed())
        self._column.addStretch()
        self.texts.content_edited.connect(self.content_edited)
        for section in (self.timeline, self.conditions):
            section.open_wanted.connect(self.open_wanted)

    def _add(self, section: Kind) -> Kind:
        if self.sections:
            self._lines[section] = _make_line()
            self._column.addWidget(self._lines[section])
        self._column.addWidget(section)
        self.sections.append(section)
        section.edited.connect(self.edited)
        section.left.connect(self.left)
        return section

    def field(self, name: str) -> FormField:
        """Return the field of a setting; it is made if need be."""
        return next(section for section in self.sections if name in section.names).field(name)

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("formBody")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(20, 8, 20, 12)
        self._column.setSpacing(_GAP)
        self.area = ColumnArea(inside)
        self.body.setContentsMargins(1, 8, 1, 8)
        self.body.addWidget(self.area)

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show all settings and what is wrong with them; of imported answers nobody knows most."""
        for section in self.sections:
            is_known = not content.design.is_imported or section is self.question
            is_known = is_known or isinstance(section, TruthSection)
            set_shown(section, is_known)
            if section in self._lines:
                set_shown(self._lines[section], is_known)
            section.show_content(content, problems)

    def set_locked(self, reason: str, *, texts_free: bool = False) -> None:
        """Refuse changes of the design and say why, or allow them; the truth has its own rules."""
        for section in self.sections:
            section.set_locked(reason, texts_free=texts_free)

    @Slot(str)
    def show_field(self, name: str) -> None:
        """Bring a field into view and let the keyboard act there."""
        key = name.replace("translations.", "texts.")
        section = next((each for each in self.sections if key in each.names), None)
        if section is None:
            return
        section.fold(False)
        if section is self.texts:
            self.texts.show_field(name)
        field = section.field(key)
        self.area.settle()  # it may just unfold
        self.area.ensureWidgetVisible(field)
        field.editor.take_focus()


class TruthSection(Section):
    """Optional: the right ranking, to measure the distance to it."""

    load_wanted = Signal()
    clear_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Ground truth", folded=True)
        self.add_part(self._make_parts)

    def _make_parts(self) -> QWidget:
        parts = QWidget()
        column = QVBoxLayout(parts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self.body.spacing())
        self._status = soft_label()
        self._status.setWordWrap(True)
        self._problem = make_problem_label()
        self.load = _make_button("Load a table…", "A CSV file with the columns item and score")
        self.clear = _make_button("Clear", "Forget the ground truth")
        self.load.clicked.connect(self.load_wanted)
        self.clear.clicked.connect(self.clear_wanted)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.load)
        row.addWidget(self.clear)
        row.addStretch()
        for widget in (self._status, self._problem):
            column.addWidget(widget)
        column.addLayout(row)
        return parts

    @property
    def status(self) -> str:
        """What is known about the truth."""
        return self._status.text()

    @property
    def problem(self) -> str:
        """What is wrong with the truth or with the table that was to be read."""
        return self._problem.text()

    def show_fields(self, content: Content, problems: dict[str, str]) -> None:
        """Say what is known."""
        show_problem(self._problem, problems.get("truth", ""))
        self.clear.setEnabled(content.truth is not None)
        self.load.setEnabled(len(content.items) > 1)
        if content.truth is None or len(content.truth) != len(content.items):
            self._status.setText(
                "Not known, and not needed. With it, SortRank shows the distance to the right "
                "ranking: load a table with the columns item and score (or rank)."
            )
            return
        order = sorted(zip(content.truth, content.items, strict=True), key=_score)
        self._status.setText(
            f"Known for all {len(order):,} items, from “{order[-1][1].name}”, the best, "
            f"to “{order[0][1].name}”."
        )

    def show_problem(self, sentence: str) -> None:
        """Say why a table could not be read."""
        self.fill()
        show_problem(self._problem, sentence)


def _score(entry: tuple[float, object]) -> float:
    return entry[0]


def _make_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.setToolTip(tip)
    return button


def _make_line() -> QFrame:
    """Return the thin line between two sections."""
    line = QFrame()
    line.setObjectName("rule")
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    return line
