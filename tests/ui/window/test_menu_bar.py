"""The menu bar is complete from the start; what does not apply is disabled, not missing."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow

TAB_MENUS = ("Study", "Session", "Results", "Simulation")


@pytest.fixture
def fresh(qtbot: QtBot, appearance: Appearance) -> Iterator[MainWindow]:
    """Return a window at its start page."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


def menus_of(window: MainWindow) -> dict[str, QMenu]:
    """Return the menus of the bar, by title without mnemonic."""
    found = [action.menu() for action in window.menuBar().actions()]
    return {menu.title().replace("&", ""): menu for menu in found if isinstance(menu, QMenu)}


def walk(menu: QMenu) -> Iterator[QAction]:
    """Yield all entries of a menu and of the menus in it."""
    for action in menu.actions():
        if not action.isSeparator():
            yield action
            inner = action.menu()
            if isinstance(inner, QMenu):
                yield from walk(inner)


def texts(menu: QMenu) -> list[str]:
    """Return what a menu offers."""
    return [action.text() for action in walk(menu)]


def enabled(menu: QMenu) -> set[str]:
    """Return what can be chosen in a menu."""
    return {a.text() for a in menu.actions() if a.isEnabled() and not a.isSeparator()}


def test_menus_are_all_there_from_the_start(fresh: MainWindow) -> None:
    """A menu for every tab stands between File and View, with its entries, and all are off."""
    menus = menus_of(fresh)
    assert list(menus) == ["File", *TAB_MENUS, "View", "Help"]
    for title in TAB_MENUS:
        assert len(texts(menus[title])) >= 3
        assert enabled(menus[title]) == set()


def test_every_menu_has_a_mnemonic_of_its_own(fresh: MainWindow) -> None:
    """Alt and a letter open each menu of the bar; menus within menus have a letter too."""
    letters = []
    for action in fresh.menuBar().actions():
        title = action.text()
        letters.append(title[title.index("&") + 1].lower())
        inner = [a.text() for a in walk(action.menu()) if a.menu() is not None]
        assert all("&" in text for text in inner)
    assert len(letters) == len(set(letters))


def is_choice(action: QAction) -> bool:
    """Say whether an entry is one of several of which one is chosen."""
    group = action.actionGroup()
    return group is not None and group.isExclusive()


def test_every_entry_has_text_tip_and_key(fresh: MainWindow) -> None:
    """Outside of the choices, every entry says what it does and has a shortcut."""
    for menu in menus_of(fresh).values():
        for action in walk(menu):
            assert action.text()
            if action.menu() is None and not is_choice(action):
                assert action.toolTip() != action.text()
                assert not action.shortcut().isEmpty(), action.text()


def shortcuts(window: MainWindow) -> list[str]:
    """Return the keys of all actions of a window, also of those outside of menus."""
    keys = [action.shortcut().toString() for action in window.findChildren(QAction)]
    return [key for key in keys if key]


def test_no_two_actions_share_a_key(fresh: MainWindow) -> None:
    """One meaning for each shortcut, from the start."""
    keys = shortcuts(fresh)
    assert len(keys) > 50
    assert sorted(keys) == sorted(set(keys))


def test_no_two_actions_share_a_key_with_all_tabs_open(window: MainWindow) -> None:
    """The pages of all tabs, and all sides of the results, bring no second meaning."""
    for title in window.stack.titles:
        window.stack.show_page(title)
    results = window.stack.pages["Results"]
    for title in results.views.titles:
        results.views.choose(title)
    keys = shortcuts(window)
    assert sorted(keys) == sorted(set(keys))


def test_entries_of_a_tab_apply_while_it_is_shown(window: MainWindow) -> None:
    """Another tab's entries are off, but for those of the session, which goes on unseen."""
    menus = menus_of(window)
    assert enabled(menus["Results"]) == set()
    window.stack.show_page("Results")
    assert "Export…" in enabled(menus["Results"])
    assert "Pause" in enabled(menus["Session"])
    window.stack.show_page("Simulation")
    assert enabled(menus["Results"]) == set()
    assert "Open settings…" in enabled(menus["Simulation"])
    assert "Save results…" not in enabled(menus["Simulation"])


def test_menus_are_as_they_were_when_the_study_is_closed(
    window: MainWindow, fresh: MainWindow
) -> None:
    """The same menus and entries as in a fresh window, and the study's are off again."""
    for title in window.stack.titles:
        window.stack.show_page(title)
    window.reception.close_study()
    before, after = menus_of(fresh), menus_of(window)
    for title in TAB_MENUS:
        assert texts(after[title]) == texts(before[title])
    for title in ("Study", "Session", "Results"):
        assert enabled(after[title]) == set()


def test_actions_reach_the_new_study_alone(
    window: MainWindow, make_file: Callable[..., object], qtbot: QtBot
) -> None:
    """What is chosen after another study was opened does nothing to the one before."""
    first = window.survey
    pause = first.tab.pause
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file("second"))
    assert window.survey is not first
    assert window.survey.tab.pause is not pause
    assert pause not in list(walk(menus_of(window)["Session"]))


def test_tabs_have_fixed_keys(fresh: MainWindow) -> None:
    """View lists all tabs with their keys; what needs a study can't be chosen without one."""
    entries = menus_of(fresh)["View"].actions()[:5]
    assert [(a.text(), a.shortcut().toString(), a.isEnabled()) for a in entries] == [
        ("Start", "Ctrl+0", True),
        ("Study", "Ctrl+1", False),
        ("Survey", "Ctrl+2", False),
        ("Results", "Ctrl+3", False),
        ("Simulation", "Ctrl+4", True),
    ]
    entries[4].trigger()
    assert fresh.stack.current == "Simulation"
    entries[0].trigger()
    assert fresh.stack.current == "Start"
