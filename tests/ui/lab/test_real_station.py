"""A station's window on a real server: sessions, orders, pictures, and a server that goes away."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Texts
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.ordering import give_order
from sortrank_gui.study.lab.pictures import cache_folder
from sortrank_gui.study.lab.roles import STATION
from sortrank_gui.study.lab.sharing import share_study
from sortrank_gui.study.lab.stations import open_station
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.ui.lab.station_window import StationWindow
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.station_program import StationHost, StationOptions
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
Make = Callable[[str], StationWindow]


@pytest.fixture
def texts() -> Texts:
    """Return the texts of the study: no pages around the trials."""
    return Texts()


@pytest.fixture
def uuid(lab: Lab, make_file: Callable[..., Path], texts: Texts) -> str:
    """Return the UUID of a study with a common sort on the server."""
    with open_study(make_file("own", budget=40, shared=True, texts=texts)) as file:
        return share_study(file, lab.address()).uuid


@pytest.fixture
def make_station(qtbot: QtBot, lab: Lab, uuid: str, appearance: Appearance) -> Iterator[Make]:
    """Return a maker of stations' windows, at their waiting pages."""
    hosts: list[StationHost] = []

    def make(name: str) -> StationWindow:
        def opener(notice: Callable[[], object], progress: Progress) -> StudyFile:
            text = lab.text(STATION)
            return open_station(name, text, uuid, notice=notice, progress=progress)

        host = StationHost(StationOptions(name, opener, (900, 640)))
        hosts.append(host)
        host.start()
        qtbot.waitUntil(lambda: host.window is not None)
        return host.window

    yield make
    for host in hosts:
        host.close()


def answer(window: StationWindow, qtbot: QtBot, count: int) -> None:
    """Answer so many trials as soon as they are shown."""
    for _ in range(count):
        qtbot.waitUntil(lambda: window.trial_page.view.is_open)
        before = window._study.state.answered
        window.trial_page.view.give_answer(Answer.LEFT)
        qtbot.waitUntil(partial(_has_more, window, before))


def _has_more(window: StationWindow, before: int) -> bool:
    return bool(window._study.state.answered > before)


def count_answers(lab: Lab) -> int:
    """Return how many answers the server has."""
    query = "SELECT count(*) FROM sortrank.journal WHERE event = 'answer'"
    return int(lab.execute(query)[0][0])


def test_two_stations_answer_one_study(make_station: Make, lab: Lab, qtbot: QtBot) -> None:
    """Both take the next code from the server, and all that they answer arrives there."""
    for name in ("booth-1", "booth-2"):  # one after the other: there is one focus here
        window = make_station(name)
        qtbot.keyClick(window, Qt.Key.Key_Return)
        answer(window, qtbot, 4)
    qtbot.waitUntil(lambda: count_answers(lab) == 8)
    people = lab.execute("SELECT participant, station FROM sortrank.sessions ORDER BY 2")
    assert sorted(code for code, _ in people) == ["P01", "P02"]
    assert [station for _, station in people] == ["booth-1", "booth-2"]
    shown = {path.name for path in cache_folder().glob("*")}
    assert shown <= {row[0] for row in lab.execute("SELECT digest FROM sortrank.images")}
    assert len(shown) >= 2


def test_session_goes_on_without_the_server(make_station: Make, lab: Lab, qtbot: QtBot) -> None:
    """Answers wait, and are said for the researcher; when the server is back they are there."""
    window = make_station("booth-1")
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer(window, qtbot, 2)
    qtbot.waitUntil(lambda: len(list(cache_folder().glob("*"))) == 6)
    qtbot.waitUntil(lambda: count_answers(lab) == 2)
    lab.server.stop("immediate")
    try:
        answer(window, qtbot, 3)
        qtbot.waitUntil(lambda: window._study.state.lab.pending == 3)
        assert not window.line.isVisible()
        assert "ot yet on the server: 3" in window._study.state.lab.words
    finally:
        lab.server.start()
    qtbot.waitUntil(lambda: count_answers(lab) == 5)
    qtbot.waitUntil(lambda: not window._study.state.lab.pending)


def test_nobody_begins_without_the_server(make_station: Make, lab: Lab, qtbot: QtBot) -> None:
    """The waiting page stays, and says so in the study's words."""
    window = make_station("booth-1")
    qtbot.waitUntil(lambda: window._study.state.lab.connected)
    lab.server.stop("immediate")
    try:
        qtbot.keyClick(window, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "can't begin" in window.message_page.text)
        assert window.page is CoursePage.CODE
    finally:
        lab.server.start()


def test_desk_starts_a_session_at_the_station(
    make_station: Make, lab: Lab, uuid: str, qtbot: QtBot
) -> None:
    """An order on the server is a first page on the station's screen, soon after."""
    window = make_station("booth-1")
    qtbot.waitUntil(lambda: window._study.state.lab.connected)
    with lab.connect() as desk:
        give_order(desk, uuid, ["booth-1"], StationOrder(0, OrderKind.START, "VP4"))
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    assert window._study.state.participant == "VP4"


@pytest.mark.parametrize("texts", [Texts(consent="May we?")])
def test_who_declines_leaves_nothing(make_station: Make, lab: Lab, qtbot: QtBot) -> None:
    """Neither here nor on the server; the station says so, and the next one may come."""
    window = make_station("booth-1")
    qtbot.keyClick(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.CONSENT)
    window.message_page.decline.click()
    qtbot.waitUntil(lambda: window.page is CoursePage.DECLINED)
    qtbot.waitUntil(lambda: lab.execute("SELECT count(*) FROM sortrank.sessions") == [(0,)])
    assert window._study.state.sittings == ()
    window.thanks.start(0)
    qtbot.waitUntil(lambda: window.page is CoursePage.CODE)
