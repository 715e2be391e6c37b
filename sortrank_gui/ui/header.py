"""The line under the menu bar: tabs at the left, the current page's controls at the right."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from sortrank_gui.ui.theme import scaled_font


class Header(QWidget):
    """Tabs and controls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tabs = QTabBar()
        self.tabs.setFont(scaled_font(self.tabs.font(), 1.1))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName("Pages")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(24, 0, 24, 0)
        self._row.addWidget(self.tabs, alignment=Qt.AlignmentFlag.AlignBottom)
        self._row.addStretch()

    def add_page(self, title: str, controls: QWidget) -> None:
        """Add a tab with its controls."""
        self.tabs.addTab(title)
        self._row.addWidget(controls)
