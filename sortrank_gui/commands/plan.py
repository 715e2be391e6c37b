"""`sortrank plan`: how many comparisons a study needs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import (
    print_json,
    print_table,
    progress_bar,
    stop_if_incomplete,
    stoppable,
)
from sortrank_gui.commands.options import Jobs, Json, Seed, Strategies, examples
from sortrank_gui.commands.output import write_report
from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import make_folder

if TYPE_CHECKING:
    from sortrank_gui.simulation.planner import Plan
    from sortrank_gui.simulation.populations import Population


@examples(
    "sortrank plan --items 50 --noise 5 --seconds-per-answer 4",
    "sortrank plan --pilot pilot.csv --participants 12 --accuracy 95",
)
def plan(
    items: Annotated[int | None, typer.Option(help="How many items there are.")] = None,
    noise: Annotated[
        float | None, typer.Option(help="The paper's λ: how many items there are to one logit.")
    ] = None,
    spread: Annotated[
        float | None, typer.Option(help="Standard deviation of the scores instead, in logits.")
    ] = None,
    pilot: Annotated[
        Path | None, typer.Option(help="Comparisons of a pilot, to estimate the spread from.")
    ] = None,
    accuracy: Annotated[
        float, typer.Option(help="Wanted, in per cent: 100 is the truth, 0 a random ranking.")
    ] = 90.0,
    seconds_per_answer: Annotated[float, typer.Option(help="How long an answer takes.")] = 4.0,
    participants: Annotated[int, typer.Option(min=1, help="Who share the comparisons.")] = 1,
    strategy: Strategies = None,
    budget: Annotated[
        int | None, typer.Option(help="Look no further than so many comparisons.")
    ] = None,
    repetitions: Annotated[int, typer.Option(min=1, help="How often to simulate.")] = 10,
    seed: Seed = 1,
    jobs: Jobs = None,
    output: Annotated[Path | None, typer.Option(help="Folder for CSV, figure and page.")] = None,
    json: Json = False,
) -> None:
    """Plan a study: expected accuracy against comparisons, and the time that it takes."""
    from sortrank_gui.simulation import planner, setups
    from sortrank_gui.simulation.executors import open_executor
    from sortrank_gui.simulation.runner import run_tasks

    if not 0 < accuracy < 100:
        raise InputError(f"The accuracy must be between 0 and 100 %, and it is {accuracy:g}.")
    if not seconds_per_answer > 0:
        raise InputError(f"An answer takes more than 0 seconds, not {seconds_per_answer:g}.")
    n_items, population = _choose_population(items, noise, spread, pilot)
    folder = None if output is None else make_folder(output)
    study = planner.describe_study(
        n_items,
        population,
        strategies=strategy or setups.DEFAULT_STRATEGIES,
        budget=budget,
        repetitions=repetitions,
        seed=seed,
    )
    with stoppable(), open_executor(jobs=jobs) as executor, progress_bar("Simulations") as progress:
        results = run_tasks(study.trials(), executor, progress=progress)
    stop_if_incomplete(results)
    rows = [row for trial in results.done for row in trial]
    made = planner.make_plan(study, rows, accuracy=accuracy / 100)
    if folder is not None:
        write_report(folder, planner.describe_plan(made, study, rows))
    if json:
        print_json(_summary(made, seconds_per_answer, participants))
    else:
        _print(made, population, seconds_per_answer, participants)


def _choose_population(
    items: int | None, noise: float | None, spread: float | None, pilot: Path | None
) -> "tuple[int, Population]":
    from sortrank_gui.simulation import planner, setups
    from sortrank_gui.simulation.datasets import read_any

    if pilot is None:
        name = "uniform" if spread is None else "normal"
        return setups.choose_population(name, n_items=items, noise=noise, spread=spread)
    if noise is not None or spread is not None:
        raise InputError("The spread comes from the pilot or from you: give one of the two.")
    data = read_any(pilot)
    return items or len(data.names), planner.population_of_pilot(data)


def _summary(plan: "Plan", seconds: float, participants: int) -> dict[str, Any]:
    return {
        "items": plan.n_items,
        "accuracy": plan.accuracy,
        "displacement": plan.target,
        "needed": [
            {
                "strategy": need.strategy,
                "comparisons": need.comparisons,
                "extrapolated": need.is_beyond,
                "seconds": None if need.comparisons is None else need.comparisons * seconds,
                "seconds_per_participant": (
                    None
                    if need.comparisons is None
                    else -(-need.comparisons // participants) * seconds
                ),
            }
            for need in plan.needs
        ],
        "expected": [
            {"strategy": name, "c": c, "displacement": value, "accuracy": plan.accuracy_of(name, c)}
            for name, curve in plan.displacements.items()
            for c, value in curve.items()
        ],
    }


def _print(plan: "Plan", population: "Population", seconds: float, participants: int) -> None:
    from sortrank_gui.simulation.planner import BEYOND
    from sortrank_gui.simulation.reports import some_budgets

    off = plan.target / plan.n_items
    print(
        f"{plan.n_items:,} items, {population}. {100 * plan.accuracy:g} % accurate: displacement "
        f"{plan.target:,.0f}, so that an item is {off:.1f} ranks off on average.\n"
    )
    needs = [
        (need.strategy, need.describe(), *_times(need.comparisons, seconds, participants))
        for need in plan.needs
    ]
    print_table(("strategy", "comparisons", "time", "each participant"), needs)
    if any(need.is_beyond for need in plan.needs):
        print(BEYOND)
    budgets = some_budgets(sorted(next(iter(plan.displacements.values()))))
    print("\nExpected accuracy after so many comparisons\n")
    print_table(
        ["strategy", *(f"{c:,}" for c in budgets)],
        [
            [name, *(f"{100 * plan.accuracy_of(name, c):.0f} %" for c in budgets)]
            for name in plan.displacements
        ],
    )


def _times(comparisons: int | None, seconds: float, participants: int) -> tuple[str, str]:
    if comparisons is None:
        return "", ""
    each = -(-comparisons // participants)
    return _duration(comparisons * seconds), f"{each:,} in {_duration(each * seconds)}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
