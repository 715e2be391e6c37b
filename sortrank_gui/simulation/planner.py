"""How many comparisons a study needs: expected accuracy against budget, from simulations."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.simulation.curves import displacement_curves, displacement_panel, summarise
from sortrank_gui.simulation.datasets import Dataset
from sortrank_gui.simulation.experiments import (
    Experiment,
    Measurement,
    SimulatedTrial,
    budget_grid,
    settle_ties,
)
from sortrank_gui.simulation.pilots import measure_pilot
from sortrank_gui.simulation.populations import Normal, Population
from sortrank_gui.simulation.reports import (
    SimulationReport,
    displacement_rows,
    group_displacements,
    markdown_table,
    measurement_table,
    some_budgets,
)
from sortrank_gui.simulation.setups import DEFAULT_STRATEGIES

Floats = NDArray[np.float64]

BEYOND = "“About”: more than was simulated, if the curve goes on as it ends."
_PER_ITEM = 6.0
"""Comparisons an item and level of a sort: as far as plans look ahead."""


_FARTHEST = 100
"""Times the simulated comparisons, beyond which nobody knows."""
_CLEARLY_FALLING = -0.1
"""The slope, on log scales, from which on a curve is followed beyond its end."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a strategy needs for the wanted accuracy."""

    strategy: str
    comparisons: int | None
    """None where the curve does not come near it."""
    is_beyond: bool = False
    """Whether that is beyond what was simulated: the curve was followed further."""

    def describe(self) -> str:
        """Say how many comparisons it takes."""
        if self.comparisons is None:
            return "not in sight"
        return f"about {self.comparisons:,}" if self.is_beyond else f"{self.comparisons:,}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Expected displacement by strategy and budget, and what is needed for an accuracy."""

    n_items: int
    accuracy: float
    """Wanted: 1 for the true ranking, 0 for a random one."""
    displacements: Mapping[str, Mapping[int, float]]
    needs: tuple[Need, ...]

    @property
    def target(self) -> float:
        """The displacement that the accuracy stands for."""
        return (1 - self.accuracy) * ranking.random_displacement(self.n_items)

    def accuracy_of(self, strategy: str, c: int) -> float:
        """Return the expected accuracy after c comparisons."""
        expected = ranking.random_displacement(self.n_items)
        return 1 - self.displacements[strategy][c] / expected


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A measurement, and which share of the best items the ranking has among its best."""

    measurement: Measurement
    top_share: float
    reliability: float = 0.0
    """The squared correlation of estimated and true scores: what SSR estimates."""


@dataclass(frozen=True, slots=True)
class PlanTrial:
    """A trial that is also measured by how many of the best items it finds."""

    trial: SimulatedTrial
    top: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return self.trial.describe()

    def run(self) -> tuple[PlanRow, ...]:
        """Simulate the survey and measure the ranking at every budget."""
        truth, seed = self.trial.truth(), self.trial.ties_seed
        best = ranks(truth, seed=seed + 1) < self.top
        return tuple(
            PlanRow(
                self.trial.measure(c, scores, truth),
                float((ranks(settle_ties(scores), seed=seed) < self.top)[best].mean()),
                _square_correlation(scores, truth),
            )
            for c, scores in self.trial.estimates(truth)
        )


def _square_correlation(scores: Floats, truth: Floats) -> float:
    """Return r2; nothing where the scores are all equal, or point the wrong way."""
    if not (np.ptp(scores) and np.ptp(truth)):
        return 0.0
    return max(float(np.corrcoef(scores, truth)[0, 1]), 0.0) ** 2


def plan_panels(rows: Iterable[PlanRow], top: int) -> tuple[Panel, Panel]:
    """Return displacement and the share of the best items found, against comparisons."""
    rows = list(rows)
    shares: dict[str, dict[int, list[float]]] = {}
    for row in rows:
        m = row.measurement
        shares.setdefault(m.strategy, {}).setdefault(m.c, []).append(100 * row.top_share)
    curves = tuple(
        _within(summarise(name, sorted(groups.items())), 0, 100) for name, groups in shares.items()
    )
    label = f"% of the true top {top} found"
    return (
        displacement_panel((row.measurement for row in rows), "Expected displacement"),
        Panel(f"Top {top}", "comparisons", label, curves, log_x=True),
    )


def _within(curve: Curve, low: float, high: float) -> Curve:
    """Return a curve whose band does not leave the possible."""
    return replace(
        curve,
        low=tuple(max(value, low) for value in curve.low),
        high=tuple(min(value, high) for value in curve.high),
    )


def describe_study(
    n_items: int,
    population: Population,
    *,
    strategies: Sequence[str] = DEFAULT_STRATEGIES,
    budget: int | None = None,
    repetitions: int = 10,
    seed: int = 1,
) -> Experiment:
    """Return the experiment to run for a plan."""
    if budget is None:
        budget = math.ceil(_PER_ITEM * n_items * math.log2(max(n_items, 2)))
    return Experiment(
        n_items,
        population,
        tuple(strategies),
        budget_grid(n_items, budget, points=16),
        repetitions=repetitions,
        seed=seed,
    )


def spread_of_pilot(pilot: Dataset) -> float:
    """Return the standard deviation of the scores behind a pilot's comparisons, in logits.

    It is in the middle of all that may be, and of small pilots near to those of real studies.
    """
    return measure_pilot(pilot.table).value


def population_of_pilot(pilot: Dataset) -> Population:
    """Return scores that are spread as those of a pilot."""
    return Normal(spread_of_pilot(pilot))


def make_plan(experiment: Experiment, rows: Iterable[Measurement], *, accuracy: float) -> Plan:
    """Return the plan that the measurements lead to."""
    if not 0 < accuracy < 1:
        raise InputError(
            f"The accuracy must be between 0 and 100 %, and it is {100 * accuracy:g} %."
        )
    means = {
        name: {c: float(np.mean(values)) for c, values in sorted(groups.items())}
        for name, groups in group_displacements(rows).items()
    }
    target = (1 - accuracy) * ranking.random_displacement(experiment.n_items)
    needs = tuple(find_need(name, curve, target) for name, curve in means.items())
    return Plan(experiment.n_items, accuracy, means, needs)


def comparisons_for(curve: Mapping[int, float], target: float) -> int | None:
    """Return the budget at which a displacement curve falls to the target for good.

    Between two budgets the curve is a straight line on log scales.
    """
    budgets = sorted(curve)
    if curve[budgets[-1]] > target:
        return None
    for low, high in reversed(list(pairwise(budgets))):
        if curve[low] > target:
            floor = max(curve[high], 1e-9)
            share = math.log(curve[low] / max(target, floor)) / math.log(curve[low] / floor)
            return math.ceil(low * math.exp(share * math.log(high / low)))
    return budgets[0]


def find_need(name: str, curve: Mapping[int, float], target: float) -> Need:
    """Return the answers at which a falling curve reaches its target, on it or beyond its end."""
    needed = comparisons_for(curve, target)
    if needed is not None:
        return Need(name, needed)
    further = extrapolate(curve, target)
    return Need(name, further, is_beyond=further is not None)


def extrapolate(curve: Mapping[int, float], target: float) -> int | None:
    """Return where a displacement curve would fall to the target if it went on as it ends.

    Its last points, a factor of eight in comparisons, make a straight line on log scales. Two
    figures are kept; None where the line hardly falls, or the target is too far away.
    """
    end = max(curve)
    last = [(c, value) for c, value in curve.items() if c >= end / 8 and value > 0]
    if len(last) < 3 or target <= 0:
        return None
    logs = np.log(np.array(last))
    slope, height = np.polyfit(logs[:, 0], logs[:, 1], 1).tolist()
    if slope > _CLEARLY_FALLING:
        return None
    needed = max(math.exp((math.log(target) - height) / slope), end)
    step = 10 ** (math.floor(math.log10(needed)) - 1)
    # A share of 1e-9 more than a step is rounding, which never decides.
    return math.ceil(needed / step * (1 - 1e-9)) * step if needed < _FARTHEST * end else None


def plan_figure(plan: Plan, rows: Iterable[Measurement]) -> Figure:
    """Return the curves of a plan, with the wanted accuracy as a line."""
    curves = displacement_curves(rows)
    x = curves[0].x
    wanted = Curve(
        f"{100 * plan.accuracy:g} % accurate", (x[0], x[-1]), (plan.target,) * 2, reference=True
    )
    panel = Panel(
        f"{plan.n_items:,} items",
        "comparisons",
        "expected displacement",
        (*curves, wanted),
        log_x=True,
        log_y=True,
    )
    return Figure((panel,))


def describe_plan(
    plan: Plan, experiment: Experiment, rows: Sequence[Measurement]
) -> SimulationReport:
    """Return page, table and figure of a plan."""
    budgets = some_budgets(experiment.budgets, 8)
    expected = markdown_table(
        ["strategy", *(f"c = {c:,}" for c in budgets)], displacement_rows(rows, budgets)
    )
    needed = markdown_table(
        ["strategy", "comparisons"],
        [[need.strategy, need.describe()] for need in plan.needs],
    )
    beyond = f"\n{BEYOND}\n" if any(need.is_beyond for need in plan.needs) else ""
    page = f"""# Plan: {plan.n_items:,} items

{experiment.describe()}

Comparisons for a displacement of {plan.target:,.0f}, {100 * plan.accuracy:g} % of the way from a
random ranking to the true one:

{needed}
{beyond}
![Expected displacement against comparisons](plan.png)

Expected displacement, mean ± standard deviation over {experiment.repetitions} simulated studies:

{expected}
"""
    table = measurement_table("plan", [({}, rows)])
    return SimulationReport("plan", page, (table,), {"plan": plan_figure(plan, rows)})
