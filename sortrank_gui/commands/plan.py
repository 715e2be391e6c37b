"""`sortrank plan`: how many comparisons a study needs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.commands.console import (
    print_json,
    progress_bar,
    stop_if_incomplete,
    stoppable,
)
from sortrank_gui.commands.options import (
    TWO_SPREADS,
    Jobs,
    Json,
    Seed,
    Strategies,
    examples,
)
from sortrank_gui.commands.output import write_report
from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import make_folder

if TYPE_CHECKING:
    from sortrank_gui.simulation.experiments import Experiment
    from sortrank_gui.simulation.goals import Goal
    from sortrank_gui.simulation.pilots import PilotSpread
    from sortrank_gui.simulation.planner import Need, PlanRow
    from sortrank_gui.simulation.populations import Population

_ACCURACY = 90.0


@examples(
    "sortrank plan --items 50 --noise 5 --seconds-per-answer 4",
    "sortrank plan --items 50 --spread 1 --ssr 0.8",
    "sortrank plan --study study.sortrank --participants 24 --preregistration plan.md",
    "sortrank plan --pilot pilot.csv --participants 12 --accuracy 95",
)
def plan(
    study: Annotated[
        Path | None,
        typer.Option(
            help="A study file: plan its questions and conditions for --participants people."
        ),
    ] = None,
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
        float | None,
        typer.Option(
            help="Wanted, in per cent: 100 is the truth, 0 a random ranking.  [default: 90, if no "
            "other goal is given]"
        ),
    ] = None,
    ssr: Annotated[
        float | None, typer.Option(help="Wanted instead: scale separation reliability, as 0.8.")
    ] = None,
    split_half: Annotated[
        float | None, typer.Option(help="Wanted instead: split-half reliability, stepped up.")
    ] = None,
    places: Annotated[
        float | None, typer.Option(help="Wanted instead: places that an item is off on average.")
    ] = None,
    top_share: Annotated[
        float | None,
        typer.Option(help="Wanted instead: share of the top items found, in per cent."),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many top items matter.")] = 5,
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
    preregistration: Annotated[
        Path | None,
        typer.Option(help="With --study: text for a preregistration, with the sample size."),
    ] = None,
    json: Json = False,
) -> None:
    """Plan a study: how many answers a goal takes, in all and an item, and the time.

    One goal at a time: accuracy, SSR, split-half, places off, or the top items found. Beside it
    stand the literature's rules. Answers an item are those that it takes part in.
    """
    from sortrank_gui.commands.plan_words import FoundPlan, Time, print_plan, summarise_plan
    from sortrank_gui.simulation import setups
    from sortrank_gui.simulation.goals import Outlook

    if not seconds_per_answer > 0:
        raise InputError(f"An answer takes more than 0 seconds, not {seconds_per_answer:g}.")
    if study is not None:
        _refuse_beside_study(
            items=items,
            noise=noise,
            pilot=pilot,
            strategy=strategy,
            accuracy=accuracy,
            ssr=ssr,
            split_half=split_half,
            places=places,
            top_share=top_share,
            budget=budget,
            output=output,
        )
        from sortrank_gui.commands.plan_study import plan_study

        plan_study(
            study,
            people=participants,
            seconds=seconds_per_answer,
            spread=spread,
            repetitions=repetitions,
            seed=seed,
            jobs=jobs,
            preregistration=preregistration,
            json=json,
        )
        return
    if preregistration is not None:
        raise InputError("A preregistration is about a study: say which one by --study.")
    goal = _choose_goal(accuracy, ssr, split_half, places, top_share)
    n_items, population, found = _choose_population(items, noise, spread, pilot)
    folder = None if output is None else make_folder(output)
    settings = (strategy or setups.DEFAULT_STRATEGIES, budget, repetitions, seed)
    rows = _simulate(n_items, population, settings, min(top, n_items), jobs)
    outlook = Outlook.from_rows(n_items, rows)
    needs = outlook.find_needs(goal)
    ends = {}
    if found is not None and found.is_rough:
        ends = {
            end: _plan_end(n_items, end, goal, settings, min(top, n_items), jobs)
            for end in (found.low, found.high)
        }
    if folder is not None:
        _write(folder, n_items, population, settings, rows, goal)
    time = Time(seconds_per_answer, participants)
    told = FoundPlan(outlook, goal, needs, population, top, time, found, ends)
    if json:
        print_json(summarise_plan(told))
    else:
        print_plan(told)


def _refuse_beside_study(**given: object) -> None:
    """Raise where something is given that a study's own plan would not obey."""
    for name, value in given.items():
        if value is not None:
            raise InputError(
                f"--study plans a study as it is: leave --{name.replace('_', '-')} out."
            )


Settings = tuple[Sequence[str], int | None, int, int]
"""Strategies, budget, repetitions and seed."""


def _simulate(
    n_items: int, population: "Population", settings: Settings, top: int, jobs: int | None
) -> "list[PlanRow]":
    from sortrank_gui.simulation import planner
    from sortrank_gui.simulation.executors import open_executor
    from sortrank_gui.simulation.runner import run_tasks

    study = _describe_study(n_items, population, settings)
    trials = [planner.PlanTrial(trial, top) for trial in study.trials()]
    with stoppable(), open_executor(jobs=jobs) as executor, progress_bar("Simulations") as progress:
        results = run_tasks(trials, executor, progress=progress)
    stop_if_incomplete(results)
    return [row for trial in results.done for row in trial]


def _describe_study(n_items: int, population: "Population", settings: Settings) -> "Experiment":
    from sortrank_gui.simulation import planner

    names, budget, repetitions, seed = settings
    return planner.describe_study(
        n_items, population, strategies=names, budget=budget, repetitions=repetitions, seed=seed
    )


def _plan_end(
    n_items: int, spread: float, goal: "Goal", settings: Settings, top: int, jobs: int | None
) -> "tuple[Need, ...]":
    """Return what is needed if the pilot's spread were at this end of its interval."""
    from sortrank_gui.simulation.goals import Outlook
    from sortrank_gui.simulation.populations import Normal

    rows = _simulate(n_items, Normal(spread), settings, top, jobs)
    return Outlook.from_rows(n_items, rows).find_needs(goal)


def _write(
    folder: Path,
    n_items: int,
    population: "Population",
    settings: Settings,
    rows: "list[PlanRow]",
    goal: "Goal",
) -> None:
    from sortrank_gui.simulation import planner
    from sortrank_gui.simulation.goals import GoalKind

    study, measured = _describe_study(n_items, population, settings), [r.measurement for r in rows]
    accuracy = goal.value if goal.kind is GoalKind.ACCURACY else _ACCURACY / 100
    made = planner.make_plan(study, measured, accuracy=accuracy)
    write_report(folder, planner.describe_plan(made, study, measured))


def _choose_goal(
    accuracy: float | None,
    ssr: float | None,
    split_half: float | None,
    places: float | None,
    top_share: float | None,
) -> "Goal":
    from sortrank_gui.simulation.goals import Goal, GoalKind

    given = {
        GoalKind.ACCURACY: None if accuracy is None else accuracy / 100,
        GoalKind.SSR: ssr,
        GoalKind.SPLIT_HALF: split_half,
        GoalKind.PLACES: places,
        GoalKind.TOP: None if top_share is None else top_share / 100,
    }
    goals = [Goal(kind, value) for kind, value in given.items() if value is not None]
    if len(goals) > 1:
        raise InputError("Plan for one goal at a time.")
    return goals[0] if goals else Goal(GoalKind.ACCURACY, _ACCURACY / 100)


def _choose_population(
    items: int | None, noise: float | None, spread: float | None, pilot: Path | None
) -> "tuple[int, Population, PilotSpread | None]":
    from sortrank_gui.simulation import setups
    from sortrank_gui.simulation.datasets import read_any
    from sortrank_gui.simulation.pilots import measure_pilot
    from sortrank_gui.simulation.populations import Normal

    if pilot is None:
        if noise is not None and spread is not None:
            raise InputError(TWO_SPREADS)
        name = "uniform" if spread is None else "normal"
        chosen = setups.choose_population(name, n_items=items, noise=noise, spread=spread)
        return (*chosen, None)
    if noise is not None or spread is not None:
        raise InputError("The spread comes from the pilot or from you: give one of the two.")
    data = read_any(pilot)
    found = measure_pilot(data.table)
    return items or len(data.names), Normal(found.value), found
