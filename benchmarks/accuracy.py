"""How close to the truth each strategy comes, and how many answers it needs for that."""

import statistics
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from benchmarks.tables import Row, Table
from sortrank_gui import ranking
from sortrank_gui.ranking.chance import stream
from sortrank_gui.simulation.populations import Normal, Uniform
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

Floats = NDArray[np.float64]
GRID = (250, 500, 750, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000)
SHOWN = (500, 1000, 2000, 3000, 5000)
GOALS = (2000, 5000)
SMALL_GRID = (60, 90, 120, 150, 200, 250, 300, 400, 500, 600, 750)
SMALL_SHOWN = (60, 150, 300, 750)
SMALL_GOALS = (300, 750)


@dataclass(frozen=True, slots=True)
class Truth:
    """How many items there are, and where their scores come from."""

    n_items: int
    scores: Uniform | Normal

    def __str__(self) -> str:
        match self.scores:
            case Uniform(noise):
                return f"uniform, lambda {noise:g}, n={self.n_items}"
            case Normal(spread):
                return f"normal, sd {spread:g}, n={self.n_items}"


TRUTHS = (
    *(Truth(200, Uniform(noise)) for noise in (1.0, 2.0, 5.0, 10.0)),
    *(Truth(200, Normal(spread)) for spread in (0.7, 1.5, 3.0)),
    Truth(30, Uniform(5.0)),
    Truth(30, Normal(1.5)),
)


@dataclass(frozen=True, slots=True)
class Trial:
    """One survey to simulate."""

    truth: Truth
    strategy: str
    seed: int

    @property
    def grid(self) -> tuple[int, ...]:
        """The numbers of answers at which the ranking is judged."""
        return GRID if self.truth.n_items == 200 else SMALL_GRID


def measure(trial: Trial) -> list[int]:
    """Return the displacement at each number of answers; the prior variance is learned."""
    scores = trial.truth.scores.draw(trial.truth.n_items, stream("benchmark: truth", trial.seed))
    respondent = BradleyTerryRespondent(scores, seed=trial.seed)
    strategy = ranking.strategies.create(
        trial.strategy, n_items=trial.truth.n_items, seed=trial.seed
    )
    answers = run_survey(strategy, respondent, trial.grid[-1])
    return [ranking.displacement(ranking.fit(answers.table(c)).scores, scores) for c in trial.grid]


def run(repeats: int, *, seed: int, jobs: int, names: Iterable[str] | None) -> list[Table]:
    """Simulate everything; entropy stands for kl too, whose pairs are the same."""
    strategies = list(names or (name for name in ranking.strategies.names() if name != "kl"))
    trials = [
        Trial(truth, name, seed + repetition)
        for truth in TRUTHS
        for name in strategies
        for repetition in range(repeats)
    ]
    results: dict[tuple[Truth, str], list[list[int]]] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for count, (trial, curve) in enumerate(zip(trials, pool.map(measure, trials), strict=True)):
            results.setdefault((trial.truth, trial.strategy), []).append(curve)
            if count % 20 == 0:
                print(f"… {count} of {len(trials)} surveys", file=sys.stderr, flush=True)
    return [_displacements(results), _budgets(results)]


def _displacements(results: dict[tuple[Truth, str], list[list[int]]]) -> Table:
    table = Table("Displacement, mean and standard error")
    for (truth, name), curves in results.items():
        small = truth.n_items != 200
        grid, shown = (SMALL_GRID, SMALL_SHOWN) if small else (GRID, SHOWN)
        row: Row = {"truth": str(truth), "strategy": _label(name)}
        for place, c in enumerate(SHOWN):
            if place >= len(shown):
                row[f"c={c:,}"] = ""
                continue
            values = [curve[grid.index(shown[place])] for curve in curves]
            error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
            at = f"c={shown[place]}: " if small else ""
            row[f"c={c:,}"] = f"{at}{statistics.fmean(values):,.0f} ± {error:,.0f}"
        table.rows.append(row)
    return table


def _budgets(results: dict[tuple[Truth, str], list[list[int]]]) -> Table:
    """Find where each mean curve falls to Mergesort's displacement, linearly between budgets."""
    table = Table("Answers needed to reach Mergesort's displacement")
    for (truth, name), curves in results.items():
        reference = results.get((truth, "mergesort"))
        if reference is None:
            continue
        small = truth.n_items != 200
        grid, goals = (SMALL_GRID, SMALL_GOALS) if small else (GRID, GOALS)
        mean, theirs = np.mean(curves, axis=0), np.mean(reference, axis=0)
        row: Row = {"truth": str(truth), "strategy": _label(name)}
        for place, c in enumerate(GOALS):
            needed = _crossing(grid, mean, float(theirs[grid.index(goals[place])]))
            at = f"c={goals[place]}: " if small else ""
            row[f"of c={c:,}"] = at + (f"{needed:,.0f}" if needed else f"over {grid[-1]:,}")
        table.rows.append(row)
    return table


def _crossing(grid: tuple[int, ...], curve: Floats, goal: float) -> float | None:
    below = np.flatnonzero(curve <= goal)
    if not len(below):
        return None
    k = int(below[0])
    if k == 0:
        return float(grid[0])
    share = (curve[k - 1] - goal) / (curve[k - 1] - curve[k])
    return float(grid[k - 1] + share * (grid[k] - grid[k - 1]))


def _label(name: str) -> str:
    return "entropy, kl" if name == "entropy" else name
