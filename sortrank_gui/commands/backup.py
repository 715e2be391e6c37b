"""`sortrank backup`: a backup now, also of a study that is open."""

from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import Json, examples
from sortrank_gui.errors import InputError


@examples("sortrank backup study.sortrank")
def backup(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    json: Json = False,
    due: Annotated[bool, typer.Option("--due", hidden=True)] = False,
) -> None:
    """Write a verified backup of a study into the data folder.

    Closing a study does this by itself, in the background.
    """
    from sortrank_gui.study.file.backups import list_damaged
    from sortrank_gui.study.file.later_backups import back_up_due, back_up_file

    if not study.is_file():
        raise InputError(f"There is no study {study}.")
    if due:
        back_up_due(study)
        return
    made = back_up_file(study)
    damaged = list_damaged(made)
    if json:
        print_json({"study": str(study), "backup": str(made), "damaged_pictures": damaged})
        return
    say(f"A backup of {study} is in {made}.")
    if damaged:
        words = "picture of the study is" if len(damaged) == 1 else "pictures of the study are"
        say(
            f"{len(damaged):,} {words} damaged ({', '.join(each[:12] for each in damaged[:5])}), "
            "and so in this backup; an older one may have what was there: “sortrank restore”."
        )
