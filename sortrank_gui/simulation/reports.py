"""What a campaign hands over: tables for CSV files, figures, and a page in Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from typing import Any

import numpy as np

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.ranking import random_displacement
from sortrank_gui.simulation.curves import displacement_panel
from sortrank_gui.simulation.experiments import Experiment, Measurement

Cells = Sequence[Any]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A CSV file in the making."""

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """The outcome of an experiment; the page may refer to the figures by their names."""

    name: str
    page: str
    tables: tuple[ReportTable, ...]
    figures: Mapping[str, Figure] = field(default_factory=dict)


def measurement_table(
    name: str, groups: Iterable[tuple[Mapping[str, Any], Iterable[Measurement]]]
) -> ReportTable:
    """Return measurements as tidy rows, one a measurement; extra columns of a group come first."""
    rows: list[tuple[Any, ...]] = []
    extra: tuple[str, ...] = ()
    for settings, measurements in groups:
        extra = tuple(settings)
        rows += [(*settings.values(), *astuple(row)) for row in measurements]
    return ReportTable(name, (*extra, *(f.name for f in fields(Measurement))), tuple(rows))


def group_displacements(rows: Iterable[Measurement]) -> dict[str, dict[int, list[int]]]:
    """Return the displacements by strategy and number of comparisons."""
    found: dict[str, dict[int, list[int]]] = {}
    for row in rows:
        found.setdefault(row.strategy, {}).setdefault(row.c, []).append(row.displacement)
    return found


def displacement_rows(rows: Iterable[Measurement], budgets: Sequence[int]) -> list[list[str]]:
    """Return a table of mean ± standard deviation: a row a strategy, a column a budget."""
    return [
        [name, *(mean_text(values[c]) if c in values else "" for c in budgets)]
        for name, values in group_displacements(rows).items()
    ]


def mean_text(values: Sequence[float]) -> str:
    """Return mean ± standard deviation, with the digits that they deserve."""
    mean = float(np.mean(values))
    digits = 0 if abs(mean) >= 100 else 1
    if len(values) < 2:
        return f"{mean:,.{digits}f}"
    return f"{mean:,.{digits}f} ± {float(np.std(values, ddof=1)):,.{digits}f}"


def markdown_table(header: Cells, rows: Iterable[Cells]) -> str:
    """Return a table in Markdown; every column but the first is aligned to the right."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def some_budgets(budgets: Sequence[int], most: int = 6) -> list[int]:
    """Return a few of the budgets, evenly spread, the last among them."""
    if len(budgets) <= most:
        return list(budgets)
    places = np.linspace(0, len(budgets) - 1, most).round().astype(int)
    return [budgets[place] for place in places]


def describe_results(experiment: Experiment, rows: Sequence[Measurement]) -> SimulationReport:
    """Return the report of an experiment of one's own."""
    budgets = some_budgets(experiment.budgets)
    table = markdown_table(
        ["strategy", *(f"c = {c:,}" for c in budgets)], displacement_rows(rows, budgets)
    )
    page = f"""# Simulation: {experiment.n_items:,} items

{experiment.describe()}

Displacement, mean ± standard deviation over {experiment.repetitions} repetitions; a random
ranking has {random_displacement(experiment.n_items):,.0f}.

{table}

![Displacement against comparisons](results.png)

Every measurement is a row of results.csv. The experiment itself is in experiment.json:
`sortrank simulate --experiment experiment.json` repeats it.
"""
    figure = Figure((displacement_panel(rows, f"n = {experiment.n_items:,}"),))
    return SimulationReport(
        "results", page, (measurement_table("results", [({}, rows)]),), {"results": figure}
    )
