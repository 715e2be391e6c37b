"""The same study again, many times, to see whether what is said about it holds.

How it works
------------
What a strategy asks is a function of its seed and the answers. So a whole adaptive study can be run
again: scores that may be the true ones are drawn, the strategy asks, answers follow the model, and
what is said about each run is compared with the scores behind it (a parametric bootstrap). Scores
are drawn from the middle half of the spreads that may be, without “all equal”: statements are meant
for a moderate spread, and runs with the others would only say that they are not made for those.
Where statements hold less often than they promise, and chance does not explain it, they are
corrected: intervals and ranks are stretched, the limit of differences and the expected displacement
are raised, SSR is lowered. They are never made bolder than they were. Without a strategy the same
pairs are asked again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.chance import derive_seed, stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.metrics import displacement, ranks
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.ties import outcome_chances
from sortrank_gui.ranking.uncertainty import LEVEL, Correction, Uncertainty

Floats = NDArray[np.float64]

RUNS = 40
MOST_ITEMS, MOST_ANSWERS = 200, 10_000
"""Larger studies would take minutes to run again."""
_MIDDLE_HALF = (0.25, 0.75)
_CHANCE = 1.64
"""Standard errors by which shares in the runs may fall short of what was promised."""


@dataclass(frozen=True, slots=True, eq=False)
class PairHistory:
    """How the pairs of a study came about."""

    n_items: int
    strategy: str | None
    """None where nobody knows: then the same pairs are asked again."""
    counts: tuple[int, ...]
    """How many answers each sequence of pairs has that the strategy began."""
    pairs: Pairs

    @property
    def is_short(self) -> bool:
        """Whether it is soon run again."""
        return self.n_items <= MOST_ITEMS and len(self.pairs) <= MOST_ANSWERS


@dataclass(frozen=True, slots=True)
class Recalibration:
    """What held in the runs, and by how much statements are corrected."""

    runs: int
    score_coverage: float
    rank_coverage: float
    false_share: float
    """Of the runs, those with any false difference."""
    displacement_ratio: float
    """Expected to true."""
    displacement_error: float
    """The standard error of its logarithm."""
    excess: float
    """Of SSR over the squared correlation with the true scores, on average."""
    excess_error: float
    stretch: float
    """By how much intervals of scores are to be wider, 1 or more."""
    rank_stretch: float
    critical: float
    """The least |difference / standard error| that counts; 0 where no run had a false one."""

    def correct(self, found: Uncertainty) -> Uncertainty:
        """Return what can be said, as far as it held in the runs or chance explains it."""
        short = -float(np.log(self.displacement_ratio)) - _CHANCE * self.displacement_error
        return replace(
            found,
            correction=Correction(
                self.stretch,
                self.rank_stretch,
                self.critical,
                float(np.exp(-max(short, 0.0))),
                max(self.excess - _CHANCE * self.excess_error, 0.0),
            ),
        )


def recalibrate(
    course: PairHistory,
    found: Uncertainty,
    *,
    runs: int = RUNS,
    seed: int = 0,
    tick: Callable[[float], None] | None = None,
) -> Recalibration:
    """Run the study again with scores that may be the true ones; `tick` may raise to stop."""
    compared = []
    for run, truth in enumerate(_choose_moderate(found, runs)):
        table = run_again(course, truth, found.estimate.ties.value, derive_seed(seed, run))
        compared.append(_compare(assess(table), truth))
        if tick is not None:
            tick((run + 1) / runs)
    return _summarise(compared)


def _choose_moderate(found: Uncertainty, count: int) -> Floats:
    """Return scores that may be the true ones, a list a row; draws are in order of spreads."""
    equal = found.spread.equal if found.spread is not None else 0.0
    shares = equal + (1 - equal) * np.linspace(*_MIDDLE_HALF, count)
    places = (shares * (len(found.draws.T) - 1)).round().astype(np.int64)
    chosen: Floats = found.draws[:, places].T
    return chosen


def run_again(course: PairHistory, scores: Floats, ties: float, seed: int) -> Comparisons:
    """Return the answers of another study that goes the same way, to these scores."""
    rng = stream("recalibration", seed)
    table = Comparisons(course.n_items)
    if course.strategy is None:
        outcomes = _answer(course.pairs, scores, ties, rng)
        table.add_outcomes(course.pairs[:, 0], course.pairs[:, 1], outcomes)
        return table
    for number, count in enumerate(course.counts):
        strategy = strategies.recreate(
            course.strategy, n_items=course.n_items, seed=derive_seed(seed, number)
        )
        done = 0
        while done < count:
            pairs = strategy.upcoming(count - done)
            outcomes = _answer(pairs, scores, ties, rng)
            strategy.tell_many(pairs, outcomes)
            table.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
            done += len(pairs)
    return table


@dataclass(frozen=True, slots=True, eq=False)
class _SecondRun:
    """A run: by how much intervals would have to be stretched, and what was said."""

    stretches: Floats
    rank_stretches: Floats
    worst_false: float
    critical: float
    expected: float
    true: float
    excess: float


def _compare(found: Uncertainty, truth: Floats) -> _SecondRun:
    best, worst = found.rank_bounds
    places, ours = ranks(truth).astype(np.float64), found.ranks.astype(np.float64)
    false = found.differences[truth[:, None] < truth]
    square = float(np.corrcoef(found.scores, truth)[0, 1] ** 2) if np.ptp(found.scores) else 0.0
    return _SecondRun(
        _stretch(truth, found.scores, found.low, found.high),
        _stretch(places, ours, best.astype(np.float64) - 0.5, worst.astype(np.float64) + 0.5),
        float(false.max(initial=0.0)),
        found.critical,
        found.displacement,
        float(displacement(found.scores, truth)),
        found.reliability - square,
    )


def _stretch(truth: Floats, middle: Floats, low: Floats, high: Floats) -> Floats:
    """Return by how much each interval is to be stretched from its middle to hold the truth."""
    off = truth - middle
    reach = np.where(off >= 0, high - middle, middle - low)
    needed: Floats = np.abs(off) / np.maximum(reach, 1e-9)
    return needed


def _summarise(found: list[_SecondRun]) -> Recalibration:
    scores = np.concatenate([run.stretches for run in found])
    places = np.concatenate([run.rank_stretches for run in found])
    false = np.array([run.worst_false for run in found])
    share = float(np.mean([run.worst_false > run.critical for run in found]))
    true = np.array([run.true for run in found])
    expected = np.array([run.expected for run in found])
    ratio = float(expected.sum() / true.sum()) if true.any() and expected.any() else 1.0
    excess = np.array([run.excess for run in found])
    root = np.sqrt(len(found))
    return Recalibration(
        runs=len(found),
        score_coverage=float(np.mean(scores <= 1)),
        rank_coverage=float(np.mean(places <= 1)),
        false_share=share,
        displacement_ratio=ratio,
        displacement_error=float(
            (expected - ratio * true).std() / max(expected.mean(), 1e-9) / root
        ),
        excess=float(excess.mean()),
        excess_error=float(excess.std() / root),
        stretch=_find_stretch([run.stretches for run in found]),
        rank_stretch=_find_stretch([run.rank_stretches for run in found]),
        critical=float(np.quantile(false, LEVEL)) if share > 1 - LEVEL else 0.0,
    )


def _find_stretch(runs: list[Floats]) -> float:
    """Return by how much intervals are to be stretched; 1 where chance explains what they missed.

    Else every study's intervals would become wider by what chance alone does in some runs.
    """
    shares = np.array([np.mean(stretches <= 1) for stretches in runs])
    error = shares.std() / np.sqrt(len(shares))
    if shares.mean() + _CHANCE * error >= LEVEL:
        return 1.0
    return max(1.0, float(np.quantile(np.concatenate(runs), LEVEL)))


def _answer(
    pairs: Pairs, scores: Floats, ties: float, rng: np.random.Generator
) -> NDArray[np.int8]:
    """Return answers by the model to pairs of items."""
    first, equal = outcome_chances(scores[pairs[:, 0]] - scores[pairs[:, 1]], ties)
    luck = rng.random(len(pairs))
    undecided = np.where(luck < first + equal, Outcome.EQUAL, Outcome.SECOND)
    return np.where(luck < first, Outcome.FIRST, undecided).astype(np.int8)
