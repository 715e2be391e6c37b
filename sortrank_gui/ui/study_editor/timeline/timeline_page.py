"""What happens in a session, in place of items and design: the timeline, and the conditions."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.timeline.conditions_panel import ConditionsPanel
from sortrank_gui.ui.study_editor.timeline.rows_editor import make_button
from sortrank_gui.ui.study_editor.timeline.steps_panel import StepsPanel

STEPS, CONDITIONS = 0, 1
_PLACES = {"timeline": STEPS, "contexts": STEPS, "conditions": CONDITIONS, "assignment": CONDITIONS}


def holds_field(name: str) -> bool:
    """Say whether a field, such as `timeline.3`, is on this page."""
    return name.partition(".")[0] in _PLACES


class TimelinePage(QWidget):
    """Shows one of both; what the user changes comes out as another content."""

    content_edited = Signal(object, str)
    left = Signal()
    closed = Signal()

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self.steps, self.conditions = StepsPanel(images), ConditionsPanel()
        self.back = make_button("‹  Items and design", "Back to the items and the design (Esc)")
        self.back.clicked.connect(self.closed)
        self.tabs = QTabBar()
        self.tabs.setObjectName("small")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setAccessibleName("Timeline or conditions")
        self.tabs.addTab("Timeline")
        self.tabs.addTab("Conditions")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.steps)
        self._stack.addWidget(self.conditions)
        self.tabs.currentChanged.connect(self._on_turned)
        head = QHBoxLayout()
        head.setSpacing(24)
        head.addWidget(self.back)
        head.addWidget(self.tabs)
        head.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self._stack, stretch=1)
        for panel in (self.steps, self.conditions):
            panel.content_edited.connect(self.content_edited)
            panel.left.connect(self.left)

    def show_content(
        self, content: Content, problems: dict[str, str], pictures: Mapping[str, QImage]
    ) -> None:
        """Show timeline and conditions, and what is wrong with them."""
        self.steps.show_content(content, problems, pictures)
        self.conditions.show_content(content, problems)

    def set_locked(self, reason: str, *, texts_free: bool) -> None:
        """Refuse changes and say why, or allow them; pages may be mended later, too."""
        self.steps.set_locked(reason, texts_free=texts_free)
        self.conditions.set_locked(reason)

    def show_field(self, name: str) -> None:
        """Bring a field into view, such as `conditions.1`."""
        part, _, place = name.partition(".")
        self.tabs.setCurrentIndex(_PLACES[part])
        panel = self.steps if _PLACES[part] == STEPS else self.conditions
        if place:
            panel.choose(int(place))
        panel.list.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @Slot(int)
    def _on_turned(self, tab: int) -> None:
        self._stack.setCurrentIndex(tab)
