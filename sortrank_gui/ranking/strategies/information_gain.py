"""Entropy and KL: ask about the pair whose answer is expected to teach most.

Under exact moment matching both criteria of the paper are the same number (`information.py`), so
this is one strategy under two names.
"""

import numpy as np

from sortrank_gui.ranking.column_posterior import ColumnPosterior
from sortrank_gui.ranking.information import gain_table
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.posterior import (
    Posterior,
    SparsePosterior,
    UpdatedPosterior,
    sparse_posterior,
    whole_posterior,
)
from sortrank_gui.ranking.rounding import in_steps
from sortrank_gui.ranking.strategies.about import StrategyFacts
from sortrank_gui.ranking.strategies.candidates import near_pairs
from sortrank_gui.ranking.strategies.model_based import GreedyStrategy
from sortrank_gui.ranking.strategies.selection import best_pair, best_pair_sparse, match_greedily

DENSE_ITEMS = 1500
"""Up to this many items the covariance is kept and updated; above, the columns that are in use."""
_SMALL = 300
"""Up to this many items the whole covariance is there sooner than some columns."""


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
        probed=True,
    )
    _anchor: SparsePosterior | None = None
    _posterior: Posterior | ColumnPosterior | None = None
    _posterior_step = 0

    def _pick(self) -> tuple[int, int]:
        posterior = self._updated_posterior()
        table, rng = gain_table(posterior.ties), self._rng("choice")
        if isinstance(posterior, ColumnPosterior):
            return best_pair_sparse(posterior, rng, table)
        return best_pair(posterior.mean, posterior.covariance, rng, table)

    def _pick_more(self, pair: tuple[int, int], count: int) -> list[tuple[int, int]]:
        posterior, rng = self._updated_posterior(), self._rng("ties")
        first, second = near_pairs(posterior.mean, rng)
        if isinstance(posterior, ColumnPosterior):
            spread = posterior.variances[first] + posterior.variances[second]
        else:
            variances = np.diag(posterior.covariance)
            spread = variances[first] + variances[second]
            spread -= 2 * posterior.covariance[first, second]
        free = np.flatnonzero(~(np.isin(first, pair) | np.isin(second, pair)))
        free = self._rng("more").permutation(free)
        gaps = (posterior.mean[first] - posterior.mean[second])[free]
        gains = in_steps(gain_table(posterior.ties).log_gain(gaps, spread[free]), 1.0)
        more = match_greedily(first[free], second[free], gains, count - 1)
        return [pair, *((i, j) for i, j in more.tolist())]

    def _updated_posterior(self) -> Posterior | ColumnPosterior:
        """Return the posterior after all answers: the last anchor's, with those since then."""
        steps = self._journal.steps
        at = steps - steps % self._stride()
        if self._anchor is None or self._posterior_step < at:
            table = self._table_at(at)
            self._anchor = sparse_posterior(table, prior_variance=self._prior_variance)
            self._posterior, self._posterior_step = None, at
        is_first = isinstance(self._posterior, ColumnPosterior) and self._posterior_step == at
        if self._posterior is None or (is_first and at < steps):
            self._posterior = self._begin(self._anchor, steps - at)
        pairs, outcomes = self._journal.part(self._posterior_step, steps)
        if isinstance(self._posterior, ColumnPosterior):
            self._posterior.solve(np.unique(pairs))
        for (first, second), outcome in zip(pairs.tolist(), outcomes.tolist(), strict=True):
            _update(self._posterior, first, second, outcome)
        self._posterior_step = steps
        return self._posterior

    def _begin(self, anchor: SparsePosterior, answers: int) -> Posterior | ColumnPosterior:
        """Return the anchor's posterior, ready for so many answers.

        The first pair needs few columns; for those of a hundred answers the whole matrix is
        quicker.
        """
        if self.n_items > DENSE_ITEMS or (self.n_items > _SMALL and not answers):
            return ColumnPosterior(anchor)
        return whole_posterior(anchor)

    def _stride(self) -> int:
        """Return after how many answers the posterior is computed anew, against drift."""
        return int(np.clip(self.n_items // 8, 10, 100))


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
        probed=True,
    )


def _update(posterior: UpdatedPosterior, first: int, second: int, outcome: int) -> None:
    match Outcome(outcome):
        case Outcome.FIRST:
            posterior.update(first, second)
        case Outcome.SECOND:
            posterior.update(second, first)
        case Outcome.EQUAL:
            posterior.update_equal(first, second)
        case Outcome.NEITHER:
            pass
