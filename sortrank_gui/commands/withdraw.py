"""`sortrank withdraw`: a participant's data, deleted for good."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.options import examples
from sortrank_gui.errors import InputError


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
        if not yes:
            _ask(found.words)
        withdraw(file, code)
    print(f"Deleted {found.words}.")
    for copy in found.copies:
        print(f"{copy} may still have the data: withdraw there, too, or delete it.")


def _ask(what: str) -> None:
    if not sys.stdin.isatty():
        raise InputError(f"This would delete {what}. Say --yes to do it; it can't be undone.")
    if not typer.confirm(f"Delete {what}? This can't be undone"):
        raise typer.Abort
