"""What a window runs: campaigns, tallies, races and sources."""

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.simulation import paper
from sortrank_gui.simulation.campaigns import OwnCampaign, PaperCampaign, PlanCampaign
from sortrank_gui.simulation.curves import displacement_curves
from sortrank_gui.simulation.datasets import Dataset
from sortrank_gui.simulation.executors import ProcessPool, SequentialExecutor, count_workers
from sortrank_gui.simulation.experiments import Experiment, SimulatedTrial
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.races import Race
from sortrank_gui.simulation.runner import run_tasks
from sortrank_gui.simulation.sources import DataSource

EXPERIMENT = Experiment(15, Uniform(3.0), ("random", "mergesort"), (10, 40), repetitions=3, seed=4)


def test_own_campaign_grows_to_the_usual_curves() -> None:
    """Trials that arrive in any order give the curves and rows of the experiment."""
    work = OwnCampaign(EXPERIMENT).prepare()
    values = [trial.run() for trial in work.tasks]
    for index in (3, 0, 5, 1, 4, 2):
        work.add(index, values[index])
    findings = work.finish(complete=True)
    rows = [row for value in values for row in value]
    assert list(findings.rows) == rows
    ours = {c.label: c for c in findings.panels[0].curves}
    for curve in displacement_curves(rows):
        assert ours[curve.label].mean == pytest.approx(curve.mean)
        assert ours[curve.label].high == pytest.approx(curve.high)


def test_panels_per_item_divide_by_the_items() -> None:
    """Displacement per item is the displacement over the number of items."""
    work = OwnCampaign(EXPERIMENT).prepare()
    work.add(0, work.tasks[0].run())
    total, each = work.findings().panels[:2]
    assert each.curves[0].mean == pytest.approx([mean / 15 for mean in total.curves[0].mean])


def test_runner_tells_results_as_they_arrive() -> None:
    """Every task is told once, with its number."""
    found = {}
    tasks = EXPERIMENT.trials()
    results = run_tasks(tasks, SequentialExecutor(), arrived=found.__setitem__)
    assert [found[index] for index in range(len(tasks))] == list(results.values)


def test_paper_campaign_ends_with_the_report_of_the_command() -> None:
    """The page is the one that `sortrank reproduce` writes; half of it says so."""
    settings = paper.PaperSettings(quick=True)
    work = PaperCampaign("bounds", settings).prepare()
    work.add(0, work.tasks[0].run())
    assert "Incomplete" in work.finish(complete=False).report.page
    for index, task in enumerate(work.tasks):
        work.add(index, task.run())
    done = [paper.Done(task, task.run()) for task in work.tasks]
    expected = paper.get("bounds").report(settings, done)
    assert work.finish(complete=True).report.page == expected.page


def test_paper_campaign_shows_its_figure_early() -> None:
    """Curves grow: nothing where nothing can be drawn, panels once there is enough."""
    work = PaperCampaign("bounds", paper.PaperSettings(quick=True)).prepare()
    assert work.findings().panels == ()
    for index in range(8):
        work.add(index, work.tasks[index].run())
    assert [panel.title for panel in work.findings().panels][:1] == ["Total"]


def test_plan_campaign_measures_the_top() -> None:
    """With answers enough the best items are found; the rest is as the experiment has it."""
    work = PlanCampaign(Experiment(8, Uniform(0.2), ("mergesort",), (40,), 1), 3).prepare()
    (row,) = work.tasks[0].run()
    assert row.top_share == 1.0
    assert (row.measurement,) == work.tasks[0].trial.run()


def test_race_shows_what_the_experiment_measures() -> None:
    """After c comparisons a lane has the displacement of the first repetition, at any pace."""
    race = Race(EXPERIMENT)
    for count in (1, 4, 5):
        race.step(count)
    early = {lane.strategy: lane.displacement for lane in race.scene().lanes}
    for name in EXPERIMENT.strategies:
        first = SimulatedTrial(EXPERIMENT, name, 0).run()[0]
        assert (first.c, first.displacement) == (10, early[name])
    race.step(1000)
    assert race.is_over
    assert race.scene().lanes[0].comparisons == 40


def test_source_keeps_scores_and_outcomes() -> None:
    """Data becomes scores in its order, outcomes by pair, and a spread."""
    table = Comparisons.from_pairs(3, np.array([0, 0, 1, 1]), np.array([1, 2, 2, 0]))
    source = DataSource.from_dataset("pilot", Dataset(("a", "b", "c"), table))
    assert source.scores[2] == min(source.scores)
    assert source.observed.share == (0.5, 1.0, 1.0)
    assert source.spread > 0
    assert source.describe() == "pilot: 3 items, 4 answers"


def test_source_of_nothing_is_refused() -> None:
    """Without answers nothing can be learned."""
    with pytest.raises(InputError, match="no answers"):
        DataSource.from_dataset("The study", Dataset(("a", "b"), Comparisons(2)))


def test_pool_ends_all_its_processes() -> None:
    """A pool that is ended in the middle of work has no process left."""
    pool = ProcessPool(1, nice=5)
    pool.submit(pow, 2, 3).result()
    assert count_workers(pool) == 1
    processes = list(pool._context.processes)
    pool.end()
    for process in processes:
        process.join(60)
    assert not any(process.is_alive() for process in processes)
