"""`sortrank reproduce`: the paper's figures and tables."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import (
    print_json,
    progress_bar,
    say,
    stop_if_incomplete,
    stoppable,
)
from sortrank_gui.commands.options import Cluster, Jobs, Json, Seed, examples
from sortrank_gui.commands.output import write_report
from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import make_folder

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sortrank_gui.simulation.paper import PaperSettings, Preset
    from sortrank_gui.simulation.runner import Results
    from sortrank_gui.simulation.unfinished import Unfinished


@examples(
    "sortrank reproduce all --quick --output paper",
    "sortrank reproduce baselines --output paper",
    "sortrank reproduce sushi --data sushi3b.5000.10.order --output paper",
)
def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            help="bounds, multisort, baselines, sensitivity, sushi, gifgif, runtime, theory, all."
        ),
    ],
    output: Annotated[Path, typer.Option(help="Folder for pages, CSV files and figures.")],
    quick: Annotated[bool, typer.Option("--quick", help="A short version, for a look.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            help="The data of sushi or gifgif, which can't ship with us; for all, that of sushi."
        ),
    ] = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Reproduce the paper: tables, figures, and a page that compares them with its text."""
    from sortrank_gui.simulation import paper
    from sortrank_gui.simulation.executors import open_executor

    if data is not None and name not in ("sushi", "gifgif", "all"):
        raise InputError("--data belongs to sushi or gifgif alone.")
    names = paper.names() if name == "all" else [name]
    without = name == "all" and data is None
    chosen = []
    for one in names:
        if one == "sushi" and without:
            continue
        own = data if one == "sushi" or name != "all" else None
        settings = paper.PaperSettings(quick=quick, seed=seed, data=own)
        preset = paper.get(one)
        preset.tasks(settings)  # says at once what is missing
        chosen.append((preset, settings))
    folder = make_folder(output)
    with stoppable(), open_executor(jobs=jobs, cluster=cluster) as executor:
        done = [_reproduce(*each, executor, folder, quiet=json) for each in chosen]
    for preset, _ in chosen:  # not before: an interruption of a later one costs nothing of these
        _open_record(preset, folder).remove()
    if json:
        print_json(done)
    elif without:
        say("Left out: sushi, which needs its data (see sortrank reproduce sushi --help).")


def _reproduce(
    preset: "Preset[Any]",
    settings: "PaperSettings",
    executor: "Executor",
    folder: Path,
    *,
    quiet: bool,
) -> dict[str, Any]:
    """Run one experiment and write its files; those of an incomplete one are the tables alone.

    After an interruption the next run goes on with what was measured.
    """
    from sortrank_gui.simulation.executors import SequentialExecutor
    from sortrank_gui.simulation.paper import Done
    from sortrank_gui.simulation.reports import SimulationReport
    from sortrank_gui.simulation.runner import run_tasks

    tasks, kept = preset.tasks(settings), _open_record(preset, folder)
    values: list[Any] = kept.find(tasks)
    missing = [index for index, value in enumerate(values) if value is None]
    if not quiet and len(missing) < len(tasks):
        say(f"{preset.name}: going on after {len(tasks) - len(missing)} of {len(tasks)} trials")

    def keep(index: int, value: object) -> None:
        values[missing[index]] = value
        kept.add(tasks[missing[index]], value)

    where = SequentialExecutor() if preset.alone else executor
    with progress_bar(preset.name) as progress:
        results: Results[Any] = run_tasks(
            [tasks[index] for index in missing], where, progress=progress, arrived=keep
        )
    done = [
        Done(task, value) for task, value in zip(tasks, values, strict=True) if value is not None
    ]
    if results.cancelled or not done:
        report = SimulationReport(
            preset.name, f"# {preset.title}\n\nIncomplete.\n", preset.tables(done)
        )
    else:
        report = preset.report(settings, done)
    written = write_report(folder, report)
    if not quiet:
        say(f"{preset.name}: {results.seconds:.0f} s, {folder / preset.name}.md", flush=True)
    stop_if_incomplete(results)
    return {
        "name": preset.name,
        "seconds": round(results.seconds, 2),
        "files": [str(path) for path in written],
    }


def _open_record(preset: "Preset[Any]", folder: Path) -> "Unfinished":
    """Return what an interrupted run measured of an experiment."""
    from sortrank_gui.simulation.unfinished import Unfinished

    return Unfinished(folder / f"{preset.name}.unfinished")
