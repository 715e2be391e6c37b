"""What the header shows for the Simulation tab: its views, and menus to open and to save."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QPushButton, QWidget


class PageControls(QWidget):
    """Buttons of which one is down, and a menu of files."""

    view_chosen = Signal(int)

    def __init__(self, titles: list[tuple[str, str]], files: list[QAction]) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.view_chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for number, (title, tip) in enumerate(titles):
            row.addWidget(self._make_view_button(number, title, tip))
        self.files = QPushButton("Files  ▾")
        self.files.setAccessibleName("Files")
        self.files.setToolTip("Open and save settings, results and figures")
        self.files.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self.files)
        menu.addActions(files)
        self.files.setMenu(menu)
        row.addSpacing(8)
        row.addWidget(self.files)
        self.choose(0)

    def _make_view_button(self, number: int, title: str, tip: str) -> QPushButton:
        button = QPushButton(title)
        button.setCheckable(True)
        button.setProperty("toggle", True)
        button.setToolTip(tip)
        button.setAccessibleName(title)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._group.addButton(button, number)
        return button

    @Slot(int)
    def choose(self, number: int) -> None:
        """Press a view's button."""
        self._group.button(number).setChecked(True)
