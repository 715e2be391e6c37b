"""A tab is one folder: put there, it is in header and menu bar; nothing else is touched."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

import sortrank_gui.ui
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow

TAB = '''
    """The Diary tab."""

    from PySide6.QtWidgets import QLabel, QVBoxLayout

    from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts


    class DiaryTab(Tab):
        name = "diary"
        facts = TabFacts(5, "Diary", "&Diary", needs_study=False)

        def __init__(self, parent=None):
            super().__init__(parent)
            self.tear = self.make_action("Tear out", "Ctrl+Shift+Y", "A page less")

        def fill_menu(self, menu):
            menu.addAction(self.tear)

        def make_page(self, opened, images):
            return DiaryPage(self)


    class DiaryPage(Page):
        def __init__(self, tab):
            super().__init__(tab)
            self.label = QLabel("Dear diary")
            QVBoxLayout(self).addWidget(self.label)
            tab.tear.triggered.connect(self.label.clear)

        def controls(self):
            return QLabel("Controls")
'''


@pytest.fixture
def window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, appearance: Appearance
) -> Iterator[MainWindow]:
    """Return a window of a program with one folder more."""
    (tmp_path / "diary").mkdir()
    (tmp_path / "diary" / "__init__.py").write_text(dedent(TAB))
    monkeypatch.setattr(sortrank_gui.ui, "__path__", [*sortrank_gui.ui.__path__, str(tmp_path)])
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()
    sys.modules.pop("sortrank_gui.ui.diary", None)


def test_added_tab_is_in_header_and_menu_bar(window: MainWindow) -> None:
    """It stands after the others, with its key, its menu and its controls; its action works."""
    assert window.stack.titles == ["Start", "Simulation", "Diary"]
    assert window.stack.header.tabs.tabText(2) == "Diary"
    assert "Ctrl+5" in window.stack.header.tabs.tabToolTip(2)
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles[-4:] == ["Si&mulation", "&Diary", "&View", "&Help"]
    (entry,) = window.menuBar().actions()[-3].menu().actions()
    assert (entry.text(), entry.isEnabled()) == ("Tear out", False)
    window.stack.header.tabs.setCurrentIndex(2)
    page = window.stack.pages["Diary"]
    assert page.isVisible()
    assert "Controls" in [label.text() for label in window.stack.header.findChildren(QLabel)]
    entry.trigger()
    assert page.label.text() == ""
