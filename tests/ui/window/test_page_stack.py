"""Pages are made slice by slice, in good time, and shown when they are complete."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.tabs.tab import Page
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window import page_stack
from sortrank_gui.ui.window.main_window import MainWindow

KINDS = {"Study": StudyPage, "Results": ResultsPage, "Simulation": SimulationPage}


@pytest.fixture
def open_window(
    qtbot: QtBot,
    make_file: Callable[..., Path],
    appearance: Appearance,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[int], MainWindow]]:
    """Return what opens a study in the main window, which makes pages ahead after so long."""
    windows = []

    def open_one(calm_ms: int) -> MainWindow:
        monkeypatch.setattr(page_stack, "_CALM_MS", calm_ms)
        window = MainWindow(appearance)
        windows.append(window)
        qtbot.addWidget(window)
        window.show()
        with qtbot.waitSignal(window.study_shown):
            window.open_path(make_file())
        return window

    yield open_one
    for window in windows:
        window.close()


@pytest.fixture
def calm_window(open_window: Callable[[int], MainWindow], qtbot: QtBot) -> MainWindow:
    """Return the main window with a study in which nobody takes part, and no page made ahead."""
    window = open_window(3_600_000)
    qtbot.waitUntil(lambda: window.survey is not None)
    return window


def _choose(window: MainWindow, title: str) -> None:
    window.stack.header.chosen.emit(window.stack.titles.index(title))


def test_status_line_speaks_of_a_study_that_was_just_opened(calm_window: MainWindow) -> None:
    """Also when the study's state was there before its page was complete."""
    texts = [label.text() for label in calm_window.status.findChildren(QLabel)]
    assert "Nobody takes part now" in texts


def test_title_names_a_study_when_its_page_is_in_view(
    calm_window: MainWindow, qtbot: QtBot, make_file: Callable[..., Path]
) -> None:
    """Who reads the name may type: no key goes to the page before."""
    window, waiting = calm_window, []
    window.windowTitleChanged.connect(lambda _: waiting.append(window.stack.is_waiting))
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file("second"))
    assert window.windowTitle() == "SortRank"
    qtbot.waitUntil(lambda: window.windowTitle() != "SortRank")
    assert waiting == [False, False]


@pytest.mark.parametrize("title", KINDS)
def test_window_answers_while_a_page_is_made(
    calm_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    """The page before stays in view; what is shown then is complete, after several slices."""
    window, slices = calm_window, []
    plain = Page.make_slice

    def count(page: Page) -> bool:
        assert window.survey.isVisible()
        assert not page.isVisible()
        slices.append(page)
        return plain(page)

    monkeypatch.setattr(Page, "make_slice", count)
    _choose(window, title)
    assert window.stack.current == title
    assert window.survey.isVisible()
    qtbot.waitUntil(lambda: not window.survey.isVisible())
    page = window.stack.pages[title]
    assert isinstance(page, KINDS[title])
    assert page.isVisible()
    assert len(slices) >= 4
    assert plain(page), "nothing is missing"


@pytest.mark.parametrize(("title", "most"), [("Study", 2.0), ("Results", 4.4), ("Simulation", 3.4)])
def test_page_is_styled_in_its_place(calm_window: MainWindow, title: str, most: float) -> None:
    """What opening a tab costs is styling: 1.7, 3.9 and 3.0 times a widget.

    It is once more where a page gets its parent, or a style sheet of its own, when it is complete.
    """
    count = _StyleCount()
    QApplication.instance().installEventFilter(count)
    calm_window.stack.show_page(title)
    QApplication.instance().removeEventFilter(count)
    widgets = calm_window.stack.pages[title].findChildren(QWidget)
    assert 1 < count.events / len(widgets) < most


class _StyleCount(QObject):
    """Counts how often widgets are told that their style has changed."""

    events = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Count, and let pass."""
        self.events += event.type() is QEvent.Type.StyleChange
        return False


def test_choosing_another_tab_meanwhile_shows_that_one(
    calm_window: MainWindow, qtbot: QtBot
) -> None:
    """The page that nobody waits for any more does not come into view; chosen again it does."""
    _choose(calm_window, "Study")
    QApplication.processEvents()
    _choose(calm_window, "Results")
    qtbot.waitUntil(lambda: not calm_window.survey.isVisible())
    pages = calm_window.stack.pages
    assert pages["Results"].isVisible()
    assert "Study" not in pages
    _choose(calm_window, "Study")
    qtbot.waitUntil(lambda: not pages["Results"].isVisible())
    assert calm_window.stack.pages["Study"].isVisible()


def test_who_asks_for_a_page_gets_it_complete(calm_window: MainWindow) -> None:
    """A tab that was chosen is there at once for those who can't wait."""
    _choose(calm_window, "Study")
    page = calm_window.stack.pages["Study"]
    assert page.isVisible()
    assert page.make_slice()


def test_study_may_close_while_a_page_is_made(calm_window: MainWindow, qtbot: QtBot) -> None:
    """The start page is shown, and nothing is left of the page that was begun."""
    _choose(calm_window, "Study")
    for _ in range(4):
        QApplication.processEvents()
    (page,) = calm_window.findChildren(StudyPage)
    with qtbot.waitSignal(page.destroyed):
        calm_window.reception.close_study()
    assert calm_window.stack.current == "Start"
    assert list(calm_window.stack.pages) == ["Start"]


def test_pages_are_made_ahead_unless_somebody_takes_part(
    open_window: Callable[[int], MainWindow], qtbot: QtBot
) -> None:
    """With a participant nothing is made; when that one has left, all pages are, unseen."""
    window = open_window(20)
    assert window.study is not None
    window.study.request(Engine.start_session, "P01")
    qtbot.waitUntil(lambda: bool(window.study.state.participant))
    made = list(window.stack.pages)
    qtbot.wait(300)
    assert list(window.stack.pages) == made
    window.study.request(Engine.leave)
    qtbot.waitUntil(lambda: set(KINDS) <= set(window.stack.pages))
    assert window.survey.isVisible()


def test_page_made_ahead_is_drawn_once(
    open_window: Callable[[int], MainWindow], qtbot: QtBot
) -> None:
    """Nothing is drawn before Qt has marked all that is shown: it would be drawn again then."""
    window = open_window(20)
    qtbot.waitUntil(lambda: set(KINDS) <= set(window.stack.pages))
    for title in KINDS:
        page, log = window.stack.pages[title], _Log()
        page.installEventFilter(log)
        _choose(window, title)
        qtbot.waitUntil(lambda log=log: QEvent.Type.Paint in log.types)
        page.removeEventFilter(log)
        assert log.types.index(QEvent.Type.UpdateLater) < log.types.index(QEvent.Type.Paint)


class _Log(QObject):
    """Keeps what a widget hears of."""

    def __init__(self) -> None:
        super().__init__()
        self.types: list[QEvent.Type] = []

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Note, and let pass."""
        self.types.append(event.type())
        return False
