"""The start page: a new study, one that exists, or the demo."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.errors import SortrankError
from sortrank_gui.paths import resource
from sortrank_gui.study.file.glance import Glance, glance
from sortrank_gui.ui.start.recent_list import RecentList
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_WIDTH = 720
_ICON = 64
_DROP = "Or drop pictures, a folder of them, a table (CSV) or a study anywhere on this window."


class StartActions(Protocol):
    """The actions that are buttons here."""

    new: QAction
    open: QAction
    demo: QAction


class StartPage(QWidget):
    """Offers the ways into a study."""

    recent_chosen = Signal(object)

    def __init__(self, actions: StartActions, recent: Sequence[Path]) -> None:
        super().__init__()
        self.recent = RecentList()
        self.recent.chosen.connect(self.recent_chosen)
        self._lay_out(actions)
        self._jobs = Jobs("recent studies", self)
        self.set_recent(recent)

    def _lay_out(self, actions: StartActions) -> None:
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 24, 0, 24)
        column.setSpacing(16)
        column.addStretch(2)
        column.addLayout(self._make_title())
        column.addSpacing(8)
        column.addWidget(self._make_demo_card(actions))
        column.addWidget(self.recent)
        drop = soft_label(_DROP)
        drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(drop)
        column.addStretch(3)
        sheet.setFixedWidth(_WIDTH)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(sheet)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

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

    def _make_demo_card(self, actions: StartActions) -> Card:
        card = Card()
        card.body.setContentsMargins(32, 24, 32, 24)
        card.body.setSpacing(16)
        demo = ActionButton(actions.demo, primary=True)
        demo.setFont(scaled_font(demo.font(), 1.3, bold=True))
        demo.setProperty("large", True)
        hint = soft_label(
            "Which picture has more dots? Answer yourself, or watch a robot sort them."
        )
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout()
        row.setSpacing(16)
        for action in (actions.new, actions.open):
            button = ActionButton(action)
            row.addWidget(button, stretch=1)
        card.body.addWidget(demo)
        card.body.addWidget(hint)
        card.body.addLayout(row)
        return card

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Show these studies, and look into them."""
        self.recent.set_paths(paths)
        self._jobs.cancel()
        for path in self.recent.rows:
            self._jobs.submit_long(partial(look_at, path), partial(self.recent.show_found, path))


def look_at(path: Path, _job: Job) -> Glance | str:
    """Return what is in a study, or why nobody knows."""
    if not path.is_file():
        return "not found"
    try:
        return glance(path)
    except (SortrankError, OSError):
        return "can't be read"
