"""The program of a station: opens its study, again if need be, and ends in order."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import LabGoneError
from sortrank_gui.study.file.opening import open_study_as
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.ui.lab.station_greeting import AGAIN, CLOSE, StationGreeting
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.station_program import StationHost, StationOptions
from tests.ui.lab.conftest import SeatFile


class Opener:
    """Fails as often as the test wants, then opens."""

    def __init__(self, path: Path, failures: int = 0) -> None:
        self.path, self.failures, self.calls = path, failures, 0

    def __call__(self, _notice: Callable[[], object], _progress: Progress) -> StudyFile:
        """Open the station's file."""
        self.calls += 1
        if self.calls <= self.failures:
            raise LabGoneError("SortRank can't reach the database on lab.example.")
        return open_study_as(SeatFile, self.path)


@pytest.fixture
def make_host(
    qtbot: QtBot, make_file: Callable[..., Path], appearance: Appearance
) -> Iterator[Callable[..., tuple[StationHost, Opener]]]:
    """Return a maker of hosts whose server fails at first."""
    hosts: list[StationHost] = []

    def make(failures: int = 0) -> tuple[StationHost, Opener]:
        opener = Opener(make_file("seat"), failures)
        host = StationHost(StationOptions("booth-1", opener, (900, 640)))
        hosts.append(host)
        host.start()
        return host, opener

    yield make
    for host in hosts:
        host.close()


def test_station_opens_into_its_waiting_page(
    make_host: Callable[..., tuple[StationHost, Opener]], qtbot: QtBot
) -> None:
    """Nothing is asked on the way, and no other window stays."""
    host, _ = make_host()
    qtbot.waitUntil(lambda: host.window is not None)
    assert host.window.page is CoursePage.CODE
    assert host.window.size().width() == 900
    assert not host.greeting.isVisible()


def test_station_waits_for_a_server(
    make_host: Callable[..., tuple[StationHost, Opener]], qtbot: QtBot
) -> None:
    """The sentence stands there until the server answers; a button tries at once."""
    host, opener = make_host(failures=1)
    again = host.greeting.card.buttons[AGAIN]
    qtbot.waitUntil(again.isEnabled)
    assert "lab.example" in host.greeting.card.text
    assert host.window is None
    again.click()
    qtbot.waitUntil(lambda: host.window is not None)
    assert opener.calls == 2


def test_station_tries_again_by_itself(
    make_host: Callable[..., tuple[StationHost, Opener]], qtbot: QtBot
) -> None:
    """A computer that starts before the server needs nobody to press a button."""
    host, opener = make_host(failures=1)
    host.greeting.again.setInterval(50)
    qtbot.waitUntil(lambda: host.window is not None)
    assert opener.calls == 2


def test_station_can_be_given_up(
    make_host: Callable[..., tuple[StationHost, Opener]], qtbot: QtBot
) -> None:
    """Closing ends the program, and nothing is tried any more."""
    host, opener = make_host(failures=9)
    qtbot.waitUntil(host.greeting.card.buttons[AGAIN].isEnabled)
    host.greeting.card.buttons[CLOSE].click()
    assert not host.greeting.isVisible()
    assert not host.greeting.again.isActive()
    assert opener.calls == 1


def test_keys_that_come_too_early_close_nothing(qtbot: QtBot) -> None:
    """Who presses Enter before the station is there waits; then it tries again, and Esc ends."""
    greeting = StationGreeting("booth-1")
    qtbot.addWidget(greeting)
    asked: list[str] = []
    greeting.again_wanted.connect(lambda: asked.append(AGAIN))
    greeting.close_wanted.connect(lambda: asked.append(CLOSE))
    greeting.show()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is greeting)
    qtbot.keyClick(greeting, Qt.Key.Key_Return)
    assert asked == []
    greeting.say_failure("It is away.")
    again = greeting.card.buttons[AGAIN]
    qtbot.waitUntil(lambda: QApplication.focusWidget() is again)
    qtbot.keyClick(again, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is greeting)
    qtbot.keyClick(greeting, Qt.Key.Key_Space)
    assert asked == [AGAIN]
    qtbot.keyClick(greeting, Qt.Key.Key_Escape)
    assert asked == [AGAIN, CLOSE]


def test_leaving_the_window_closes_the_file(
    make_host: Callable[..., tuple[StationHost, Opener]], qtbot: QtBot
) -> None:
    """The lock goes with it, so that the station can be started again at once."""
    host, opener = make_host()
    qtbot.waitUntil(lambda: host.window is not None)
    study = host.studies.current
    with qtbot.waitSignal(study.closed):
        host.window.leave()
    with open_study_as(SeatFile, opener.path) as file:
        assert not file.read_only
