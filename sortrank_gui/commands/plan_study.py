"""`sortrank plan --study`: what a study with its questions and conditions asks of people."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sortrank_gui.commands.console import (
    print_json,
    print_table,
    progress_bar,
    say,
    stop_if_incomplete,
    stoppable,
)

if TYPE_CHECKING:
    from sortrank_gui.simulation.design_plans import ExpectedQuestion, PlannedStudy
    from sortrank_gui.simulation.experiments import Measurement


def plan_study(
    path: Path,
    *,
    people: int,
    seconds: float,
    spread: float | None,
    repetitions: int,
    seed: int,
    jobs: int | None,
    preregistration: Path | None,
    json: bool,
) -> None:
    """Simulate every question of a study, and say what its people have to do."""
    from sortrank_gui.safe_files import replacing
    from sortrank_gui.simulation.design_plans import (
        describe_expected,
        expect_questions,
        plan_people,
    )
    from sortrank_gui.simulation.session_estimates import SPREAD
    from sortrank_gui.study.design.workload import find_workload
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.results.preregistration import make_preregistration

    with open_study(path, read_only=True) as file:
        content = file.content
    study = plan_people(find_workload(content), people, seconds)
    assumed = SPREAD if spread is None else spread
    rows = _simulate(study, assumed, repetitions, seed, jobs)
    expected = expect_questions(study, rows)
    told = describe_expected(study, expected)
    if preregistration is not None:
        note = f" Simulated for scores with a standard deviation of {assumed:g} logits."
        with replacing(preregistration) as text:
            text.write(make_preregistration(content, sample=told + note))
    if json:
        print_json(_summarise(study, expected, assumed, told))
    else:
        _print(study, expected, assumed, told)


def _simulate(
    study: "PlannedStudy", spread: float, repetitions: int, seed: int, jobs: int | None
) -> "list[list[Measurement]]":
    from sortrank_gui.simulation.executors import open_executor
    from sortrank_gui.simulation.runner import run_tasks

    found = []
    with stoppable(), open_executor(jobs=jobs) as executor, progress_bar("Simulations") as progress:
        for each in study.experiments(spread, repetitions=repetitions, seed=seed):
            results = run_tasks(each.trials(), executor, progress=progress)
            stop_if_incomplete(results)
            found.append([row for rows in results.done for row in rows])
    return found


def _print(
    study: "PlannedStudy", expected: "list[ExpectedQuestion]", spread: float, told: str
) -> None:
    say(told + "\n")
    rows = [
        (
            each.question.name,
            f"{each.question.n_items:,}",
            each.question.strategy,
            f"{each.question.trials:,}",
            f"{each.answers:,}",
            f"{each.places:.2f}",
            f"{each.places_each:.2f}",
        )
        for each in expected
    ]
    heads = ("question", "items", "strategy", "trials each", "answers", "places off", "a condition")
    print_table(heads, rows)
    say(
        f"\n{study.seconds:g} s an answer; scores with a standard deviation of {spread:g} logits, "
        "and people who judge alike."
    )


def _summarise(
    study: "PlannedStudy", expected: "list[ExpectedQuestion]", spread: float, told: str
) -> dict[str, Any]:
    return {
        "words": told,
        "people": study.people,
        "conditions": study.conditions,
        "people_per_condition": study.people_each,
        "minutes_each": study.minutes,
        "spread": spread,
        "questions": [
            {
                "question": each.question.name,
                "items": each.question.n_items,
                "strategy": each.question.strategy,
                "trials_each": each.question.trials,
                "answers": each.answers,
                "places_off": each.places,
                "places_off_in_one_condition": each.places_each,
            }
            for each in expected
        ],
    }
