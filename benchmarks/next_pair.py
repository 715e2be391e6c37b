"""How long a strategy takes to pick the next pair, and how fast a survey is simulated."""

import gc
import statistics
import time
from functools import partial

import numpy as np

from benchmarks.tables import Table
from benchmarks.timing import seconds
from sortrank_gui import ranking
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

SIZES = (100, 10_000, 1_000_000)
PAIRS = 100_000
GIFGIF_ITEMS = 6_120
MILLION = 1_000_000


def run(repeats: int) -> list[Table]:
    """Measure everything."""
    return [_single_pairs(), _simulation(repeats)]


def _single_pairs() -> Table:
    table = Table("ask + tell, microseconds a pair")
    for name in ("random", "all-pairs", "quicksort", "mergesort"):
        for n in SIZES:
            times = _time_pairs(name, n)
            table.rows.append(
                {
                    "strategy": name,
                    "n": f"{n:,}",
                    "median": statistics.median(times),
                    "mean": statistics.fmean(times),
                    "99th percentile": float(np.quantile(times, 0.99)),
                }
            )
    return table


def _time_pairs(name: str, n_items: int) -> list[float]:
    """Return the microseconds of every pair; the time to answer is not in it."""
    scores = np.random.default_rng(1).normal(0, 2, n_items)
    respondent = BradleyTerryRespondent(scores, seed=1)
    strategy = ranking.strategies.create(name, n_items=n_items, seed=1)
    clock, times = time.perf_counter, []
    gc.disable()
    for _ in range(PAIRS):
        start = clock()
        first, second = strategy.ask()
        asked = clock() - start
        outcome = respondent.answer(first, second)
        start = clock()
        strategy.tell(first, second, outcome)
        times.append(1e6 * (asked + clock() - start))
    gc.enable()
    return times


def _simulation(repeats: int) -> Table:
    table = Table(f"Simulated comparisons a second, n={GIFGIF_ITEMS:,}, Bradley-Terry answers")
    scores = np.random.default_rng(1).normal(0, 2, GIFGIF_ITEMS)

    def simulate(name: str) -> None:
        strategy = ranking.strategies.create(name, n_items=GIFGIF_ITEMS, seed=1)
        run_survey(strategy, BradleyTerryRespondent(scores, seed=1), MILLION)

    for name in ("random", "quicksort", "mergesort"):
        rates = sorted(MILLION / seconds(partial(simulate, name)) for _ in range(repeats))
        table.rows.append(
            {
                "strategy": name,
                "median": statistics.median(rates),
                "lowest": rates[0],
                "highest": rates[-1],
            }
        )
    return table
