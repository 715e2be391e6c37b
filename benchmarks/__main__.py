"""The benchmarks as commands."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import accuracy as accuracy_benchmark
from benchmarks import calibration as calibration_benchmark
from benchmarks import calibration_table as calibration_table_benchmark
from benchmarks import determinism as determinism_benchmark
from benchmarks import diagnostics as diagnostics_benchmark
from benchmarks import evidence as evidence_benchmark
from benchmarks import expected as expected_benchmark
from benchmarks import fit as fit_benchmark
from benchmarks import flags as flags_benchmark
from benchmarks import judges as judges_benchmark
from benchmarks import next_pair as next_pair_benchmark
from benchmarks import simulation_tab as simulation_tab_benchmark
from benchmarks import stopping as stopping_benchmark
from benchmarks import study as study_benchmark
from benchmarks import ties as ties_benchmark
from benchmarks import validation as validation_benchmark
from benchmarks.peers.pairs import PEERS
from benchmarks.tables import Table, machine, show
from benchmarks.truths import MODEL, PEOPLE, list_truths

app = typer.Typer(no_args_is_help=True, help=__doc__, add_completion=False)
Json = Annotated[Path | None, typer.Option("--json", help="Also write the rows to this file.")]
Repeats = Annotated[int, typer.Option(min=1, help="Rounds; ours and the peer take turns.")]


@app.command()
def fit(
    repeats: Repeats = 7,
    slow: Annotated[bool, typer.Option(help="Also peers that take minutes.")] = False,
    peer: Annotated[str | None, typer.Option(help="Races with this one, and nothing else.")] = None,
    json_file: Json = None,
) -> None:
    """Fit the Bradley-Terry model: time against the peers, warm against cold, memory."""
    _report(fit_benchmark.run(repeats, slow=slow, peer=peer), json_file)


@app.command()
def next_pair(repeats: Repeats = 5, json_file: Json = None) -> None:
    """Pick the next pair: time for ask and tell, and simulated comparisons a second."""
    _report(next_pair_benchmark.run(repeats), json_file)


@app.command()
def accuracy(
    repeats: Annotated[int, typer.Option(min=2, help="Paired seeds.")] = 20,
    seed: Annotated[int, typer.Option(help="First seed; one a repetition.")] = 1000,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="Only these, and --against; “rounds, 50 at once” shares a survey."),
    ] = None,
    items: Annotated[list[int] | None, typer.Option(help="Only so many items.")] = None,
    peers: Annotated[bool, typer.Option(help="Beside other people's methods.")] = False,
    people: Annotated[bool, typer.Option(help="Lapses, unlike judges and ties, too.")] = False,
    against: Annotated[
        str, typer.Option(help="What the others are compared with.")
    ] = accuracy_benchmark.REFERENCE,
    record: Annotated[
        Path | None, typer.Option(help="A file of finished surveys, to go on with.")
    ] = None,
    json_file: Json = None,
) -> None:
    """Displacement of every strategy beside the same surveys by another, cell by cell."""
    names = list(strategy or accuracy_benchmark.STRATEGIES)
    names += [*PEERS] if peers else []
    names = list(dict.fromkeys([against, *names]))
    sizes = items or ((16, 30) if peers else accuracy_benchmark.SIZES)
    chosen = list_truths(sizes, PEOPLE if people else (MODEL,))
    seeds = range(seed, seed + repeats)
    kept = accuracy_benchmark.Record(record)
    tables = accuracy_benchmark.run(chosen, names, seeds, jobs=jobs, record=kept, against=against)
    _report(tables, json_file)


@app.command()
def determinism(
    items: Annotated[int, typer.Option(min=2, help="Items of the survey.")] = 200,
    answers: Annotated[int, typer.Option(min=1, help="Answers to each strategy.")] = 1500,
    seed: Annotated[int, typer.Option(min=0, help="Of strategies, scores and answers.")] = 1,
    json_file: Json = None,
) -> None:
    """Ask with the kernels of other processors: the first differing answer of each strategy."""
    _report(determinism_benchmark.run(items, answers, seed), json_file)


@app.command()
def expected(
    repeats: Repeats = 10,
    items: Annotated[int, typer.Option(min=2, help="Items of each survey.")] = 200,
    json_file: Json = None,
) -> None:
    """Compare the displacement that the posterior expects with the true one."""
    _report(expected_benchmark.run(repeats, items), json_file)


@app.command()
def study(
    repeats: Repeats = 5,
    pictures: Annotated[bool, typer.Option(help="Also a study of 1 GB of pictures.")] = True,
    json_file: Json = None,
) -> None:
    """Keep a study in its file: an answer, opening, resuming and exporting."""
    _report(study_benchmark.run(repeats, pictures=pictures), json_file)


@app.command()
def lab(
    stations: Annotated[int, typer.Option(min=0, help="Processes without a window.")] = 50,
    minutes: Annotated[float, typer.Option(min=0, help="An answer a second each.")] = 10,
    strategy: Annotated[str, typer.Option(help="Of the sort that all share.")] = "quicksort",
    clicks: Annotated[bool, typer.Option(help="Click to next pair, beside a file.")] = True,
    pictures: Annotated[int, typer.Option(min=0, help="Of two megabytes each.")] = 1000,
    json_file: Json = None,
) -> None:
    """Share a study on a PostgreSQL of this machine: stations, the desk, pictures."""
    if sys.platform == "win32":
        raise typer.BadParameter("the server of a lab is no Windows computer")
    from benchmarks import lab as lab_benchmark

    _report(
        list(
            lab_benchmark.run(
                stations=stations,
                seconds=60 * minutes,
                strategy=strategy,
                clicks=clicks,
                pictures=pictures,
            )
        ),
        json_file,
    )


@app.command()
def calibration(
    strategy: Annotated[list[str] | None, typer.Option(help="Only these.")] = None,
    items: Annotated[list[int] | None, typer.Option(help="Only so many.")] = None,
    truth: Annotated[list[str] | None, typer.Option(help="equal, normal:1, uniform:5 ...")] = None,
    answers: Annotated[
        list[int] | None, typer.Option(help="Answers an item takes part in.")
    ] = None,
    studies: Annotated[int, typer.Option(min=1, help="Studies a cell.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="First seed; one a study.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    probes: Annotated[bool, typer.Option(help="Mix in probing pairs, as new studies do.")] = True,
    calibrated: Annotated[
        bool, typer.Option(help="Run each study again 40 times, as Results and report do.")
    ] = False,
    json_file: Json = None,
) -> None:
    """Compare what is said about uncertainty with the truth; cells in the file are kept."""
    cells = calibration_benchmark.list_cells(
        strategy or (), items or (), truth or (), answers or ()
    )
    typer.echo(machine())
    method = calibration_benchmark.Method(probes, calibrated)
    rows = calibration_benchmark.run(
        cells, studies, seed=seed, jobs=jobs, json_file=json_file, method=method
    )
    for number, row in enumerate(rows):
        if not number:
            typer.echo("\n| " + " | ".join(row) + " |\n" + "|---" * len(row) + "|")
        typer.echo("| " + " | ".join(map(_figure, row.values())) + " |")


@app.command()
def calibration_table(
    rows: Annotated[Path, typer.Argument(help="What calibration --json wrote.")],
) -> None:
    """Print the table of the docs, what is outside of what we aim at, and how much chance does."""
    found = calibration_table_benchmark.read_rows(rows)
    for line in calibration_table_benchmark.summarise(found):
        typer.echo(f"- {line}")
    typer.echo("")
    for line in calibration_table_benchmark.write_table(found):
        typer.echo(line)


@app.command()
def evidence(
    studies: Annotated[int, typer.Option(min=1, help="Studies a row.")] = 12,
    draws: Annotated[int, typer.Option(min=100, help="Weighted draws a study.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="First seed; one a study.")] = 1,
    json_file: Json = None,
) -> None:
    """Compare the evidence of spreads and the errors of scores with importance sampling."""
    _report(evidence_benchmark.run(studies, draws, seed=seed), json_file)


@app.command()
def stopping(
    studies: Annotated[int, typer.Option(min=1, help="Studies a row.")] = 20,
    items: Annotated[int, typer.Option(min=2, help="Items of each study.")] = 60,
    goal: Annotated[float, typer.Option(help="Expected places off per item.")] = 4.0,
    seed: Annotated[int, typer.Option(min=0, help="First seed; one a study.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    json_file: Json = None,
) -> None:
    """End sessions by their expected displacement, and look how far off they are."""
    _report(stopping_benchmark.run(studies, items, goal, seed=seed, jobs=jobs), json_file)


@app.command()
def diagnostics(
    studies: Annotated[int, typer.Option(min=1, help="Studies of each kind.")] = 100,
    seed: Annotated[int, typer.Option(help="First seed; one a study.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    json_file: Json = None,
) -> None:
    """Check the diagnostics against simulations: levels, position bias, reliabilities."""
    _report(diagnostics_benchmark.run(studies, seed=seed, jobs=jobs), json_file)


@app.command()
def flags(
    studies: Annotated[int, typer.Option(min=1, help="Studies of each kind.")] = 200,
    seed: Annotated[int, typer.Option(help="First seed; one a study.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    json_file: Json = None,
) -> None:
    """Flag participants: how often careless ones are, and honest ones."""
    _report(flags_benchmark.run(studies, seed=seed, jobs=jobs), json_file)


@app.command()
def ties(
    studies: Annotated[int, typer.Option(min=1, help="Studies of each kind.")] = 100,
    seed: Annotated[int, typer.Option(help="First seed; one a study.")] = 1,
    json_file: Json = None,
) -> None:
    """Check Davidson's model of ties: coverage and size of scores, beside half wins."""
    _report(ties_benchmark.run(studies, seed=seed), json_file)


@app.command()
def judges(
    folder: Annotated[Path, typer.Argument(help="CSV files with judge, chosen and not chosen.")],
    json_file: Json = None,
) -> None:
    """Look at the judges of real sessions: flags, discrimination and classes of taste."""
    _report(judges_benchmark.run(folder), json_file)


@app.command()
def validation(
    data: Annotated[Path, typer.Option(help="Folder of sessions, with a published.csv.")],
    json_file: Json = None,
) -> None:
    """Compare SSR, split-half and scores of real sessions with what others published."""
    _report(validation_benchmark.run(data), json_file)


@app.command()
def latency(
    answers: Annotated[int, typer.Option(min=20, help="Clicks in each study.")] = 300,
    json_file: Json = None,
) -> None:
    """Click to the next pair with large photographs and many texts; start to first painting."""
    from benchmarks import latency as latency_benchmark  # Qt, only where a window is measured

    _report(latency_benchmark.run(answers), json_file)


@app.command()
def tabs(
    repeats: Annotated[int, typer.Option(min=1, help="Windows to open.")] = 5,
    json_file: Json = None,
) -> None:
    """Measure the first opening of each tab, on the GUI thread."""
    from benchmarks import tabs as tabs_benchmark  # Qt, only where a window is measured

    _report(tabs_benchmark.run(repeats), json_file)


@app.command()
def timing(
    answers: Annotated[int, typer.Option(min=20, help="Answers by key, and by mouse.")] = 200,
    json_file: Json = None,
) -> None:
    """Compare recorded times of frames and answers with true ones; needs an X display."""
    from benchmarks import screen_times  # Qt, only where a window is measured

    _report(screen_times.run(answers), json_file)


@app.command()
def memory(
    answers: Annotated[int, typer.Option(min=100, help="Trials of one session.")] = 10_000,
    json_file: Json = None,
) -> None:
    """Watch the memory of the window over a long session."""
    from benchmarks import memory as memory_benchmark  # Qt, only where a window is measured

    _report(memory_benchmark.run(answers), json_file)


@app.command()
def simulation_tab(json_file: Json = None) -> None:
    """Run the Simulation tab's default experiment: first points, the whole, stalls, memory."""
    _report(simulation_tab_benchmark.run(), json_file)


def _figure(value: str | float | None) -> str:
    return "-" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)


def _report(tables: list[Table], json_file: Path | None) -> None:
    typer.echo(machine())
    for table in tables:
        show(table)
    if json_file is not None:
        record = {"machine": machine(), "tables": {table.title: table.rows for table in tables}}
        json_file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        typer.echo(f"Written to {json_file}.")


if __name__ == "__main__":
    app()
