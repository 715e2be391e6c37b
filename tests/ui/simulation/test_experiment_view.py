from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from typer.testing import CliRunner

from sortrank_gui.cli import app
from sortrank_gui.progress import RunProgress
from sortrank_gui.simulation import paper
from sortrank_gui.simulation.experiments import Experiment, RespondentSettings
from sortrank_gui.simulation.orders import OrderNews, OrderResult
from sortrank_gui.simulation.populations import Given, Normal, Poisson, Population, Uniform
from sortrank_gui.simulation.records import load_experiment, save_experiment
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from sortrank_gui.ui.widgets.fields import choose
from tests.ui.simulation.conftest import SMALL

Run = Callable[[], OrderResult]


def test_results_equal_the_command_lines(
    page: SimulationPage, run: Run, qtbot: QtBot, tmp_path: Path
) -> None:
    """The same settings and seed give the same file, byte for byte."""
    save_experiment(SMALL, tmp_path / "experiment.json")
    options = ["--experiment", str(tmp_path / "experiment.json"), "--jobs", "1"]
    done = CliRunner().invoke(app, ["simulate", *options, "--output", str(tmp_path / "cli")])
    assert done.exit_code == 0
    run()
    with qtbot.waitSignal(page.jobs.rested):
        page.save_results(tmp_path / "ours.csv")
    assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "cli" / "results.csv").read_bytes()


def test_progress_ends_with_all_trials_and_curves(page: SimulationPage, run: Run) -> None:
    """News count up, curves come with them, and the end says how long it took."""
    news: list[OrderNews] = []
    page.simulator.progressed.connect(news.append)
    run()
    page.simulator.progressed.disconnect(news.append)
    assert news[0].progress.done == 0
    assert all(one.progress.total == 6 for one in news)
    curves = page.experiments.curves.panel().curves
    assert {c.label for c in curves} == {"random", "mergesort", "a random ranking"}
    assert page.experiments.settings.run_bar.words.startswith("Done in")


def test_progress_says_workers_and_remaining_time(page: SimulationPage) -> None:
    """A user reads how many are done, who works, and how long it will take."""
    order = page.experiments.settings.order()
    page.experiments.settings.run_bar.show_news(
        OrderNews(order, RunProgress(10, 40, 20.0), 2, None)
    )
    assert page.experiments.settings.run_bar.words == "10 of 40 · 2 workers · 60 s left"


def test_cancel_keeps_what_there_is(page: SimulationPage, qtbot: QtBot) -> None:
    """Cancel ends a long run at once; what was measured stays."""
    page.experiments.settings.show_experiment(
        Experiment(300, Uniform(5.0), ("random", "entropy"), (100, 100_000), repetitions=40)
    )
    bar = page.experiments.settings.run_bar
    with qtbot.waitSignal(page.simulator.progressed):
        bar.start.trigger()
    assert not bar.start.isEnabled()
    with qtbot.waitSignal(page.simulator.ended) as ended:
        bar.cancel.trigger()
    assert ended.args[0].cancelled
    qtbot.waitUntil(bar.start.isEnabled)
    assert not bar.cancel.isEnabled()


def test_failed_trial_is_named_and_others_are_kept(
    page: SimulationPage, run: Run, qtbot: QtBot
) -> None:
    """A sentence has the settings and the seed; the other strategy's curve is there."""
    page.experiments.settings.own.show_experiment(
        Experiment(
            6,
            Uniform(3.0),
            ("random", "uncertainty"),
            (5,),
            repetitions=1,
            seed=77,
            priors=(("uncertainty", -1.0),),
        )
    )
    outcome = run()
    assert len(outcome.failures) == 1
    text = page.experiments.notice.text
    assert "uncertainty" in text
    assert "seed 77" in text
    labels = [c.label for c in page.experiments.curves.panel().curves if not c.reference]
    assert labels == ["random"]


@pytest.mark.parametrize(
    "population", [Uniform(2.5), Poisson(4.0), Normal(0.75), Given((0.5, 2.0, 1.0, -1.0))]
)
def test_settings_survive_a_file(
    page: SimulationPage, qtbot: QtBot, tmp_path: Path, population: Population
) -> None:
    """What is saved as JSON comes back into the form, every field of it."""
    experiment = Experiment(
        4,
        population,
        ("quicksort", "matching"),
        (3, 9, 27),
        repetitions=7,
        seed=11,
        respondent=RespondentSettings("noiseless", 0.05, 0.5),
        order="depth",
        prior_variance=2.0,
        priors=(("matching", 3.0),),
    )
    save_experiment(experiment, tmp_path / "in.json")
    with qtbot.waitSignal(page.jobs.rested):
        page.open_settings(tmp_path / "in.json")
    with qtbot.waitSignal(page.jobs.rested):
        page.save_settings(tmp_path / "out.json")
    assert load_experiment(tmp_path / "out.json") == experiment


def test_results_come_back_from_a_file(
    page: SimulationPage, run: Run, qtbot: QtBot, tmp_path: Path
) -> None:
    """Measurements read from CSV give the curves that were written."""
    outcome = run()
    with qtbot.waitSignal(page.jobs.rested):
        page.save_results(tmp_path / "results.csv")
    save_experiment(SMALL, tmp_path / "experiment.json")
    with qtbot.waitSignal(page.jobs.rested):
        page.open_results(tmp_path / "results.csv")
    assert page.experiments.kept.count == 2
    read = page.experiments.kept.current().findings
    assert read.title == "results"
    assert read.panels == outcome.findings.panels
    assert read.rows == outcome.findings.rows


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_figures_are_written(
    page: SimulationPage, run: Run, qtbot: QtBot, tmp_path: Path, ending: str
) -> None:
    """What is shown becomes a file of the kind that its name says."""
    run()
    path = tmp_path / f"figure.{ending}"
    with qtbot.waitSignal(page.jobs.rested):
        page.save_figure(path)
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    assert path.read_bytes().startswith(starts[ending])
    if ending == "svg":
        assert ">comparisons</text>" in path.read_text(encoding="utf-8")


def test_unwritable_file_is_a_sentence(page: SimulationPage, run: Run, qtbot: QtBot) -> None:
    """A folder that is not there is named, in the window."""
    run()
    target = Path("/nowhere/at/all.csv")
    with qtbot.waitSignal(page.jobs.failed):
        page.save_results(target)
    assert str(target) in page.experiments.notice.text


def test_problems_stand_beside_their_field(page: SimulationPage) -> None:
    """A wrong list of budgets or no strategy is told where it is, and nothing can be started."""
    form, bar = page.experiments.settings.own, page.experiments.settings.run_bar
    form.at.editor.setText("20, many")
    assert form.at.problem == "Write whole numbers with commas between them."
    assert not bar.start.isEnabled()
    form.at.editor.setText("20, 100000")
    assert "not within" in form.at.problem
    form.at.editor.setText("20, 40")
    assert bar.start.isEnabled()
    form.toggles.choose(())
    assert form.toggles.problem == "Choose one strategy at least."
    assert not bar.start.isEnabled()


@pytest.mark.parametrize("name", paper.names())
def test_every_experiment_of_the_paper_can_be_chosen(page: SimulationPage, name: str) -> None:
    """The preset gives the paper's experiment, quick and full; sushi asks for its data first."""
    card = page.experiments.settings
    choose(card.preset.editor, name)
    for size in ("quick", "full"):
        choose(card.paper.version.editor, size)
        campaign = card.order().campaign
        assert (campaign.name, campaign.settings.quick) == (name, size == "quick")
    assert card.run_bar.start.isEnabled() == (name != "sushi")
    assert card.paper.data.problem == ("This experiment needs its data." if name == "sushi" else "")


def test_paper_shows_figures_and_claims(page: SimulationPage, run: Run) -> None:
    """A quick run of the paper's first experiment ends with its panels and its statements."""
    choose(page.experiments.settings.preset.editor, "bounds")
    choose(page.experiments.settings.paper.version.editor, "quick")
    run()
    curves = page.experiments.curves
    assert curves.panel().title == "Total"
    curves.tabs.setCurrentIndex(2)
    assert "Theorem 1" in curves.page.toPlainText()
    assert "agrees" in curves.page.toPlainText()


def test_results_are_compared_renamed_and_removed(page: SimulationPage, run: Run) -> None:
    """An older result is drawn behind the newer one, by its name; removed ones are gone."""
    run()
    page.experiments.settings.own.seed.editor.setValue(6)
    run()
    kept = page.experiments.kept
    kept.rename(0, "the first")
    kept.tick(0)
    assert [one.findings.title for one in kept.others()] == ["the first"]
    assert "dashed: the first" in page.experiments.curves.caption
    kept.select(0)
    kept.remove_current()
    assert kept.count == 1
    assert page.experiments.curves.shown.experiment.seed == 6


def test_results_of_the_same_settings_have_names_of_their_own(
    page: SimulationPage, run: Run
) -> None:
    """A name says how the settings differ; the same settings again get a number."""
    run()
    run()
    page.experiments.settings.own.show_experiment(replace(SMALL, order="depth"))
    run()
    kept, titles = page.experiments.kept, []
    for row in range(3):
        kept.select(row)
        titles.append(kept.current().findings.title)
    same = "n = 12, λ = 3, seed 5"
    assert titles == [same, f"{same} (2)", "n = 12, λ = 3, depth first, seed 5"]


def test_legend_hides_curves_and_reads_values(page: SimulationPage, run: Run) -> None:
    """A chip takes its curve away; the value at the mouse stands beside the name."""
    run()
    curves = page.experiments.curves
    curves.legend.chips["random"].setChecked(False)
    assert "random" in curves.legend.hidden
    assert [c.label for c in curves.figure().panels[0].curves] == ["mergesort", "a random ranking"]
    curves.legend.chips["random"].setChecked(True)
    curves.plot.pointed.emit(30.0)
    curve = curves.panel().curves[0]
    assert curves.legend.value("random").startswith(f"{curve.mean[1]:.3g}")
    curves.show_findings(curves.shown)
    assert curves.legend.value("random").startswith(f"{curve.mean[1]:.3g}"), "stays while it grows"
    curves.plot.pointed.emit(None)
    assert curves.legend.value("random").startswith(f"{curve.mean[-1]:.3g}")


def test_reading_line_says_where_it_is(page: SimulationPage, run: Run) -> None:
    """The number of comparisons stands at the line that follows the mouse."""
    run()
    plot = page.experiments.curves.plot
    box = plot.area.view
    plot.scene().sigMouseMoved.emit(box.sceneBoundingRect().center())
    shown = float(plot.reading.replace(",", ""))
    assert shown in page.experiments.curves.panel().curves[0].x


def test_table_has_a_row_for_every_budget(page: SimulationPage, run: Run) -> None:
    """The table shows the panel that is chosen: budgets down, strategies across."""
    run()
    curves = page.experiments.curves
    curves.tabs.setCurrentIndex(1)
    model = curves.table.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["10", "30", "60"]
    curve = curves.panel().curves[0]
    assert model.index(2, 1).data().startswith(f"{curve.mean[2]:.3g}")
    curves.panels.chosen.emit("Largest displacement")
    other = curves.panel().curves[0]
    assert model.index(2, 1).data().startswith(f"{other.mean[2]:.3g}")
    curves.panels.chosen.emit("Displacement")


def test_files_offer_what_there_is(page: SimulationPage, run: Run, qtbot: QtBot) -> None:
    """Without results there is none to save; the paper's settings are not a file of ours."""
    files = page._tab
    assert not files.save_results.isEnabled()
    run()
    assert files.save_results.isEnabled()
    assert files.save_figure.isEnabled()
    assert files.save_settings.isEnabled()
    choose(page.experiments.settings.preset.editor, "bounds")
    assert not files.save_settings.isEnabled()


def test_saving_is_confirmed(page: SimulationPage, qtbot: QtBot, tmp_path: Path) -> None:
    """A word says that the file is there."""
    with qtbot.waitSignal(page.jobs.rested):
        page.save_settings(tmp_path / "mine.json")
    assert page.experiments.settings.run_bar.words == "Saved as mine.json."


def test_hint_says_what_is_true(page: SimulationPage, qtbot: QtBot) -> None:
    """“Press Start” is gone as soon as it was pressed."""
    hint, bar = page.experiments.curves.hint, page.experiments.settings.run_bar
    assert "Press Start" in hint.text()
    with qtbot.waitSignal(page.simulator.started):
        bar.start.trigger()
    assert "under way" in hint.text()
    with qtbot.waitSignal(page.simulator.stopped):
        bar.cancel.trigger()
    assert "Press Start" in hint.text()
