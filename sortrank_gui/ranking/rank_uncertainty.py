"""How sure a ranking is of itself: distances to expect, and the ranks that each item may have."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.metrics import kendall_tau_distance, ranks
from sortrank_gui.ranking.posterior import draw_ranks

Ints = NDArray[np.int64]
_LEAST_DRAWS, _MOST_DRAWS = 12, 64
_DRAWN_RANKS = 200_000
"""Distances are sums over all items, so that with more items fewer draws suffice."""


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


def rank_uncertainty(estimate: Estimate, *, seed: int = 0) -> RankUncertainty:
    """Compare the estimate's ranking with rankings drawn from the posterior."""
    n_items = max(len(estimate.scores), 1)
    draws = max(_LEAST_DRAWS, min(_MOST_DRAWS, _DRAWN_RANKS // n_items))
    ours = ranks(estimate.scores, seed=seed)
    theirs = draw_ranks(estimate, draws=draws, seed=seed)
    best, worst = np.quantile(theirs, [0.025, 0.975], axis=1, method="nearest").astype(np.int64)
    return RankUncertainty(
        displacement=float(np.abs(theirs - ours[:, None]).sum(axis=0).mean()),
        kendall_tau=float(np.mean([kendall_tau_distance(-ours, -drawn) for drawn in theirs.T])),
        best=np.minimum(best, ours),
        worst=np.maximum(worst, ours),
    )
