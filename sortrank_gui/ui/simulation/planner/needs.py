"""What a plan means for people: answers and minutes of each, and what the budget buys."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking import random_displacement, strategies
from sortrank_gui.ranking.strategies import Standing
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.curves import Curve
from sortrank_gui.simulation.planner import make_plan

_SURE = 2.0
"""Standard errors that make a difference believable."""


@dataclass(frozen=True, slots=True)
class People:
    """Who takes part, and how long an answer takes."""

    participants: int
    answers_each: int
    seconds: float

    @property
    def budget(self) -> int:
        """All answers together."""
        return self.participants * self.answers_each

    def share(self, comparisons: int) -> int:
        """Return one participant's part of so many comparisons."""
        return -(-comparisons // self.participants)

    def minutes(self, answers: int) -> float:
        """Return how long so many answers take."""
        return answers * self.seconds / 60


@dataclass(frozen=True, slots=True)
class PlanLine:
    """What is expected of a strategy."""

    strategy: str
    needed: int | None
    """Comparisons for the wanted accuracy; None where they were not reached."""
    displacement: float | None
    """Expected with the people's budget; None beyond what was simulated."""
    doubt: float
    """The standard error of that."""
    accuracy: float | None
    top_share: float | None


def plan_lines(findings: Findings, people: People, accuracy: float) -> list[PlanLine]:
    """Return a line for every strategy."""
    if findings.experiment is None or not findings.plan_rows:
        return []
    rows = [row.measurement for row in findings.plan_rows]
    plan = make_plan(findings.experiment, rows, accuracy=accuracy)
    displacements, tops = (
        {curve.label: curve for curve in panel.curves} for panel in findings.panels
    )
    worst = random_displacement(findings.experiment.n_items)
    lines = []
    for need in plan.needs:
        curve = displacements[need.strategy]
        expected, high = _at(curve, people.budget), _at(curve, people.budget, curve.high)
        known = expected is not None and high is not None
        lines.append(
            PlanLine(
                need.strategy,
                need.comparisons,
                expected,
                (high - expected) / findings.experiment.repetitions**0.5 if known else 0.0,
                1 - expected / worst if known else None,
                _at(tops[need.strategy], people.budget),
            )
        )
    return lines


def best_strategy(lines: Sequence[PlanLine]) -> str:
    """Return the strategy with the least displacement expected, the usual one if nobody knows."""
    known = [line for line in lines if line.displacement is not None]
    best = min(known, key=lambda line: line.displacement or 0, default=None)
    return strategies.DEFAULT if best is None else best.strategy


def judge_sorting(lines: Sequence[PlanLine]) -> str:
    """Say honestly whether sorting pays here, or that nobody can tell yet."""
    known = [line for line in lines if line.displacement is not None]
    sorts = [line for line in known if strategies.facts(line.strategy).sorts]
    baseline = strategies.names(Standing.BASELINE)
    random = next((line for line in known if line.strategy in baseline), None)
    if random is None or not sorts:
        return ""
    best = min(sorts, key=lambda line: line.displacement)
    name = strategies.facts(best.strategy).title
    figures = f"expected displacement {best.displacement:,.0f} against {random.displacement:,.0f}"
    figures += f" ({name}, random)."
    gain, doubt = random.displacement - best.displacement, np.hypot(best.doubt, random.doubt)
    if gain > _SURE * doubt:
        return f"Sorting pays here: {figures}{_describe_saving(best, random)}"
    if gain > 0:
        return f"Sorting hardly beats random pairs here, if at all: {figures}"
    return f"Sorting does not beat random pairs here; the noise is high: {figures}"


def _describe_saving(best: PlanLine, random: PlanLine) -> str:
    if not best.needed or not random.needed or best.needed >= random.needed:
        return ""
    share = 100 * (1 - best.needed / random.needed)
    return f" For the wanted accuracy it needs {share:.0f} % fewer answers."


def describe_minutes(minutes: float) -> str:
    """Say a time as people do."""
    if minutes < 1.5:
        return f"{60 * minutes:.0f} s"
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _at(curve: Curve, x: float, values: Sequence[float] = ()) -> float | None:
    """Return a curve's mean, or other values, at x: straight between points on a log scale."""
    if not curve.x or not curve.x[0] <= x <= curve.x[-1]:
        return None
    return float(np.interp(np.log(x), np.log(curve.x), values or curve.mean))
