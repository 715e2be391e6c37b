"""How long strategies take to select a pair (the paper's table of running times)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui import ranking
from sortrank_gui.figures.descriptions import Figure, Panel
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies import Strategy
from sortrank_gui.ranking.strategies.model_based import RoundStrategy
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.simulation.curves import summarise
from sortrank_gui.simulation.paper.base import (
    DataUse,
    Done,
    PaperSettings,
    heading,
    rows_table,
    seeds,
)
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, markdown_table
from sortrank_gui.simulation.respondents import BradleyTerryRespondent, Respondent
from sortrank_gui.simulation.surveys import run_survey

SIZES, QUICK_SIZES = (100, 1000, 10_000), (100, 1000)
STRATEGIES = (
    "uncertainty",
    "entropy",
    "kl",
    "mergesort",
    "quicksort",
    "random",
    "adjacent",
    "rounds",
)
PAPER = {
    "uncertainty": ("0.05", "0.5", "11"),
    "entropy": ("0.3", "40", "over 10 hours"),
    "kl": ("0.9", "71", "over 10 hours"),
    "mergesort": ("ε", "ε", "ε"),
    "quicksort": ("ε", "ε", "ε"),
    "random": ("ε", "ε", "ε"),
}
_NOISE = 5.0
_EPSILON = 1e-5
_NEXT_PAIRS, _PATIENCE = 100, 3.0


@dataclass(frozen=True, slots=True)
class TimeRow:
    """Seconds for the pair after n answers, and on average for those after it."""

    strategy: str
    n: int
    repetition: int
    seconds: float
    later_seconds: float


@dataclass(frozen=True, slots=True)
class TimeTask:
    """One measurement."""

    strategy: str
    n_items: int
    repetition: int
    seed: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return f"time of {self.strategy}, {self.n_items} items, seed {self.seed}"

    def run(self) -> tuple[TimeRow, ...]:
        """Give n answers, then measure."""
        truth_seed, *more = seeds(4, self.seed, self.n_items, self.repetition)
        truth = Uniform(_NOISE).draw(self.n_items, stream("truth", truth_seed))
        respondent = BradleyTerryRespondent(truth, seed=more[0])
        _warm_up(self.strategy)
        strategy = self._prepare(respondent, *more[1:])
        seconds, pair = _time_ask(strategy)
        later = _time_later(strategy, respondent, pair)
        return (TimeRow(self.strategy, self.n_items, self.repetition, seconds, later),)

    def _prepare(self, respondent: Respondent, seed: int, pairs_seed: int) -> Strategy:
        """Return the strategy after n answers; the sorts take no pairs but their own."""
        strategy = ranking.strategies.create(self.strategy, n_items=self.n_items, seed=seed)
        if isinstance(strategy, RunStrategy):
            run_survey(strategy, respondent, self.n_items)
        else:
            pairs = ranking.strategies.create("random", n_items=self.n_items, seed=pairs_seed)
            answers = run_survey(pairs, respondent, self.n_items)
            strategy.tell_many(answers.pairs, answers.outcomes)
        if isinstance(strategy, RoundStrategy):  # the pair to time is the first of a round
            rest = strategy.upcoming(self.n_items)
            strategy.tell_many(rest, respondent.answer_many(rest))
        return strategy


def _time_ask(strategy: Strategy) -> tuple[float, tuple[int, int]]:
    start = time.perf_counter()
    pair = strategy.ask()
    return time.perf_counter() - start, pair


def _time_later(strategy: Strategy, respondent: Respondent, pair: tuple[int, int]) -> float:
    """Return the mean seconds of the next pairs, a whole round at least."""
    wanted = max(_NEXT_PAIRS, len(strategy.upcoming(strategy.n_items)))
    spent, count = 0.0, 0
    while count < wanted and spent < _PATIENCE:
        strategy.tell(*pair, respondent.answer(*pair))
        seconds, pair = _time_ask(strategy)
        spent += seconds
        count += 1
    return spent / count


class Runtime:
    """The experiment."""

    name = "runtime"
    title = "Time to select a pair"
    about = (
        "How long a strategy takes to find the next pair. It runs alone, one task after another, "
        "since it measures time."
    )
    data = DataUse.NONE
    alone = True
    rows = (TimeRow,)

    def tasks(self, settings: PaperSettings) -> Sequence[TimeTask]:
        """Return the measurements, strategy by strategy."""
        known = ranking.strategies.names()
        return [
            TimeTask(strategy, n, repetition, settings.seed)
            for n in (QUICK_SIZES if settings.quick else SIZES)
            for repetition in range(settings.size(5, 2))
            for strategy in STRATEGIES
            if strategy in known
        ]

    def cost(self, task: TimeTask) -> float:
        """Return about how many seconds a task takes."""
        return 0.5

    def tables(self, done: Sequence[Done[tuple[TimeRow, ...]]]) -> tuple[ReportTable, ...]:
        """Return one row a measurement."""
        return (rows_table(self.name, [row for d in done for row in d.value], TimeRow),)

    def report(
        self, settings: PaperSettings, done: Sequence[Done[tuple[TimeRow, ...]]]
    ) -> SimulationReport:
        """Set our times beside the paper's."""
        rows = [row for d in done for row in d.value]
        sizes = sorted({row.n for row in rows})
        names = [name for name in STRATEGIES if any(row.strategy == name for row in rows)]
        header = ["strategy", *(f"n = {n:,}" for n in sizes)]
        page = f"""{heading(self.title, settings)}

Seconds to select pair number n + 1 after n answers on random pairs (the sorts: after n answers of
their own), median of {settings.size(5, 2)}; ε is below 10⁻⁵. In brackets, the paper's figures,
measured on other hardware.

{markdown_table(header, [_row(rows, name, sizes, "seconds", paper=True) for name in names])}

Mean seconds of the next {_NEXT_PAIRS} pairs, each after the answer to the one before (of as many as
{_PATIENCE:g} seconds allow). Adjacent and rounds work in rounds: above, the first pair of a round
is timed, here a whole round.

{markdown_table(header, [_row(rows, name, sizes, "later_seconds") for name in names])}

![Time to select a pair](runtime.png)

The order of the strategies is the paper's: sorts and random cost nothing at any size. What has
changed is the distance: the fits are warm and sparse, the posterior is updated instead of computed
anew, and above 1,500 items its covariance is never formed, so that the Bayesian criteria, which the
paper had to stop after 10 hours at n = 10⁴, take less than a second.
"""
        curves = tuple(
            summarise(name, [(n, [_median(rows, name, n, "seconds")]) for n in sizes])
            for name in names
        )
        panel = Panel("Pair number n + 1", "items n", "seconds", curves, log_x=True, log_y=True)
        return SimulationReport(self.name, page, self.tables(done), {self.name: Figure((panel,))})


def _warm_up(name: str) -> None:
    """Have tables and libraries loaded, which cost time once in a program's life."""
    strategy = ranking.strategies.create(name, n_items=8, seed=0)
    run_survey(strategy, BradleyTerryRespondent(np.zeros(8)), 20)


def _median(rows: Sequence[TimeRow], name: str, n: int, measure: str) -> float:
    values = [getattr(row, measure) for row in rows if row.strategy == name and row.n == n]
    return float(np.median(values))


def _row(
    rows: Sequence[TimeRow], name: str, sizes: Sequence[int], measure: str, *, paper: bool = False
) -> list[str]:
    cells = [_text(_median(rows, name, n, measure)) for n in sizes]
    if paper and name in PAPER:
        cells = [f"{ours} ({theirs})" for ours, theirs in zip(cells, PAPER[name], strict=False)]
    return [name, *cells]


def _text(seconds: float) -> str:
    return "ε" if seconds < _EPSILON else f"{seconds:.2g}"
