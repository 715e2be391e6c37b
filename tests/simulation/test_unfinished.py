"""Results of an interrupted run."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.experiments import Experiment, Measurement
from sortrank_gui.simulation.paper.sorting_checks import CheckTask, OrderRow, OrderTask, SortCheck
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.runner import Task
from sortrank_gui.simulation.unfinished import Unfinished

EXPERIMENT = Experiment(8, Uniform(2.0), ("random", "mergesort"), (8, 16), repetitions=2)
KINDS = (Measurement,)


def test_next_run_finds_what_was_measured(tmp_path: Path) -> None:
    """What was done is there as it was measured; what was not, and a line cut short, is not."""
    file, trials = tmp_path / "some.unfinished", EXPERIMENT.trials()
    values = [trial.run() for trial in trials]
    kept = Unfinished(file, KINDS)
    for trial, value in zip(trials[:3], values[:3], strict=True):
        kept.add(trial, value)
    file.write_text(file.read_text()[:-20])
    assert Unfinished(file, KINDS).find(trials) == [*values[:2], None, None]


def test_other_settings_are_another_run(tmp_path: Path) -> None:
    """The same trial with another prior, budget or seed was not measured."""
    trials, kept = EXPERIMENT.trials(), Unfinished(tmp_path / "some.unfinished", KINDS)
    kept.add(trials[0], trials[0].run())
    again = Unfinished(tmp_path / "some.unfinished", KINDS)
    for other in (
        replace(EXPERIMENT, seed=2),
        replace(EXPERIMENT, budgets=(8, 17)),
        replace(EXPERIMENT, priors=(("random", 2.0),)),
    ):
        assert again.find(other.trials()) == [None] * 4
    assert again.find(trials)[0] is not None


def test_rows_of_all_kinds_are_kept(tmp_path: Path) -> None:
    """An experiment may have several kinds of rows; each comes back as what it was."""
    file, kinds = tmp_path / "some.unfinished", (SortCheck, OrderRow)
    tasks: list[Task[Any]] = [
        CheckTask("quicksort", "coin", 8, range(2), 1),
        OrderTask("mergesort", 0, 3, 1),
    ]
    values, kept = [task.run() for task in tasks], Unfinished(file, kinds)
    for task, value in zip(tasks, values, strict=True):
        kept.add(task, value)
    assert Unfinished(file, kinds).find(tasks) == values


def test_finished_run_leaves_nothing(tmp_path: Path) -> None:
    """The file goes at the end, and it does no harm that it is gone."""
    file, trials = tmp_path / "some.unfinished", EXPERIMENT.trials()
    kept = Unfinished(file, KINDS)
    kept.add(trials[0], trials[0].run())
    kept.remove()
    kept.remove()
    assert not file.exists()


@pytest.mark.posix("there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_what_somebody_else_put_there_is_neither_read_nor_written(
    kind: str, tmp_path: Path
) -> None:
    """Nobody waits for a pipe, and nothing is added to what a link leads to."""
    file, victim = tmp_path / "some.unfinished", tmp_path / "victim"
    victim.write_text("precious")
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "link":
        file.symlink_to(victim)
    else:
        file.mkdir()
    with pytest.raises(InputError, match="Move it away"):
        Unfinished(file, KINDS)
    assert victim.read_text() == "precious"


def test_lines_of_others_are_as_if_they_were_not_there(tmp_path: Path) -> None:
    """No text, too deep, or values of other kinds: nothing of that reaches a table."""
    file, trials = tmp_path / "some.unfinished", EXPERIMENT.trials()
    kept = Unfinished(file, KINDS)
    kept.add(trials[0], trials[0].run())
    good = file.read_text()
    key, kind, (row, *_) = json.loads(good)
    odd = [[key, kind, [[*row[:-1], wrong]]] for wrong in ("x", None, [], {}, True)]
    lines = [json.dumps(each) for each in odd]
    lines += ["[" * 100_000, json.dumps([[], kind, [row]]), '["\\ud800", "Measurement", []]']
    file.write_bytes(b"\xff\xfe\n" + "\n".join(lines).encode() + b"\n")
    assert Unfinished(file, KINDS).find(trials) == [None] * len(trials)
    file.write_text(good + "\n".join(lines[:1]).replace(key, "other"))
    assert Unfinished(file, KINDS).find(trials)[0] is not None
