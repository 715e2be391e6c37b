"""How sure a ranking is of itself, in short: what a screen shows while answers come in.

Of up to some hundred items it is taken from `uncertainty.py`; of more, from the posterior of one
fit, some draws at a time, so that a screen never waits for it.
"""

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import EXACT_ITEMS, Estimate
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.metrics import (
    kendall_tau_distance,
    random_displacement,
    random_kendall_tau,
    ranks,
)
from sortrank_gui.ranking.posterior import rank_columns
from sortrank_gui.ranking.uncertainty import Uncertainty

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_LEAST_DRAWS, _MOST_DRAWS = 8, 64
_DRAWN_RANKS = 200_000
"""Distances are sums over all items, so that with more items fewer draws suffice."""
_COMPARED_RANKS = 50_000
"""The same for Kendall's tau, which takes longer."""


@dataclass(frozen=True, slots=True, eq=False)
class RankUncertainty:
    """What rankings drawn from the posterior have to say about the estimate's."""

    displacement: float
    """The displacement to expect."""
    kendall_tau: float
    """The Kendall tau distance to expect."""
    best: Ints
    """The best rank of every item in 95 % of the draws, 0 for the first place."""
    worst: Ints
    too_early: bool = False
    """Whether the answers can't carry any of this yet."""
    answers_needed: int = 0
    """About how many answers it will take."""

    @classmethod
    def of(cls, found: Uncertainty) -> "RankUncertainty":
        """Return what is known about ranks, of all that can be said."""
        best, worst = found.rank_bounds
        return cls(
            found.displacement,
            found.kendall_tau,
            best,
            worst,
            found.too_early,
            found.answers_needed,
        )


class PosteriorDraws:
    """Scores drawn from an estimate's posterior, some at a time, until there are enough."""

    def __init__(self, estimate: Estimate, *, seed: int = 0) -> None:
        self._estimate = estimate
        self._rng = stream("expected displacement", seed)
        self._ours = ranks(estimate.scores, seed=seed)
        n_items = len(estimate.scores)
        self._theirs: Ints = np.empty((n_items, 0), dtype=np.int64)
        self._squares: Floats = np.zeros(n_items)
        self.enough = max(_LEAST_DRAWS, min(_MOST_DRAWS, _DRAWN_RANKS // max(n_items, 1)))
        """How many draws make good estimates."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._theirs.T)

    def add(self, count: int) -> None:
        """Draw some more."""
        precision = self._estimate.precision
        noise = self._estimate.draw(count, self._rng)
        drawn = rank_columns(self._estimate.scores[:, None] + noise)
        self._theirs = np.concatenate((self._theirs, drawn), axis=1)
        noise -= noise.mean(axis=0)
        means = noise - precision.times(noise) / precision.diagonal[:, None]
        self._squares += np.einsum("ik,ik->i", means, means)

    def standard_errors(self) -> Floats:
        """Return the standard errors of the scores: exact for few items, else by the draws.

        As in `Estimate.standard_errors`, the conditional variance is added exactly.
        """
        if len(self._ours) <= EXACT_ITEMS:
            return self._estimate.standard_errors
        variances = 1.0 / self._estimate.precision.diagonal + self._squares / self.count
        errors: Floats = np.sqrt(variances)
        return errors

    def uncertainty(self, answers: float = inf) -> RankUncertainty:
        """Compare the estimate's ranking with those drawn so far.

        Parameters
        ----------
        answers
            How many answers the estimate is of: with few it is too early to rely on this.
        """
        ours, theirs, known = self._ours, self._theirs, Uncertainty(self._estimate, answers)
        best, worst = np.quantile(theirs, [0.025, 0.975], axis=1, method="nearest")
        return RankUncertainty(
            displacement=min(
                float(np.abs(theirs - ours[:, None]).sum(axis=0).mean()),
                random_displacement(len(ours)),
            ),
            kendall_tau=min(self._expect_kendall_tau(), random_kendall_tau(len(ours))),
            best=np.minimum(best.astype(np.int64), ours),
            worst=np.maximum(worst.astype(np.int64), ours),
            too_early=known.too_early,
            answers_needed=known.answers_needed if known.too_early else 0,
        )

    def _expect_kendall_tau(self) -> float:
        """Return the mean distance to some draws, one behind the other in one long ranking."""
        n_items = len(self._ours)
        count = max(2, min(self.count, _COMPARED_RANKS // max(n_items, 1)))
        theirs = self._theirs[:, :count]
        offsets = n_items * np.arange(len(theirs.T))
        together = (self._ours[:, None] + offsets).ravel(), (theirs + offsets).ravel()
        return kendall_tau_distance(*together) / len(offsets)


def rank_uncertainty(estimate: Estimate, *, seed: int = 0) -> RankUncertainty:
    """Compare the estimate's ranking with enough rankings drawn from the posterior."""
    draws = PosteriorDraws(estimate, seed=seed)
    draws.add(draws.enough)
    return draws.uncertainty()
