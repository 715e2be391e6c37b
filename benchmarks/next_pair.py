"""How long a strategy takes to pick the next pair, and how fast a survey is simulated."""

import gc
import statistics
import sys
import time
from functools import partial

import numpy as np

from benchmarks.fit import peak_megabytes
from benchmarks.tables import Row, Table
from benchmarks.timing import processor_seconds
from sortrank_gui import ranking
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import Answers, run_survey

SIZES = (100, 10_000, 1_000_000)
PAIRS = 100_000
GIFGIF_ITEMS = 6_120
MILLION = 1_000_000
_PAPER = {
    ("uncertainty", 100): "50",
    ("uncertainty", 1_000): "500",
    ("uncertainty", 10_000): "11,000",
    ("entropy", 100): "300 (KL 900)",
    ("entropy", 1_000): "40,000 (KL 71,000)",
    ("entropy", 10_000): "over 10 hours",
}


def run(repeats: int) -> list[Table]:
    """Measure everything."""
    return [_single_pairs(), _simulation(repeats), _running_time(), _rounds()]


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


def _running_time() -> Table:
    """Time the (n+1)-st pair as the paper's table does, and after ten times as many answers."""
    table = Table(
        "The pair after c random comparisons, processor milliseconds (the paper's: c = n)"
    )
    ranking.strategies.create("entropy", n_items=3).ask()  # makes the table of gains
    for n in (100, 1_000, 10_000):
        scores = np.random.default_rng(1).normal(0, 2, n)
        respondent = BradleyTerryRespondent(scores, seed=1)
        for count in (n, 10 * n):
            answers = run_survey(
                ranking.strategies.create("random", n_items=n, seed=1), respondent, count
            )
            for name in ("uncertainty", "entropy"):
                print(f"… {name}, n={n:,}, c={count:,}", file=sys.stderr, flush=True)
                table.rows.append(_time_next(name, answers, respondent))
    return table


def _time_next(name: str, answers: Answers, respondent: BradleyTerryRespondent) -> Row:
    n, count = answers.n_items, len(answers.outcomes)
    strategy = ranking.strategies.create(name, n_items=n, seed=1)
    strategy.tell_many(answers.pairs, answers.outcomes)
    scratch = processor_seconds(strategy.ask)
    further = []
    for _ in range(30 if n > 1_000 else 200):
        first, second = strategy.ask()
        strategy.tell(first, second, respondent.answer(first, second))
        further.append(processor_seconds(strategy.ask))
    return {
        "strategy": "entropy = kl" if name == "entropy" else name,
        "n": f"{n:,}",
        "c": f"{count:,}",
        "from scratch": 1e3 * scratch,
        "each further pair, median": 1e3 * statistics.median(further),
        "mean": 1e3 * statistics.fmean(further),
        "paper": _PAPER[name, n] if count == n else "",
        "choix EP": _time_choix(answers) if name == "entropy" and n <= 1_000 else "",
        "peak memory, MB": peak_megabytes(),
    }


def _time_choix(answers: Answers) -> str:
    """Time choix's expectation propagation on the same answers, without any selection."""
    import choix

    first_won = answers.outcomes == ranking.Outcome.FIRST
    first, second = answers.pairs.T
    winners, losers = np.where(first_won, first, second), np.where(first_won, second, first)
    data = list(zip(winners.tolist(), losers.tolist(), strict=True))
    if len(data) > 1_000:
        return "not run (minutes)"
    took = processor_seconds(partial(choix.ep_pairwise, answers.n_items, data, alpha=0.25))
    return f"{1e3 * took:,.0f}"


def _rounds() -> Table:
    """Time the rounds of a survey, processor time only, beside those of before."""
    table = Table("Adaptive rounds, microseconds of the processor a pair, over 20 n pairs")
    for n in (200, 1_000, 10_000):
        scores = np.random.default_rng(1).normal(0, 2, n)
        row: Row = {"n": f"{n:,}"}
        for name in ("rounds", "rounds-top", "rounds-scores", "matching"):
            strategy = ranking.strategies.create(name, n_items=n, seed=1)
            begin = time.process_time()
            run_survey(strategy, BradleyTerryRespondent(scores, seed=1), 20 * n)
            row[name] = 1e6 * (time.process_time() - begin) / (20 * n)
        row["peak memory, MB"] = peak_megabytes()
        table.rows.append(row)
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
    table = Table(f"Simulated comparisons a processor second, n={GIFGIF_ITEMS:,}")
    scores = np.random.default_rng(1).normal(0, 2, GIFGIF_ITEMS)

    def simulate(name: str) -> None:
        strategy = ranking.strategies.create(name, n_items=GIFGIF_ITEMS, seed=1)
        run_survey(strategy, BradleyTerryRespondent(scores, seed=1), MILLION)

    for name in ("random", "quicksort", "mergesort"):
        rates = sorted(MILLION / processor_seconds(partial(simulate, name)) for _ in range(repeats))
        table.rows.append(
            {
                "strategy": name,
                "median": statistics.median(rates),
                "lowest": rates[0],
                "highest": rates[-1],
            }
        )
    return table
