"""The stations at the desk: what is shown, and what can be asked of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.study.survey.lab_state import CLOSED, LabState, StationSeen
from sortrank_gui.study.survey.survey_state import Sitting
from sortrank_gui.ui.lab.stations_panel import (
    AGAIN,
    CONTINUE,
    END_NOW,
    KEEP,
    StationActions,
    StationsPanel,
)
from sortrank_gui.ui.widgets.actions import make_action
from sortrank_gui.ui.widgets.theme import Appearance, Choice

Stations = tuple[StationSeen, ...]
START = StationOrder(0, OrderKind.START)


@pytest.fixture
def lab(seen: Stations) -> LabState:
    """Return a lab with four stations."""
    return LabState("desk", "lab.example", "", connected=True, stations=seen)


@pytest.fixture
def panel(qtbot: QtBot, appearance: Appearance) -> Iterator[StationsPanel]:
    """Return a panel with actions of its own."""
    host = QWidget()
    qtbot.addWidget(host)
    actions = StationActions(
        make_action(host, "Start next", "F6", "The next one begins"),
        make_action(host, "Pause", "Ctrl+P", "Stop for now"),
        make_action(host, "End…", "Ctrl+E", "End for good"),
    )
    panel = StationsPanel(actions)
    panel.setParent(host)
    host.resize(640, 560)
    panel.resize(640, 560)
    host.show()
    yield panel
    host.close()


@pytest.fixture
def orders(panel: StationsPanel) -> list[tuple[Any, ...]]:
    """Return the orders that the panel gives."""
    given: list[tuple[Any, ...]] = []
    panel.ordered.connect(lambda *order: given.append(order))
    return given


def test_table_says_who_and_how_far(panel: StationsPanel, lab: LabState) -> None:
    """A row has name, person, trial of budget, pace, sign of life and what is not sent."""
    panel.follow(lab, [])
    rows = [panel.table.texts(row) for row in range(4)]
    assert rows == [
        ["booth-1", "P07", "13 of 40", "3.9 s", "now", "–"],
        ["booth-2", "P08", "31 of 40", "2.1 s", "48 s ago", "12 answers"],
        ["booth-3", "P05 (paused)", "22 of 40", "< 0.1 s", "7 s ago", "–"],
        ["booth-4", "waiting", "–", "–", "now", "–"],
    ]


def test_silence_and_answers_that_wait_have_a_colour(
    panel: StationsPanel, lab: LabState, appearance: Appearance
) -> None:
    """They are seen from afar, in light and in dark, and in no other row."""
    panel.follow(lab, [])
    for choice in (Choice.LIGHT, Choice.DARK):
        appearance.choose(choice)
        theme, table = appearance.theme, panel.table
        assert table.item(1, 4).foreground().color() == theme.colour("bad")
        assert table.item(1, 5).foreground().color() == theme.colour("second")
        assert table.item(0, 4).foreground().style() is Qt.BrushStyle.NoBrush


def test_columns_are_not_measured_with_every_number(panel: StationsPanel, lab: LabState) -> None:
    """Qt would measure all rows anew for each of them: 0.1 s for 50 stations, on the GUI thread."""
    panel.follow(lab, [])
    header = panel.table.horizontalHeader()
    modes = {header.sectionResizeMode(place) for place in range(header.count())}
    assert QHeaderView.ResizeMode.ResizeToContents not in modes
    texts = [panel.table.texts(1), panel.table.texts(2)]
    measure = panel.table.fontMetrics().horizontalAdvance
    for place in range(2, header.count()):
        room = header.sectionSize(place)
        assert all(measure(row[place]) < room for row in texts)


def test_empty_lab_says_what_to_type(panel: StationsPanel, lab: LabState) -> None:
    """Where no station is, the panel says how to make one, and offers nothing else."""
    panel.follow(replace(lab, stations=()), [])
    assert panel.empty.isVisible()
    assert "sortrank lab station" in panel.command.text()
    assert not panel.next.isVisible()
    panel.follow(lab, [])
    assert panel.table.isVisible()
    assert panel.next.isVisible()


def test_choice_stays_while_numbers_change(
    panel: StationsPanel, lab: LabState, seen: Stations
) -> None:
    """New numbers, and a new station before it, leave the chosen one chosen."""
    panel.follow(lab, [])
    panel.table.choose("booth-3")
    panel.follow(replace(lab, stations=(StationSeen("a-booth"), *seen)), [])
    assert panel.table.chosen_names == ("booth-3",)
    assert panel.table.chosen[0].participant == "P05"


@pytest.mark.parametrize(
    ("station", "possible", "verb", "reason"),
    [
        ("booth-1", (False, True, True), "Pause", "Somebody takes part"),
        ("booth-3", (False, True, True), "Resume", "Somebody takes part"),
        ("booth-4", (True, False, False), "Pause", "Nobody takes part"),
    ],
)
def test_what_is_possible_depends_on_the_station(
    panel: StationsPanel,
    lab: LabState,
    station: str,
    possible: tuple[bool, ...],
    verb: str,
    reason: str,
) -> None:
    """What is not possible says why, in the place of its tooltip."""
    panel.follow(lab, [])
    panel.table.choose(station)
    buttons = (panel.next, panel.pause, panel.end)
    assert tuple(button.isEnabled() for button in buttons) == possible
    assert panel.pause.text() == verb
    for button in buttons:
        assert (reason in button.toolTip()) is not button.isEnabled()


def test_nothing_is_asked_of_a_closed_station(
    panel: StationsPanel, lab: LabState, seen: Stations
) -> None:
    """Whoever sat there can't be paused or ended: it would hear of nothing."""
    panel.follow(replace(lab, stations=(replace(seen[0], phase=CLOSED),)), [])
    for button in (panel.next, panel.pause, panel.end):
        assert not button.isEnabled()
    assert "Nobody takes part" in panel.end.toolTip()


def test_nothing_is_asked_without_a_server(panel: StationsPanel, lab: LabState) -> None:
    """While it is away, no code is given out and no order arrives; that is said."""
    panel.follow(replace(lab, connected=False), [])
    panel.table.choose("booth-4")
    assert not panel.next.isEnabled()
    assert "away" in panel.next.toolTip()
    panel.table.choose("booth-1")
    assert not panel.pause.isEnabled()
    assert "away" in panel.end.toolTip()
    panel.table.choose("booth-4")
    panel.follow(lab, [])
    assert panel.next.toolTip().startswith("The next one begins")


def test_signs_grow_older_without_a_server(
    panel: StationsPanel, lab: LabState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nobody tells, “now” would be a lie: the time since the last news is added."""
    now = [100.0]
    monkeypatch.setattr("sortrank_gui.ui.lab.stations_panel.monotonic", lambda: now[0])
    panel.follow(lab, [])
    now[0] = 140.0
    panel.follow(replace(lab, connected=False), [])
    assert [panel.table.texts(row)[4] for row in (0, 3)] == ["41 s ago", "40 s ago"]
    panel.follow(lab, [])
    assert panel.table.texts(3)[4] == "now"


def test_next_one_begins_at_all_that_are_free(
    panel: StationsPanel, lab: LabState, orders: list[Any]
) -> None:
    """With several stations chosen, those where somebody sits are left alone."""
    panel.follow(lab, [])
    panel.table.choose("booth-1", "booth-4")
    panel.next.click()
    assert orders == [(("booth-4",), START)]
    assert panel.said.text() == "Asked booth-4 to start the next participant."


def test_pause_resume_and_end(panel: StationsPanel, lab: LabState, orders: list[Any]) -> None:
    """Pausing is done at once; ending is a question first."""
    panel.follow(lab, [])
    panel.table.choose("booth-1")
    panel.pause.click()
    panel.table.choose("booth-3")
    panel.pause.click()
    assert orders == [
        (("booth-1",), StationOrder(0, OrderKind.PAUSE)),
        (("booth-3",), StationOrder(0, OrderKind.RESUME)),
    ]
    panel.end.click()
    assert "P05" in panel.ending.title
    panel.ending.buttons[KEEP].click()
    assert len(orders) == 2
    panel.end.click()
    panel.ending.buttons[END_NOW].click()
    assert orders[-1] == (
        ("booth-3",),
        StationOrder(0, OrderKind.END, reason="ended at the desk"),
    )
    assert not panel.ending.isVisible()


def test_new_code_begins(
    panel: StationsPanel, lab: LabState, orders: list[Any], qtbot: QtBot
) -> None:
    """A code is typed and Enter pressed; the field is free for the next one then."""
    panel.follow(lab, [])
    panel.table.choose("booth-4")
    assert not panel.start.isEnabled()
    qtbot.keyClicks(panel.code, "VP9")
    qtbot.keyClick(panel.code, Qt.Key.Key_Return)
    assert orders == [(("booth-4",), replace(START, code="VP9"))]
    assert panel.code.text() == ""


@pytest.mark.parametrize(
    ("ended", "choice", "policy"), [(False, CONTINUE, Resume.RESUME), (True, AGAIN, Resume.AGAIN)]
)
def test_known_code_is_a_question(
    panel: StationsPanel,
    lab: LabState,
    orders: list[Any],
    ended: bool,
    choice: str,
    policy: Resume,
) -> None:
    """Who stopped may continue; who ended may only begin another session, on purpose."""
    panel.follow(lab, [Sitting("P03", 1, 12, ended)])
    panel.table.choose("booth-4")
    panel.code.setText("P03")
    panel.start.click()
    assert orders == []
    assert panel.known.isVisible()
    assert panel.known.buttons[CONTINUE].isVisible() is not ended
    panel.known.buttons[choice].click()
    assert orders == [(("booth-4",), replace(START, code="P03", policy=policy))]


def test_condition_is_chosen_where_the_design_leaves_it(
    panel: StationsPanel, lab: LabState, orders: list[Any]
) -> None:
    """Nobody begins before one is chosen; then it goes with the order."""
    panel.offer_conditions(("bright", "dark"))
    panel.follow(lab, [])
    panel.table.choose("booth-4")
    assert "condition" in panel.next.toolTip()
    panel.conditions.actions()[2].trigger()
    panel.next.click()
    assert orders == [(("booth-4",), replace(START, condition="dark"))]


def test_every_control_has_name_and_tip(panel: StationsPanel, lab: LabState) -> None:
    """For screen readers, and for who rests the mouse on it."""
    panel.follow(lab, [])
    for control in (panel.next, panel.code, panel.start, panel.pause, panel.end, panel.command):
        assert control.accessibleName()
        assert control.toolTip()


def test_what_is_left_out_stays_in_sight(panel: StationsPanel, lab: LabState) -> None:
    """A session that is not sound is named as long as it is so."""
    assert not panel.left_out.isVisibleTo(panel)
    panel.follow(replace(lab, left_out=tuple(f"P{k} is left out." for k in range(5))), ())
    words = "P2 is left out.\nP3 is left out.\nP4 is left out.\nand 2 more before"
    assert (panel.left_out.isVisibleTo(panel), panel.left_out.text()) == (True, words)
    panel.follow(lab, ())
    assert not panel.left_out.isVisibleTo(panel)
