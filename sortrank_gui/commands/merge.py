"""`sortrank merge`: one study out of copies that were filled on several computers."""

from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import Json, examples
from sortrank_gui.errors import InputError


@examples(
    "sortrank merge lab1.sortrank lab2.sortrank --output all.sortrank",
    "sortrank merge lab1.sortrank lab2.sortrank --people different --output all.sortrank",
)
def merge(
    studies: Annotated[list[Path], typer.Argument(help="Copies of one study.")],
    output: Annotated[Path, typer.Option(help="The file to make.")],
    people: Annotated[
        str,
        typer.Option(help="Codes in several copies: refuse them, the same people, or different."),
    ] = "refuse",
    json: Json = False,
) -> None:
    """Pool copies of one study; sessions in several copies count once."""
    from sortrank_gui.study.upkeep.merging import SameCode, merge_studies

    if people not in list(SameCode):
        raise InputError(f"“{people}” is not possible; choose one of {', '.join(SameCode)}.")
    counts = merge_studies(studies, output, people=SameCode(people))
    if json:
        print_json({"study": str(output), "counts": counts})
    else:
        say(
            f"Made {output} with {counts['participants']:,} participants, "
            f"{counts['sessions']:,} sessions and {counts['answers']:,} answers."
        )
