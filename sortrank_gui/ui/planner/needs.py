"""What a plan means for people: answers and minutes of each, and what the budget buys."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking import random_displacement
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.curves import Curve
from sortrank_gui.simulation.planner import make_plan
from sortrank_gui.ui.wording import strategy_title

_SORTS = ("mergesort", "quicksort")
_NO_BETTER = 0.95


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
    accuracy: float | None
    top_share: float | None


def plan_lines(findings: Findings, people: People, accuracy: float) -> list[PlanLine]:
    """Return a line for every strategy."""
    if findings.experiment is None or not findings.plan_rows:
        return []
    rows = [row.measurement for row in findings.plan_rows]
    plan = make_plan(findings.experiment, rows, accuracy=accuracy)
    expected, tops = (
        {curve.label: _at(curve, people.budget) for curve in panel.curves}
        for panel in findings.panels
    )
    worst = random_displacement(findings.experiment.n_items)
    return [
        PlanLine(
            need.strategy,
            need.comparisons,
            expected[need.strategy],
            None if expected[need.strategy] is None else 1 - expected[need.strategy] / worst,
            tops[need.strategy],
        )
        for need in plan.needs
    ]


def best_strategy(lines: Sequence[PlanLine]) -> str:
    """Return the strategy with the least displacement expected, Mergesort where nobody knows."""
    known = [line for line in lines if line.displacement is not None]
    return min(known, key=lambda line: line.displacement or 0).strategy if known else "mergesort"


def judge_sorting(lines: Sequence[PlanLine]) -> str:
    """Say honestly whether sorting pays here."""
    found = {line.strategy: line for line in lines}
    sorts = [found[name] for name in _SORTS if name in found]
    random = found.get("random")
    if random is None or not sorts or random.displacement is None:
        return ""
    best = min(sorts, key=lambda line: line.displacement or 0)
    name = strategy_title(best.strategy)
    figures = f"{best.displacement:,.0f} against {random.displacement:,.0f}"
    if best.displacement > _NO_BETTER * random.displacement:
        return (
            f"With so much noise and this budget, sorting does not beat random pairs: expected "
            f"displacement {figures} ({name}, random)."
        )
    saved = ""
    if best.needed and random.needed:
        share = 1 - best.needed / random.needed
        saved = f" For the wanted accuracy it needs {share:.0%} fewer answers." if share > 0 else ""
    return f"Sorting pays here: expected displacement {figures} ({name}, random).{saved}"


def describe_minutes(minutes: float) -> str:
    """Say a time as people do."""
    if minutes < 1.5:
        return f"{60 * minutes:.0f} s"
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _at(curve: Curve, x: float) -> float | None:
    """Return a curve's mean at x, straight between two points on a log scale."""
    if not curve.x or not curve.x[0] <= x <= curve.x[-1]:
        return None
    return float(np.interp(np.log(x), np.log(curve.x), curve.mean))
