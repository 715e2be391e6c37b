"""The desk: a main window on a replica, with stations beside the live ranking."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.ui.lab.desk_page import DeskPage
from sortrank_gui.ui.survey.survey_tab import AT_STATIONS, SurveyTab
from sortrank_gui.ui.window.main_window import MainWindow
from tests.ui.lab.conftest import UUID, FakeServices, FollowedFile


def page_of(window: MainWindow) -> DeskPage:
    """Return the Survey tab's page, which is the desk's."""
    return cast("DeskPage", window.stack.pages["Survey"])


def test_desk_has_stations_beside_the_ranking(desk: MainWindow, qtbot: QtBot) -> None:
    """Both are seen at the smallest size of a window, and the status line counts the stations."""
    page = page_of(desk)
    assert isinstance(page, DeskPage)
    desk.resize(1024, 700)
    assert page.stations.isVisible()
    assert page.live_panel.isVisible()
    assert page.stations.table.rowCount() == 4
    assert page.stations.width() + page.live_panel.width() < 1024
    assert "3 stations" in desk.status.findChildren(type(desk.status.storage))[0].text()


def test_what_belongs_to_a_session_is_off_at_the_desk(desk: MainWindow) -> None:
    """Nobody answers here, and each entry says so; pausing and ending mean the chosen station."""
    tab = cast("SurveyTab", desk.reception.survey)
    for action in (tab.undo, tab.skip, tab.note, tab.participant, tab.robot, tab.more):
        assert not action.isEnabled()
        assert action.toolTip() == AT_STATIONS
    assert tab.pause.isEnabled()
    assert tab.end.isEnabled()


def test_news_reach_the_table(
    desk: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the link notices, on whatever thread, is taken by the engine and shown."""
    stations = (replace(FollowedFile.lab.stations[0], trial=14, answered=13),)
    monkeypatch.setattr(FollowedFile, "lab", replace(FollowedFile.lab, stations=stations))
    desk.study.noticed.emit()
    table = page_of(desk).stations.table
    qtbot.waitUntil(lambda: table.rowCount() == 1 and table.item(0, 2).text() == "14 of 40")


def test_signs_of_life_grow_older_by_themselves(
    desk: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any news, the desk looks again every second."""
    stations = (replace(FollowedFile.lab.stations[0], seen_seconds=33.0),)
    monkeypatch.setattr(FollowedFile, "lab", replace(FollowedFile.lab, stations=stations))
    table = page_of(desk).stations.table
    qtbot.waitUntil(lambda: table.item(0, 4).text() == "33 s ago")


def test_order_goes_to_the_server_and_its_outcome_comes_back(
    desk: MainWindow, services: FakeServices, qtbot: QtBot
) -> None:
    """F6 starts the next one at the chosen station; what it could not do is said there."""
    panel = page_of(desk).stations
    panel.table.choose("booth-4")
    cast("SurveyTab", desk.reception.survey).next_one.trigger()
    qtbot.waitUntil(lambda: panel.said.text() == "booth-4: It rains.")
    order = StationOrder(0, OrderKind.START)
    assert services.calls[-1] == ("order", "lab", UUID, ("booth-4",), order)


def test_replica_is_no_recent_study(desk: MainWindow) -> None:
    """It is a copy of the program's own; the server has the study."""
    assert desk.settings.recent == []


def test_ordinary_study_has_no_desk(
    desk: MainWindow, make_file: Callable[..., Path], qtbot: QtBot
) -> None:
    """A file that is opened after that has a stage, and its own actions."""
    with qtbot.waitSignal(desk.study_shown):
        desk.open_path(make_file("own"))
    desk.stack.show_page("Survey")
    assert not isinstance(desk.stack.pages["Survey"], DeskPage)
    assert cast("SurveyTab", desk.reception.survey).participant.isEnabled()


def test_status_line_says_where_the_study_is(
    desk: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the server, or that it is away: never in a file whose name nobody knows."""
    assert "on the lab’s server: lab.example" in desk.status.storage.text()
    monkeypatch.setattr(FollowedFile, "lab", replace(FollowedFile.lab, connected=False))
    qtbot.waitUntil(lambda: "lab.example is away" in desk.status.storage.text())


def test_design_stays_as_it_was_shared(desk: MainWindow) -> None:
    """The Study tab says why, and lets pages and words be mended."""
    desk.stack.show_page("Study")
    page = desk.stack.pages["Study"]
    assert "on the lab’s server" in page.lock_bar.text
    assert page.draft.texts_free


def test_copy_and_backup_are_the_servers(desk: MainWindow) -> None:
    """The replica has no pictures: who wants a file is sent to Bring home."""
    assert not desk.menus.copy.isEnabled()
    assert "Bring home" in desk.menus.copy.toolTip()
    assert not desk.menus.back_up.isEnabled()
    desk.reception.close_study()
    assert "Bring home" not in desk.menus.copy.toolTip()
    assert not desk.menus.copy.isEnabled()


def test_files_are_called_after_the_title(desk: MainWindow) -> None:
    """Not after the replica, which is called the same for every study."""
    assert desk.study.stem == desk.study.content.design.title
