"""`sortrank rename-participant`: a mistyped code, corrected with a trace."""

from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import finishing, say
from sortrank_gui.commands.options import examples


@examples(
    "sortrank rename-participant study.sortrank P1O P10",
    "sortrank rename-participant study.sortrank P1O P10 --join",
)
def rename_participant(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    old: Annotated[str, typer.Argument(help="The code as it was typed.")],
    new: Annotated[str, typer.Argument(help="The code as it should be.")],
    join: Annotated[
        bool, typer.Option("--join", help="Both codes are one person, who has sessions under both.")
    ] = False,
) -> None:
    """Correct a participant's code; the study remembers the old one."""
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.survey.withdrawing import rename_participant

    with open_study(study) as file, finishing():
        rename_participant(file, old.strip(), new, join=join)
    say(f"{old.strip()} is {new.strip()} now.")
