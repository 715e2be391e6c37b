"""Tables of measurements: printed as Markdown, so that they can be read and pasted as they are."""

import datetime
import os
import platform
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

Row = dict[str, str | float]


@dataclass
class Table:
    """A titled list of rows with the same columns."""

    title: str
    rows: list[Row] = field(default_factory=list)


def show(table: Table) -> None:
    """Print a table as Markdown."""
    columns = list(table.rows[0])
    cells = [columns, *([_text(row[name]) for name in columns] for row in table.rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(columns))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    print(f"\n### {table.title}\n\n" + "\n".join(lines), flush=True)


def machine() -> str:
    """Say when and on what the figures were measured."""
    parts = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy"))
    return (
        f"Measured {datetime.date.today().isoformat()} on {os.cpu_count()} cores of "
        f"{_processor()}, Python {platform.python_version()}, {parts}."
    )


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _text(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
