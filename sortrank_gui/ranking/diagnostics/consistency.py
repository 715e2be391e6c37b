"""Whether a participant's answers agree with each other, whatever the others say.

How it works
------------
Two tests follow the answers in the order in which they came. Each predicts an answer from the same
participant's earlier answers alone, so that it stays right for pairs that depend on these answers:
what a coin adds is a fair game.

* Of own scores: after every answer a normal posterior of this participant's scores is updated. It
  predicts the next answer with the chance p and the evidence g = logit p. If answers are coins, the
  sum of g (x - 1/2) has the mean 0 and the variance sum g^2 / 4. If they come from scores of the
  spread that is usual here, the sum of g (x - p) has the mean 0 and the variance sum g^2 p (1 - p).
* Of triads: an answer to (A, C) closes a triad if A beat B and B beat C before, or the other way
  round. Where more such chains lead one way than the other, a coin keeps to them half of the time,
  exactly: the number kept is binomial. In a circular triad (Kendall and Babington Smith, 1940) the
  last answer goes against the chain.

One complete sort asks no pair whose order follows from earlier answers: it closes no triads, and
tells little about consistency. The second sort does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc, expit, ndtr

from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.posterior import Posterior

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_ITEMS = 400
"""Of participants with more items the posterior would take too long."""
CHANCE_OF_A_CIRCLE = 0.25
"""What coins make of triads: two of their eight orders are circles."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """How one participant's answers follow from the earlier ones; NaN where that can't be told."""

    answers: int
    z_coin: float
    """How far the evidence lies above that of a coin, in standard errors."""
    z_typical: float
    """How far it lies from that of a judge with scores of a spread as usual; negative: below."""
    power: float
    """The z of a coin that such a judge would reach: below 2 the answers hardly meet again."""
    triads: int
    """Sets of three items, all of whose pairs were judged and are not even."""
    circular: int
    closings: int
    """Answers to a pair whose order earlier answers imply."""
    kept: int
    """How many of them keep to it."""

    @property
    def p_coin(self) -> float:
        """Chance that a coin is as consistent, or more."""
        return float(ndtr(-self.z_coin))

    @property
    def p_typical(self) -> float:
        """Chance that a judge with scores is as inconsistent, or more."""
        return float(ndtr(self.z_typical))

    @property
    def p_kept(self) -> float:
        """Chance that a coin keeps to so many chains, or more; 1 where there are none."""
        return float(bdtrc(self.kept - 1, self.closings, 0.5)) if self.kept else 1.0


_NAN = float("nan")
UNKNOWN = Consistency(0, _NAN, _NAN, _NAN, 0, 0, 0, 0)


def assess_consistency(judgements: Judgements, prior_variance: float) -> Consistency:
    """Compare the answers of one participant with each other, in the order they were given.

    `prior_variance` is that of the scores as everybody sees them. “Equal” tells nothing here.
    """
    decided = judgements.decided()
    items = np.unique(np.concatenate((decided.left, decided.right)))
    if not len(decided) or len(items) > MOST_ITEMS:
        return UNKNOWN
    left, right = np.searchsorted(items, decided.left), np.searchsorted(items, decided.right)
    own = Judgements(len(items), left, right, decided.chosen)
    evidence, chances = _predict(own, prior_variance)
    squares = evidence**2
    of_coin = float(evidence @ (own.chosen - 0.5)) / _root(squares.sum() / 4)
    surprise = float(evidence @ (own.chosen - chances))
    expected = float(evidence @ (chances - 0.5)) / _root(squares.sum() / 4)
    return Consistency(
        len(own),
        of_coin,
        surprise / _root(squares @ (chances * (1 - chances))),
        expected,
        *_count_triads(own),
        *_follow_chains(own),
    )


def _predict(own: Judgements, prior_variance: float) -> tuple[Floats, Floats]:
    """Return the evidence for left before each answer, and the chance that follows from it."""
    n = own.n_items
    posterior = Posterior(np.zeros(n), prior_variance * np.eye(n), prior_variance)
    evidence = np.zeros(len(own))
    for k, (i, j, x) in enumerate(_rows(own)):
        mean, variance = posterior.gap(i, j)
        evidence[k] = mean / np.sqrt(1 + np.pi / 8 * variance)
        posterior.update(*((i, j) if x else (j, i)))
    chances: Floats = expit(evidence)
    return evidence, chances


def _follow_chains(own: Judgements) -> tuple[int, int]:
    """Return how many answers close triads with a chain of two, and how many keep to it."""
    beats = np.zeros((own.n_items, own.n_items), dtype=np.int32)
    closings = kept = 0
    for i, j, x in _rows(own):
        ahead = beats > 0
        implied = int((ahead[i] & ahead[:, j]).sum()) - int((ahead[j] & ahead[:, i]).sum())
        closings += implied != 0
        kept += (implied > 0) if x else (implied < 0)
        step = 1 if x else -1
        beats[i, j] += step
        beats[j, i] -= step
    return closings, kept


def _count_triads(own: Judgements) -> tuple[int, int]:
    """Return the triads whose pairs were all judged, by majorities, and how many are circular."""
    net = np.zeros((own.n_items, own.n_items))
    sign = 2 * own.chosen - 1
    np.add.at(net, (own.left, own.right), sign)
    np.add.at(net, (own.right, own.left), -sign)
    return count_circles(net > 0)


def count_circles(beats: NDArray[np.bool_]) -> tuple[int, int]:
    """Return how many triads a matrix of “row beats column” has, and how many are circular."""
    ahead = beats.astype(np.float32)
    either = ahead + ahead.T
    triads = float(((either @ either) * either).sum()) / 6
    circular = float(((ahead @ ahead) * ahead.T).sum()) / 3
    return round(triads), round(circular)


def _rows(own: Judgements) -> list[tuple[int, int, bool]]:
    chosen = (own.chosen == 1.0).tolist()
    return list(zip(own.left.tolist(), own.right.tolist(), chosen, strict=True))


def _root(variance: float | Floats) -> float:
    return float(np.sqrt(variance)) if variance > 0 else float("inf")
