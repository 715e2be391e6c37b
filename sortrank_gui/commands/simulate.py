"""`sortrank simulate`: strategies against each other on simulated answers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import (
    print_json,
    print_table,
    progress_bar,
    say,
    stop_if_incomplete,
    stoppable,
)
from sortrank_gui.commands.options import (
    TWO_SPREADS,
    Cluster,
    Jobs,
    Json,
    Prior,
    Question,
    Seed,
    Strategies,
    examples,
    read_prior,
)
from sortrank_gui.commands.output import write_report
from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import make_folder

if TYPE_CHECKING:
    from sortrank_gui.simulation.experiments import Experiment, Measurement
    from sortrank_gui.simulation.runner import Results


@examples(
    "sortrank simulate --items 200 --noise 5 --strategy mergesort --budget 5000",
    "sortrank simulate --data sushi3b.5000.10.order --strategy random --at 1000 --at 5000",
    "sortrank simulate --experiment results/experiment.json --output results",
)
def simulate(
    items: Annotated[int | None, typer.Option(help="How many items there are.")] = None,
    population: Annotated[
        str,
        typer.Option(
            metavar="NAME[:PARAMETER=VALUE,...]", help="Where true scores come from: POPULATIONS."
        ),
    ] = "uniform",
    noise: Annotated[
        float | None, typer.Option(help="The paper's λ: how many items there are to one logit.")
    ] = None,
    spread: Annotated[
        float | None, typer.Option(help="Standard deviation of normal scores, in logits.")
    ] = None,
    scores: Annotated[
        Path | None, typer.Option(help="CSV file with true scores (item, score).")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="File of comparisons to draw the answers from.")
    ] = None,
    question: Question = None,
    respondent: Annotated[str, typer.Option(help="Who answers: RESPONDENTS.")] = "bradley-terry",
    lapse: Annotated[float, typer.Option(help="Share of answers by a coin.")] = 0.0,
    position_bias: Annotated[float, typer.Option(help="Bonus of the left item, in logits.")] = 0.0,
    strategy: Strategies = None,
    budget: Annotated[int | None, typer.Option(help="How many comparisons.")] = None,
    at: Annotated[
        list[int] | None, typer.Option(help="Measure after so many comparisons; may be repeated.")
    ] = None,
    repetitions: Annotated[int, typer.Option(min=1, help="How often to repeat.")] = 10,
    order: Annotated[str, typer.Option(help="How sorts proceed: level or depth.")] = "level",
    prior: Prior = "learned",
    seed: Seed = 1,
    experiment: Annotated[
        Path | None, typer.Option(help="Take all of this from an experiment's JSON file.")
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    output: Annotated[
        Path | None, typer.Option(help="Folder for CSV, figure, page and experiment.json.")
    ] = None,
    json: Json = False,
) -> None:
    """Compare strategies on simulated answers: how far their ranking is from the truth."""
    from sortrank_gui.simulation import setups
    from sortrank_gui.simulation.datasets import read_any
    from sortrank_gui.simulation.experiments import Experiment
    from sortrank_gui.simulation.records import load_experiment

    if noise is not None and spread is not None:
        raise InputError(TWO_SPREADS)
    folder = None if output is None else make_folder(output)
    if experiment is not None:
        described = load_experiment(experiment)
    else:
        observed = None if data is None else read_any(data, question=question)
        n_items, truth = setups.choose_population(
            population, n_items=items, noise=noise, spread=spread, scores=scores, observed=observed
        )
        people = setups.choose_respondent(
            respondent, lapse=lapse, position_bias=position_bias, observed=observed
        )
        described = Experiment(
            n_items,
            truth,
            tuple(strategy or setups.DEFAULT_STRATEGIES),
            setups.choose_budgets(n_items, budget, at or []),
            repetitions=repetitions,
            seed=seed,
            respondent=people,
            order=order,
            prior_variance=read_prior(prior),
        )
    _run(described, jobs, cluster, folder, json=json)


def _run(
    experiment: "Experiment",
    jobs: int | None,
    cluster: str | None,
    folder: Path | None,
    *,
    json: bool,
) -> None:
    from sortrank_gui.simulation.executors import open_executor
    from sortrank_gui.simulation.records import save_experiment
    from sortrank_gui.simulation.runner import run_tasks

    if folder is not None:
        save_experiment(experiment, folder / "experiment.json")
    with (
        stoppable(),
        open_executor(jobs=jobs, cluster=cluster) as executor,
        progress_bar("Trials") as progress,
    ):
        results = run_tasks(experiment.trials(), executor, progress=progress)
    rows = [row for trial in results.done for row in trial]
    if rows and folder is not None:
        from sortrank_gui.simulation.reports import describe_results

        write_report(folder, describe_results(experiment, rows))
    if json:
        print_json(_summary(experiment, rows, results))
    else:
        _print(experiment, rows, folder)
    stop_if_incomplete(results)


def _summary(
    experiment: "Experiment", rows: "list[Measurement]", results: "Results[Any]"
) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "items": experiment.n_items,
        "seconds": round(results.seconds, 3),
        "cancelled": results.cancelled,
        "failures": [str(failure) for failure in results.failures],
        "measurements": [asdict(row) for row in rows],
    }


def _print(experiment: "Experiment", rows: "list[Measurement]", folder: Path | None) -> None:
    from sortrank_gui.simulation.reports import displacement_rows, some_budgets

    budgets = some_budgets(experiment.budgets)
    say("Displacement (mean ± standard deviation) after so many comparisons\n")
    print_table(["strategy", *(f"{c:,}" for c in budgets)], displacement_rows(rows, budgets))
    if folder is not None:
        say(f"\nAll results are in {folder}.")
