"""From answers to an estimate and all that can be said about it.

How it works
------------
The spread of the scores is integrated out (`spread.py`): each spread that may be has its normal
posterior, and scores are drawn from all of them, as many as their weights say. The estimate itself
is the fit with the typical spread. With a dense matrix a spread it takes about 0.1 s for 100 items,
0.2 s for 200 and 1 to 2 s for 600, on one core; above, the spread is taken as it was learned. So it
is where ten thousands of answers about one pair leave next to no room for any normal posterior.
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.metrics import random_displacement, ranks
from sortrank_gui.ranking.posterior import rank_columns
from sortrank_gui.ranking.spread import BEYOND_ARITHMETIC, SpreadPosterior, integrate_spread
from sortrank_gui.ranking.uncertainty import Uncertainty

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_ITEMS = 600
_DRAWN_SCORES, _MOST_DRAWS, _LEAST_DRAWS = 400_000, 1000, 400
_SMALL = 0.05
_MODERATE = 0.4
"""The quantile, over the spreads, of the expected displacement: on average right for all spreads
from 0.4 to 2, whatever the strategy (docs/diagnostics.md)."""


def assess(
    table: Comparisons, *, prior_variance: float | None = None, seed: int = 0
) -> Uncertainty:
    """Fit the model with the spread that the answers speak for, and say how sure the fit is.

    A prior variance that is given is taken as the true one.
    """
    is_dense = 2 <= table.n_items <= MOST_ITEMS and table.n_comparisons > 0
    if prior_variance is not None or not is_dense:
        estimate = fit(table, prior_variance=prior_variance)
        return Uncertainty(estimate, table.n_comparisons, seed=seed)
    ties = fit(table).ties.value if table.n_ties else 0.0
    try:
        spread = integrate_spread(table, ties)
        estimate = fit(table, prior_variance=spread.typical**2)
        draws, part_of = _draw(spread, estimate, stream("uncertainty", seed))
    except BEYOND_ARITHMETIC:
        return Uncertainty(fit(table), table.n_comparisons, seed=seed)
    doubt, moderate = _weigh_spreads(estimate.scores, draws, part_of)
    return Uncertainty(estimate, table.n_comparisons, spread, draws, doubt, moderate, seed)


def _draw(
    spread: SpreadPosterior, estimate: Estimate, rng: np.random.Generator
) -> tuple[Floats, Ints]:
    """Return scores of all spreads, as many lists as their weights say, and whose they are."""
    n = len(estimate.scores)
    count = int(np.clip(_DRAWN_SCORES // n, _LEAST_DRAWS, _MOST_DRAWS))
    ends = np.floor(np.cumsum(spread.weights) * count + rng.random()).astype(np.int64)
    counts = np.diff(ends, prepend=0)
    drawn = [
        part.mean[:, None] + _root(part.covariance) @ rng.standard_normal((n, k))
        for part, k in zip(spread.parts, counts.tolist(), strict=True)
        if k
    ]
    draws = np.concatenate(drawn, axis=1)
    if estimate.ties.value:  # how readily people say “equal” is uncertain, too
        draws += np.outer(estimate.ties.lean, rng.standard_normal(len(draws.T)))
    return draws, np.repeat(np.arange(len(counts)), counts)


def _root(covariance: Floats) -> Floats:
    """Return a factor of a covariance whose constant vector has no variance."""
    ridge = 1e-9 * float(np.diag(covariance).mean())
    root = np.linalg.cholesky(covariance + ridge * np.eye(len(covariance)))
    return np.asarray(root, dtype=np.float64)


def _weigh_spreads(scores: Floats, draws: Floats, part_of: Ints) -> tuple[float, float]:
    """Return how much the expected displacement varies over the spreads, and a moderate one's.

    Both as shares of the mean; where that is next to nothing, the former as a share of a twentieth
    of a random ranking's. The mean leans to small spreads, for which a ranking is little better
    than random: where answers do not tell the spread, it is too large for all but them.
    """
    far = np.abs(rank_columns(draws) - ranks(scores)[:, None]).sum(axis=0)
    sizes = np.bincount(part_of)
    seen = sizes > 0
    means, sizes = np.bincount(part_of, far)[seen] / sizes[seen], sizes[seen]
    mean = float(far.mean())
    whole = max(mean, _SMALL * random_displacement(len(scores)))
    doubt = float(np.sqrt(sizes @ (means - mean) ** 2 / len(far))) / whole
    order = np.argsort(means)
    below = (np.cumsum(sizes[order]) - sizes[order] / 2) / len(far)
    moderate = float(np.interp(_MODERATE, below, means[order]))
    return doubt, moderate / mean if mean > 0 else 1.0
