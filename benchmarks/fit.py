"""How fast the Bradley-Terry fit is beside its peers, at the same accuracy."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from benchmarks.peers import fits as peers
from benchmarks.tables import Table
from benchmarks.timing import milliseconds, race
from sortrank_gui import ranking
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
PRECISION = 1 / ranking.VAGUE_PRIOR_VARIANCE


@dataclass(frozen=True)
class Data:
    """Outcomes to fit: a population, a way of asking, and how many answers."""

    n_items: int
    outcomes: int
    kind: str
    strategy: str

    def __str__(self) -> str:
        return f"n={self.n_items:,}, {self.outcomes:,} outcomes, {self.kind}"


SUSHI_LIKE = Data(100, 225_000, "random pairs", "random")
SMALL = (Data(1_000, 10_000, "random pairs", "random"), Data(1_000, 10_000, "sorts", "mergesort"))
GIFGIF_LIKE = Data(6_120, 106_887, "random pairs", "random")
LARGE = (
    Data(10_000, 1_000_000, "random pairs", "random"),
    Data(10_000, 1_000_000, "sorts", "mergesort"),
)


def run(repeats: int, *, slow: bool, peer: str | None = None) -> list[Table]:
    """Measure everything, or the races with one peer alone."""
    if peer is not None:
        return [_speed(repeats, slow=slow, only=peer)]
    return [_speed(repeats, slow=slow), _ties(repeats), _warm(repeats), _memory()]


@cache
def outcomes(data: Data) -> tuple[Ints, Ints]:
    """Return winners and losers; scores are normal with standard deviation 2."""
    scores = np.random.default_rng(1).normal(0, 2, data.n_items)
    strategy = ranking.strategies.create(data.strategy, n_items=data.n_items, seed=1)
    answers = run_survey(strategy, BradleyTerryRespondent(scores, seed=1), data.outcomes)
    first_won = answers.outcomes == ranking.Outcome.FIRST
    first, second = answers.pairs.T
    return np.where(first_won, first, second), np.where(first_won, second, first)


def _ours(data: Data) -> Floats:
    winners, losers = outcomes(data)
    table = ranking.Comparisons.from_pairs(data.n_items, winners, losers)
    return ranking.fit(table, prior_variance=ranking.VAGUE_PRIOR_VARIANCE).scores


def _speed(repeats: int, *, slow: bool, only: str | None = None) -> Table:
    table = Table("Fit: arrays in, scores out, processor time")
    for data, name, peer, rounds in _contests(repeats, slow=slow, only=only):
        print(f"… {data}: {name}", file=sys.stderr, flush=True)
        try:
            result = peer()
        except Exception as problem:  # a peer's failure is a finding
            text = f"fails: {type(problem).__name__}"
            table.rows.append(_row(data, name, float("nan"), float("nan"), text, "", ""))
            continue
        contest = race(partial(_ours, data), peer, rounds)
        reached = relative_gradient(data, result.scores, result.precision)
        ours = relative_gradient(data, _ours(data), PRECISION)
        ours_ms, theirs_ms = milliseconds(contest.ours), milliseconds(contest.theirs)
        table.rows.append(
            _row(data, name, ours_ms, theirs_ms, contest.summary(), f"{ours:.0e}", f"{reached:.0e}")
        )
    return table


def _row(
    data: Data, peer: str, ours: float, theirs: float, ratio: str, *accuracy: str
) -> dict[str, str | float]:
    return {
        "data": str(data),
        "peer": peer,
        "ours, ms": ours,
        "peer, ms": theirs,
        "peer / ours (range)": ratio,
        "our gradient": accuracy[0],
        "its gradient": accuracy[1],
    }


def _contests(
    repeats: int, *, slow: bool, only: str | None
) -> list[tuple[Data, str, Callable[[], peers.Result], int]]:
    """List who runs on what, and how often (slow peers once or twice)."""
    contests: list[tuple[Data, str, Callable[[], peers.Result], int]] = []

    def enter(data: Data, name: str, prepare: peers.Prepare, rounds: int) -> None:
        if only in (None, name):
            contests.append((data, name, prepare(data.n_items, *outcomes(data)), rounds))

    enter(SUSHI_LIKE, "evalica newman", peers.evalica_newman, repeats)
    enter(SUSHI_LIKE, "choix ILSR", peers.choix_ilsr, min(repeats, 3))
    enter(SUSHI_LIKE, "choix ILSR, dense matrix given", peers.choix_ilsr_dense, repeats)
    enter(SUSHI_LIKE, "scikit-learn newton-cg", peers.sklearn_newton_cg, min(repeats, 3))
    for data in SMALL:
        enter(data, "choix Newton-CG", peers.choix_newton_cg, min(repeats, 2))
        enter(data, "evalica newman", peers.evalica_newman, 1)
        enter(data, "scikit-learn newton-cg", peers.sklearn_newton_cg, repeats)
    for data in (GIFGIF_LIKE, *LARGE):
        enter(data, "scikit-learn newton-cg", peers.sklearn_newton_cg, min(repeats, 3))
        enter(data, "scikit-learn lbfgs", peers.sklearn_lbfgs, min(repeats, 3))
    if slow:
        enter(SUSHI_LIKE, "choix Newton-CG", peers.choix_newton_cg, 1)
        enter(GIFGIF_LIKE, "choix Newton-CG", peers.choix_newton_cg, 1)
        enter(GIFGIF_LIKE, "evalica newman", peers.evalica_newman, 1)
    return contests


def relative_gradient(data: Data, scores: Floats, precision: float) -> float:
    """Return the norm of the objective's gradient, relative to that at equal scores."""
    winners, losers = outcomes(data)

    def gradient(at: Floats) -> Floats:
        surprise = expit(at[losers] - at[winners])
        n = data.n_items
        return np.bincount(winners, surprise, n) - np.bincount(losers, surprise, n) - precision * at

    return float(np.linalg.norm(gradient(scores)) / np.linalg.norm(gradient(0 * scores)))


def _ties(repeats: int) -> Table:
    """Time Davidson's model beside the binary one: the same pairs, every third answer “equal”."""
    table = Table("Fit with ties (Davidson), beside the same answers without")
    for data in (SUSHI_LIKE, *SMALL, GIFGIF_LIKE):
        winners, losers = outcomes(data)
        plain = ranking.Comparisons.from_pairs(data.n_items, winners, losers)
        tied, third = ranking.Comparisons(data.n_items), np.arange(len(winners)) % 3 == 0
        tied.add(winners[~third], losers[~third])
        tied.add_ties(winners[third], losers[third])
        assert plain.n_pairs == tied.n_pairs  # both are settled
        for label, variance in (("1", 1.0), ("learned", None)):
            contest = race(
                partial(ranking.fit, plain, prior_variance=variance),
                partial(ranking.fit, tied, prior_variance=variance),
                repeats,
            )
            table.rows.append(
                {
                    "data": str(data),
                    "prior variance": label,
                    "binary, ms": milliseconds(contest.ours),
                    "with ties, ms": milliseconds(contest.theirs),
                    "with ties / binary (range)": contest.summary(),
                }
            )
    return table


def _warm(repeats: int) -> Table:
    table = Table(
        "Refit after 100 more outcomes, from the earlier estimate (n=1,000, 10,000 outcomes)"
    )
    for data in SMALL:
        winners, losers = outcomes(data)
        before = ranking.Comparisons.from_pairs(data.n_items, winners[:-100], losers[:-100])
        after = ranking.Comparisons.from_pairs(data.n_items, winners, losers)
        after.n_pairs  # noqa: B018  (settles the table, which both sides share)
        for label, variance in (("prior given", ranking.VAGUE_PRIOR_VARIANCE), ("learned", None)):
            start = ranking.fit(before, prior_variance=variance)
            contest = race(
                partial(ranking.fit, after, prior_variance=variance, start=start),
                partial(ranking.fit, after, prior_variance=variance),
                3 * repeats,
            )
            table.rows.append(
                {
                    "data": data.kind,
                    "prior": label,
                    "warm, ms": milliseconds(contest.ours),
                    "cold, ms": milliseconds(contest.theirs),
                    "cold / warm (range)": contest.summary(),
                }
            )
    return table


def peak_megabytes() -> float:
    """Return the most memory that this process has used so far."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def _memory() -> Table:
    """Fit in a process of its own and read its peak."""
    table = Table("Peak memory of a process that makes the table and fits it")
    script = (
        "from benchmarks.fit import Data, outcomes, peak_megabytes, _ours;"
        "data = Data({0.n_items}, {0.outcomes}, '', '{0.strategy}'); outcomes(data);"
        "before = peak_megabytes(); _ours(data); print(before, peak_megabytes())"
    )
    for data in (GIFGIF_LIKE, *LARGE):
        command = [sys.executable, "-c", script.format(data)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        table.rows.append(
            {
                "data": str(data),
                "peak, MB": float(output[1]),
                "of that before the fit, MB": float(output[0]),
            }
        )
    return table
