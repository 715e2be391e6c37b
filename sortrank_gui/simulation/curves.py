"""Curves and panels of measurements: the mean with a band of one standard deviation."""

from collections.abc import Iterable, Sequence

import numpy as np

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.simulation.experiments import Measurement


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
