"""`sortrank reproduce`: the paper's figures and tables."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import (
    describe_progress,
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
    from collections.abc import Callable

    from sortrank_gui.progress import RunProgress
    from sortrank_gui.simulation.paper.queue import PaperPart


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
    from sortrank_gui.simulation.paper.queue import PaperPart, PaperQueue

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
    parts = [PaperPart(*each, folder) for each in chosen]
    for part in parts:
        if not json and any(part.kept):
            done, count = sum(part.kept), len(part.tasks)
            say(f"{part.preset.name}: going on after {done} of {count} trials")
    with (
        stoppable(),
        open_executor(jobs=jobs, cluster=cluster) as executor,
        progress_bar(name) as draw,
    ):
        pages = _Pages(folder, name, draw, quiet=json)
        queue = PaperQueue(parts, executor, complete=pages.write, progress=pages.follow)
        results = queue.run()
    stop_if_incomplete(results)
    for part in parts:  # not before: an interruption of a later one costs nothing of these
        part.forget()
    if json:
        print_json([pages.written[part.preset.name] for part in parts])
    elif without:
        say("Left out: sushi, which needs its data (see sortrank reproduce sushi --help).")


class _Pages:
    """Writes what experiments hand over, and says how far all of them are."""

    def __init__(
        self,
        folder: Path,
        name: str,
        draw: "Callable[[RunProgress], None] | None",
        *,
        quiet: bool,
    ) -> None:
        self._folder, self._name, self._draw, self._quiet = folder, name, draw, quiet
        self._progress: RunProgress | None = None
        self.written: dict[str, dict[str, Any]] = {}

    def follow(self, progress: "RunProgress") -> None:
        """Take in how far the whole is."""
        self._progress = progress
        if self._draw is not None:
            self._draw(progress)

    def write(self, part: "PaperPart", cancelled: bool) -> None:
        """Write the files of an experiment; those of an incomplete one are the tables alone."""
        name = part.preset.name
        written = write_report(self._folder, part.report(cancelled=cancelled))
        if not self._quiet:
            say(self._describe(name, part.seconds), flush=True)
        self.written[name] = {
            "name": name,
            "processor_seconds": round(part.seconds, 2),
            "files": [str(path) for path in written],
        }

    def _describe(self, name: str, seconds: float) -> str:
        text = f"{name}: {seconds:.0f} s of processor time, {self._folder / name}.md"
        if self._name == name or self._progress is None:
            return text
        return f"{text} ({self._name}: {describe_progress(self._progress)})"
