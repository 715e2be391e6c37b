"""What a plan means for people: answers and minutes of each, and what the budget buys."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from sortrank_gui.figures.descriptions import Curve
from sortrank_gui.ranking import random_displacement, strategies
from sortrank_gui.ranking.strategies import Standing
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.goals import RULE_OF_SSR, RULES, Goal, Outlook, describe_need
from sortrank_gui.simulation.planner import Need

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
    need: Need
    """Comparisons for the goal."""
    displacement: float | None
    """Expected with the people's budget; None beyond what was simulated."""
    doubt: float
    """The standard error of that."""
    accuracy: float | None
    top_share: float | None
    reliability: float | None = None
    """SSR to expect with the people's budget."""


def look_ahead(findings: Findings) -> Outlook | None:
    """Return what simulated studies reach; None where nothing was simulated."""
    if findings.experiment is None or not findings.plan_rows:
        return None
    return Outlook.from_rows(findings.experiment.n_items, findings.plan_rows)


def plan_lines(findings: Findings, people: People, goal: Goal) -> list[PlanLine]:
    """Return a line for every strategy."""
    outlook = look_ahead(findings)
    if findings.experiment is None or outlook is None:
        return []
    displacements, tops = (
        {curve.label: curve for curve in panel.curves} for panel in findings.panels
    )
    worst = random_displacement(findings.experiment.n_items)
    repetitions = findings.experiment.repetitions
    lines = []
    for need in outlook.find_needs(goal):
        curve, doubt, accuracy = displacements[need.strategy], 0.0, None
        expected, high = _at(curve, people.budget), _at(curve, people.budget, curve.high)
        if expected is not None and high is not None:
            doubt, accuracy = (high - expected) / repetitions**0.5, 1 - expected / worst
        top = _at(tops[need.strategy], people.budget)
        ssr = outlook.at(outlook.reliability, need.strategy, people.budget)
        lines.append(PlanLine(need.strategy, need, expected, doubt, accuracy, top, ssr))
    return lines


def tell_rules(outlook: Outlook, strategy: str) -> str:
    """Say what the literature's rules of thumb would bring with a strategy."""
    title, parts = strategies.facts(strategy).title, []
    for rule in RULES:
        answers = rule.each * outlook.n_items / 2
        ssr = outlook.at(outlook.reliability, strategy, answers)
        reached = "" if ssr is None else f", SSR {ssr:.2f}"
        parts.append(f"{rule.name} are {answers:,.0f}{reached}")
    need = next(n for n in outlook.find_needs(RULE_OF_SSR) if n.strategy == strategy)
    parts.append(f"SSR .8 takes {describe_need(need, outlook)}")
    return f"Rules of the literature, with {title}: {'; '.join(parts)}."


def best_strategy(lines: Sequence[PlanLine]) -> str:
    """Return the strategy with the least displacement expected, the usual one if nobody knows."""
    known = [(line.displacement, line.strategy) for line in lines if line.displacement is not None]
    return min(known, key=itemgetter(0))[1] if known else strategies.DEFAULT


def judge_sorting(lines: Sequence[PlanLine]) -> str:
    """Say honestly whether sorting pays here, or that nobody can tell yet."""
    known = [(line.displacement, line) for line in lines if line.displacement is not None]
    sorts = [found for found in known if strategies.facts(found[1].strategy).sorts]
    baselines = strategies.names(Standing.BASELINE)
    others = [found for found in known if found[1].strategy in baselines]
    if not sorts or not others:
        return ""
    sorted_, best = min(sorts, key=itemgetter(0))
    drawn, random = others[0]
    name = strategies.facts(best.strategy).title
    figures = f"expected displacement {sorted_:,.0f} against {drawn:,.0f} ({name}, random)."
    gain, doubt = drawn - sorted_, math.hypot(best.doubt, random.doubt)
    if gain > _SURE * doubt:
        return f"Sorting pays here: {figures}{_describe_saving(best, random)}"
    if gain > 0:
        return f"Sorting hardly beats random pairs here, if at all: {figures}"
    return f"Sorting does not beat random pairs here; the noise is high: {figures}"


def _describe_saving(best: PlanLine, random: PlanLine) -> str:
    needed, drawn = best.need.comparisons, random.need.comparisons
    if best.need.is_beyond or random.need.is_beyond or not needed or not drawn or needed >= drawn:
        return ""
    share = 100 * (1 - needed / drawn)
    return f" For what is wanted it needs {share:.0f} % fewer answers."


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
