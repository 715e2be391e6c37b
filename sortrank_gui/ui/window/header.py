"""The line under the menu bar: tabs at the left, the current page's controls at the right."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from sortrank_gui.ui.tabs.tab import Tab
from sortrank_gui.ui.widgets.stylesheet import TAB_GAP
from sortrank_gui.ui.widgets.theme import scaled_font

_LEAST_HEIGHT = 44


class _Tabs(QTabBar):
    """Tabs that have room for bold letters, so that choosing one moves no other."""

    def tabSizeHint(self, index: int) -> QSize:
        """Return the room of the title in bold, and the gap after it."""
        bold = scaled_font(self.font(), 1.0, bold=True)
        width = QFontMetrics(bold).horizontalAdvance(self.tabText(index))
        return QSize(width + TAB_GAP, super().tabSizeHint(index).height())


class Header(QWidget):
    """Tabs and controls."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.tabs = _Tabs()
        self.tabs.setFont(scaled_font(self.tabs.font(), 1.1))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName("Pages")
        self.tabs.currentChanged.connect(self._on_current_changed)
        self._controls: QWidget | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(24, 0, 24, 0)
        self._row.addWidget(self.tabs, alignment=Qt.AlignmentFlag.AlignBottom)
        self._row.addStretch()

    def set_tabs(self, tabs: Sequence[Tab]) -> None:
        """Show these tabs, without a signal."""
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for tab in tabs:
            self.tabs.setTabToolTip(self.tabs.addTab(tab.facts.title), tab.show.toolTip())
        self.tabs.blockSignals(False)

    def set_controls(self, controls: QWidget | None) -> None:
        """Show these controls instead of those before, which stay alive."""
        if self._controls is not None:
            self._controls.hide()
            self._row.removeWidget(self._controls)
        self._controls = controls
        if controls is not None:
            self._row.addWidget(controls)
            controls.show()

    @Slot(int)
    def _on_current_changed(self, index: int) -> None:
        if index >= 0:
            self.tabs.setTabText(index, self.tabs.tabText(index))  # bold now, so measured again
            self.chosen.emit(index)
