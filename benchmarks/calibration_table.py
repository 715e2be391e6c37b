"""The published table of calibration: rows of a file as Markdown, what is outside, and by chance.

A cell is outside where a figure of it is outside of what we aim at. By chance alone some would be:
so many as if every cell of a number of items held what they hold on average, and differed by the
standard errors that their studies leave.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy

Row = dict[str, Any]

AIMS = {
    "score_coverage": (0.93, 0.98),
    "end_coverage": (0.93, 0.98),
    "rank_coverage": (0.93, 0.98),
    "false_difference_share": (0.0, 0.06),
    "displacement_ratio": (0.9, 1.2),
    "ssr_excess": (-1.0, 0.1),
}
"""The least and the largest value that we aim at."""
_ERRORS = {
    "score_coverage": "score_error",
    "end_coverage": "end_error",
    "rank_coverage": "rank_error",
    "displacement_ratio": "displacement_error",
}
_TITLES = {
    "score_coverage": "scores",
    "end_coverage": "ends",
    "rank_coverage": "ranks",
    "false_difference_share": "false",
    "displacement_ratio": "displacement",
    "ssr_excess": "SSR",
}
_SOME_EARLY, _EARLY_UNTIL = 0.05, 20
"""Too early in at most 5 % of the studies up to 20 answers an item, and in none beyond."""


def read_rows(path: Path) -> list[Row]:
    """Return the measured cells in the order of the table."""
    rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))["tables"]["Calibration"]
    names = list(dict.fromkeys(row["strategy"] for row in rows))
    truths = list(dict.fromkeys(row["truth"] for row in rows))
    return sorted(
        rows,
        key=lambda row: (
            names.index(row["strategy"]),
            row["items"],
            truths.index(row["truth"]),
            row["answers"],
        ),
    )


def find_outside(row: Row) -> list[str]:
    """Return the figures of a cell that are outside of what we aim at."""
    most_early = _SOME_EARLY if row["answers"] <= _EARLY_UNTIL else 0.0
    early = ["too_early_share"] * (row["too_early_share"] > most_early)
    return early + [
        name
        for name, (least, most) in AIMS.items()
        if row[name] is not None and not least <= row[name] <= most
    ]


def expect_outside(rows: Sequence[Row], name: str) -> float:
    """Return how many cells chance alone would put outside, by the errors of cells alike."""
    expected = 0.0
    for kind in {(row["items"], row["studies"]) for row in rows}:
        alike = [row for row in rows if (row["items"], row["studies"]) == kind]
        middle = float(np.mean([row[name] for row in alike]))
        error = float(np.sqrt(np.mean([(row.get(_ERRORS[name]) or 0.0) ** 2 for row in alike])))
        if error:
            least, most = ((end - middle) / error for end in AIMS[name])
            expected += len(alike) * float(scipy.special.ndtr(least) + scipy.special.ndtr(-most))
    return expected


def summarise(rows: Sequence[Row]) -> Iterator[str]:
    """Yield sentences about all cells together."""
    outside = [find_outside(row) for row in rows]
    within = sum(not names for names in outside)
    yield f"{len(rows)} cells: {within} are within all aims."
    for name, title in _TITLES.items():
        found = [row for row in rows if row[name] is not None]
        count = sum(name in names for names in outside)
        mean = np.mean([row[name] for row in found]) if found else np.nan
        line = f"{title}: {count} of {len(found)} outside, on average {_figure(name, mean)}"
        if name in _ERRORS:
            line += f"; chance alone would put about {expect_outside(found, name):.0f} outside"
        yield f"{line}."
    for items in sorted({row["items"] for row in rows}):
        means = [
            f"{title} {_figure(name, np.mean(values))}"
            for name, title in _TITLES.items()
            if (
                values := [
                    row[name] for row in rows if row["items"] == items and row[name] is not None
                ]
            )
        ]
        yield f"{items} items, on average: {', '.join(means)}."
    yield f"too early: {sum('too_early_share' in names for names in outside)} outside."


def write_table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the table; what is outside is bold."""
    head = ("strategy", "items", "truth", "answers an item", "studies", "too early")
    titles = [*head, *_TITLES.values(), "widest"]
    yield "| " + " | ".join(titles) + " |"
    yield "|---" * len(titles) + "|"
    for row in rows:
        outside = find_outside(row)
        cells = [str(row[name]) for name in ("strategy", "items", "truth", "answers", "studies")]
        for name in ("too_early_share", *_TITLES):
            shown = "-" if row[name] is None else _figure(name, row[name])
            cells.append(f"**{shown}**" if name in outside else shown)
        widest = row["widest_interval"]
        yield "| " + " | ".join([*cells, "-" if widest is None else f"{widest:.1f}"]) + " |"


def _figure(name: str, value: float) -> str:
    if name in ("ssr_excess", "displacement_ratio"):
        return f"{value:.2f}"
    digits = 1 if name.endswith("coverage") else 0
    return f"{100 * value:.{digits}f}"
