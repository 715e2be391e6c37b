"""The timeline: steps at the left, the fields of the chosen one, and how participants see it."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QImage, QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from sortrank_gui.study.design import timeline_edits as edits
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.edits import change_setting
from sortrank_gui.study.design.questionnaires import list_templates
from sortrank_gui.study.design.timeline import ONCE, BlockOrder, Step, StepKind
from sortrank_gui.study.design.timeline_languages import lead_step
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.editors import ChoiceEditor
from sortrank_gui.ui.study_editor.section import FormField
from sortrank_gui.ui.study_editor.timeline.part_card import PartCard, make_columns
from sortrank_gui.ui.study_editor.timeline.questionnaire_form import QuestionnaireForm
from sortrank_gui.ui.study_editor.timeline.rows_editor import RowsEditor, make_button
from sortrank_gui.ui.study_editor.timeline.step_forms import (
    BlockForm,
    PageForm,
    PracticeForm,
    StepForm,
    TextForm,
)
from sortrank_gui.ui.study_editor.timeline.step_preview import StepPreview
from sortrank_gui.ui.study_editor.timeline.step_words import ABOUT, TITLES, make_row
from sortrank_gui.ui.widgets.card import TitledCard

_ORDERS = [
    (BlockOrder.FIXED, "As in the timeline"),
    (BlockOrder.SHUFFLED, "Shuffled for everybody"),
    (BlockOrder.LATIN, "Balanced over people (Latin square)"),
    (BlockOrder.ALTERNATING, "Questions take turns from pair to pair"),
]
_WIDE = 1240
"""Pixels from which on there is room for three columns."""


class StepsPanel(QWidget):
    """Shows the steps of a content; what the user changes comes out as another content."""

    content_edited = Signal(object, str)
    left = Signal()

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self._content: Content | None = None
        self._problems: dict[str, str] = {}
        self._pictures: Mapping[str, QImage] = {}
        self._place, self._lock, self._texts_free = 0, "", False
        self.menu = QMenu(self)
        self.templates = QMenu("Questionnaire from a template", self)
        for number, (title, _) in enumerate(list_templates()):
            self.templates.addAction(title).setData(number)
        self.menu.aboutToShow.connect(self.fill_menu)
        self.menu.triggered.connect(self._on_added)
        self.templates.triggered.connect(self._on_template)
        self.list = RowsEditor("Timeline", "step", menu=self.menu, fits=False)
        self.plain = make_button("Make it plain", "Back to the steps that every study begins with")
        self.order = FormField("block_order", "Order of the blocks", ChoiceEditor(_ORDERS))
        self.preview = StepPreview(images)
        self.card = PartCard()
        self._pages, self._texts, self._asking = PageForm(), TextForm(), QuestionnaireForm()
        self.forms: dict[StepKind, StepForm] = {
            **dict.fromkeys(ONCE, self._pages),
            StepKind.QUESTIONNAIRE: self._asking,
            StepKind.PRACTICE: PracticeForm(),
            StepKind.BLOCK: BlockForm(),
            StepKind.BREAK: self._texts,
            StepKind.MESSAGE: self._texts,
        }
        for form in dict.fromkeys(self.forms.values()):
            self.card.add_form(form)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        steps, self._side = TitledCard("Timeline"), TitledCard("As participants see it")
        steps.controls.addWidget(self.plain)
        steps.body.addWidget(self.list, stretch=1)
        steps.body.addWidget(self.order)
        self._side.body.addStretch()
        self._splitter = make_columns(steps, self.card, self._side)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._splitter)
        self._place_preview(wide=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the preview beside the fields where there is room, and else below them."""
        super().resizeEvent(event)
        wide = event.size().width() >= _WIDE
        if wide == self._side.isHidden():
            self._place_preview(wide=wide)

    def _place_preview(self, *, wide: bool) -> None:
        self._side.setVisible(wide)
        if wide:
            self._side.body.insertWidget(1, self.preview)
        else:
            self.card.add_below(self.preview)

    def _connect(self) -> None:
        self.list.chosen.connect(self.choose)
        self.list.copied.connect(self._on_copied)
        self.list.removed.connect(self._on_removed)
        self.list.moved.connect(self._on_moved)
        self.list.entered_.connect(self.card.focus_first)
        self.plain.clicked.connect(self._on_plain)
        self.order.edited.connect(self._on_order)
        self.card.content_edited.connect(self.content_edited)
        self.card.left.connect(self.left)
        self.card.language_changed.connect(self._show)
        self._asking.row_chosen.connect(self._show_preview)

    @property
    def content(self) -> Content:
        """The study that is shown."""
        assert self._content is not None
        return self._content

    @property
    def form(self) -> StepForm:
        """The fields of the chosen step."""
        return self.forms[full_timeline(self.content.design)[self._place].kind]

    def show_content(
        self, content: Content, problems: dict[str, str], pictures: Mapping[str, QImage]
    ) -> None:
        """Show the steps, and what is wrong with them."""
        self._content, self._problems, self._pictures = content, problems, pictures
        self._show()

    def set_locked(self, reason: str, *, texts_free: bool) -> None:
        """Refuse changes and say why, or allow them; pages may be mended later, too."""
        self._lock, self._texts_free = reason, texts_free
        for form in dict.fromkeys(self.forms.values()):
            form.set_locked("" if form is self._pages and texts_free else reason)
        self.list.set_locked(reason)
        self.order.set_locked(reason)
        self.plain.setEnabled(not reason)

    @Slot(int)
    def choose(self, place: int) -> None:
        """Show the fields of a step."""
        self._place = place
        if self._content is not None:
            self._show()

    @Slot()
    def _show(self) -> None:
        design, problems = self.content.design, self._problems
        steps = full_timeline(design)
        self._place = max(min(self._place, len(steps) - 1), 0)
        rows = [
            make_row(design, step, problems.get(f"timeline.{k}", ""))
            for k, step in enumerate(steps)
        ]
        step = steps[self._place]
        of_all = problems.get("timeline", "") or problems.get("contexts", "")
        self.list.show_rows(rows, self._place, problem=of_all, can_copy=step.kind not in ONCE)
        self.plain.setVisible(bool(design.timeline))
        several = sum(each.kind is StepKind.BLOCK for each in steps) > 1
        self.order.setVisible(several)
        self.order.show_value(design.block_order, "")
        problem = rows[self._place].problem
        if self.form is self._asking:
            problem = self._asking.show_problem(problem)
        self.card.show_part(self.form, self.content, self._place, TITLES[step.kind], problem)
        self._show_preview()

    @Slot()
    def _show_preview(self) -> None:
        language, row = self.card.language, self._asking.row
        self.preview.show_step(self.content, self._place, language, self._pictures, row)

    def _take(self, edited: tuple[Content, int]) -> None:
        self._place = edited[1]
        self.content_edited.emit(edited[0], "")

    @Slot()
    def fill_menu(self) -> None:
        """Offer the kinds of steps that can be added."""
        self.menu.clear()
        addable = edits.list_addable(full_timeline(self.content.design))
        for kind, tip in ABOUT.items():
            self._offer(kind, tip)
            if kind is StepKind.QUESTIONNAIRE:
                self.menu.addMenu(self.templates)
        once = [kind for kind in addable if kind in ONCE]
        if once:
            self.menu.addSeparator()
        for kind in once:
            self._offer(kind, "A page that every study has once")

    def _offer(self, kind: StepKind, tip: str) -> None:
        action = self.menu.addAction(TITLES[kind])
        action.setToolTip(tip)
        action.setData(kind.value)

    @Slot(QAction)
    def _on_added(self, action: QAction) -> None:
        if action not in self.templates.actions():  # these come along, but have their own slot
            self.add_step(Step(StepKind(action.data())))

    @Slot(QAction)
    def _on_template(self, action: QAction) -> None:
        template = list_templates()[action.data()][1]
        self.add_step(lead_step(template, self.content.design.languages[0]))

    def add_step(self, step: Step) -> None:
        """Add a step behind the chosen one, and let its fields be filled in."""
        if self._lock:
            return
        self._take(edits.add_step(self.content, step, self._place))
        self.card.focus_first()

    @Slot(int)
    def _on_copied(self, row: int) -> None:
        self._take(edits.duplicate_step(self.content, row))

    @Slot(int)
    def _on_removed(self, row: int) -> None:
        self._take((edits.remove_step(self.content, row), row))

    @Slot(int, int)
    def _on_moved(self, row: int, target: int) -> None:
        self._take((edits.move_step(self.content, row, target), target - (target > row)))

    @Slot()
    def _on_plain(self) -> None:
        self._take((edits.make_plain(self.content), 0))

    @Slot(str, object)
    def _on_order(self, name: str, value: Any) -> None:
        self.content_edited.emit(change_setting(self.content, name, value), "")
