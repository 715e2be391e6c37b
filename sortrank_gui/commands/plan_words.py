"""What `sortrank plan` prints: needs, what to expect, rules, and how sure a pilot is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sortrank_gui.commands.console import print_table, say
from sortrank_gui.simulation.goals import (
    RULE_OF_SSR,
    RULES,
    Goal,
    Outlook,
    describe_need,
)
from sortrank_gui.simulation.pilots import PilotSpread
from sortrank_gui.simulation.planner import BEYOND, Need
from sortrank_gui.simulation.populations import Population, describe
from sortrank_gui.simulation.reports import some_budgets


@dataclass(frozen=True, slots=True)
class Time:
    """How long an answer takes, and who share them."""

    seconds: float
    participants: int

    def share(self, answers: int) -> int:
        """Return one participant's part."""
        return -(-answers // self.participants)


@dataclass(frozen=True, slots=True)
class FoundPlan:
    """Everything that a plan found."""

    outlook: Outlook
    goal: Goal
    needs: tuple[Need, ...]
    population: Population
    top: int
    time: Time
    pilot: PilotSpread | None
    ends: Mapping[float, tuple[Need, ...]]
    """What is needed if the spread were at an end of the pilot's interval."""


def print_plan(told: FoundPlan) -> None:
    """Print a plan for people."""
    outlook = told.outlook
    say(
        f"{outlook.n_items:,} items, {describe(told.population)}. "
        f"Wanted: {told.goal.describe(told.top)}.\n"
    )
    if told.pilot is not None:
        say("\n".join(told.pilot.tell()) + "\n")
    print_table(
        ("strategy", "answers", "an item", "time", "each participant"),
        [(need.strategy, *_cells(need, outlook, told.time)) for need in told.needs],
    )
    if any(need.is_beyond for need in told.needs):
        say(BEYOND)
    for spread, needs in told.ends.items():
        words = ", ".join(f"{need.strategy} {describe_need(need, outlook)}" for need in needs)
        say(f"If the spread were {spread:.2f}: {words}.")
    say("\nWhat to expect: SSR · places off\n")
    _print_expected(outlook)
    say("\nRules of the literature beside it\n")
    names = list(outlook.places)
    print_table(["rule", "answers", *names], list(_list_rules(outlook, names)))


def _cells(need: Need, outlook: Outlook, time: Time) -> tuple[str, str, str, str]:
    if need.comparisons is None:
        return need.describe(), "", "", ""
    each = time.share(need.comparisons)
    return (
        need.describe(),
        f"{outlook.each(need.comparisons):.0f}",
        _duration(need.comparisons * time.seconds),
        f"{each:,} in {_duration(each * time.seconds)}",
    )


def _print_expected(outlook: Outlook) -> None:
    budgets = some_budgets(sorted(next(iter(outlook.places.values()))))
    heads = [f"{c:,} ({outlook.each(c):.0f} an item)" for c in budgets]
    print_table(
        ["strategy", *heads],
        [[name, *(_expect(outlook, name, c) for c in budgets)] for name in outlook.places],
    )


def _list_rules(outlook: Outlook, names: list[str]) -> Iterator[list[str]]:
    for rule in RULES:
        answers = rule.each * outlook.n_items / 2
        reached = [_expect(outlook, name, answers) for name in names]
        yield [rule.source, f"{answers:,.0f}", *reached]
    needs = {need.strategy: need for need in outlook.find_needs(RULE_OF_SSR)}
    yield ["SSR .8", "", *(describe_need(needs[name], outlook) for name in names)]


def _expect(outlook: Outlook, strategy: str, answers: float) -> str:
    ssr = outlook.at(outlook.reliability, strategy, answers)
    off = outlook.at(outlook.places, strategy, answers)
    return "not simulated" if ssr is None or off is None else f"{ssr:.2f} · {off:.1f}"


def summarise_plan(told: FoundPlan) -> dict[str, Any]:
    """Return a plan for machines."""
    outlook, pilot = told.outlook, told.pilot
    return {
        "items": outlook.n_items,
        "population": describe(told.population),
        "goal": {"kind": told.goal.kind.value, "value": told.goal.value},
        "needed": [_tell_need(need, outlook, told.time) for need in told.needs],
        "pilot": None
        if pilot is None
        else {
            "spread": pilot.value,
            "low": pilot.low,
            "high": pilot.high,
            "answers_per_item": pilot.answers_each,
            "needed_at_ends": [
                {"spread": spread, "needed": [_tell_need(n, outlook, told.time) for n in needs]}
                for spread, needs in told.ends.items()
            ],
        },
        "rules": [{"rule": rule.source, "answers_per_item": rule.each} for rule in RULES]
        + [
            {
                "rule": "SSR .8",
                "needed": [
                    _tell_need(need, outlook, told.time) for need in outlook.find_needs(RULE_OF_SSR)
                ],
            }
        ],
        "expected": [
            {
                "strategy": name,
                "c": c,
                "answers_per_item": outlook.each(c),
                "displacement": places * outlook.n_items,
                "places_off": places,
                "accuracy": outlook.accuracy(places),
                "ssr": outlook.reliability[name][c],
                "top_share": outlook.top[name][c],
            }
            for name, curve in outlook.places.items()
            for c, places in curve.items()
        ],
    }


def _tell_need(need: Need, outlook: Outlook, time: Time) -> dict[str, Any]:
    count = need.comparisons
    return {
        "strategy": need.strategy,
        "comparisons": count,
        "answers_per_item": None if count is None else outlook.each(count),
        "extrapolated": need.is_beyond,
        "seconds": None if count is None else count * time.seconds,
        "seconds_per_participant": None if count is None else time.share(count) * time.seconds,
    }


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
