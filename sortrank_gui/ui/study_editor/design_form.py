"""The form: all sections below each other in a scrolling card, bound to the settings by name."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.edits import get_setting
from sortrank_gui.ui.study_editor import sections
from sortrank_gui.ui.study_editor.form_field import FormField
from sortrank_gui.ui.study_editor.section import Section, make_line
from sortrank_gui.ui.study_editor.texts_section import TextsSection
from sortrank_gui.ui.study_editor.truth_section import TruthSection
from sortrank_gui.ui.widgets.card import Card

_GAP = 24


class DesignForm(Card):
    """Shows a content, and emits the name and the new value of what the user changes."""

    edited = Signal(str, object)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Design")
        self.question = sections.make_question()
        self.strategy, self.texts = sections.StrategySection(), TextsSection()
        self.truth = TruthSection()
        self.sections: list[Section] = [
            self.question,
            sections.make_answers(),
            self.strategy,
            sections.make_trials(),
            sections.make_screens(),
            self.texts,
            self.truth,
            sections.make_seed(),
        ]
        self.fields: dict[str, FormField] = {
            field.name: field for section in self.sections for field in section.fields
        }
        for field in self.fields.values():
            field.edited.connect(self.edited)
            field.left.connect(self.left)
        self._lay_out()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("formBody")
        column = QVBoxLayout(inside)
        column.setContentsMargins(20, 8, 20, 12)
        column.setSpacing(_GAP)
        for number, section in enumerate(self.sections):
            if number:
                column.addWidget(make_line())
            column.addWidget(section)
        column.addStretch()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        self.body.setContentsMargins(1, 8, 1, 8)
        self.body.addWidget(self.area)

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show all settings and what is wrong with them."""
        for name, field in self.fields.items():
            field.show_value(get_setting(content.design, name), problems.get(name, ""))
        self.strategy.show_content(content)
        self.texts.show_content(content)
        self.truth.show_content(content, problems.get("truth", ""))

    def set_locked(self, locked: bool) -> None:
        """Refuse changes of the design, or allow them; the truth has its own rules."""
        for field in self.fields.values():
            field.editor.setEnabled(not locked)

    @Slot(str)
    def show_field(self, name: str) -> None:
        """Bring a field into view and let the keyboard act there."""
        field = self.fields.get(name)
        if field is None:
            return
        if field in self.texts.fields:
            self.texts.tabs.setCurrentIndex(self.texts.fields.index(field))
        self.area.ensureWidgetVisible(field)
        field.editor.take_focus()
