"""`sortrank restore`: a study from its backups."""

from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import Json, examples
from sortrank_gui.errors import InputError


@examples("sortrank restore study.sortrank --list", "sortrank restore study.sortrank")
def restore(
    study: Annotated[Path, typer.Argument(help="The study file, also a lost or damaged one.")],
    backup: Annotated[Path | None, typer.Option(help="Which.  [default: the newest]")] = None,
    list_: Annotated[bool, typer.Option("--list", help="Only list the backups.")] = False,
    json: Json = False,
) -> None:
    """Bring a study back from a backup; the file in its place gets another name."""
    from sortrank_gui.study.file import backups

    found = [made.path for made in backups.find_backups(study)]
    if list_:
        if json:
            print_json([str(path) for path in found])
        else:
            say("\n".join(map(str, found)) or f"There are no backups of {study}.")
        return
    if backup is None:
        if not found:
            raise InputError(
                f"There are no backups of {study} in {backups.backup_folder()}; "
                "if it had another name then, choose one with --backup."
            )
        backup = found[-1]
    elif not backup.is_file():
        raise InputError(f"There is no backup {backup}.")
    moved = backups.restore(backup, study)
    lost = backups.list_lost(study)
    if json:
        told = {"study": str(study), "backup": str(backup), "moved": moved and str(moved)}
        print_json({**told, "lost_pictures": lost})
    else:
        kept = "" if moved is None else f" The file that was there is now {moved}."
        say(f"Restored {study} from {backup}.{kept}")
        if lost:
            words = "picture is" if len(lost) == 1 else "pictures are"
            say(
                f"{len(lost):,} {words} damaged or missing beside the backup "
                f"({', '.join(each[:12] for each in lost[:5])}), and so in the study."
            )
