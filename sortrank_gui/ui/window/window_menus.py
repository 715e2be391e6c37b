"""The menu bar: File, Session, View, Help. Its actions are wired by the window."""

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from sortrank_gui.paths import log_folder
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.ui.widgets.actions import make_action
from sortrank_gui.ui.widgets.choice_button import ChoiceMenu
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window.about import AboutDialog

_THEMES = [
    (Choice.SYSTEM.value, "As the system"),
    (Choice.LIGHT.value, "Light"),
    (Choice.DARK.value, "Dark"),
]
_MOST_TABS = 4
_IS_MAC = sys.platform == "darwin"
_FULL_SCREEN = QKeySequence.StandardKey.FullScreen if _IS_MAC else "F11"
"""Linux desktops that Qt does not know have no standard key for it."""


class WindowMenus(QObject):
    """All that the window can do, whatever page is shown."""

    recent_chosen = Signal(object)
    export_wanted = Signal(object)
    tab_wanted = Signal(int)

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
        self.new = make_action(self, "New study…", "Ctrl+N", "Make a study file and fill it")
        self.open = make_action(self, "Open…", "Ctrl+O", "Open a study file")
        self.demo = make_action(self, "Try the demo", "Ctrl+D", "Open the study about dots")
        self.copy = make_action(
            self, "Save a copy…", "Ctrl+Shift+S", "Write the study with all answers to another file"
        )
        self.back_up = make_action(
            self, "Back up now", "Ctrl+B", "Write a backup into the data folder"
        )
        self.close_study = make_action(self, "Close study", "Ctrl+W", "Go to the start page")
        self.leave = make_action(self, "Quit", "Ctrl+Q", "Close SortRank")
        self.recent = QMenu("Open recent", menu)
        self.recent.setToolTipsVisible(True)
        menu.addActions([self.new, self.open])
        menu.addMenu(self.recent)
        menu.addAction(self.demo)
        menu.addSeparator()
        menu.addAction(self.copy)
        menu.addMenu(self._make_export_menu(menu))
        menu.addAction(self.back_up)
        menu.addSeparator()
        menu.addActions([self.close_study, self.leave])

    def _make_export_menu(self, menu: QMenu) -> QMenu:
        self.export = QMenu("Export", menu)
        self.export.setToolTipsVisible(True)
        for number, export in enumerate(find_exports()):
            keys = f"Ctrl+Shift+{number}" if number <= 9 else ""
            action = make_action(self, f"{export.title}…", keys, export.line.removesuffix("."))
            action.setData(export)
            action.triggered.connect(self._on_export)
            self.export.addAction(action)
        return self.export

    def _fill_view_menu(self, menu: QMenu) -> None:
        for number in range(1, _MOST_TABS + 1):
            tab = make_action(self, f"Tab {number}", f"Ctrl+{number}", "Show this page")
            tab.setData(number - 1)
            tab.triggered.connect(self._on_tab)
            menu.addAction(tab)
        self._tabs = menu.actions()
        menu.addSeparator()
        self.view = menu
        self.panel = make_action(self, "Live panel", "F9", "Show or hide the ranking")
        self.panel.setCheckable(True)
        self.panel.setChecked(True)
        full = make_action(self, "Full screen", _FULL_SCREEN, "Use it all")
        full.setCheckable(True)
        full.toggled.connect(self._on_full_screen)
        themes = ChoiceMenu("Appearance", menu)
        themes.set_choices(_THEMES, self._appearance.choice.value)
        themes.chosen.connect(self._on_theme_chosen)
        menu.addActions([self.panel, full])
        menu.addSeparator()
        menu.addMenu(themes)

    def _fill_help_menu(self, menu: QMenu) -> None:
        guide = make_action(self, "User guide", "F1", "From nothing to a ranking, and all keys")
        guide.triggered.connect(self._on_guide)
        about = make_action(self, "About SortRank", "Shift+F1", "Versions and folders")
        about.triggered.connect(self._on_about)
        logs = make_action(self, "Open log folder", "Ctrl+Shift+L", "Where reports of crashes are")
        logs.triggered.connect(self._on_logs)
        menu.addActions([guide, logs, about])

    def set_tabs(self, titles: Sequence[str]) -> None:
        """Name the pages that are there."""
        for number, action in enumerate(self._tabs):
            there = number < len(titles)
            action.setVisible(there)
            action.setEnabled(there)
            action.setText(titles[number] if there else f"Tab {number + 1}")

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Offer these studies under File > Open recent."""
        self.recent.clear()
        self.recent.setEnabled(bool(paths))
        for number, path in enumerate(paths):
            action = make_action(self.recent, path.stem, f"Ctrl+Alt+{number}", str(path))
            self.recent.addAction(action)
            action.setData(path)
            action.triggered.connect(self._on_recent)

    def set_study_open(self, is_open: bool, *, can_write: bool = False) -> None:
        """Offer what needs an open study."""
        for action in (self.copy, self.close_study, *self.export.actions()):
            action.setEnabled(is_open)
        self.export.setEnabled(is_open)
        self.back_up.setEnabled(is_open and can_write)
        self.panel.setEnabled(is_open)
        self.session.setEnabled(is_open)

    def add_menu(self, title: str) -> QMenu:
        """Add a page's own menu, until `clear`."""
        menu = QMenu(title, self._window)
        self._window.menuBar().insertMenu(self._help.menuAction(), menu)
        self._added.append(menu)
        return menu

    def clear(self, kept: Collection[str]) -> None:
        """Forget what belonged to the pages of a study; pages that stay keep their menus."""
        self.session.clear()
        for menu in [menu for menu in self._added if menu.title() not in kept]:
            self._added.remove(menu)
            menu.deleteLater()

    def _data(self) -> object:
        sender = self.sender()
        return sender.data() if isinstance(sender, QAction) else None

    @Slot()
    def _on_recent(self) -> None:
        self.recent_chosen.emit(self._data())

    @Slot()
    def _on_export(self) -> None:
        self.export_wanted.emit(self._data())

    @Slot()
    def _on_tab(self) -> None:
        self.tab_wanted.emit(self._data())

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
    def _on_guide(self) -> None:
        from sortrank_gui.ui.window.guide import GuideDialog

        dialog = GuideDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    @Slot()
    def _on_about(self) -> None:
        AboutDialog(self._window).exec()

    @Slot()
    def _on_logs(self) -> None:
        folder = log_folder()
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
