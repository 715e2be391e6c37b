"""Peers that pick pairs, each from its published formula; all rank by the same final fit.

The posterior is ours for all that need one, so that criteria are compared and not fits. Only those
that were published with the mode and its curvature (GURO, Hybrid-MST) work with these.
"""

import numpy as np
import scipy
from numpy.typing import NDArray

from benchmarks.peers.surveys import Knowledge, Peer
from sortrank_gui.ranking.information import gain_table, win_moments
from sortrank_gui.ranking.strategies import Pairs
from sortrank_gui.ranking.strategies.selection import match_greedily

Floats = NDArray[np.float64]
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(24)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


def swiss(known: Knowledge) -> Pairs:
    """Ask a round of n/2 disjoint pairs, by falling information gain."""
    gains = gain_table().log_gain(*known.gaps())
    gains += 1e-9 * known.rng.standard_normal(len(gains))
    return match_greedily(known.first, known.second, gains, known.n_items // 2)


def a_optimal(known: Knowledge) -> Pairs:
    """Ask the pair that lowers the trace of the covariance most (Chernoff, 1953)."""
    gaps, spread = known.gaps()
    covariance = known.posterior.covariance
    square = covariance @ covariance
    own = np.diag(square)
    length = own[known.first] + own[known.second] - 2 * square[known.first, known.second]
    curvature = scipy.special.expit(gaps) * scipy.special.expit(-gaps)
    return known.best(curvature * length / (1 + curvature * spread))


def d_optimal(known: Knowledge) -> Pairs:
    """GURO: the largest deviation of a predicted chance, at the mode (Bergström et al., 2024)."""
    gaps, spread = known.gaps_of(known.estimate.scores, known.estimate.precision.inverse())
    slope = scipy.special.expit(gaps) * scipy.special.expit(-gaps)
    return known.best(slope * np.sqrt(spread))


def bayesian_d_optimal(known: Knowledge) -> Pairs:
    """BayesGURO: the largest variance of a pair's chance under the posterior (the same paper)."""
    gaps, spread = known.gaps()
    chances = _chances(gaps, spread)
    return known.best(chances**2 @ _WEIGHTS - (chances @ _WEIGHTS) ** 2)


def thompson(known: Knowledge) -> Pairs:
    """Draw scores from the posterior and ask a random pair of neighbours in their order."""
    posterior = known.posterior
    root = np.linalg.cholesky(posterior.covariance + 1e-9 * np.eye(known.n_items))
    drawn = posterior.mean + root @ known.rng.standard_normal(known.n_items)
    order = np.argsort(drawn)
    place = int(known.rng.integers(known.n_items - 1))
    return order[None, place : place + 2]


def hybrid_mst(known: Knowledge) -> Pairs:
    """Ask the largest information gain, then spanning trees of it (Li et al., 2018)."""
    gaps, spread = known.gaps_of(known.estimate.scores, known.estimate.precision.inverse())
    chances = _chances(gaps, spread)
    entropy = scipy.special.entr(chances) + scipy.special.entr(1 - chances)
    mean = chances @ _WEIGHTS
    gain = scipy.special.entr(mean) + scipy.special.entr(1 - mean) - entropy @ _WEIGHTS
    if known.answers < len(known.first):  # one trial of each pair
        return known.best(gain)
    return _spanning_tree(known, gain)


def asap(known: Knowledge) -> Pairs:
    """Ask a spanning tree of the full information gain (Mikhailiuk et al., 2020)."""
    posterior = known.posterior
    gaps, spread = known.gaps()
    variances = np.diag(posterior.covariance)
    moves = posterior.covariance[known.first] - posterior.covariance[known.second]
    gain = np.zeros(len(gaps))
    for sign in (1.0, -1.0):  # the first wins, or the second
        chance, slope, bend = win_moments(sign * gaps, spread)
        bend = np.maximum(bend, -(1 - 1e-9) / spread)
        ratio = np.maximum(1 + bend[:, None] * moves**2 / variances, 1e-12)
        shift = (slope[:, None] * moves) ** 2 / variances
        gain += chance * 0.5 * (ratio + shift - 1 - np.log(ratio)).sum(axis=1)
    return _spanning_tree(known, gain)


def hamming_lucb(known: Knowledge) -> Pairs:
    """Compare items at the border of the best tenth with anybody (Heckel et al., 2018).

    The two items whose bounds of the share of wins are the most doubtful are each asked with a
    random opponent.
    """
    n = known.n_items
    top = max(1, round(n / 10))
    wins, totals = known.table.wins, known.table.wins + known.table.losses
    share = (wins + 0.5) / (totals + 1)
    width = np.sqrt((0.5 + np.log1p(totals)) / np.maximum(totals, 0.5))
    order = np.argsort(-share + 1e-9 * known.rng.standard_normal(n))
    inside, outside = order[:top], order[top:]
    asked = (
        inside[np.argmin(share[inside] - width[inside])],
        outside[np.argmax(share[outside] + width[outside])],
    )
    others = known.rng.integers(n - 1, size=2)
    return np.array([[i, j + (j >= i)] for i, j in zip(asked, others, strict=True)])


PEERS: dict[str, Peer] = {
    "Swiss rounds": swiss,
    "A-optimal": a_optimal,
    "D-optimal (GURO)": d_optimal,
    "D-optimal, Bayesian": bayesian_d_optimal,
    "Thompson, neighbours": thompson,
    "Hybrid-MST": hybrid_mst,
    "ASAP": asap,
    "Hamming-LUCB": hamming_lucb,
}


def _chances(gaps: Floats, spread: Floats) -> Floats:
    """Return the chances of all first items at the nodes of each gap's distribution."""
    chances: Floats = scipy.special.expit(gaps[:, None] + np.sqrt(spread)[:, None] * _NODES)
    return chances


def _spanning_tree(known: Knowledge, gain: Floats) -> Pairs:
    """Return the spanning tree with the largest gains, in random order."""
    lengths = 1.0 / np.maximum(gain, 1e-12) * (1 + 1e-6 * known.rng.random(len(gain)))
    shape = (known.n_items, known.n_items)
    graph = scipy.sparse.csr_array((lengths, (known.first, known.second)), shape=shape)
    tree = scipy.sparse.csgraph.minimum_spanning_tree(graph).tocoo()
    return known.rng.permutation(np.column_stack((tree.row, tree.col)).astype(np.int64))
