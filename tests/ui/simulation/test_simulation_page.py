import multiprocessing
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.orders import OrderResult
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.plots.curve_plot import CurvePlot
from sortrank_gui.ui.simulation import choosing
from sortrank_gui.ui.simulation.panel_table import PanelTable
from sortrank_gui.ui.simulation.paper_form import PaperForm
from sortrank_gui.ui.simulation.paper_page import PaperPage
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from sortrank_gui.ui.simulation.simulation_tab import SimulationTab
from sortrank_gui.ui.widgets.theme import Appearance
from tests.ui.simulation.conftest import SMALL
from tests.ui.stall_watch import StallWatch


@pytest.fixture
def opened(make_opened: Callable[..., OpenStudy], page: SimulationPage) -> Iterator[OpenStudy]:
    """Return an open study that the page knows of."""
    opened = make_opened()
    page.set_study(opened)
    yield opened
    page.set_study(None)


def answer(opened: OpenStudy, qtbot: QtBot, count: int) -> None:
    """Let P01 give a few answers."""
    opened.request(Engine.start_session, "P01")
    qtbot.waitUntil(lambda: opened.state.trial is not None)
    for _ in range(count):
        number = opened.state.trial.number
        opened.request(Engine.answer, number, Answer.LEFT, 1.0)
        qtbot.waitUntil(lambda n=number: opened.state.trial.number == n + 1)


def test_closing_in_the_middle_leaves_no_process(qtbot: QtBot, appearance: Appearance) -> None:
    """A page that is closed while all cores work takes its processes with it."""
    others = set(multiprocessing.active_children())
    page = SimulationPage(SimulationTab())
    qtbot.addWidget(page)
    page.experiments.settings.show_experiment(
        Experiment(300, Uniform(5.0), ("entropy",), (100_000,), repetitions=10)
    )
    with qtbot.waitSignal(page.simulator.progressed):
        page.experiments.settings.run_bar.start.trigger()
    ours = set(multiprocessing.active_children()) - others
    assert ours
    page.close_workers()
    qtbot.waitUntil(lambda: not any(process.is_alive() for process in ours))


def test_window_stays_quick_while_the_cores_work(
    page: SimulationPage, run: Callable[[], OrderResult]
) -> None:
    """The GUI thread never works for 50 ms on end while curves grow."""
    page.experiments.settings.show_experiment(
        Experiment(50, Uniform(5.0), ("random", "mergesort"), tuple(range(50, 550, 50)), 20)
    )
    with StallWatch() as watch:
        run()
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()


def test_file_of_comparisons_answers_in_the_experiment(
    page: SimulationPage, qtbot: QtBot, tmp_path: Path, run: Callable[[], OrderResult]
) -> None:
    """Items are those of the data, answers are drawn from its outcomes."""
    path = tmp_path / "pilot.csv"
    path.write_text("winner,loser\na,b\nb,c\na,c\nc,a\n")
    with qtbot.waitSignal(page.jobs.rested):
        page.experiments.file_wanted.emit(path)
    experiment = page.experiments.settings.own.experiment()
    assert experiment.n_items == 3
    assert experiment.respondent.kind == "observed"
    assert experiment.respondent.observed.share == (1.0, 0.5, 1.0)
    page.experiments.settings.own.at.editor.setText("2, 4")
    assert not run().failures


def test_file_of_several_questions_asks_for_one(
    page: SimulationPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file like GIFGIF's asks which of its questions to take."""
    path = tmp_path / "choices.csv"
    path.write_text("metric,left,right,choice\nfun,a,b,left\nfun,b,a,left\nfear,c,a,left\n")
    offered: list[str] = []

    def choose(_parent: object, _path: Path, questions: tuple[str, ...]) -> str:
        offered.extend(questions)
        return "fun"

    monkeypatch.setattr(choosing, "ask_for_question", choose)
    with qtbot.waitSignal(page.jobs.rested):
        page.experiments.file_wanted.emit(path)
    assert offered == ["fear", "fun"]
    origin = page.experiments.settings.own.items.origin.editor
    assert origin.currentText() == "choices.csv, fun: 2 items, 2 answers"


def test_broken_file_is_told_and_changes_nothing(
    page: SimulationPage, qtbot: QtBot, tmp_path: Path
) -> None:
    """The sentence names file and line; the items stay as they were."""
    (tmp_path / "bad.csv").write_text("winner,loser\na\n")
    with qtbot.waitSignal(page.jobs.rested):
        page.experiments.file_wanted.emit(tmp_path / "bad.csv")
    assert "bad.csv, line 2" in page.experiments.notice.text
    assert page.experiments.settings.own.experiment() == SMALL


def test_planner_hears_of_its_own_broken_file(
    page: SimulationPage, qtbot: QtBot, tmp_path: Path
) -> None:
    """The sentence stands in the view that asked, and the noise is typed again."""
    page.show_view(2)
    with qtbot.waitSignal(page.jobs.rested):
        page.planner.file_wanted.emit(tmp_path / "nothing.csv")
    assert "nothing.csv" in page.planner.notice.text
    assert page.planner.notice.isVisible()
    page.planner.notice.hide()


def test_open_study_answers_in_the_experiment(
    page: SimulationPage, opened: OpenStudy, qtbot: QtBot
) -> None:
    """The study's answers become items and respondent."""
    answer(opened, qtbot, 8)
    with qtbot.waitSignal(page.jobs.rested):
        page.experiments.study_wanted.emit()
    experiment = page.experiments.settings.own.experiment()
    assert experiment.n_items == 6
    assert experiment.respondent.kind == "observed"


def test_study_without_answers_is_refused(
    page: SimulationPage, opened: OpenStudy, qtbot: QtBot
) -> None:
    """Nothing can be learned from nothing: a sentence says so."""
    with qtbot.waitSignal(page.jobs.rested):
        page.experiments.study_wanted.emit()
    assert "no answers" in page.experiments.notice.text


def test_without_a_study_the_field_says_what_to_do(page: SimulationPage) -> None:
    """The choice stays with chance, and a sentence stands beside it."""
    page.experiments.study_wanted.emit()
    field = page.experiments.settings.own.items.origin
    assert field.problem == "No study is open; open one with File, Open."


def test_plan_fills_the_open_study(page: SimulationPage, opened: OpenStudy, qtbot: QtBot) -> None:
    """Strategy, answers of each and sharing go into the design, and a sentence says so."""
    with qtbot.waitSignal(opened.content_changed):
        page.planner.plan_chosen.emit("matching", 70, True)
    design = opened.content.design
    assert (design.strategy, design.stop.budget, design.shared) == ("matching", 70, True)
    assert page.planner.run_bar.words == "The study uses this plan now."


def test_plan_leaves_a_study_with_answers_alone(
    page: SimulationPage, opened: OpenStudy, qtbot: QtBot
) -> None:
    """A frozen design can't be changed: the button is off and says why."""
    answer(opened, qtbot, 1)
    qtbot.waitUntil(lambda: opened.is_frozen)
    qtbot.waitUntil(lambda: "frozen" in page.planner.results.use.toolTip())
    assert not page.planner.results.use.isEnabled()


def test_every_control_has_a_name_and_a_tip(page: SimulationPage) -> None:
    """Screen readers and the curious find out what each control does, also of later parts."""
    later = page.experiments.settings.paper, page.experiments.curves.sheet
    assert all(map(page.isAncestorOf, later))
    kinds = (QAbstractButton, QComboBox, QAbstractSpinBox)
    controls = [child for kind in kinds for child in page.findChildren(kind)]
    # Qt's own corners and scrollers have no text, nor has a notice's button while it is not used.
    ours = [c for c in controls if not isinstance(c, QAbstractButton) or c.text()]
    assert [c for c in ours if not c.accessibleName()] == []
    assert [c.accessibleName() for c in ours if not c.toolTip()] == []


def test_shortcuts_of_the_page_are_unique(page: SimulationPage) -> None:
    """No two of its actions fight over a key, and each has one."""
    keys = [action.shortcut().toString() for action in page.findChildren(QAction)]
    keys = [key for key in keys if key]
    assert len(keys) == len(set(keys))


def test_plan_starts_with_the_items_of_the_study(
    qtbot: QtBot, appearance: Appearance, make_opened: Callable[..., OpenStudy]
) -> None:
    """Who plans with an open study need not count its items."""
    page = SimulationPage(SimulationTab())
    qtbot.addWidget(page)
    page.set_study(make_opened())
    assert page.planner.form.items.editor.value() == 6
    page.close_workers()


def test_page_makes_what_is_not_seen_when_it_is_wanted(
    qtbot: QtBot, appearance: Appearance
) -> None:
    """The paper's form comes when it is chosen, and curves come with the first findings."""
    page = SimulationPage(SimulationTab())
    qtbot.addWidget(page)
    page.show()
    experiments = page.experiments
    for kind in (CurvePlot, PaperForm, PanelTable, PaperPage):
        assert not page.findChildren(kind)
    experiments.settings.preset.editor.setCurrentIndex(1)
    assert experiments.settings.paper.isVisible()
    assert not experiments.settings.own.isVisible()
    experiments.curves.tabs.setCurrentIndex(2)
    assert experiments.curves.page.isVisible()
    page.close_workers()
