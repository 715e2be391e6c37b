"""`sortrank answer`: a robot's session, without a window."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.commands.console import finishing, print_json, say
from sortrank_gui.commands.options import Json, Seed, examples
from sortrank_gui.errors import InputError, SortrankError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sortrank_gui.study.survey.sessions import Session
    from sortrank_gui.study.survey.survey import Survey

_LEAST_BETWEEN_FITS = 25


@examples(
    "sortrank answer study.sortrank --robot truth.csv",
    "sortrank answer study.sortrank --participant P01 --robot truth.csv --count 200 --echo",
)
def answer(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    participant: Annotated[
        str | None, typer.Option(help="Code of the participant.  [default: the next free one]")
    ] = None,
    robot: Annotated[
        Path | None,
        typer.Option(help="Table with item and score or rank.  [default: the study's truth]"),
    ] = None,
    count: Annotated[
        int | None, typer.Option(min=1, help="Answers to give.  [default: to the session's end]")
    ] = None,
    unfinished: Annotated[
        str, typer.Option(help="What to do with a session that was not ended: resume or restart.")
    ] = "resume",
    again: Annotated[
        bool,
        typer.Option("--again", help="Begin another session of a robot that is done with its own."),
    ] = False,
    echo: Annotated[
        bool, typer.Option("--echo", help="Print each sequence number once it is on disk.")
    ] = False,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Let a robot take part: it answers by a Bradley-Terry model with the scores given."""
    from sortrank_gui.study.design.design import Resume
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.items.importing import read_truth
    from sortrank_gui.study.survey.survey import Survey

    if unfinished not in (Resume.RESUME, Resume.RESTART):
        raise InputError(f"“{unfinished}” is not possible; choose resume or restart.")
    file = open_study(study)
    survey = Survey(file)
    try:
        with finishing() as is_stopped, closing(survey):
            if robot is not None:
                names = [item.name for item in file.content.items]
                scores: Sequence[float] = read_truth(robot, names)
            elif file.content.truth is not None:
                scores = file.content.truth
            else:
                raise InputError(f"{study} has no ground truth; give the robot one with --robot.")
            policy = Resume.AGAIN if again else Resume(unfinished)
            session = survey.start(participant, policy=policy, robot=True)
            given = _let_robot_answer(
                survey, session, scores, count, seed, echo=echo, is_stopped=is_stopped
            )
            stop = session.stop_reason
            if stop is not None:
                session.end()
            code = file.sessions[-1].participant if participant is None else participant
    except SortrankError as error:
        if str(error) in " ".join(file.notices):  # which is said below
            sys.exit(2)
        raise
    finally:
        for notice in file.notices:  # also of a copy that was saved
            say(notice, file=sys.stderr)
    if json:
        print_json({"participant": code, "given": given, "answered": session.answered, "end": stop})
    else:
        over = "" if stop is None else f"; the session is over ({stop})"
        say(f"{code} gave {given:,} answers{over}.", file=sys.stderr if echo else sys.stdout)


def _let_robot_answer(
    survey: "Survey",
    session: "Session",
    scores: "Sequence[float]",
    count: int | None,
    seed: int,
    *,
    echo: bool,
    is_stopped: "Callable[[], bool]",
) -> int:
    from time import perf_counter

    from sortrank_gui.ranking.chance import derive_seed
    from sortrank_gui.simulation.respondents import BradleyTerryRespondent
    from sortrank_gui.study.file.journal import Answer

    # From the number of answers on, so that a robot that comes back does not repeat its luck.
    respondent = BradleyTerryRespondent(scores, seed=derive_seed(seed, session.answered))
    given, shown = 0, perf_counter()
    while (count is None or given < count) and (trial := session.trial) is not None:
        if is_stopped():
            break
        choice = Answer.from_outcome(respondent.answer(trial.left, trial.right))
        session.answer(choice, seconds=perf_counter() - shown, by_robot=True)
        shown = perf_counter()
        given += 1
        if echo:
            say(session.last_seq, flush=True)
        if given % max(_LEAST_BETWEEN_FITS, len(scores) // 2) == 0:
            _note_displacement(survey, session)
    return given


def _note_displacement(survey: "Survey", session: "Session") -> None:
    """Fit the model, if the study stops by what it expects."""
    if session.design.stop.displacement is None:
        return
    from sortrank_gui.ranking.assessing import assess
    from sortrank_gui.study.results.focus import focus
    from sortrank_gui.study.results.selection import Selection, count_study

    study = focus(survey.file.everything, session.question)
    table = count_study(study, Selection(robots=True))
    found = assess(table)
    expected = float("inf") if found.too_early else found.displacement / table.n_items
    session.note_displacement(expected, table.n_comparisons)
