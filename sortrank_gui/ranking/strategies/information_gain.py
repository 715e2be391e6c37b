"""Entropy and KL: ask about the pair whose answer is expected to teach most.

Under exact moment matching both criteria of the paper are the same number (`information.py`), so
this is one strategy under two names.
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.information import gain_table
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.posterior import (
    Posterior,
    SparsePosterior,
    normal_posterior,
    sparse_posterior,
)
from sortrank_gui.ranking.rounding import in_steps, sort_with_chance
from sortrank_gui.ranking.strategies.about import StrategyFacts
from sortrank_gui.ranking.strategies.model_based import GreedyStrategy
from sortrank_gui.ranking.strategies.selection import best_pair, best_pair_sparse, match_greedily

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
DENSE_ITEMS = 1500
"""Up to this many items the covariance is kept and updated; above it is never formed."""


class Entropy(GreedyStrategy):
    """The pair with the largest expected fall in entropy (Equation 5 of the paper)."""

    name = "entropy"
    facts = StrategyFacts(
        place=6,
        title="Entropy",
        brief="The pair that is expected to teach most; slow for many items",
        what="Before every question, finds the pair that is expected to teach most about all "
        "scores.",
        good="About as few answers as adaptive rounds.",
        bad="Every pair depends on the answer just before, so that people can't share it well; "
        "slow for more than a few hundred items.",
        picked="by the largest expected fall in the entropy of the scores' posterior",
        colour=2,
        marker=2,
        run_length=lambda _n_items: 1,
    )
    _posterior: Posterior | None = None
    _posterior_step = 0

    def _pick(self) -> tuple[int, int]:
        if self.n_items > DENSE_ITEMS:
            sparse = self._sparse_posterior()
            table = gain_table(sparse.ties)
            return best_pair_sparse(sparse.mean, sparse.precision, self._rng("choice"), table)
        posterior = self._updated_posterior()
        table = gain_table(posterior.ties)
        return best_pair(posterior.mean, posterior.covariance, self._rng("choice"), table)

    def _pick_more(self, pair: tuple[int, int], count: int) -> list[tuple[int, int]]:
        first, second, mean, variance, ties = self._near_pairs()
        free = np.flatnonzero(~(np.isin(first, pair) | np.isin(second, pair)))
        free = self._rng("more").permutation(free)
        gains = in_steps(gain_table(ties).log_gain(mean[free], variance[free]), 1.0)
        more = match_greedily(first[free], second[free], gains, count - 1)
        return [pair, *((i, j) for i, j in more.tolist())]

    def _near_pairs(self) -> tuple[Ints, Ints, Floats, Floats, float]:
        """Return pairs of items near in rank, means and variances of their gaps, and nu."""
        if self.n_items > DENSE_ITEMS:
            sparse = self._sparse_posterior()
            mean, variances, ties = sparse.mean, sparse.variances, sparse.ties
        else:
            posterior = self._updated_posterior()
            mean, variances, ties = posterior.mean, np.diag(posterior.covariance), posterior.ties
        order = sort_with_chance(mean, self._rng("ties"))
        offsets = range(1, min(self.n_items, 33))
        first = np.concatenate([order[:-k] for k in offsets])
        second = np.concatenate([order[k:] for k in offsets])
        spread = variances[first] + variances[second]
        if self.n_items <= DENSE_ITEMS:
            spread -= 2 * self._updated_posterior().covariance[first, second]
        return first, second, mean[first] - mean[second], spread, ties

    def _updated_posterior(self) -> Posterior:
        """Return the posterior after all answers: the last anchor's, with those since then."""
        steps = self._journal.steps
        at = steps - steps % self._stride()
        if self._posterior is None or self._posterior_step < at:
            table = self._table_at(at)
            self._posterior = normal_posterior(table, prior_variance=self._prior_variance)
            self._posterior_step = at
        pairs, outcomes = self._journal.part(self._posterior_step, steps)
        for (first, second), outcome in zip(pairs.tolist(), outcomes.tolist(), strict=True):
            _update(self._posterior, first, second, outcome)
        self._posterior_step = steps
        return self._posterior

    def _stride(self) -> int:
        """Return after how many answers the posterior is computed anew, against drift."""
        return int(np.clip(self.n_items // 8, 10, 100))

    def _sparse_posterior(self) -> SparsePosterior:
        table = self._table_at(self._journal.steps)
        return sparse_posterior(table, prior_variance=self._prior_variance)


class KlDivergence(Entropy):
    """The pair with the largest expected divergence (Equation 6): the same pair."""

    name = "kl"
    facts = StrategyFacts(
        place=7,
        title="Kullback-Leibler",
        brief="The same by another formula",
        what="Like Entropy, by another formula that comes to the same numbers.",
        good="About as few answers as adaptive rounds.",
        bad="As for Entropy; it is here to compare with papers that use it.",
        picked="by the largest expected information gain (Kullback–Leibler) about the scores",
        colour=5,
        marker=4,
        run_length=lambda _n_items: 1,
    )


def _update(posterior: Posterior, first: int, second: int, outcome: int) -> None:
    match Outcome(outcome):
        case Outcome.FIRST:
            posterior.update(first, second)
        case Outcome.SECOND:
            posterior.update(second, first)
        case Outcome.EQUAL:
            posterior.update_equal(first, second)
        case Outcome.NEITHER:
            pass
