"""What the header shows for the Simulation tab: its views, and menus to open and to save."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QPushButton, QWidget

from sortrank_gui.ui.widgets.actions import make_action


class FileActions(QObject):
    """Opening and saving, for buttons and menu bar alike."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.open_settings = make_action(
            parent, "Open settings…", "Ctrl+Alt+O", "Read an experiment from a JSON file"
        )
        self.open_results = make_action(
            parent,
            "Open results…",
            "Ctrl+Alt+I",
            "Read measurements from a CSV file, to compare with",
        )
        self.save_settings = make_action(
            parent,
            "Save settings…",
            "Ctrl+Alt+S",
            "Write the experiment as JSON, for the command line too",
        )
        self.save_results = make_action(
            parent, "Save results…", "Ctrl+Alt+E", "Write the measurements as CSV"
        )
        self.save_figure = make_action(
            parent, "Save figure…", "Ctrl+Alt+F", "Write what is shown as PNG, SVG or PDF"
        )
        self.all = [
            self.open_settings,
            self.open_results,
            self.save_settings,
            self.save_results,
            self.save_figure,
        ]


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
