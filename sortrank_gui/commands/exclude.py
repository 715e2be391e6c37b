"""`sortrank exclude` and `sortrank include`: what counts, decided by the researcher."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.commands.console import finishing, say
from sortrank_gui.commands.options import examples

if TYPE_CHECKING:
    from sortrank_gui.study.file.exclusions import Target

Study = Annotated[Path, typer.Argument(help="The study file.")]
Code = Annotated[str, typer.Option("--participant", help="Code of the participant.")]
SessionNumber = Annotated[
    int | None, typer.Option("--session", min=1, help="Only this session of theirs.")
]
TrialNumber = Annotated[
    int | None, typer.Option("--trial", min=1, help="Only this trial of the session.")
]


@examples(
    'sortrank exclude study.sortrank --participant P02 --reason "fire alarm"',
    'sortrank exclude study.sortrank --participant P02 --session 1 --trial 7 --reason "sneezed"',
)
def exclude(
    study: Study,
    participant: Code,
    reason: Annotated[str, typer.Option(help="Why; it stands in the report.")],
    session: SessionNumber = None,
    trial: TrialNumber = None,
) -> None:
    """Let a participant, a session or a trial count no more; nothing is deleted."""
    from sortrank_gui.study.file.exclusions import describe, exclude
    from sortrank_gui.study.file.opening import open_study

    target = _make_target(participant, session, trial)
    with open_study(study) as file, finishing():
        exclude(file, target, reason)
    say(f"{describe(target)} does not count any more ({reason.strip()}).")


@examples(
    "sortrank include study.sortrank --participant P02",
    'sortrank include study.sortrank --participant P04 --reason "glasses were fetched"',
)
def include(
    study: Study,
    participant: Code,
    reason: Annotated[str, typer.Option(help="Why, if there is something to say.")] = "",
    session: SessionNumber = None,
    trial: TrialNumber = None,
) -> None:
    """Let something that was excluded count again, by a researcher or by a rule."""
    from sortrank_gui.study.file.exclusions import describe, include
    from sortrank_gui.study.file.opening import open_study

    target = _make_target(participant, session, trial)
    with open_study(study) as file, finishing():
        include(file, target, reason)
    say(f"{describe(target)} counts again.")


def _make_target(participant: str, session: int | None, trial: int | None) -> "Target":
    return participant.strip(), session, trial
