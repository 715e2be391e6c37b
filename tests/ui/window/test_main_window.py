import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import enumerate as enumerate_threads

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import FULL_SPEED, RobotOrder
from sortrank_gui.ui.widgets.column_area import ColumnArea
from sortrank_gui.ui.widgets.theme import DARK, LIGHT, Appearance, Choice, theme_of
from sortrank_gui.ui.window.about import AboutDialog, describe_versions
from sortrank_gui.ui.window.guide import GuideDialog
from sortrank_gui.ui.window.main_window import MainWindow
from sortrank_gui.ui.window.unattended import save_results
from tests.ui.stall_watch import StallWatch

OUR_THREADS = {"engine", "analysis", "images"}


def running_threads() -> set[str]:
    """Return the names of this process's threads."""
    return {thread.name.removesuffix("_0") for thread in enumerate_threads()}


def test_window_comes_before_what_its_pages_need() -> None:
    """Pages, and the half of SciPy that they need, are loaded in the background."""
    code = (
        "import sys, sortrank_gui.ui.window.main_window; "
        "late = ('scipy.special', 'sortrank_gui.ui.live.live_panel'); "
        "print([name for name in late if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("speed", [None, 20.0, FULL_SPEED])
def test_closing_leaves_no_thread(window: MainWindow, qtbot: QtBot, speed: float | None) -> None:
    """Even with a robot at work, all threads end and no timer of the window is left."""
    qtbot.waitUntil(lambda: running_threads() >= OUR_THREADS)
    if speed is not None:
        with qtbot.waitSignal(window.study.state_changed):
            window.study.request(Engine.start_robot, RobotOrder(speed))
    with qtbot.waitSignal(window.closed):
        window.close()
    qtbot.waitUntil(lambda: not running_threads() & OUR_THREADS)


def test_closing_twice_is_fine(window: MainWindow) -> None:
    """A second close finds nothing to do."""
    assert window.close()
    assert window.close()


def test_simulation_stays_without_the_study(window: MainWindow, qtbot: QtBot) -> None:
    """The page stays when a study is closed; those of the study go."""
    for title in ("Results", "Simulation"):
        window.stack.show_page(title)
    page = window.stack.pages["Simulation"]
    window.menus.close_study.trigger()
    qtbot.waitUntil(lambda: "Results" not in window.stack.titles)
    assert window.stack.pages["Simulation"] is page


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has a key of its own")
def test_full_screen_has_its_usual_key(window: MainWindow) -> None:
    """F11 on every desktop, whatever Qt knows about it."""
    (full,) = [action for action in window.menus.view.actions() if action.text() == "Full screen"]
    assert full.shortcut().toString() == "F11"


def test_every_button_has_a_name_and_a_tip(window: MainWindow) -> None:
    """Screen readers and the curious find out what each control does.

    The answers have no tip: it would cover the items.
    """
    answers = window.survey.stage.answer_bar.findChildren(QAbstractButton)
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and button.parent().objectName() != "qt_":
            assert button.accessibleName() or button.text(), button
            assert button.toolTip() or button in answers, button.text()


def test_theme_changes_everywhere(window: MainWindow, appearance: Appearance) -> None:
    """Dark and light reach the palette, the stage and the plots."""
    for choice, theme in ((Choice.DARK, DARK), (Choice.LIGHT, LIGHT)):
        appearance.choose(choice)
        assert QApplication.palette().window().color() == theme.colour("background")
        assert theme_of(window.survey.stage.progress) is theme
        corner = window.grab().toImage().pixelColor(4, window.height() // 2)
        assert corner == theme.colour("background")


def test_live_panel_can_be_hidden(window: MainWindow, qtbot: QtBot) -> None:
    """F9 hides and shows the panel, so that the stage has all the room."""
    panel = next(a for a in window.findChildren(QAction) if a.text() == "Live panel")
    panel.trigger()
    assert not window.survey.live_panel.isVisible()
    panel.trigger()
    assert window.survey.live_panel.isVisible()


def test_results_are_written(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """The folder has the answers that were given so far."""
    window.study.request(Engine.start_robot, RobotOrder(goal=12))
    qtbot.waitUntil(lambda: window.survey.shows(12))
    save_results(window.study, tmp_path / "out")
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["answers"] == 12
    assert len((tmp_path / "out" / "answers.csv").read_text().splitlines()) == 13


def test_study_that_cannot_be_opened_is_told(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """A sentence names the file, and the study before stays open."""
    (tmp_path / "no.sortrank").write_text("nothing")
    before = window.study
    window.open_path(tmp_path / "no.sortrank")
    qtbot.waitUntil(lambda: window.notice.isVisible())
    assert "no.sortrank" in window.notice.text
    assert window.study is before


def test_last_study_wanted_is_the_one_shown(
    window: MainWindow, make_file: Callable[..., Path], qtbot: QtBot, tmp_path: Path
) -> None:
    """Who changes their mind while a study opens gets the second one, even if the first fails."""
    window.open_path(tmp_path / "none.sortrank")
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file("second"))
    assert window.study.path.stem == "second"
    assert not window.notice.isVisible()


def test_study_that_is_open_stays_open(window: MainWindow) -> None:
    """Opening it once more changes nothing, and does not make it read-only."""
    opened = window.study
    window.open_path(opened.path)
    assert window.study is opened
    assert window.studies._opening is None


def test_study_can_be_opened_again_at_once(window: MainWindow, qtbot: QtBot) -> None:
    """A study that is still being closed is waited for, not opened for reading only."""
    path = window.study.path
    window.reception.close_study()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    assert not window.study.read_only
    assert "P01 is paused" not in window.notice.text or not window.notice.isVisible()


def test_study_whose_opening_was_given_up_can_be_opened(
    window: MainWindow, make_file: Callable[..., Path], qtbot: QtBot
) -> None:
    """Who changes one's mind twice gets the study, and can write into it."""
    first, second = make_file("first"), make_file("second")
    for path in (first, second, first):
        window.open_path(path)
    qtbot.waitUntil(lambda: window.study is not None and window.study.path == first.resolve())
    assert not window.study.read_only


def test_guide_and_about_open(window: MainWindow, qtbot: QtBot) -> None:
    """The guide names the keys; it is gone when it is closed."""
    actions = {action.text(): action for action in window.findChildren(QAction)}
    actions["User guide"].trigger()
    (guide,) = window.findChildren(GuideDialog)
    assert "Backspace" in guide.text.toPlainText()
    guide.close()
    qtbot.waitUntil(lambda: not window.findChildren(GuideDialog))


def test_closing_a_study_leads_to_the_start(window: MainWindow, qtbot: QtBot) -> None:
    """The start page comes back, and another study can be opened from it."""
    path = window.study.path
    window.reception.close_study()
    assert window.stack.titles[0] == "Start"
    with qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    assert [sitting.participant for sitting in window.study.state.sittings] == ["P01"]


def test_keys_turn_no_page_while_a_study_is_opened(qtbot: QtBot, appearance: Appearance) -> None:
    """Who types too early is not taken to another tab: until there is a trial, keys go nowhere."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.open_demo()
    typed_into = set[QWidget]()
    while window.study is None or window.stack.is_waiting:
        typed_into.add(focused := window.focusWidget())
        qtbot.keyClick(focused, Qt.Key.Key_Left)
        QApplication.processEvents()
    assert window.stack.header.tabs not in typed_into
    assert window.stack.current == "Survey"
    assert window.close()


def test_demo_starts_again_with_another_strategy(qtbot: QtBot, appearance: Appearance) -> None:
    """The demo runs at once; another strategy begins a new one, and its file is gone at the end."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    window.open_demo()
    qtbot.waitUntil(lambda: window.survey is not None and window.survey.shows(0))
    window.study.request(Engine.start_robot, RobotOrder(goal=5))
    qtbot.waitUntil(lambda: window.survey.shows(5))
    window.survey.tab.strategy.chosen.emit("quicksort")
    qtbot.waitUntil(lambda: window.study.state.strategy == "quicksort")
    qtbot.waitUntil(lambda: window.survey.shows(0))
    path = window.study.path
    window.close()
    qtbot.waitUntil(lambda: not path.exists())


def test_gui_thread_never_stalls(window: MainWindow, qtbot: QtBot) -> None:
    """With a robot at full speed, the GUI thread never works for 50 ms on end."""
    window.study.request(Engine.extend, 2000)
    with StallWatch() as watch:
        window.study.request(Engine.start_robot, RobotOrder())
        qtbot.waitUntil(lambda: window.survey.shows(2030))
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()


def test_about_names_versions(qtbot: QtBot) -> None:
    """Versions of all that we stand on, ready to be copied."""
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    for word in ("SortRank", "Python", "Qt", "numpy", "pyqtgraph", "Data folder"):
        assert word in describe_versions()


@pytest.fixture
def large_letters(qapp: QApplication) -> Iterator[None]:
    """Write everything at 175 %."""
    usual = qapp.font()
    large = QFont(usual)
    large.setPointSizeF(1.75 * usual.pointSizeF())
    qapp.setFont(large)
    yield
    qapp.setFont(usual)


@pytest.mark.usefixtures("large_letters")
def test_large_letters_fit_a_small_screen(window: MainWindow, qtbot: QtBot) -> None:
    """With letters of 175 % no tab needs more than 1280 x 800, and no form is cut at its side."""
    window.resize(1280, 800)
    for title in window.stack.titles:
        window.stack.show_page(title)
        needed = window.minimumSizeHint()
        assert (needed.width() <= 1280, needed.height() <= 800) == (True, True), (title, needed)
        for area in window.stack.pages[title].findChildren(ColumnArea):
            if area.isVisible():
                qtbot.waitUntil(lambda a=area: a._content.width() <= a.viewport().width())
