"""The menu bar: File, a menu for each tab, View and Help. Its actions are wired by the window."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from sortrank_gui.paths import log_folder
from sortrank_gui.study.file.templates import list_study_templates
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.tabs.tab import Tab
from sortrank_gui.ui.widgets.actions import allow, make_action
from sortrank_gui.ui.widgets.choice_button import ChoiceMenu
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.widgets.tips import plain_tip
from sortrank_gui.ui.window.about import AboutDialog

_THEMES = [
    (Choice.SYSTEM.value, "As the system"),
    (Choice.LIGHT.value, "Light"),
    (Choice.DARK.value, "Dark"),
]
_IS_MAC = sys.platform == "darwin"
_FULL_SCREEN = QKeySequence.StandardKey.FullScreen if _IS_MAC else "F11"
"""Linux desktops that Qt does not know have no standard key for it."""


_HAS_PART = "The pictures are on the lab’s server: choose Bring home to get a file with all of it"
_SERVER_KEEPS = "The study is on the lab’s server, which has backups of its own"
_NOT_SHARED = "Open a study from the lab first: this one is no study of a server"


class WindowMenus(QObject):
    """All that the window can do, whatever page is shown."""

    recent_chosen = Signal(object)
    template_wanted = Signal(object)
    export_wanted = Signal(object)

    def __init__(self, window: QMainWindow, appearance: Appearance) -> None:
        super().__init__(window)
        self._window, self._appearance = window, appearance
        self._tab_menus: dict[str, QMenu] = {}
        self._lab_missing = ""
        self._bar = window.menuBar()
        self._fill_file_menu(self._add_menu("&File"))
        self.view = self._add_menu("&View")
        self._make_view_actions()
        self._fill_help_menu(self._add_menu("&Help"))

    def _add_menu(self, title: str, before: QMenu | None = None) -> QMenu:
        menu = QMenu(title, self._bar)
        menu.setToolTipsVisible(True)
        if before is None:
            self._bar.addMenu(menu)
        else:
            self._bar.insertMenu(before.menuAction(), menu)
        return menu

    def _fill_file_menu(self, menu: QMenu) -> None:
        self.new = make_action(self, "New study…", "Ctrl+N", "Make a study file and fill it")
        self.open = make_action(self, "Open…", "Ctrl+O", "Open a study file")
        self.import_answers = make_action(
            self,
            "Import answers…",
            "Ctrl+Shift+I",
            "Make a study of a table of answers",
        )
        self.demo = make_action(self, "Try the demo", "Ctrl+D", "Open the study about dots")
        self.copy = make_action(
            self, "Save a copy…", "Ctrl+Shift+S", "Write the study with all answers to another file"
        )
        self.back_up = make_action(
            self, "Back up now", "Ctrl+B", "Write a backup into the data folder"
        )
        self._make_lab_actions()
        self.close_study = make_action(self, "Close study", "Ctrl+W", "Go to the start page")
        self.leave = make_action(self, "Quit", "Ctrl+Q", "Close SortRank")
        self.recent = QMenu("Open &recent", menu)
        self.recent.setToolTipsVisible(True)
        menu.addAction(self.new)
        menu.addMenu(self._make_template_menu(menu))
        menu.addAction(self.open)
        menu.addMenu(self.recent)
        menu.addActions([self.import_answers, self.demo])
        menu.addSeparator()
        menu.addAction(self.copy)
        menu.addMenu(self._make_export_menu(menu))
        menu.addAction(self.back_up)
        menu.addSeparator()
        menu.addActions([self.share, self.open_lab, self.bring_home])
        menu.addSeparator()
        menu.addActions([self.close_study, self.leave])

    def _make_lab_actions(self) -> None:
        self.share = make_action(
            self,
            "Share with the lab…",
            "Ctrl+Alt+L",
            "Put the study on the lab’s server, for several computers at once",
        )
        self.open_lab = make_action(
            self, "Open from the lab…", "Ctrl+Shift+O", "Follow a study on the lab’s server"
        )
        self.bring_home = make_action(
            self,
            "Bring home…",
            "Ctrl+Alt+H",
            "Write a study of the lab’s server to a file, with all answers and pictures",
        )

    def _make_template_menu(self, menu: QMenu) -> QMenu:
        offered = QMenu("New from &template", menu)
        offered.setToolTipsVisible(True)
        self.templates: list[QAction] = []
        for number, template in enumerate(list_study_templates(), start=1):
            keys, line = f"Ctrl+Alt+Shift+{number}", template.line.removesuffix(".")
            action = make_action(self, f"{template.title}…", keys, line)
            action.setData(template)
            action.triggered.connect(self._on_template)
            offered.addAction(action)
            self.templates.append(action)
        return offered

    def _make_export_menu(self, menu: QMenu) -> QMenu:
        self.export = QMenu("&Export", menu)
        self.export.setToolTipsVisible(True)
        for number, export in enumerate(find_exports()):
            keys = f"Ctrl+Shift+{number}" if number <= 9 else f"Ctrl+Shift+F{number - 9}"
            action = make_action(self, f"{export.title}…", keys, export.line.removesuffix("."))
            action.setData(export)
            action.triggered.connect(self._on_export)
            self.export.addAction(action)
        return self.export

    def _make_view_actions(self) -> None:
        self._full = make_action(self, "Full screen", _FULL_SCREEN, "Use all of the screen")
        self._full.setCheckable(True)
        self._full.toggled.connect(self._on_full_screen)
        self._themes = ChoiceMenu("&Appearance", self._bar)
        self._themes.set_choices(_THEMES, self._appearance.choice.value)
        self._themes.chosen.connect(self._on_theme_chosen)

    def _fill_help_menu(self, menu: QMenu) -> None:
        guide = make_action(self, "User guide", "F1", "From nothing to a ranking, and all keys")
        guide.triggered.connect(self._on_guide)
        about = make_action(self, "About SortRank", "Shift+F1", "Versions and folders")
        about.triggered.connect(self._on_about)
        logs = make_action(self, "Open log folder", "Ctrl+Shift+L", "Where reports of crashes are")
        logs.triggered.connect(self._on_logs)
        menu.addActions([guide, logs, about])

    def set_tabs(self, tabs: Sequence[Tab]) -> None:
        """Offer what can be done on these tabs, in the place of those of the same name."""
        for tab in tabs:
            if tab.facts.menu:
                self._fill_tab_menu(tab)
        self.view.clear()
        self.view.addActions([tab.show for tab in tabs])
        self.view.addSeparator()
        self.view.addActions([action for tab in tabs for action in tab.view_actions()])
        self.view.addSeparator()
        self.view.addAction(self._full)
        self.view.addMenu(self._themes)

    def _fill_tab_menu(self, tab: Tab) -> None:
        menu = self._tab_menus.get(tab.name)
        if menu is None:
            menu = self._tab_menus[tab.name] = self._add_menu(tab.facts.menu, before=self.view)
        menu.clear()
        tab.fill_menu(menu)

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Offer these studies under File > Open recent."""
        self.recent.clear()
        self.recent.setEnabled(bool(paths))
        for number, path in enumerate(paths):
            action = make_action(self.recent, path.stem, f"Ctrl+Alt+{number}", str(path))
            action.setToolTip(plain_tip(action.toolTip()))
            self.recent.addAction(action)
            action.setData(path)
            action.triggered.connect(self._on_recent)

    @Slot(object)
    def follow(self, study: OpenStudy | None) -> None:
        """Offer what needs an open study."""
        for action in (self.close_study, *self.export.actions()):
            action.setEnabled(study is not None)
        is_shared = study is not None and study.lab is not None
        allow(self.copy, _HAS_PART if is_shared else "")
        if study is None:
            self.copy.setEnabled(False)
        self.export.setEnabled(study is not None)
        can_write = study is not None and not study.read_only and not study.is_demo
        allow(self.back_up, _SERVER_KEEPS if is_shared else "")
        self.back_up.setEnabled(can_write and not is_shared)
        allow(self.share, self._lab_missing or _find_share_obstacle(study))
        allow(self.open_lab, self._lab_missing)
        allow(self.bring_home, self._lab_missing or ("" if is_shared else _NOT_SHARED))

    def set_lab_missing(self, reason: str) -> None:
        """Say why nothing of a lab can be used here; nothing where all can."""
        self._lab_missing = reason
        self.follow(None)

    def _data(self) -> object:
        sender = self.sender()
        return sender.data() if isinstance(sender, QAction) else None

    @Slot()
    def _on_recent(self) -> None:
        self.recent_chosen.emit(self._data())

    @Slot()
    def _on_template(self) -> None:
        self.template_wanted.emit(self._data())

    @Slot()
    def _on_export(self) -> None:
        self.export_wanted.emit(self._data())

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


def _find_share_obstacle(study: OpenStudy | None) -> str:
    """Say why a study can't be put on a server; nothing where it can."""
    if study is None:
        return "Open a study first"
    if study.lab is not None:
        return "This study is on the lab’s server already"
    if study.is_demo:
        return "The demo can’t be shared: duplicate it on the Study tab, and share your own"
    if study.content is not None and study.content.design.is_imported:
        return "Imported answers can’t be shared: nobody can continue them"
    if study.session_runs:
        return "Somebody takes part now: end or leave the session first"
    return ""
