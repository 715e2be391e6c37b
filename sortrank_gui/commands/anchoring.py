"""Anchors for `rank` and `export`: a table of known items, such as an exported ranking."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.errors import InputError

if TYPE_CHECKING:
    from sortrank_gui.ranking.anchors import Anchors
    from sortrank_gui.ranking.islands import Islands

AnchorFile = Annotated[
    Path | None,
    typer.Option(
        "--anchors",
        help="Table with item, score and standard_error of known items, such as an older "
        "ranking.csv: scores are on its scale then.",
    ),
]


def read_anchors(path: Path, names: Sequence[str], question: str | None = None) -> "Anchors":
    """Return those known items that are among these; each has a score, and maybe an error.

    Of a table with several questions, such as a ranking of ours, one is taken.
    """
    import numpy as np

    from sortrank_gui.ranking.anchors import Anchors
    from sortrank_gui.tables import read_table

    table = read_table(path)
    item, score = table.need("item", "name"), table.need("score")
    error = table.find("standard_error", "se", "error")
    numbers = {name: number for number, name in enumerate(names)}
    found: dict[int, tuple[float, float]] = {}
    asked = table.find("question") if question is not None else None
    several = asked is not None and len({row[asked] for row in table}) > 1
    for row in table:
        if row[item] not in numbers or (several and asked and row[asked] != question):
            continue
        if numbers[row[item]] in found:
            raise row.mistake(f"“{row[item][:60]}” is there twice.")
        off = row.read_number(error) if error is not None and row.get(error) else 0.0
        if off < 0:
            raise row.mistake("a standard error is 0 or more.")
        found[numbers[row[item]]] = row.read_number(score), off
    if not found:
        raise InputError(f"None of the items in {path} is among those that were compared.")
    values = np.array(list(found.values()))
    return Anchors(np.array(list(found), dtype=np.int64), values[:, 0], values[:, 1])


def tell_anchors(
    anchors: "Anchors", islands: "Islands", names: Sequence[str], source: Path
) -> Iterator[str]:
    """Say on which scale scores are, and which items nothing joins to it."""
    import numpy as np

    from sortrank_gui.ranking.islands import list_items

    known = len(anchors.item)
    yield (
        f"Scores are on the scale of {source.name}: {known:,} of {len(names):,} items are anchors, "
        f"{len(names) - known:,} are new."
    )
    joined = np.unique(islands.number[anchors.item])
    loose = np.flatnonzero(~np.isin(islands.number, joined[joined > 0]))
    loose = np.setdiff1d(loose, anchors.item)
    if len(loose):
        yield (
            f"No comparison joins {list_items(loose, names)} to an anchor: only the prior puts "
            "them on this scale."
        )
