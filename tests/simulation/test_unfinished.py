"""Results of an interrupted run."""

from dataclasses import replace
from pathlib import Path

from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.unfinished import Unfinished

EXPERIMENT = Experiment(8, Uniform(2.0), ("random", "mergesort"), (8, 16), repetitions=2)


def test_next_run_finds_what_was_measured(tmp_path: Path) -> None:
    """What was done is there as it was measured; what was not, and a line cut short, is not."""
    file, trials = tmp_path / "some.unfinished", EXPERIMENT.trials()
    values = [trial.run() for trial in trials]
    kept = Unfinished(file)
    for trial, value in zip(trials[:3], values[:3], strict=True):
        kept.add(trial, value)
    file.write_text(file.read_text()[:-20])
    assert Unfinished(file).find(trials) == [*values[:2], None, None]


def test_other_settings_are_another_run(tmp_path: Path) -> None:
    """The same trial with another prior, budget or seed was not measured."""
    trials, kept = EXPERIMENT.trials(), Unfinished(tmp_path / "some.unfinished")
    kept.add(trials[0], trials[0].run())
    again = Unfinished(tmp_path / "some.unfinished")
    for other in (
        replace(EXPERIMENT, seed=2),
        replace(EXPERIMENT, budgets=(8, 17)),
        replace(EXPERIMENT, priors=(("random", 2.0),)),
    ):
        assert again.find(other.trials()) == [None] * 4
    assert again.find(trials)[0] is not None


def test_finished_run_leaves_nothing(tmp_path: Path) -> None:
    """Results that are no measurements are not kept, and the file goes at the end."""
    file, trials = tmp_path / "some.unfinished", EXPERIMENT.trials()
    kept = Unfinished(file)
    kept.add(trials[0], (1.0, 2.0))
    assert not file.exists()
    kept.add(trials[0], trials[0].run())
    kept.remove()
    kept.remove()
    assert not file.exists()
