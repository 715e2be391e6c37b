"""A lab without a server: files that tell what a test wants, and services that a test answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.opening import open_study_as
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.bringing_home import HomeReport
from sortrank_gui.study.lab.sharing import LabStudy
from sortrank_gui.study.survey.lab_files import Arrival, StationOrder
from sortrank_gui.study.survey.lab_state import LabState, StationSeen
from sortrank_gui.study.survey.sorts import Sort
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow

UUID = "0b1f2b7e-6a0e-4a77-9f0c-3d4d6c0e9a11"


class FollowedFile(StudyFile):
    """A replica whose server is the test."""

    lab = LabState("desk", "lab.example", "", connected=True)

    def tell_lab(self) -> LabState:
        """Say what the test says."""
        return type(self).lab

    def receive(self) -> Arrival:
        """Take nothing new."""
        return Arrival()


class SeatFile(StudyFile):
    """The file of a station whose server is the test."""

    lab = LabState("station", "lab.example", "booth-1", connected=True)
    refusal: Exception | None = None
    orders: Sequence[StationOrder] = ()

    def tell_lab(self) -> LabState:
        """Say what the test says."""
        return type(self).lab

    def offer_sort(self, number: int) -> Sort | None:
        """Let every session have a sort of its own."""
        return None

    def look_for(self, code: str, *, again: bool) -> None:
        """Refuse where the test wants that."""
        if (refusal := type(self).refusal) is not None:
            raise refusal

    def take_mended(self) -> bool:
        """Have the words that it has."""
        return False

    def note_state(self, state: SurveyState) -> None:
        """Tell nobody."""

    def take_orders(self) -> Sequence[StationOrder]:
        """Return the test's orders, once."""
        orders, type(self).orders = type(self).orders, ()
        return orders

    def report(self, order: StationOrder, outcome: str) -> None:
        """Tell nobody."""


@dataclass
class FakeServices:
    """A server that says what the test wants, and remembers what it was asked."""

    replica: Path | None = None
    missing: str = ""
    problem: str = ""
    left_out: tuple[str, ...] = ()
    studies: list[LabStudy] = field(default_factory=list)
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    def test(self, server: str) -> str:
        """Answer, or fail."""
        self._call("test", server)
        return f"{server} answers."

    def list_studies(self, server: str) -> Sequence[LabStudy]:
        """Return the test's studies."""
        self._call("list", server)
        return self.studies

    def share(self, study: Path, server: str, count: Progress) -> str:
        """Pretend to send two parts."""
        self._call("share", study, server)
        count(1, 2)
        return UUID

    def open_desk(
        self, server: str, uuid: str, notice: Callable[[], object], count: Progress
    ) -> StudyFile:
        """Open the test's file as a replica."""
        self._call("open", server, uuid)
        assert self.replica is not None
        return open_study_as(FollowedFile, self.replica)

    def order(
        self, server: str, uuid: str, stations: Sequence[str], order: StationOrder
    ) -> Mapping[str, str]:
        """Let the first station refuse."""
        self._call("order", server, uuid, stations, order)
        return {stations[0]: "It rains."}

    def bring_home(self, server: str, uuid: str, target: Path, count: Progress) -> HomeReport:
        """Write something."""
        self._call("home", server, uuid, target)
        count(1, 2)
        target.write_bytes(b"study")
        return HomeReport({"answers": 412}, self.left_out)

    def _call(self, *what: Any) -> None:
        self.calls.append(what)
        if self.problem:
            raise InputError(self.problem)


@pytest.fixture
def services(make_file: Callable[..., Path]) -> FakeServices:
    """Return a server with one study."""
    return FakeServices(
        make_file("replica"),
        studies=[LabStudy(UUID, "Dots", 30, 8, 8, 412, ("booth-1",), "", True, 1)],
    )


@pytest.fixture
def seen() -> tuple[StationSeen, ...]:
    """Return four stations: answering, silent with answers that wait, paused, and waiting."""
    return (
        StationSeen("booth-1", "P07", 13, 12, 40, 3.94, 0, "running", 1.2),
        StationSeen("booth-2", "P08", 31, 30, 40, 2.1, 12, "running", 48.0),
        StationSeen("booth-3", "P05", 22, 21, 40, 0.05, 0, "paused", 7.3),
        StationSeen("booth-4"),
    )


@pytest.fixture
def lab_window(
    qtbot: QtBot, services: FakeServices, appearance: Appearance
) -> Iterator[MainWindow]:
    """Return a window at its start page, with a lab that is the test."""
    window = MainWindow(appearance, services=services)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


@pytest.fixture
def desk(
    qtbot: QtBot,
    lab_window: MainWindow,
    seen: tuple[StationSeen, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> MainWindow:
    """Return a window that follows a study of the lab, at its Survey tab."""
    told = LabState("desk", "lab.example", "", connected=True, stations=seen)
    monkeypatch.setattr(FollowedFile, "lab", told)
    with qtbot.waitSignal(lab_window.study_shown):
        lab_window.lab.open("lab", UUID)
    lab_window.stack.show_page("Survey")
    return lab_window
