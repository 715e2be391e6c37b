"""Adaptive rounds: the pairs of a round are disjoint and mend what the study is for.

How it works
------------
Each round computes the normal posterior once and values pairs by what an answer is expected to
mend (`rank_errors.py`): the order of all items, membership of the top, or the scores. The value is
divided by 1 + 0.1 times the number of comparisons that the pair already had, and the best disjoint
pairs are taken, a quarter as many as there are items. Up to `DENSE_ITEMS` items all pairs are
candidates, with the whole covariance. Above, they are the near ones in the order of the means, with
covariances from windows of that order (`local_covariance.py`), and a sample of far ones, which have
none; the sample also stands for all far pairs that an answer may mend. Nothing is to be tuned.

Until November 2026 many items were valued as if their scores were independent, with conditional
variances: studies that began so go on with `windows=False`.

Several people at once get the pairs of further rounds, chosen as if those in people's hands were
answered: the means stay, the covariance falls by what an answer is expected to teach.
"""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import rank_errors
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.local_covariance import REACH, Links, Windows
from sortrank_gui.ranking.posterior import SparsePosterior
from sortrank_gui.ranking.rounding import in_steps, sort_with_chance
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts
from sortrank_gui.ranking.strategies.base import Pairs
from sortrank_gui.ranking.strategies.candidates import (
    REPEAT_DISCOUNT,
    all_cells,
    all_pairs,
    far_pairs,
    near_pairs,
)
from sortrank_gui.ranking.strategies.even_rounds import EvenRounds
from sortrank_gui.ranking.strategies.selection import match_greedily

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
DENSE_ITEMS = 300
"""Up to this many items every pair is a candidate, with its exact variance."""
_LEAST = 1e-12
_SURE = 6.0
"""Gaps of so many standard deviations are as good as certain: nothing is to be mended there."""


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Pairs that may be asked, with the means and variances of their gaps."""

    first: Ints
    second: Ints
    gaps: Floats
    spread: Floats
    left: Floats | None = None
    """What will be left of the spread once the pairs in people's hands are answered."""

    def only(self, which: NDArray[np.bool_]) -> "_Candidates":
        """Return some of these pairs."""
        left = None if self.left is None else self.left[which]
        return _Candidates(
            self.first[which], self.second[which], self.gaps[which], self.spread[which], left
        )

    def joined(self, more: "_Candidates") -> "_Candidates":
        """Return these pairs and more."""
        left = None
        if self.left is not None and more.left is not None:
            left = np.concatenate((self.left, more.left))
        return _Candidates(
            np.concatenate((self.first, more.first)),
            np.concatenate((self.second, more.second)),
            np.concatenate((self.gaps, more.gaps)),
            np.concatenate((self.spread, more.spread)),
            left,
        )


class _GoalRounds(EvenRounds):
    """Rounds of pairs that are worth most for a goal."""

    def __init__(
        self,
        n_items: int,
        *,
        seed: int = 0,
        prior_variance: float | None = None,
        windows: bool = True,
    ) -> None:
        super().__init__(n_items, seed=seed, prior_variance=prior_variance)
        self._of_many = self._value_local if windows else self._value_near

    @abstractmethod
    def _weigh(self, pairs: _Candidates, mean: Floats, variances: Floats) -> Floats | None:
        """Return what a unit of each gap's variance is worth; None: each score's, all the same.

        What is under way changes nothing in `variances`: nobody knows more about the scores yet.
        """

    def _choose(
        self,
        table: Comparisons,
        posterior: SparsePosterior,
        taken: Pairs,
        rng: np.random.Generator,
        count: int,
    ) -> Pairs:
        value = self._value_all if self.n_items <= DENSE_ITEMS else self._of_many
        pairs, worth = value(posterior, taken, rng)
        first, second = pairs.first, pairs.second
        values = worth * rank_errors.expected_precision(pairs.gaps, pairs.spread, posterior.ties)
        values /= 1.0 + REPEAT_DISCOUNT * table.counts_of(first, second)
        steps = in_steps(np.log(np.maximum(values, 1e-300)), 1.0)
        chance = rng.random(self.n_items)
        if len(taken):
            free = np.flatnonzero(~_among(first, second, taken, self.n_items))
            first, second, steps = first[free], second[free], steps[free]
        return match_greedily(first, second, steps, count, chance)

    def _value_all(
        self, posterior: SparsePosterior, taken: Pairs, _rng: np.random.Generator
    ) -> tuple[_Candidates, Floats]:
        """Return all pairs, and what a unit of precision is worth by the whole covariance."""
        (first, second), cells = all_pairs(self.n_items), all_cells(self.n_items)
        mean, covariance = posterior.mean, posterior.precision.centred_inverse()
        variances, left = covariance.diagonal(), None
        spread = np.maximum(_at_gaps(covariance, first, second, cells), _LEAST)
        if len(taken):
            covariance = _learn_covariance(mean, covariance, taken, posterior.ties)
            left = np.maximum(_at_gaps(covariance, first, second, cells), _LEAST)
        pairs = _Candidates(first, second, mean[first] - mean[second], spread, left)
        weights = self._weigh(pairs, mean, variances)
        if weights is None:
            mended = covariance @ covariance
        else:
            mended = covariance @ (_laplacian(self.n_items, cells, weights) @ covariance)
        return pairs, _at_gaps(mended, first, second, cells)

    def _value_near(
        self, posterior: SparsePosterior, taken: Pairs, rng: np.random.Generator
    ) -> tuple[_Candidates, Floats]:
        """Return near pairs, and what a unit of precision is worth by conditional variances."""
        mean, variances, n = posterior.mean, posterior.variances, self.n_items
        first, second = near_pairs(mean, rng)
        spread, left, learned = _spread(variances, first, second), None, variances
        if len(taken):
            learned = _learn_variances(mean, variances, taken, posterior.ties)
            left = _spread(learned, first, second)
        pairs = _Candidates(first, second, mean[first] - mean[second], spread, left)
        weights = self._weigh(pairs, mean, variances)
        if weights is None:
            return pairs, learned[first] ** 2 + learned[second] ** 2
        total = np.bincount(first, weights, n) + np.bincount(second, weights, n)
        own = learned**2 * total
        shared = learned[first] * learned[second] * weights
        return pairs, own[first] + own[second] + 2 * shared

    def _value_local(
        self, posterior: SparsePosterior, taken: Pairs, rng: np.random.Generator
    ) -> tuple[_Candidates, Floats]:
        """Return near pairs and a sample of far ones, and what a unit of precision is worth.

        Covariances are those of windows; far pairs have none, and the sample stands for all.
        """
        mean, order = posterior.mean, sort_with_chance(posterior.mean, rng)
        windows, links = Windows(order), Links.of(posterior.precision)
        covariance = learned = windows.invert(links)
        variances = windows.diagonal(covariance)
        if len(taken):
            first, second = taken.T
            spread = _spread(variances, first, second)
            gaps = mean[first] - mean[second]
            precision = rank_errors.expected_precision(gaps, spread, posterior.ties)
            learned = windows.invert(links.with_more(first, second, precision))
        first, second = windows.pairs
        near = _Candidates(
            first,
            second,
            mean[first] - mean[second],
            np.maximum(windows.gaps(covariance), _LEAST),
            np.maximum(windows.gaps(learned), _LEAST) if len(taken) else None,
        )
        limits = _SURE * np.sqrt(variances + variances.max())
        first, second, stands_for = far_pairs(order, REACH, rng, mean, limits)
        left = windows.diagonal(learned)
        far = _Candidates(
            first,
            second,
            mean[first] - mean[second],
            _spread(variances, first, second),
            _spread(left, first, second) if len(taken) else None,
        )
        near_weights, far_weights = (self._weigh(p, mean, variances) for p in (near, far))
        if near_weights is None or far_weights is None:
            mended = np.matmul(learned, learned)
            far_weights = np.zeros(len(far.gaps))
        else:
            outside = np.bincount(first, far_weights * stands_for, self.n_items)
            laplacians = windows.laplacian(near_weights, outside.astype(np.float64))
            mended = np.matmul(learned, np.matmul(laplacians, learned))
        own = windows.diagonal(mended)
        shared = left[first] * left[second] * far_weights
        worth = np.concatenate(
            (windows.gaps(mended)[windows.own_pairs], own[first] + own[second] + 2 * shared)
        )
        return near.only(windows.own_pairs).joined(far), worth


class Rounds(_GoalRounds):
    """Rounds of disjoint pairs that mend the order most, at the cost of sorting."""

    name = "rounds"
    facts = StrategyFacts(
        place=8,
        standing=Standing.ADVISED,
        title="Adaptive rounds",
        brief="Rounds of pairs that are expected to mend the ranking most: SortRank's own strategy",
        what="Fits a model to all answers and asks the pairs that it expects to correct most "
        "mistakes in the ranking, a round of them; then it fits again.",
        good="Usually the fewest answers for the same accuracy, and any round is a good place to "
        "stop.",
        bad="Later pairs are close calls, which tires people. With very noisy answers it is "
        "little better than random pairs.",
        picked="in adaptive rounds: disjoint pairs with the largest expected fall of wrongly "
        "ordered pairs, as implemented in SortRank",
        colour=0,
        marker=0,
        run="round",
        run_length=lambda n_items: max(1, n_items // 4),
        probed=True,
        goal="The whole order",
        goals=("rounds", "rounds-top", "rounds-scores"),
        windowed=True,
    )

    def _weigh(self, pairs: _Candidates, mean: Floats, variances: Floats) -> Floats:
        return rank_errors.order_weights(pairs.gaps, pairs.spread, pairs.left)


def _pick_top(top: str) -> str:
    return (
        "in adaptive rounds: disjoint pairs with the largest expected fall of wrongly ordered "
        f"pairs across the border of {top}, as implemented in SortRank"
    )


class TopRounds(_GoalRounds):
    """Rounds of disjoint pairs that tell the best items from the others."""

    name = "rounds-top"
    facts = StrategyFacts(
        place=9,
        standing=Standing.PLAIN,
        title="Rounds: the top",
        subject="Adaptive rounds for the top",
        brief="Rounds of pairs that tell the best items from the others: a tenth, or so many",
        what="Like adaptive rounds, but only the best items matter, a tenth of them or as many as "
        "you say: it asks the pairs that it expects to tell them from the others.",
        good="Finds the best items with fewer answers.",
        bad="The order within the top, and everywhere else, stays rough.",
        picked=_pick_top("the best tenth"),
        colour=2,
        marker=0,
        run="round",
        run_length=lambda n_items: max(1, n_items // 4),
        probed=True,
        goal="The best items",
        windowed=True,
        pick_top=lambda top: _pick_top(f"the best {top}" if top > 1 else "the best item"),
    )

    def __init__(
        self,
        n_items: int,
        *,
        seed: int = 0,
        prior_variance: float | None = None,
        windows: bool = True,
        top: int | None = None,
    ) -> None:
        super().__init__(n_items, seed=seed, prior_variance=prior_variance, windows=windows)
        self._top = min(top or max(1, round(n_items / 10)), n_items - 1)

    def _weigh(self, pairs: _Candidates, mean: Floats, variances: Floats) -> Floats:
        inside = rank_errors.top_chances(mean, variances, self._top)
        one, two = inside[pairs.first], inside[pairs.second]
        between = one * (1.0 - two) + two * (1.0 - one)
        return between * rank_errors.order_weights(pairs.gaps, pairs.spread, pairs.left)


class ScoreRounds(_GoalRounds):
    """Rounds of disjoint pairs that make the scores more certain."""

    name = "rounds-scores"
    facts = StrategyFacts(
        place=10,
        standing=Standing.PLAIN,
        title="Rounds: scores",
        subject="Adaptive rounds for scores",
        brief="Rounds of pairs that are expected to make the scores most certain",
        what="Like adaptive rounds, but for the scores instead of the ranking: it asks the pairs "
        "that it expects to lower the scores' squared errors most.",
        good="The most exact scores, for analyses that go on with them.",
        bad="The ranking needs more answers than with adaptive rounds.",
        picked="in adaptive rounds: disjoint pairs with the largest expected fall of the scores' "
        "summed variance (A-optimal), as implemented in SortRank",
        colour=5,
        marker=0,
        run="round",
        run_length=lambda n_items: max(1, n_items // 4),
        probed=True,
        goal="The scores",
        windowed=True,
    )

    def _weigh(self, pairs: _Candidates, mean: Floats, variances: Floats) -> None:
        return None


def _spread(variances: Floats, first: Ints, second: Ints) -> Floats:
    """Return the variances of the gaps of pairs of independent scores."""
    spread: Floats = variances[first] + variances[second]
    return np.maximum(spread, _LEAST, out=spread)


def _at_gaps(matrix: Floats, first: Ints, second: Ints, cells: Ints) -> Floats:
    """Return e' M e for the gap e of each pair; `cells` are the pairs' in the matrix."""
    own = matrix.diagonal()
    values: Floats = own.take(first)
    values += own.take(second)
    values -= 2 * matrix.ravel().take(cells)
    return values


def _laplacian(n_items: int, cells: Ints, weights: Floats) -> Floats:
    """Return the Laplacian of weights of the pairs that are in these cells of a matrix."""
    above = np.zeros((n_items, n_items))
    above.ravel()[cells] = -weights
    matrix: Floats = above + above.T
    matrix.ravel()[:: n_items + 1] = -matrix.sum(axis=0)
    return matrix


def _learn_covariance(mean: Floats, covariance: Floats, taken: Pairs, ties: float) -> Floats:
    """Return the covariance to expect once these pairs are answered."""
    first, second = taken.T
    moves = covariance[first] - covariance[second]
    shared = moves[:, first] - moves[:, second]
    gaps = mean[first] - mean[second]
    precision = rank_errors.expected_precision(gaps, np.maximum(np.diag(shared), _LEAST), ties)
    inner = shared + np.diag(1.0 / np.maximum(precision, _LEAST))
    learned: Floats = covariance - moves.T @ np.linalg.solve(inner, moves)
    return learned


def _learn_variances(mean: Floats, variances: Floats, taken: Pairs, ties: float) -> Floats:
    """Return the conditional variances to expect once these pairs are answered."""
    first, second = taken.T
    spread = variances[first] + variances[second]
    precision = rank_errors.expected_precision(mean[first] - mean[second], spread, ties)
    added = np.bincount(first, precision, len(mean)) + np.bincount(second, precision, len(mean))
    learned: Floats = 1.0 / (1.0 / variances + added)
    return learned


def _among(first: Ints, second: Ints, taken: Pairs, n_items: int) -> NDArray[np.bool_]:
    """Say which pairs are taken."""
    keys = np.minimum(first, second) * n_items + np.maximum(first, second)
    return np.isin(keys, taken.min(axis=1) * n_items + taken.max(axis=1))
