"""Measurements as they come in, counted up to curves without going through all of them again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.figures.descriptions import Curve, Panel, Values
from sortrank_gui.ranking import random_displacement
from sortrank_gui.simulation.experiments import Measurement

RANDOM_ORDER = "a random ranking"


@dataclass(frozen=True, slots=True)
class CurveMetric:
    """A distance between rankings that a panel shows; per item where `each` is true."""

    field: str
    title: str
    each: bool = False


METRICS = (
    CurveMetric("displacement", "Displacement"),
    CurveMetric("displacement", "Displacement per item", each=True),
    CurveMetric("max_displacement", "Largest displacement"),
    CurveMetric("kendall", "Kendall tau distance"),
    CurveMetric("kendall", "Kendall tau distance per item", each=True),
)
_FIELDS = ("displacement", "max_displacement", "kendall")


class Tally:
    """Sums of every strategy's distances, budget by budget.

    Curves come in the order of `strategies`, whichever arrives first.
    """

    def __init__(self, n_items: int | None, strategies: Sequence[str] = ()) -> None:
        self._n_items, self._order = n_items, strategies
        self._sums: dict[tuple[str, int], list[list[float]]] = {}

    def add(self, rows: Iterable[Measurement]) -> None:
        """Take in measurements of any strategies and budgets."""
        for row in rows:
            sums = self._sums.setdefault((row.strategy, row.c), [[0.0] * 3 for _ in _FIELDS])
            for moments, field in zip(sums, _FIELDS, strict=True):
                value = getattr(row, field)
                moments[0] += 1
                moments[1] += value
                moments[2] += value * value

    def panels(self) -> tuple[Panel, ...]:
        """Return a panel for every metric; those per item only where the items were counted."""
        known = [metric for metric in METRICS if self._n_items or not metric.each]
        return tuple(self._panel(metric) for metric in known)

    def _panel(self, metric: CurveMetric) -> Panel:
        each = float(self._n_items or 1) if metric.each else 1.0
        curves = tuple(
            self._curve(name, _FIELDS.index(metric.field), each) for name in self._strategies()
        )
        return Panel(
            metric.title,
            "comparisons",
            metric.title.lower().replace("kendall", "Kendall"),
            curves + self._references(metric.field, each),
            log_x=True,
            log_y=True,
        )

    def _strategies(self) -> Sequence[str]:
        there = list(dict.fromkeys(name for name, _ in self._sums))
        return [name for name in self._order if name in there] or there

    def _curve(self, strategy: str, place: int, each: float) -> Curve:
        budgets = sorted(c for name, c in self._sums if name == strategy)
        moments = np.array([self._sums[strategy, c][place] for c in budgets]).T
        count, total, squares = moments
        mean = total / count
        variance = np.maximum(squares - count * mean**2, 0) / np.maximum(count - 1, 1)
        deviation = np.where(count > 1, np.sqrt(variance), 0) / each
        mean = mean / each
        low, high = mean - deviation, mean + deviation
        return Curve(strategy, tuple(budgets), _tuple(mean), _tuple(low), _tuple(high))

    def _references(self, field: str, each: float) -> tuple[Curve, ...]:
        """Return what a random ranking has, as a line."""
        n, budgets = self._n_items, [c for _, c in self._sums]
        if n is None or not budgets or field == "max_displacement":
            return ()
        height = random_displacement(n) if field == "displacement" else n * (n - 1) / 4
        ends = (float(min(budgets)), float(max(budgets)))
        return (Curve(RANDOM_ORDER, ends, (height / each,) * 2, reference=True),)


def _tuple(column: NDArray[np.float64]) -> Values:
    return tuple(column.tolist())
