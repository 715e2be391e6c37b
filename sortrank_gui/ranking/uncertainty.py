"""What can be said about how sure a ranking is: the one place for it.

How it works
------------
Scores that may be the true ones are drawn from a mixture of posteriors over all spreads
(`assessing.py`). Ranks, expected distances and reliability compare the ranking with the draws. A
difference counts only if no more than one draw in 20 contradicts any difference that counts; where
equal items have a probability above 5 %, none does. The same limit gives ranks that hold for all
items together (Mogstad, Romano, Shaikh and Wilhelm, 2024). Distances are those of a moderate
spread: their mean over all spreads would lean to the small ones. With few answers, or where the
expected displacement depends too much on the spread, it is too early to state such figures.
docs/decisions/uncertainty.md has the reasons and docs/diagnostics.md the measurements.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.differences import (
    errors_of_differences,
    holm_limit,
    largest_errors,
    standard_differences,
)
from sortrank_gui.ranking.intervals import rank_intervals, score_intervals
from sortrank_gui.ranking.metrics import (
    kendall_tau_distance,
    random_displacement,
    random_kendall_tau,
    ranks,
)
from sortrank_gui.ranking.posterior import rank_columns
from sortrank_gui.ranking.spread import EQUAL, SpreadPosterior

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

LEVEL = 0.95
MOST_COMPARED = 3000
"""Of more items the table of all differences would not fit into the memory of small computers."""
_MOST_DOUBT = 1.2
"""The largest standard deviation, over the spreads, of the expected displacement, as a share."""
_LEAST_SHOWN = 10.0
"""Answers an item below which nothing is stated. Where little doubt let some studies through,
statements held too seldom: a spread was taken for known there, and was not."""
_COMPARED_RANKS = 50_000
_CAUTIOUS = 0.25
_DRAWN_SCORES, _DRAWS = 200_000, (8, 400)


@dataclass(frozen=True, slots=True)
class Correction:
    """By how much less is said than the formulas would, as found by running the study again."""

    stretch: float = 1.0
    """Of intervals of scores."""
    rank_stretch: float = 1.0
    critical: float = 0.0
    """The least limit of differences."""
    displacement: float = 1.0
    """What is expected is divided by this."""
    reliability: float = 0.0
    """What SSR has too much."""


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """What can be said about an estimate's scores and ranking."""

    estimate: Estimate
    answers: float
    """How many comparisons all this rests on."""
    spread: SpreadPosterior | None = None
    """None where the prior variance was given, or items are too many: it is taken as true."""
    mixture: Floats | None = None
    """Scores drawn from the posteriors of all spreads, a list a column."""
    doubt: float = 0.0
    """How far the expected displacement depends on the spread, as a share of it."""
    moderate: float = 1.0
    """The displacement that a moderate spread expects, as a share of the mean over all."""
    seed: int = 0
    correction: Correction = Correction()

    @property
    def scores(self) -> Floats:
        """The scores of the estimate."""
        return self.estimate.scores

    @cached_property
    def draws(self) -> Floats:
        """Scores that may be the true ones, a list a column; fewer of many items suffice."""
        if self.mixture is not None:
            return self.mixture
        count = int(np.clip(_DRAWN_SCORES // max(len(self.scores), 1), *_DRAWS))
        noise = self.estimate.draw(count, stream("uncertainty", self.seed))
        return self.scores[:, None] + (noise - noise.mean(axis=0) if noise.size else noise)

    @property
    def too_early(self) -> bool:
        """Whether the answers can't carry statements about ranks, differences and reliability."""
        shown = 2 * self.answers / max(len(self.scores), 1)
        return shown < _LEAST_SHOWN or self.doubt > _MOST_DOUBT

    @property
    def answers_needed(self) -> int:
        """About how many answers statements will need; as many as there are, if they suffice.

        What is not known about the spread falls with the root of the number of answers.
        """
        if not self.too_early:
            return int(self.answers)
        least = max(self.answers + 1, len(self.scores) * _LEAST_SHOWN / 2)
        least = max(least, self.answers * (self.doubt / _MOST_DOUBT) ** 2)
        step = 10 if least < 200 else 50
        return int(np.ceil(least / step) * step)

    def interval(self, level: float = LEVEL) -> tuple[Floats, Floats]:
        """Return the ends of intervals that hold each true score with this probability."""
        if self.spread is None:
            reach = _reach(level) * self.estimate.standard_errors
            return self.scores - reach, self.scores + reach
        low, high = score_intervals(self.spread, level)
        low, high = np.minimum(low, self.scores), np.maximum(high, self.scores)
        stretch = self.correction.stretch
        return self.scores + stretch * (low - self.scores), self.scores + stretch * (
            high - self.scores
        )

    @cached_property
    def _ends(self) -> tuple[Floats, Floats]:
        return self.interval()

    @property
    def low(self) -> Floats:
        """The lower end of every score's 95 % interval."""
        return self._ends[0]

    @property
    def high(self) -> Floats:
        """The upper end of every score's 95 % interval."""
        return self._ends[1]

    @cached_property
    def standard_errors(self) -> Floats:
        """The standard error of every score: as of a normal one with the same interval."""
        errors: Floats = (self.high - self.low) / (2 * _reach(LEVEL))
        return errors

    @cached_property
    def ranks(self) -> Ints:
        """The rank of every item, 0 for the best."""
        return ranks(self.scores)

    @cached_property
    def drawn_ranks(self) -> Ints:
        """The ranks in every draw."""
        return rank_columns(self.draws)

    @cached_property
    def rank_bounds(self) -> tuple[Ints, Ints]:
        """The best and the worst rank of each item: short stretches with 95 % of draws."""
        best, worst = rank_intervals(self.drawn_ranks, LEVEL)
        best, worst = np.minimum(best, self.ranks), np.maximum(worst, self.ranks)
        longer = self.correction.rank_stretch - 1.0
        best = best - np.ceil(longer * (self.ranks - best + 0.5)).astype(np.int64)
        worst = worst + np.ceil(longer * (worst - self.ranks + 0.5)).astype(np.int64)
        return np.maximum(best, 0), np.minimum(worst, len(self.scores) - 1)

    @cached_property
    def joint_rank_bounds(self) -> tuple[Ints, Ints]:
        """The best and the worst ranks that hold for all items together, 95 times in 100."""
        best, worst = self.apart.sum(axis=0), len(self.scores) - 1 - self.apart.sum(axis=1)
        return np.minimum(best, self.ranks), np.maximum(worst, self.ranks)

    @cached_property
    def displacement(self) -> float:
        """The displacement to expect of the ranking: no more than a random one's."""
        far = float(np.abs(self.drawn_ranks - self.ranks[:, None]).sum(axis=0).mean())
        expected = far * self.moderate / self.correction.displacement
        return min(expected, random_displacement(len(self.scores)))

    @cached_property
    def kendall_tau(self) -> float:
        """The Kendall tau distance to expect."""
        n_items, drawn = len(self.scores), len(self.draws.T)
        count = max(2, min(drawn, _COMPARED_RANKS // max(n_items, 1)))
        theirs = self.drawn_ranks[:, :: max(1, drawn // count)]
        offsets = n_items * np.arange(len(theirs.T))
        together = (self.ranks[:, None] + offsets).ravel(), (theirs + offsets).ravel()
        expected = kendall_tau_distance(*together) * self.moderate / len(offsets)
        return min(expected, random_kendall_tau(n_items))

    @cached_property
    def reliability(self) -> float:
        """SSR: the squared correlation with the true scores, which three of four draws exceed."""
        drawn = self.draws - self.draws.mean(axis=0)
        ours = self.scores - self.scores.mean()
        sizes = np.linalg.norm(drawn, axis=0) * np.linalg.norm(ours)
        squares = np.divide(ours @ drawn, sizes, out=np.zeros(len(sizes)), where=sizes > 0) ** 2
        differ = drawn.std(axis=0) > 2 * EQUAL
        share = float(np.quantile(squares * differ, _CAUTIOUS))
        return max(0.0, share - self.correction.reliability)

    @cached_property
    def difference_errors(self) -> Floats:
        """The standard error of every difference of two scores, a matrix."""
        if self.spread is None:
            return errors_of_differences(self.estimate.covariance)
        off = self.draws - self.draws.mean(axis=1, keepdims=True)
        return errors_of_differences(off @ off.T / len(self.draws.T))

    @cached_property
    def differences(self) -> Floats:
        """Every difference over its standard error: row less column."""
        middle = self.scores if self.spread is None else self.draws.mean(axis=1)
        return standard_differences(middle, self.difference_errors)

    @cached_property
    def critical(self) -> float:
        """The |difference / standard error| above which one counts, for all pairs together."""
        if self.too_early:
            return float("inf")
        if self.spread is None:
            return holm_limit(self.differences[np.triu_indices(len(self.scores), 1)], 1 - LEVEL)
        limit = float(np.quantile(largest_errors(self.draws, self.difference_errors), LEVEL))
        return max(limit, self.correction.critical)

    @property
    def apart(self) -> Bools:
        """Where the item of the row is clearly better than that of the column."""
        return self.differences > self.critical


def _reach(level: float) -> float:
    """Return how many standard errors an interval reaches on each side."""
    return float(scipy.special.ndtri((1 + level) / 2))
