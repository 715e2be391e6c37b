from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.simulation.race.race_view import RaceView
from tests.ui.stall_watch import StallWatch


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[RaceView]:
    """Return a race that is lined up."""
    view = RaceView()
    qtbot.addWidget(view)
    view.items.editor.setValue(12)
    view.budget.editor.setValue(100)
    view.resize(1000, 640)
    view.show()
    qtbot.waitUntil(lambda: view.shown is not None and len(view.shown.true_ranks) == 12)
    yield view
    view.close_workers()


def orders(view: RaceView) -> list[list[int]]:
    """Return the bars of every lane from left to right."""
    return [lane.bars.order for lane in view.stage.lanes]


def go_to(view: RaceView, qtbot: QtBot, count: int) -> None:
    """Step to a number of comparisons."""
    view.step(count - view.shown.lanes[0].comparisons)
    qtbot.waitUntil(lambda: view.shown.lanes[0].comparisons == count)


def test_race_is_the_same_by_seed(view: RaceView, qtbot: QtBot) -> None:
    """Restarted and taken in other steps, every lane shows the same bars."""
    go_to(view, qtbot, 60)
    before = orders(view)
    view.stage.restart.trigger()
    qtbot.waitUntil(lambda: view.shown.lanes[0].comparisons == 0)
    for count in (1, 7, 33, 60):
        go_to(view, qtbot, count)
    assert orders(view) == before
    view.seed.editor.setValue(2)
    qtbot.waitUntil(lambda: view.shown.lanes[0].comparisons == 0)
    go_to(view, qtbot, 60)
    assert orders(view) != before


def test_race_plays_to_its_end_and_starts_again(view: RaceView, qtbot: QtBot) -> None:
    """Play runs to the budget; then the button offers to play again, from the start."""
    view.stage.speed.set_current("500")
    view.stage.play.trigger()
    assert view.stage.play.text() == "Pause"
    qtbot.waitUntil(lambda: view.shown.over)
    assert view.shown.lanes[0].comparisons == 100
    qtbot.waitUntil(lambda: view.stage.play.text() == "Play")
    view.stage.play.trigger()
    qtbot.waitUntil(lambda: not view.shown.over)


def test_race_stands_still_when_paused(view: RaceView, qtbot: QtBot) -> None:
    """After a pause a step is exactly one comparison each."""
    view.stage.play.trigger()
    qtbot.waitUntil(lambda: view.shown.lanes[0].comparisons > 2)
    view.stage.play.trigger()
    qtbot.waitUntil(lambda: not view._jobs.is_busy)
    count = view.shown.lanes[0].comparisons
    qtbot.wait(200)
    view.stage.step.trigger()
    qtbot.waitUntil(lambda: view.shown.lanes[0].comparisons > count)
    assert {lane.comparisons for lane in view.shown.lanes} == {count + 1}
    assert view.stage.play.text() == "Play"


def test_race_needs_two_to_four_strategies(view: RaceView, qtbot: QtBot) -> None:
    """Others are refused beside the boxes; two to four get a lane each."""
    view.toggles.choose(("random",))
    assert view.toggles.problem == "Choose two strategies at least."
    view.toggles.choose(("random", "quicksort", "mergesort", "matching"))
    qtbot.waitUntil(lambda: len(view.stage.lanes) == 4)
    view.toggles.boxes["entropy"].setChecked(True)
    assert view.toggles.problem == "Choose four at most."


def test_sort_view_shows_the_sort_under_way(view: RaceView, qtbot: QtBot) -> None:
    """Sorting lanes show the order of their sort, others their ranking."""
    go_to(view, qtbot, 10)
    view.stage.view.set_current("sort")
    view.stage.view.chosen.emit("sort")
    lanes = {lane.strategy: lane for lane in view.shown.lanes}
    bars = {lane.strategy: lane.bars.order for lane in view.stage.lanes}
    assert bars["mergesort"] == lanes["mergesort"].sort.items.tolist()
    assert bars["random"] == lanes["random"].order.tolist()


def test_full_screen_takes_the_stage_and_gives_it_back(view: RaceView, qtbot: QtBot) -> None:
    """The stage fills a window of its own; Esc brings it back."""
    view.stage.full.trigger()
    window = view.stage.window()
    assert window is not view.window()
    assert window.isFullScreen()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert view.stage.window() is view.window()
    assert view.stage.isVisible()


def test_race_of_many_items_keeps_the_window_quick(view: RaceView, qtbot: QtBot) -> None:
    """Three hundred bars in four lanes never keep the GUI thread busy for 50 ms."""
    view.toggles.choose(("random", "quicksort", "mergesort", "matching"))
    view.items.editor.setValue(300)
    qtbot.waitUntil(lambda: len(view.shown.true_ranks) == 300)
    with StallWatch() as watch:
        view.stage.play.trigger()
        qtbot.waitUntil(lambda: view.shown.lanes[0].comparisons > 40, timeout=20_000)
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()


def test_names_of_strategies_are_whole_in_a_small_window(view: RaceView, qtbot: QtBot) -> None:
    """“Adaptive roun” and “Rounds: the to” were cut where the lanes need the room."""
    view.resize(976, 540)  # what a window of 1024x700 has
    qtbot.waitUntil(lambda: view.width() == 976)
    cut = {
        b.text(): b.width() for b in view.toggles.boxes.values() if b.width() < b.sizeHint().width()
    }
    assert not cut
