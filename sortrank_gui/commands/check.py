"""`sortrank check`: whether a study file is sound, and what is in it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import (
    make_printable,
    pace,
    print_json,
    print_table,
    progress_bar,
    say,
)
from sortrank_gui.commands.options import Json, examples
from sortrank_gui.errors import InputError


@examples("sortrank check study.sortrank", "sortrank check study.sortrank --json")
def check(
    study: Annotated[Path, typer.Argument(help="The study file.")], json: Json = False
) -> None:
    """Verify a study from top to bottom; it ends with 1 where something is wrong.

    Pages and keys of the database, every digest and picture, and the replay of every session.
    """
    from sortrank_gui.study.upkeep.checking import check_study

    if not study.exists():  # else it would be called unsound
        raise InputError(f"There is no study {study}.")
    with progress_bar("Checking") as update:
        report = check_study(study, None if update is None else pace(update))
    if json:
        print_json(
            {
                "study": str(study),
                "sound": not report.problems,
                "counts": report.counts,
                "problems": report.problems,
                "notices": report.notices,
            }
        )
    else:
        if report.counts:
            rows = [(name, f"{number:,}") for name, number in report.counts.items()]
            print_table(("what", "count"), rows)
            say()
        for sentence in (*report.notices, *report.problems):
            say(make_printable(sentence))
        verdict = "NOT sound" if report.problems else "sound"
        say(make_printable(f"{study} is {verdict}."))
    if report.problems:
        sys.exit(1)
