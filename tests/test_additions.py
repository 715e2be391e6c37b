"""What is added most often touches one folder: a file there is found, and shows on every screen.

Each kind of addition is a file that a test writes into a folder of its own, beside the package's.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot
from typer.testing import CliRunner

from sortrank_gui.cli import app
from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.strategies import StrategyFacts
from sortrank_gui.registry import find_classes
from sortrank_gui.simulation import executors, populations
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.populations import PopulationFacts, Uniform
from sortrank_gui.simulation.races import Race
from sortrank_gui.simulation.records import load_experiment, save_experiment
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.report.wording import describe_design
from sortrank_gui.ui.simulation.items_form import ItemsForm
from sortrank_gui.ui.simulation.own_form import OwnForm
from sortrank_gui.ui.simulation.planner.plan_form import PlanForm
from sortrank_gui.ui.simulation.race.race_view import RaceView
from sortrank_gui.ui.simulation.strategy_toggles import StrategyToggles
from sortrank_gui.ui.study_editor.sections import StrategySection
from sortrank_gui.ui.survey.survey_tab import SurveyTab
from sortrank_gui.ui.widgets.fields import choose
from sortrank_gui.ui.widgets.wording import describe_progress

STRATEGY = '''
    import numpy as np
    from sortrank_gui.ranking.strategies.about import StrategyFacts
    from sortrank_gui.ranking.strategies.runs import FixedRun, RunStrategy

    class RoundTable(RunStrategy):
        """Every item meets the next one, all around the table."""

        name = "circle"
        facts = StrategyFacts(
            place=2,
            title="Round table",
            brief="Neighbours at a table",
            what="Asks every item and the next one.",
            good="Easy to watch.",
            bad="Learns little.",
            picked="around a table",
            colour=3,
            marker=1,
            run="round",
            run_length=lambda n_items: n_items,
        )

        def _start(self, number):
            items = np.arange(self.n_items)
            return FixedRun(items, np.roll(items, 1))
'''
POPULATION = '''
    from dataclasses import dataclass
    from typing import ClassVar
    import numpy as np
    from sortrank_gui.simulation.populations.about import NOISE, Parameter, PopulationFacts

    GAP = Parameter("gap", "Gap (logits)", "gap", "Between the groups", 0.5, 9.0, 2.0, 0.5)

    @dataclass(frozen=True, slots=True)
    class TwoGroups:
        """Half of the items are better than the other half."""

        noise: float
        gap: float

        name: ClassVar = "halves"
        facts: ClassVar = PopulationFacts(
            place=9,
            title="Two groups",
            brief="Half are good, half are bad",
            label="groups",
            parameters=(NOISE, GAP),
        )

        def draw(self, n_items, rng):
            return rng.permutation(np.arange(n_items) % 2 * self.gap + np.arange(n_items) / 99)
'''


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return what puts a file into a package's folder and lets its registry find it."""
    added: list[tuple[ModuleType, str]] = []

    def write(package: ModuleType, name: str, text: str, facts: type) -> None:
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / f"{name}.py").write_text(dedent(text), encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        added.append((package, name))
        monkeypatch.setattr(package, "_classes", find_classes(package.__name__, facts))

    yield write
    for package, name in added:
        sys.modules.pop(f"{package.__name__}.{name}", None)
        delattr(package, name)


@pytest.fixture
def strategy(add: Callable[..., None]) -> str:
    """Add a strategy."""
    add(strategies, "round_table", STRATEGY, StrategyFacts)
    return "circle"


@pytest.fixture
def population(add: Callable[..., None]) -> str:
    """Add a population with two parameters, one of them its own."""
    add(populations, "two_groups", POPULATION, PopulationFacts)
    return "halves"


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return what runs a command in this process, which alone knows the additions."""

    @contextmanager
    def open_here(**_options: object) -> Iterator[SequentialExecutor]:
        yield SequentialExecutor()

    def run(*words: str) -> str:
        done = CliRunner().invoke(app, list(words))
        assert done.exit_code == 0, done.output
        return " ".join(done.output.split())

    monkeypatch.setattr(executors, "open_executor", open_here)
    return run


def texts(box: QComboBox) -> list[str]:
    """Return what a box offers."""
    return [box.itemText(place) for place in range(box.count())]


def test_strategy_is_known_in_its_place(strategy: str) -> None:
    """The file alone makes the name known, at the place that its facts say."""
    assert strategies.names()[2:4] == ["quicksort", strategy]
    assert strategies.create(strategy, n_items=4).ask() == (0, 3)


def test_strategy_is_offered_to_a_study_with_its_explanation(strategy: str, qtbot: QtBot) -> None:
    """The editor has it in the list and says what it does, what is for and against it."""
    section = StrategySection()
    qtbot.addWidget(section)
    section.fill()
    assert "Round table" in texts(section.findChild(QComboBox))
    content = Content(Design(title="t", prompt="?", strategy=strategy), (Item("a"), Item("b")))
    assert problems(content.design, content.items) == {}
    section.show_content(content, {})
    shown = " ".join(label.text() for label in section.findChildren(QLabel))
    for words in ("Asks every item and the next one.", "Easy to watch.", "Learns little."):
        assert words in shown


def test_strategy_is_in_the_demo(strategy: str, qtbot: QtBot) -> None:
    """The demo's menu has it, and the status line counts its rounds."""
    parent = QWidget()
    qtbot.addWidget(parent)
    menu = SurveyTab(parent).strategy
    assert strategy in [action.data() for action in menu.actions()]
    progress = strategies.create(strategy, n_items=4).progress
    assert describe_progress(strategy, progress) == "Round table · round 1"


def test_strategy_takes_part_in_simulations(strategy: str, qtbot: QtBot) -> None:
    """Experiment, race and planner have a box for it, with its line; it can be raced."""
    race = RaceView()
    own = OwnForm()
    for _ in own.make_fields():
        pass
    forms: list[QWidget] = [own, PlanForm(), race]
    for form in forms:
        qtbot.addWidget(form)
        toggles = form.findChild(StrategyToggles)
        assert toggles.boxes[strategy].text() == "Round table"
        assert toggles.boxes[strategy].toolTip() == "Neighbours at a table"
        toggles.choose(["random", strategy])
        assert toggles.chosen() == ("random", strategy)
    runner = Race(replace(race.experiment(), n_items=6, budgets=(12,)))
    runner.step(12)
    assert runner.scene().lanes[1].comparisons == 12
    race.close_workers()


def test_strategy_is_taken_by_commands(strategy: str, invoke: Callable[..., str]) -> None:
    """Help names it, and an experiment and a plan with it run."""
    for command in ("simulate", "plan", "new", "demo"):
        assert "quicksort, circle, mergesort" in invoke(command, "--help")
    options = ("--items", "6", "--noise", "3", "--strategy", strategy, "--repetitions", "2")
    assert strategy in invoke("simulate", *options, "--budget", "20")
    assert strategy in invoke("plan", *options, "--budget", "20")


def test_strategy_is_in_the_report(strategy: str) -> None:
    """The methods say how pairs were picked."""
    told = " ".join(describe_design(Design(prompt="?", strategy=strategy), 5, 0))
    assert "Pairs were picked around a table." in told


def test_population_is_in_the_form(population: str, qtbot: QtBot) -> None:
    """It can be chosen, its parameters are fields, and an experiment with it can be shown."""
    form = ItemsForm()
    qtbot.addWidget(form)
    assert "Two groups" in texts(form.kind.editor)
    assert form.parameters["gap"].isHidden()
    choose(form.kind.editor, population)
    assert not form.parameters["gap"].isHidden()
    assert not form.parameters["noise"].isHidden()
    form.parameters["gap"].editor.setValue(3.5)
    made = form.population()
    assert (made.name, made.noise, made.gap) == (population, 5.0, 3.5)
    form.show_population(12, Uniform(2.0))
    form.show_population(12, made)
    assert form.population() == made


def test_population_is_taken_by_commands_and_files(
    population: str, invoke: Callable[..., str], tmp_path: Path
) -> None:
    """Help names it, its own parameters come with its name, and its experiment can be kept."""
    assert "uniform, poisson, normal, halves" in invoke("simulate", "--help")
    options = ("--items", "6", "--noise", "3", "--strategy", "random", "--repetitions", "1")
    folder = str(tmp_path / "results")
    invoke(
        "simulate",
        *options,
        "--population",
        f"{population}:gap=4",
        "--budget",
        "20",
        "--output",
        folder,
    )
    kept = load_experiment(Path(folder, "experiment.json"))
    assert populations.tell(kept.population) == ["λ = 3", "gap = 4", "groups"]
    save_experiment(kept, tmp_path / "again.json")
    assert load_experiment(tmp_path / "again.json") == kept
