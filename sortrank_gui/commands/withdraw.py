"""`sortrank withdraw`: a participant's data, deleted for good."""

from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import ask_to_delete, finishing, say
from sortrank_gui.commands.options import examples


@examples("sortrank withdraw study.sortrank --participant P03 --yes")
def withdraw(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    participant: Annotated[str, typer.Option(help="Code of the participant.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a participant's answers, notes and code for good, also in the study's backups.

    All older backups are deleted, and a new one is made. It stays known that somebody withdrew.
    """
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.survey.withdrawing import prepare_withdrawal, withdraw

    code = participant.strip()
    with open_study(study) as file:
        found = prepare_withdrawal(file, code)
        ask_to_delete(found.words, yes=yes)
        with finishing():
            withdraw(file, code)
    say(f"Deleted {found.words}.")
    for copy in found.copies:
        say(f"{copy} may still have the data: withdraw there, too, or delete it.")
