"""The start page: a new study, one that exists, or the demo."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.errors import SortrankError
from sortrank_gui.paths import resource
from sortrank_gui.study.file.glance import Glance, glance
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.start.recent_list import RecentList
from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_OPENING = "Opening…"
_WIDTH = 720
_ICON = 64
_DROP = "Or drop pictures, PDFs, a folder, a table (CSV), models’ answers (JSONL) or a study here."


class StartActions(Protocol):
    """The actions that are buttons here."""

    new: QAction
    open: QAction
    import_answers: QAction
    demo: QAction
    open_lab: QAction
    templates: list[QAction]


class StartTab(Tab):
    """What is there while no study is open."""

    name = "start"
    facts = TabFacts(0, "Start", needs_study=False)
    recent_chosen = Signal(object)
    recent_changed = Signal()
    opening_changed = Signal()

    def __init__(self, parent: QWidget, actions: StartActions) -> None:
        super().__init__(parent)
        self.actions = actions
        self.recent: Sequence[Path] = ()
        self.is_opening, self.opening = False, _OPENING

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Show these studies, and look into them."""
        self.recent = paths
        self.recent_changed.emit()

    def set_opening(self, is_opening: bool, text: str = "") -> None:
        """Wait for a study, and say how far it is, or offer the ways into one."""
        self.is_opening, self.opening = is_opening, text or _OPENING
        self.opening_changed.emit()

    def make_page(self, _study: OpenStudy | None, _images: ImageStore) -> Page:
        """Return the start page."""
        return StartPage(self)


class StartPage(Page):
    """Offers the ways into a study, or a quiet word until it is open."""

    def __init__(self, tab: StartTab) -> None:
        super().__init__(tab)
        self._start = tab
        self.recent = RecentList()
        self.recent.chosen.connect(tab.recent_chosen)
        self._sheets = QStackedWidget()
        self._sheets.addWidget(self._make_sheet(tab.actions))
        self._opening = soft_label(_OPENING)
        self._opening.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sheets.addWidget(self._opening)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._sheets)
        self._jobs = Jobs("recent studies", self)
        tab.recent_changed.connect(self._on_recent_changed)
        tab.opening_changed.connect(self._on_opening_changed)
        self._on_recent_changed()
        self._on_opening_changed()

    def _make_sheet(self, actions: StartActions) -> QScrollArea:
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 24, 0, 24)
        column.setSpacing(16)
        column.addStretch(2)
        column.addLayout(self._make_title())
        column.addSpacing(8)
        column.addLayout(self._make_ways(actions))
        column.addLayout(self._make_templates(actions))
        column.addWidget(self.recent)
        column.addSpacing(8)
        self._add_demo(column, actions)
        drop = soft_label(_DROP)
        drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(drop)
        lab = ActionButton(actions.open_lab)
        lab.setProperty("quiet", True)
        column.addWidget(lab, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        sheet.setFixedWidth(_WIDTH)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(sheet)
        return scroll

    def _make_title(self) -> QHBoxLayout:
        icon = QLabel()
        size = QSize(_ICON, _ICON)
        icon.setPixmap(QIcon(str(resource("icon.svg"))).pixmap(size, self.devicePixelRatioF()))
        title = QLabel("SortRank")
        title.setFont(scaled_font(title.font(), 2.2, bold=True))
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(title)
        words.addWidget(soft_label("Pairwise surveys that sort: a good ranking from few answers."))
        row = QHBoxLayout()
        row.setSpacing(24)
        row.addStretch()
        row.addWidget(icon)
        row.addLayout(words)
        row.addStretch()
        return row

    def _make_ways(self, actions: StartActions) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(16)
        for action in (actions.new, actions.open, actions.import_answers):
            button = ActionButton(action, primary=action is actions.new)
            button.setProperty("large", True)
            row.addWidget(button, stretch=1)
        return row

    def _make_templates(self, actions: StartActions) -> QVBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for action in actions.templates:
            row.addWidget(ActionButton(action), stretch=1)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(soft_label("New study from a template, with made-up items:"))
        column.addLayout(row)
        return column

    def _add_demo(self, column: QVBoxLayout, actions: StartActions) -> None:
        demo = ActionButton(actions.demo)
        demo.setFont(scaled_font(demo.font(), 1.3, bold=True))
        demo.setProperty("large", True)
        hint = soft_label(
            "Which picture has more dots? Answer yourself, or watch a robot sort them."
        )
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(demo)
        column.addWidget(hint)

    @Slot()
    def _on_opening_changed(self) -> None:
        self._opening.setText(self._start.opening)
        self._sheets.setCurrentIndex(int(self._start.is_opening))

    def event(self, event: QEvent) -> bool:
        """Look at the studies anew whenever somebody comes back to the window."""
        if event.type() is QEvent.Type.WindowActivate:
            self._look()
        return super().event(event)

    @Slot()
    def _on_recent_changed(self) -> None:
        self.recent.set_paths(self._start.recent)
        self._look()

    def _look(self) -> None:
        """Count what is in the studies; counts that are shown stay until then."""
        self._jobs.cancel()
        for path in self.recent.rows:
            self._jobs.submit_long(partial(look_at, path), partial(self.recent.show_found, path))


def look_at(path: Path, _job: Job | None = None) -> Glance | str:
    """Return what is in a study, or why nobody knows."""
    try:
        return glance(path) if path.is_file() else "not found"
    except (SortrankError, OSError):  # a name may be longer than any file's
        return "can't be read"
