"""What the experiments of the paper share: settings, sorting once, and claims beside figures."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from enum import Enum, auto
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, markdown_table
from sortrank_gui.simulation.respondents import Respondent
from sortrank_gui.simulation.runner import Task
from sortrank_gui.simulation.surveys import Answers, run_sort

T = TypeVar("T")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """How thorough to be, and with which data."""

    quick: bool = False
    seed: int = 1
    data: Path | None = None

    def size(self, full: int, quick: int) -> int:
        """Return one of two numbers."""
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A task with its result."""

    task: Any
    value: T


class DataUse(Enum):
    """Whether an experiment takes a file of data, which can't come with SortRank."""

    NONE = auto()
    POSSIBLE = auto()
    NEEDED = auto()


class Preset(Protocol[T]):
    """An experiment of the paper: its tasks, and what to make of their results."""

    name: str
    title: str
    about: str
    """What it does, for a screen."""
    data: DataUse
    alone: bool
    """Whether tasks must not run side by side, because they measure time."""

    @property
    def rows(self) -> tuple[type, ...]:
        """Return what the results of tasks are tuples of."""
        ...

    def tasks(self, settings: PaperSettings) -> Sequence[Task[T]]:
        """Return the work."""
        ...

    def cost(self, task: Any, /) -> float:
        """Return about how many seconds a task takes."""
        ...

    def tables(self, done: Sequence[Done[T]]) -> tuple[ReportTable, ...]:
        """Return all results as rows; some may be missing."""
        ...

    def report(self, settings: PaperSettings, done: Sequence[Done[T]]) -> SimulationReport:
        """Return page and figures."""
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the paper, and what we found."""

    paper: str
    ours: str
    verdict: str


def heading(title: str, settings: PaperSettings) -> str:
    """Return the first lines of a page; a short version says that it is one."""
    if not settings.quick:
        return f"# {title}"
    return (
        f"# {title}\n\n**Short version** (`--quick`): small sizes and few repetitions, so that the "
        "verdicts below say little."
    )


AGREES, DIFFERS = "agrees", "**differs**"


def judge(agrees: bool | np.bool_) -> str:
    """Return the verdict in a word."""
    return AGREES if agrees else DIFFERS


def claims_table(claims: Iterable[Claim]) -> str:
    """Return claims and findings side by side, in Markdown."""
    lines = markdown_table(
        ("the paper", "here", "verdict"),
        ((c.paper.replace("|", "\\|"), c.ours, c.verdict) for c in claims),
    )
    return lines.replace("---:", "---")


def rows_table(name: str, rows: Sequence[Any], kind: type) -> ReportTable:
    """Return dataclass objects as a table."""
    header = tuple(f.name for f in fields(kind))
    return ReportTable(name, header, tuple(astuple(row) for row in rows))


def sort_once(
    name: str, n_items: int, respondent: Respondent, *, seed: int
) -> tuple[Floats, Answers]:
    """Sort once; return scores in the order found, higher is better, and the answers."""
    strategy = ranking.strategies.create(name, n_items=n_items, seed=seed)
    if not isinstance(strategy, RunStrategy):
        raise TypeError(f"{name} is not a sort")
    answers = run_sort(strategy, respondent)
    return order_scores(strategy.rankings[-1]), answers


def order_scores(order: NDArray[np.int64]) -> Floats:
    """Return scores that give this order, best first."""
    scores = np.empty(len(order))
    scores[order] = -np.arange(len(order))
    return scores


def seeds(count: int, *key: int) -> list[int]:
    """Return independent seeds for a task."""
    return [int(word) for word in np.random.SeedSequence(key).generate_state(count)]


def span(values: Sequence[float]) -> str:
    """Return such as "+3 to +12 %", or "+3 %" where all are the same."""
    low, high = f"{min(values):+.0f}", f"{max(values):+.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def mean(values: Iterable[float]) -> float:
    """Return the mean of values."""
    return float(np.mean(list(values)))


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else np.inf
