"""What a figure shows, without drawing it: curves with bands, in panels with labelled axes.

`ui/figures.py` draws these on paper, and the simulation tab on the screen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from sortrank_gui.simulation.experiments import Measurement

Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A mean with a band around it, one value for every x; a reference line has no band."""

    label: str
    x: Values
    mean: Values
    low: Values = ()
    high: Values = ()
    reference: bool = False
    """Whether this is theory or a bound, not a measurement: drawn as a thin dashed line."""
    like: str = ""
    """The label of the curve that a reference line belongs to, and whose colour it has."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves that share their axes."""

    title: str
    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """Panels in rows of so many columns, with one legend for all."""

    panels: tuple[Panel, ...]
    columns: int = field(default=1)


def summarise(label: str, groups: Iterable[tuple[float, Sequence[float]]]) -> Curve:
    """Return the curve of mean and standard deviation of the values at every x."""
    rows = []
    for x, values in groups:
        mean = float(np.mean(values))
        deviation = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
        rows.append((float(x), mean, mean - deviation, mean + deviation))
    x_values, means, lows, highs = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Curve(label, x_values, means, lows, highs)


def displacement_curves(rows: Iterable[Measurement]) -> tuple[Curve, ...]:
    """Return displacement against comparisons, a curve for every strategy in its first order."""
    found: dict[str, dict[int, list[float]]] = {}
    for row in rows:
        found.setdefault(row.strategy, {}).setdefault(row.c, []).append(row.displacement)
    return tuple(summarise(name, sorted(groups.items())) for name, groups in found.items())


def displacement_panel(
    rows: Iterable[Measurement], title: str, *, log_x: bool = True, log_y: bool = True
) -> Panel:
    """Return the usual panel of an experiment."""
    return Panel(
        title,
        "comparisons",
        "displacement",
        displacement_curves(rows),
        log_x=log_x,
        log_y=log_y,
    )
