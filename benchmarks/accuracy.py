"""How close to the truth each strategy comes, beside the same surveys of another one.

All strategies meet the same truths with the same seeds, and are compared survey by survey. Budgets
are multiples of n log2 n, about what a sort takes.
"""

import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.pairs import PEERS
from benchmarks.peers.surveys import run_peer
from benchmarks.tables import Row, Table
from benchmarks.truths import Truth
from sortrank_gui import ranking
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies import Strategy
from sortrank_gui.ranking.strategies.even_rounds import EvenRounds
from sortrank_gui.simulation.respondents import Respondent
from sortrank_gui.simulation.surveys import Answers, run_survey

Floats = NDArray[np.float64]
SORTS = (0.5, 1.0, 2.0, 4.0)
"""Budgets, in sorts of n log2 n answers."""
REFERENCE = "matching"
SIZES = (30, 100, 200, 1000)
PEOPLE_AT_ONCE = 50
TOGETHER = ", 50 at once"
"""Behind the name of a strategy: so many people share one survey."""
LATE = ", last 50 at once"
"""Behind the name of a strategy: one person answers, up to the last 50 answers of a budget. These
are chosen without each other's outcomes, as all are where 50 share a survey: what no method for 50
people can be expected to beat."""
STRATEGIES = ("random", "mergesort", "adjacent", "entropy", "matching", "rounds")


@dataclass(frozen=True, slots=True)
class Trial:
    """One survey to simulate."""

    truth: Truth
    strategy: str
    seed: int

    def __str__(self) -> str:
        return f"n={self.truth.n_items}, {self.truth}, {self.strategy}, seed {self.seed}"

    @property
    def budgets(self) -> list[int]:
        """The numbers of answers at which the ranking is judged."""
        n = self.truth.n_items
        return [round(sorts * n * np.log2(n)) for sorts in SORTS]


@dataclass(frozen=True, slots=True)
class Curve:
    """What a survey came to, at each budget."""

    displacement: list[int]
    missed: list[int]
    """How many of the best tenth are not among the best tenth found."""
    rmse: list[float]
    """Root mean squared error of the centred scores."""
    microseconds: float
    """Of the processor, for each pair."""


def measure(trial: Trial) -> Curve:
    """Simulate a survey; the final fits learn their prior variances."""
    truth = trial.truth.draw(trial.seed)
    begin = time.process_time()
    if trial.strategy.endswith(LATE):
        tables = [_hold_last(trial, truth, c).table(c) for c in trial.budgets]
    else:
        answers = _ask(trial, truth)
        tables = [answers.table(c) for c in trial.budgets]
    took = 1e6 * (time.process_time() - begin) / trial.budgets[-1]
    estimates = [ranking.fit(table).scores for table in tables]
    top = max(1, round(len(truth) / 10))
    best = set(np.argsort(-truth)[:top].tolist())
    return Curve(
        [ranking.displacement(scores, truth, seed=trial.seed) for scores in estimates],
        [top - len(best & set(np.argsort(-scores)[:top].tolist())) for scores in estimates],
        [float(np.std(scores - truth)) for scores in estimates],
        took,
    )


def _ask(trial: Trial, truth: Floats) -> Answers:
    n, count = trial.truth.n_items, trial.budgets[-1]
    respondent = trial.truth.respondent(truth, trial.seed)
    if trial.strategy in PEERS:
        return run_peer(PEERS[trial.strategy], n, respondent, count, seed=trial.seed)
    name, together, _ = trial.strategy.partition(TOGETHER)
    strategy = ranking.strategies.create(name, n_items=n, seed=trial.seed)
    if together:
        return _share_survey(strategy, respondent, count, stream("benchmark: turns", trial.seed))
    return run_survey(strategy, respondent, count)


def _share_survey(
    strategy: Strategy, respondent: Respondent, count: int, rng: np.random.Generator
) -> Answers:
    """Let people answer one common survey, each in a time of their own."""
    pairs, outcomes = np.empty((count, 2), dtype=np.int64), np.empty(count, dtype=np.int8)
    held: list[tuple[int, int]] = []
    while len(held) < PEOPLE_AT_ONCE:
        held.append(_find_free(strategy, held))
    for done in range(count):
        pairs[done] = first, second = held.pop(int(rng.integers(len(held))))
        outcomes[done] = outcome = respondent.answer(first, second)
        strategy.tell(first, second, outcome)
        held.append(_find_free(strategy, held))
    return Answers(strategy.n_items, pairs, outcomes)


def _hold_last(trial: Trial, truth: Floats, count: int) -> Answers:
    """Let one person answer, and as many as there are at once the last pairs."""
    n, respondent = trial.truth.n_items, trial.truth.respondent(truth, trial.seed)
    name = trial.strategy.removesuffix(LATE)
    strategy = ranking.strategies.create(name, n_items=n, seed=trial.seed)
    first = run_survey(strategy, respondent, count - PEOPLE_AT_ONCE)
    held: list[tuple[int, int]] = []
    while len(held) < PEOPLE_AT_ONCE:
        held.append(_find_free(strategy, held))
    last = np.array(held, dtype=np.int64)
    pairs = np.concatenate((first.pairs, last))
    return Answers(n, pairs, np.concatenate((first.outcomes, respondent.answer_many(last))))


def _find_free(strategy: Strategy, held: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the next pair that nobody holds, as a survey does (`study/survey/sorts.py`)."""
    if isinstance(strategy, EvenRounds):
        found = strategy.ask_beside(np.array(held, dtype=np.int64).reshape(-1, 2))
        assert found is not None
        return found
    taken = {frozenset(pair) for pair in held}
    pairs = strategy.ask_many(len(held) + 1).tolist()
    first, second = next(pair for pair in pairs if frozenset(pair) not in taken)
    return first, second


class Record:
    """Curves by trial, kept in a file of a line each, so that a run can be gone on with."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._curves: dict[str, Curve] = {}
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                name, curve = json.loads(line)
                self._curves[name] = Curve(**curve)

    def get(self, trial: Trial) -> Curve | None:
        """Return the curve of a trial that was run."""
        return self._curves.get(str(trial))

    def add(self, trial: Trial, curve: Curve) -> None:
        """Keep a curve."""
        self._curves[str(trial)] = curve
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps([str(trial), asdict(curve)]) + "\n")


def run(
    truths: Sequence[Truth],
    strategies: Sequence[str],
    seeds: Sequence[int],
    *,
    jobs: int,
    record: Record,
    against: str = REFERENCE,
) -> list[Table]:
    """Simulate everything that the record does not have, and compare it with one strategy."""
    trials = [Trial(t, name, seed) for seed in seeds for t in truths for name in strategies]
    missing = [trial for trial in trials if record.get(trial) is None]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for done, (trial, curve) in enumerate(
            zip(missing, pool.map(measure, missing), strict=True)
        ):
            record.add(trial, curve)
            if done % 20 == 0:
                print(f"… {done} of {len(missing)} surveys", file=sys.stderr, flush=True)
    sizes = dict.fromkeys(truth.n_items for truth in truths)
    groups = [[truth for truth in truths if truth.n_items == size] for size in sizes]
    tables = []
    for some in groups:
        tables += [
            _ratios(some, strategies, seeds, record, against),
            _cells(some, strategies, seeds, record),
        ]
    if len(groups) > 1:
        tables.append(_overall(groups, strategies, seeds, record, against))
    return tables


def _curves(truth: Truth, strategy: str, seeds: Sequence[int], record: Record) -> list[Curve]:
    found = [record.get(Trial(truth, strategy, seed)) for seed in seeds]
    return [curve for curve in found if curve is not None]


def _ratios(
    truths: Sequence[Truth],
    strategies: Sequence[str],
    seeds: Sequence[int],
    record: Record,
    against: str,
) -> Table:
    """Compare with one strategy over all truths: geometric means, errors from seed to seed."""
    n = truths[0].n_items
    table = Table(f"Displacement against {against}'s, n={n:,}, {len(seeds)} paired seeds")
    for name in strategies:
        logs = _log_ratios(truths, name, seeds, record, against)
        by_seed = logs.mean(axis=(0, 2))
        row: Row = {"strategy": name, "all": _with_error(by_seed)}
        for k, sorts in enumerate(SORTS):
            row[f"{sorts:g} sorts"] = _with_error(logs[:, :, k].mean(axis=0))
        curves = [c for truth in truths for c in _curves(truth, name, seeds, record)]
        row["worst cell"] = _worst(logs)
        row["cells behind"] = _count_behind(logs)
        row["missed of the top tenth"] = _share([sum(c.missed) for c in curves], n, len(SORTS))
        row["rmse"] = f"{np.exp(np.mean(np.log([c.rmse for c in curves]))):.3f}"
        row["µs a pair"] = float(np.median([c.microseconds for c in curves]))
        table.rows.append(row)
    return table


def _overall(
    groups: Sequence[Sequence[Truth]],
    strategies: Sequence[str],
    seeds: Sequence[int],
    record: Record,
    against: str,
) -> Table:
    """Compare with one strategy over all sizes, each of which counts alike."""
    table = Table(f"Displacement against {against}'s over all sizes, {len(seeds)} paired seeds")
    for name in strategies:
        by_size = [
            _log_ratios(some, name, seeds, record, against).mean(axis=(0, 2)) for some in groups
        ]
        row: Row = {"strategy": name, "all": _with_error(np.mean(by_size, axis=0))}
        for some, logs in zip(groups, by_size, strict=True):
            row[f"n={some[0].n_items:,}"] = _with_error(logs)
        table.rows.append(row)
    return table


def _log_ratios(
    truths: Sequence[Truth], name: str, seeds: Sequence[int], record: Record, against: str
) -> Floats:
    """Return logarithms of ratios by truth, seed and budget; half a place keeps 0 finite."""
    ours, theirs = (
        np.array([[c.displacement for c in _curves(t, which, seeds, record)] for t in truths])
        for which in (name, against)
    )
    return np.log((ours + 0.5) / (theirs + 0.5))


def _with_error(logs: Floats) -> str:
    error = logs.std(ddof=1) / len(logs) ** 0.5 if len(logs) > 1 else 0.0
    return f"{np.exp(logs.mean()):.3f} ± {error:.3f}"


def _judge_cells(logs: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard error of each cell of truth and budget."""
    errors = np.maximum(logs.std(axis=1, ddof=1) / logs.shape[1] ** 0.5, 1e-12)
    return logs.mean(axis=1), errors


def _worst(logs: Floats) -> str:
    """Return the cell of truth and budget that is furthest above 1, in standard errors."""
    means, errors = _judge_cells(logs)
    place = np.unravel_index(np.argmax(means / errors), means.shape)
    return f"{np.exp(means[place]):.2f} ± {errors[place]:.2f}"


def _count_behind(logs: Floats) -> str:
    """Return how many cells are above 1 by more than two standard errors."""
    means, errors = _judge_cells(logs)
    return f"{np.count_nonzero(means > 2 * errors)} of {means.size}"


def _share(missed: Sequence[int], n_items: int, budgets: int) -> str:
    return f"{100 * np.mean(missed) / (max(1, round(n_items / 10)) * budgets):.1f} %"


def _cells(
    truths: Sequence[Truth], strategies: Sequence[str], seeds: Sequence[int], record: Record
) -> Table:
    table = Table(f"Displacement, mean and standard error, n={truths[0].n_items:,}")
    for truth in truths:
        for name in strategies:
            values = np.array([c.displacement for c in _curves(truth, name, seeds, record)])
            row: Row = {"truth": str(truth), "strategy": name}
            for k, sorts in enumerate(SORTS):
                error = values[:, k].std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else 0.0
                row[f"{sorts:g} sorts"] = f"{values[:, k].mean():,.0f} ± {error:,.0f}"
            table.rows.append(row)
    return table
