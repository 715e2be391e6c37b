"""What a study shall reach: a goal, the answers that it takes, and the literature's rules.

How it works
------------
A plan measures, after growing numbers of answers, how many places items are off, which share of the
best is found, and the squared correlation r2 of estimated and true scores: what SSR estimates.
Two halves of 2c answers have c each, and correlate by the r2 after c answers; stepped up by the
formula of Spearman and Brown this is the split-half reliability to expect of 2c answers. Each goal
is a curve that falls to 0, which the planner follows. Answers an item are those that it takes part
in: each answer is about two items.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import random_displacement
from sortrank_gui.simulation.planner import Need, PlanRow, find_need

Curves = dict[str, dict[int, float]]
"""Values by strategy and number of answers."""


class GoalKind(StrEnum):
    """What is wanted."""

    ACCURACY = "accuracy"
    SSR = "ssr"
    SPLIT_HALF = "split-half"
    PLACES = "places"
    TOP = "top"


@dataclass(frozen=True, slots=True)
class Goal:
    """A kind of goal, and how much of it: a share, or places off."""

    kind: GoalKind
    value: float

    def __post_init__(self) -> None:
        if self.kind is GoalKind.PLACES:
            if not 0 < self.value < np.inf:
                raise InputError(f"Items are off by more than 0 places, not {self.value:g}.")
        elif not 0 < self.value < 1:
            shown = (
                f"{100 * self.value:g} %, which is not between 0 and 100 %"
                if self.kind in (GoalKind.ACCURACY, GoalKind.TOP)
                else f"{self.value:g}, which is not between 0 and 1"
            )
            raise InputError(f"The wanted {_NAMES[self.kind]} is {shown}.")

    def describe(self, top: int = 1) -> str:
        """Say what is wanted."""
        match self.kind:
            case GoalKind.ACCURACY:
                return f"{100 * self.value:g} % accurate"
            case GoalKind.PLACES:
                places = "place" if self.value == 1 else "places"
                return f"{self.value:g} {places} off on average"
            case GoalKind.TOP:
                return f"{100 * self.value:g} % of the top {top} found"
        return f"{_NAMES[self.kind]} of {self.value:g}"


_NAMES = {
    GoalKind.ACCURACY: "accuracy",
    GoalKind.SSR: "SSR",
    GoalKind.SPLIT_HALF: "split-half reliability",
    GoalKind.PLACES: "rank error",
    GoalKind.TOP: "share of the top",
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What simulated studies reach, on average, by strategy and number of answers."""

    n_items: int
    places: Curves
    """Off, per item."""
    reliability: Curves
    """The squared correlation of estimated and true scores."""
    top: Curves
    """The share of the best items that is found."""

    @classmethod
    def from_rows(cls, n_items: int, rows: Iterable[PlanRow]) -> "Outlook":
        """Average over the repetitions."""
        rows = list(rows)
        return cls(
            n_items,
            _average((row, row.measurement.displacement / n_items) for row in rows),
            _average((row, row.reliability) for row in rows),
            _average((row, row.top_share) for row in rows),
        )

    def find_needs(self, goal: Goal) -> tuple[Need, ...]:
        """Return the answers that each strategy needs."""
        curves, target = self._falling(goal)
        return tuple(find_need(name, curve, target) for name, curve in curves.items())

    def each(self, answers: float) -> float:
        """Return how many answers an item takes part in."""
        return 2 * answers / self.n_items

    def accuracy(self, places: float) -> float:
        """Return how far items that are so many places off are from a random ranking."""
        return 1 - places * self.n_items / random_displacement(self.n_items)

    def at(self, curves: Curves, strategy: str, answers: float) -> float | None:
        """Return what is reached after so many answers; None beyond what was simulated."""
        curve = curves[strategy]
        budgets = sorted(curve)
        if not budgets[0] <= answers <= budgets[-1]:
            return None
        values = [curve[c] for c in budgets]
        return float(np.interp(np.log(answers), np.log(budgets), values))

    def _falling(self, goal: Goal) -> tuple[Curves, float]:
        """Return what is missing to a perfect study, and how much of it may be."""
        match goal.kind:
            case GoalKind.ACCURACY:
                worst = random_displacement(self.n_items) / self.n_items
                return self.places, (1 - goal.value) * worst
            case GoalKind.PLACES:
                return self.places, goal.value
            case GoalKind.TOP:
                return _missing(self.top), 1 - goal.value
            case GoalKind.SSR:
                return _missing(self.reliability), 1 - goal.value
        stepped = {
            name: {2 * c: 2 * max(r, 0.0) / (1 + max(r, 0.0)) for c, r in curve.items()}
            for name, curve in self.reliability.items()
        }
        return _missing(stepped), 1 - goal.value


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of thumb from the literature: so many answers an item."""

    each: float
    origin: str

    @property
    def name(self) -> str:
        """Its short name."""
        return f"{self.each:g} answers an item"

    @property
    def source(self) -> str:
        """Its name with where it comes from."""
        return f"{self.name}, {self.origin}"


RULES = (
    Rule(10, "the usual advice in comparative judgement"),
    Rule(41, "by doi.org/10.3389/feduc.2021.788202"),
)
RULE_OF_SSR = Goal(GoalKind.SSR, 0.8)
"""From SSR .8 on, reports call a ranking reliable."""


def describe_need(need: Need, outlook: Outlook) -> str:
    """Say how many answers it takes, and how many an item."""
    if need.comparisons is None:
        return need.describe()
    return f"{need.describe()} ({outlook.each(need.comparisons):,.0f} an item)"


def _average(values: Iterable[tuple[PlanRow, float]]) -> Curves:
    found: dict[str, dict[int, list[float]]] = {}
    for row, value in values:
        m = row.measurement
        found.setdefault(m.strategy, {}).setdefault(m.c, []).append(value)
    return {
        name: {c: float(np.mean(group)) for c, group in sorted(groups.items())}
        for name, groups in found.items()
    }


def _missing(curves: Mapping[str, Mapping[int, float]]) -> Curves:
    return {name: {c: 1 - value for c, value in curve.items()} for name, curve in curves.items()}
