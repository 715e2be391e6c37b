"""A card that shows the form of one part, in one language at a time, and what is wrong with it."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QSplitter, QTabBar, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.study_editor.language_bar import name_language
from sortrank_gui.ui.study_editor.timeline.part_form import PartForm
from sortrank_gui.ui.widgets.card import TitledCard
from sortrank_gui.ui.widgets.column_area import ColumnArea
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem


class PartCard(TitledCard):
    """Holds the forms of all kinds of parts, of which one is shown."""

    content_edited = Signal(object, str)
    left = Signal()
    language_changed = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self._codes: Sequence[str] = ()
        self._form: PartForm | None = None
        self.tabs = QTabBar()
        self.tabs.setObjectName("small")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName("Language to edit")
        self.tabs.currentChanged.connect(self._on_turned)
        self._problem = make_problem_label()
        inside = QWidget()
        inside.setObjectName("formBody")
        self._forms = QVBoxLayout(inside)
        self._forms.setContentsMargins(0, 4, 12, 8)
        self._forms.setSpacing(16)
        self._forms.addStretch()
        self.area = ColumnArea(inside)
        for widget in (self.tabs, self._problem):
            self.body.addWidget(widget)
        self.body.addWidget(self.area, stretch=1)

    @property
    def language(self) -> str:
        """The language that is edited."""
        return self._codes[max(self.tabs.currentIndex(), 0)]

    @property
    def problem(self) -> str:
        """What is wrong with the part."""
        return self._problem.text()

    def add_form(self, form: PartForm) -> None:
        """Hold one more form."""
        self._forms.insertWidget(self._forms.count() - 1, form)
        form.hide()
        form.content_edited.connect(self.content_edited)
        form.left.connect(self.left)

    def add_below(self, widget: QWidget) -> None:
        """Put something below the forms."""
        self._forms.insertWidget(self._forms.count() - 1, widget)

    def show_part(
        self, form: PartForm | None, content: Content, place: int, title: str, problem: str
    ) -> None:
        """Show one part in its form; None: there is none."""
        self._show_tabs(content.design.languages)
        self.set_title(title)
        show_problem(self._problem, problem)
        if form is not self._form:
            if self._form is not None:
                self._form.hide()
            self._form = form
            self.area.verticalScrollBar().setValue(0)
        if form is not None:
            form.show_part(content, place, self.language)
            form.show()

    @Slot()
    def focus_first(self) -> None:
        """Let the keyboard act on the first field."""
        if self._form is not None:
            self._form.focus_first()

    def _show_tabs(self, codes: tuple[str, ...]) -> None:
        if codes == self._codes:
            return
        current = self.language if self._codes else codes[0]
        self._codes = codes
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for code in codes:
                self.tabs.addTab(name_language(code))
            self.tabs.setCurrentIndex(codes.index(current) if current in codes else 0)
        self.tabs.setVisible(len(codes) > 1)

    @Slot()
    def _on_turned(self) -> None:
        self.language_changed.emit()


def make_columns(parts: QWidget, *others: QWidget) -> QSplitter:
    """Return columns whose widths can be changed; the first is the list of parts."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(16)
    splitter.setChildrenCollapsible(False)
    for column in (parts, *others):
        splitter.addWidget(column)
    parts.setMinimumWidth(360)
    parts.setMaximumWidth(520)
    splitter.setSizes([400, *(560 for _ in others)])
    for number in range(splitter.count()):
        splitter.setStretchFactor(number, min(number, 1))
    return splitter
