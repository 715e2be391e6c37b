from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.goals import Goal, GoalKind
from sortrank_gui.simulation.needs import People, PlanLine
from sortrank_gui.simulation.pilots import PilotSpread
from sortrank_gui.simulation.planner import Need
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.ui.simulation.planner.plan_summary import PlanSummary
from sortrank_gui.ui.simulation.planner.plan_view import PlanView
from sortrank_gui.ui.simulation.simulator import Simulator
from sortrank_gui.ui.widgets.fields import choose
from sortrank_gui.ui.widgets.theme import Appearance


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[PlanView]:
    """Return a planner with a small study."""
    simulator = Simulator()
    view = PlanView(simulator)
    qtbot.addWidget(view)
    view.form.items.editor.setValue(10)
    view.form.participants.editor.setValue(2)
    view.form.answers.editor.setValue(25)
    view.form.repetitions.editor.setValue(4)
    view.form.toggles.choose(("random", "mergesort"))
    yield view
    simulator.close()


def test_titles_of_a_plan_are_whole_in_a_small_window(qtbot: QtBot, appearance: Appearance) -> None:
    """In the smallest window no title of the table is cut."""
    summary = PlanSummary()
    qtbot.addWidget(summary)
    summary.resize(560, 300)
    line = PlanLine("matching", Need("matching", None), 20.0, 10.0, 0.5, 80.0)
    summary.show_plan([line], People(10, 250, 4.0), Goal(GoalKind.ACCURACY, 0.9), 5, 50)
    summary.show()
    header = summary.table.horizontalHeader()
    widths = [(header.sectionSizeHint(k), header.sectionSize(k)) for k in range(6)]
    assert all(wanted <= given for wanted, given in widths), widths


def test_plan_says_what_a_goal_takes_that_is_not_reached(qtbot: QtBot) -> None:
    """Beyond the simulation there is an estimate, marked as one."""
    summary = PlanSummary()
    qtbot.addWidget(summary)
    line = PlanLine("matching", Need("matching", 5_400, is_beyond=True), 20.0, 10.0, 0.5, 80.0)
    summary.show_plan([line], People(10, 250, 4.0), Goal(GoalKind.ACCURACY, 0.9), 5, 50)
    assert summary.table.item(0, 1).text() == "about 5,400 (216)"
    assert summary.table.item(0, 2).text() == "540 in 36 min"
    assert summary.beyond.isVisibleTo(summary)


def test_plan_says_what_the_budget_buys(view: PlanView, qtbot: QtBot) -> None:
    """Every strategy has its answers, minutes, accuracy and share of the top."""
    with qtbot.waitSignal(view._simulator.ended, timeout=20_000):
        view.run_bar.start.trigger()
    table = view.results.summary.table
    assert table.rowCount() == 2
    assert table.horizontalHeaderItem(3).text() == "Accuracy\nwith 50"
    assert table.item(0, 3).text().endswith("%")
    assert table.horizontalHeaderItem(4).text() == "SSR\nwith 50"
    assert 0 < float(table.item(1, 4).text()) < 1
    assert table.item(1, 5).text().endswith("%")
    assert "10 answers an item are 50" in view.results.summary.rules.text()
    assert "SSR .8 takes" in view.results.summary.rules.text()
    assert view.results.summary.verdict.text().startswith("Sorting")
    labels = [c.label for c in view.findings.panels[1].curves]
    assert labels == ["random", "mergesort"]
    before = table.item(1, 2).text()
    view.form.seconds.editor.setValue(40.0)
    assert table.item(1, 2).text() != before or before == "–"


def test_goal_is_chosen(view: PlanView, qtbot: QtBot) -> None:
    """Each goal has its own field, and the table follows without another simulation."""
    with qtbot.waitSignal(view._simulator.ended, timeout=20_000):
        view.run_bar.start.trigger()
    form, table = view.form, view.results.summary.table
    for kind, title in (
        (GoalKind.SSR, "for SSR 0.8"),
        (GoalKind.SPLIT_HALF, "for split-half 0.8"),
        (GoalKind.PLACES, "for 2 off"),
        (GoalKind.TOP, "for 80 % of the top"),
    ):
        choose(form.goal.editor, kind.value)
        form.goal.editor.activated.emit(0)
        assert [k for k, field in form.values.items() if field.isVisibleTo(form)] == [kind]
        assert table.horizontalHeaderItem(1).text().endswith(title)
    assert form.wanted() == Goal(GoalKind.TOP, 0.8)


def test_pilot_says_how_sure_it_is(view: PlanView) -> None:
    """The interval of its spread stands below, and what follows, until another is chosen."""
    pilot = PilotSpread(1.2, 0.5, 2.0, 4.0)
    view.use_source(DataSource("pilot", (1.0, 2.0, 3.0), None, 1.2, 6, pilot))
    assert "1.20 logits (95 %: 0.50 to 2.00)" in view.form.pilot.text()
    assert "plan for the low end" in view.form.pilot.text()
    view.form.origin.editor.activated.emit(0)
    assert not view.form.pilot.isVisibleTo(view.form)


def test_noise_is_learned_from_a_pilot(view: PlanView) -> None:
    """Spread and number of items come from the answers of a pilot."""
    view.use_source(DataSource("pilot", (1.0, 2.0, 3.0), None, 0.8, 40))
    study = view.form.campaign().experiment
    assert (study.n_items, study.population.spread) == (3, 0.8)


def test_budget_of_the_people_is_measured(view: PlanView) -> None:
    """The simulation measures where the people's answers end."""
    assert 50 in view.form.campaign().experiment.budgets


def test_small_windows_cut_and_cover_nothing(
    view: PlanView, qtbot: QtBot, appearance: Appearance
) -> None:
    """In the smallest window all lines of the pilot are seen, and no words lie over the table."""
    pilot = PilotSpread(0.6, 0.05, 2.5, 4.0)
    view.form.use_source(DataSource("pilot.csv", (0.0,) * 10, spread=0.6, pilot=pilot))
    view.resize(976, 556)
    view.show()
    words, summary = view.form.pilot, view.results.summary
    qtbot.waitUntil(lambda: words.height() >= words.heightForWidth(words.width()) > 40)
    with qtbot.waitSignal(view._simulator.ended, timeout=20_000):
        view.run_bar.start.trigger()
    names = ["random", "mergesort", "quicksort", "matching"]
    lines = [PlanLine(name, Need(name, 900, True), 20.0, 10.0, 0.5, 80.0) for name in names]
    summary.show_plan(
        lines, People(10, 250, 4.0), Goal(GoalKind.SSR, 0.8), 5, 50, "10 answers an item. " * 9
    )
    qtbot.waitUntil(lambda: summary.table.geometry().bottom() < summary.beyond.y())
    assert summary.beyond.geometry().bottom() < summary.rules.y()
