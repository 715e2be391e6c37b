"""The menu bar: File, Session, View, Help. Its actions are wired by the window."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from sortrank_gui.ui.about import AboutDialog
from sortrank_gui.ui.actions import make_action
from sortrank_gui.ui.theme import Appearance, Choice
from sortrank_gui.ui.widgets.choice_button import ChoiceMenu

_THEMES = [
    (Choice.SYSTEM.value, "As the system"),
    (Choice.LIGHT.value, "Light"),
    (Choice.DARK.value, "Dark"),
]


class WindowMenus(QObject):
    """All that the window can do, whatever page is shown."""

    def __init__(self, window: QMainWindow, appearance: Appearance) -> None:
        super().__init__(window)
        self._window, self._appearance = window, appearance
        self._added: list[QMenu] = []
        bar = window.menuBar()
        self._fill_file_menu(bar.addMenu("&File"))
        self.session = bar.addMenu("&Session")
        self._fill_view_menu(bar.addMenu("&View"))
        self._help = bar.addMenu("&Help")
        self._fill_help_menu(self._help)

    def _fill_file_menu(self, menu: QMenu) -> None:
        self.open = make_action(self, "Open…", "Ctrl+O", "Open a study file")
        self.demo = make_action(self, "Try the demo", "Ctrl+D", "Open the study about dots")
        self.close_study = make_action(self, "Close study", "Ctrl+W", "Go to the start page")
        self.leave = make_action(self, "Quit", "Ctrl+Q", "Close SortRank")
        menu.addActions([self.open, self.demo])
        menu.addSeparator()
        menu.addActions([self.close_study, self.leave])

    def _fill_view_menu(self, menu: QMenu) -> None:
        self.panel = make_action(self, "Live panel", "F9", "Show or hide the ranking")
        self.panel.setCheckable(True)
        self.panel.setChecked(True)
        full = make_action(self, "Full screen", QKeySequence.StandardKey.FullScreen, "Use it all")
        full.setCheckable(True)
        full.toggled.connect(self._on_full_screen)
        themes = ChoiceMenu("Appearance", menu)
        themes.set_choices(_THEMES, self._appearance.choice.value)
        themes.chosen.connect(self._on_theme_chosen)
        menu.addActions([self.panel, full])
        menu.addSeparator()
        menu.addMenu(themes)

    def _fill_help_menu(self, menu: QMenu) -> None:
        about = make_action(self, "About SortRank", "F1", "Versions and folders")
        about.triggered.connect(self._on_about)
        menu.addAction(about)

    def add_menu(self, title: str) -> QMenu:
        """Add a page's own menu, until `clear`."""
        menu = QMenu(title, self._window)
        self._window.menuBar().insertMenu(self._help.menuAction(), menu)
        self._added.append(menu)
        return menu

    def clear(self) -> None:
        """Forget what belonged to the pages of a study."""
        self.session.clear()
        for menu in self._added:
            menu.deleteLater()
        self._added = []

    @Slot(str)
    def _on_theme_chosen(self, choice: str) -> None:
        self._appearance.choose(Choice(choice))

    @Slot(bool)
    def _on_full_screen(self, full: bool) -> None:
        if full:
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    @Slot()
    def _on_about(self) -> None:
        AboutDialog(self._window).exec()
