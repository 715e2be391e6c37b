"""`sortrank plan --study`: what a study with its questions and conditions asks of people."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sortrank_gui.commands.console import (
    print_json,
    print_table,
    progress_bar,
    stop_if_incomplete,
    stoppable,
)
from sortrank_gui.errors import InputError

if TYPE_CHECKING:
    from sortrank_gui.simulation.design_plans import ExpectedQuestion, PlannedStudy
    from sortrank_gui.simulation.experiments import Measurement
    from sortrank_gui.study.design.content import Content


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
    from sortrank_gui.simulation.design_plans import describe_expected, expect_questions
    from sortrank_gui.simulation.session_estimates import SPREAD
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.results.preregistration import make_preregistration

    with open_study(path, read_only=True) as file:
        content = file.content
    study = describe_people(content, people, seconds)
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


def describe_people(content: "Content", people: int, seconds: float) -> "PlannedStudy":
    """Return what each person of a study does."""
    from sortrank_gui.simulation.design_plans import PlannedQuestion, PlannedStudy
    from sortrank_gui.simulation.session_estimates import ask
    from sortrank_gui.study.design.focusing import focus_content
    from sortrank_gui.study.design.timeline import StepKind
    from sortrank_gui.study.design.versions import full_timeline, list_blocks, list_questionnaires

    questions = []
    for number, step in enumerate(list_blocks(content.design)):
        part = focus_content(content, number)
        design, stop = part.design, part.design.stop
        share = 1 - design.catch_share - design.repeat_share
        found = ask(
            design.strategy,
            len(part.items),
            budget=stop.budget,
            sorts=stop.sorts,
            minutes=None if stop.minutes is None else stop.minutes * 4 / seconds,
            places=stop.displacement,
            share=share,
        )
        if found is None:
            raise InputError(f"The question “{step.name}” has no items, or no end to plan with.")
        asked = PlannedQuestion(
            step.name, len(part.items), design.strategy, found.answers, share, design.practice
        )
        questions.append(asked)
    design, texts = content.design, content.design.texts
    shown = {
        StepKind.WELCOME: bool(texts.welcome),
        StepKind.CONSENT: bool(texts.consent),
        StepKind.INSTRUCTIONS: bool(texts.instructions),
        StepKind.MESSAGE: True,
    }
    return PlannedStudy(
        tuple(questions),
        people,
        max(len(design.conditions), 1),
        sum(len(query.columns) for step in list_questionnaires(design) for query in step.fields),
        sum(shown.get(step.kind, False) for step in full_timeline(design)),
        seconds,
    )


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
    print(told + "\n")
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
    print(
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
