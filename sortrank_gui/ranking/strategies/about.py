"""What is to be said about a strategy; every screen, command and report takes it from its class."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from sortrank_gui.ranking.strategies.base import Progress
from sortrank_gui.ranking.strategies.layout import Role, SortLayout


class Standing(IntEnum):
    """How far we recommend a strategy; who prepares a study is offered the first ones first."""

    ADVISED = 0
    """With the baseline, what every choice is compared with."""
    GOOD = 1
    BASELINE = 2
    """What the others have to beat."""
    PLAIN = 3
    RECORD = 4
    """Here to compare with papers that use it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyFacts:
    """What a strategy is called, how it is explained, and what it costs."""

    place: int
    """Its place among all strategies, on screens and in tables."""
    standing: Standing = Standing.RECORD
    title: str
    subject: str = ""
    """Its name at the head of a sentence, where the title is too short."""
    brief: str
    """One line, for a tooltip."""
    what: str
    """An explanation for somebody who knows nothing about sorting."""
    good: str
    bad: str
    picked: str
    """How it picked the pairs, in a report: “Pairs were picked …”."""
    colour: int
    """Which of the plots' colours it has, in all plots."""
    marker: int
    """Which of the plots' markers."""
    run: str = ""
    """What people call a run of it: a sort, a round; nothing where nobody counts them."""
    run_length: Callable[[int], int]
    """About how many comparisons a run of so many items takes."""
    goal: str = ""
    """What a study wants of it, where there is the same strategy for other goals."""
    goals: tuple[str, ...] = ()
    """Names of the strategies for all goals, with this one as the usual one."""
    windowed: bool = False
    """Whether new studies with many items are asked by windows over the order (`rounds.py`)."""
    pick_top: Callable[[int], str] | None = None
    """How it picked the pairs where so many items are the top, for a strategy that asks that."""
    probed: bool = False
    """Whether studies mix some random pairs with its own, which tell the spread (`probes.py`)."""
    legend: tuple[tuple[Role, str], ...] = ()
    """The roles of a sort's items, in words."""
    tell_layout: Callable[[SortLayout], str] | None = None
    """Says in a few words what a sort is doing."""

    @property
    def sorts(self) -> bool:
        """Whether its runs are sorts: they have levels, a picture, and an order of their own."""
        return self.run == "sort"

    def tell_progress(self, progress: Progress) -> list[str]:
        """Say which run it is, and its level, in a part each; nothing where nobody counts."""
        parts = [f"{self.run} {progress.sort}"] if self.run else []
        if self.sorts:
            of = f" of {progress.levels}" if progress.levels else ""
            parts.append(f"level {progress.level}{of}")
        return parts


def count(number: int, noun: str) -> str:
    """Return such as “1 merge” or “1,200 merges”."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
