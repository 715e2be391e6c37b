from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.sources import Source
from sortrank_gui.ui.simulation.planner.needs import People, PlanLine, best_strategy, judge_sorting
from sortrank_gui.ui.simulation.planner.plan_summary import PlanSummary
from sortrank_gui.ui.simulation.planner.plan_view import PlanView
from sortrank_gui.ui.simulation.simulator import Simulator


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


def line(strategy: str, displacement: float, needed: int | None = None) -> PlanLine:
    """Return a line of a plan with a doubt of 10."""
    return PlanLine(strategy, needed, displacement, 10.0, 0.5, 80.0)


def test_titles_of_a_plan_are_whole_in_a_small_window(qtbot: QtBot) -> None:
    """In the smallest window no title of the table is cut."""
    summary = PlanSummary()
    qtbot.addWidget(summary)
    summary.resize(560, 300)
    summary.show_plan([line("matching", 20.0)], People(10, 250, 4.0), 0.9, 5)
    summary.show()
    header = summary.table.horizontalHeader()
    widths = [(header.sectionSizeHint(k), header.sectionSize(k)) for k in range(5)]
    assert all(wanted <= given for wanted, given in widths)


def test_plan_says_what_the_budget_buys(view: PlanView, qtbot: QtBot) -> None:
    """Every strategy has its answers, minutes, accuracy and share of the top."""
    with qtbot.waitSignal(view._simulator.ended, timeout=20_000):
        view.run_bar.start.trigger()
    table = view.results.summary.table
    assert table.rowCount() == 2
    assert table.horizontalHeaderItem(3).text() == "Accuracy\nwith 50"
    assert table.item(0, 3).text().endswith("%")
    assert table.item(1, 4).text().endswith("%")
    assert view.results.summary.verdict.text().startswith("Sorting")
    labels = [c.label for c in view.findings.panels[1].curves]
    assert labels == ["random", "mergesort"]
    before = table.item(1, 2).text()
    view.form.seconds.editor.setValue(40.0)
    assert table.item(1, 2).text() != before or before == "–"


def test_people_share_the_work() -> None:
    """Ten people who share 101 answers have 11 each, and their time."""
    people = People(10, 60, 6.0)
    assert (people.budget, people.share(101), people.minutes(11)) == (600, 11, 1.1)


@pytest.mark.parametrize(
    ("displacement", "verdict"),
    [(50.0, "Sorting pays here"), (95.0, "Sorting hardly beats"), (120.0, "Sorting does not beat")],
)
def test_verdict_is_honest(displacement: float, verdict: str) -> None:
    """It praises sorting only where the difference exceeds its doubt."""
    lines = [line("random", 100.0), line("mergesort", displacement)]
    assert judge_sorting(lines).startswith(verdict)


def test_verdict_names_the_saving() -> None:
    """Where both reach the wanted accuracy, it says how many answers are saved."""
    lines = [line("random", 100.0, 1000), line("mergesort", 50.0, 600)]
    assert "40 % fewer answers" in judge_sorting(lines)


def test_best_strategy_has_the_least_displacement() -> None:
    """The planner suggests what it expects most of."""
    assert best_strategy([line("random", 9.0), line("matching", 5.0)]) == "matching"


def test_noise_is_learned_from_a_pilot(view: PlanView) -> None:
    """Spread and number of items come from the answers of a pilot."""
    view.use_source(Source("pilot", (1.0, 2.0, 3.0), None, 0.8, 40))
    study = view.form.campaign().experiment
    assert (study.n_items, study.population.spread) == (3, 0.8)


def test_budget_of_the_people_is_measured(view: PlanView) -> None:
    """The simulation measures where the people's answers end."""
    assert 50 in view.form.campaign().experiment.budgets
