"""Whether two groups of people judge differently: the labels of people are shuffled.

How it works
------------
All answers of both groups are fitted together. What a person's answers would change about the
scores is one Newton step from there: the person's residuals, summed for each item, times the
covariance of the scores. If the groups do not differ, it does not matter who is called first and
second: so the labels are dealt out to the same people again and again, and the steps of the first
group are summed each time. The whole difference is measured by Rao's score statistic, U' C U with
the group's summed residuals U and the covariance C; an item's by its part of the step over that
part's standard deviation under shuffling. The p-value is the share of deals, the real one among
them, that part the groups at least as far (Phipson and Smyth, 2010). Of items, the largest of each
deal is taken, so that the values hold for all items together (Westfall and Young, 1993).

People are shuffled and not answers: answers of one person belong together, and however much people
differ from each other, the error rate is the level.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.ties import outcome_chances

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

DEALS = 999
_BLOCK = 37
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class GroupTest:
    """How often chance parts groups of these sizes as far as they are."""

    p_value: float
    """Of the whole ranking."""
    item_p_values: Floats
    """Of each item, for all items together."""
    deals: int
    first: int
    second: int
    """How many people there are on each side."""

    @property
    def ways(self) -> int:
        """In how many ways people can be dealt out; with fewer than 20 nothing can be clear."""
        return math.comb(self.first + self.second, self.first)


def compare_groups(
    judgements: Judgements,
    people: Ints,
    is_first: Bools,
    estimate: Estimate,
    *,
    deals: int = DEALS,
    seed: int = 0,
    tick: Callable[[float], None] | None = None,
) -> GroupTest:
    """Shuffle people between two groups.

    Parameters
    ----------
    judgements
        The answers of both groups.
    people
        The number, from 0, of the person who gave each answer.
    is_first
        For each person, whether it is in the first group.
    estimate
        The fit of all these answers.
    deals
        How often labels are dealt out.
    seed
        Of the deals.
    tick
        Hears the share done; it may raise to stop.
    """
    residuals = _sum_residuals(judgements, people, len(is_first), estimate)
    residuals -= residuals.mean(axis=0)
    steps = estimate.precision.solve(residuals.T, 1e-8).T
    steps -= steps.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.maximum((steps**2).sum(axis=0), 0.0))
    scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
    whole, items = _measure(is_first[None, :].astype(float), residuals, steps, scale)
    rng, more = stream("group differences", seed), 0
    as_far = np.zeros(judgements.n_items)
    for done in range(0, deals, _BLOCK):
        count = min(_BLOCK, deals - done)
        labels = rng.permuted(np.tile(is_first.astype(float), (count, 1)), axis=1)
        others, parts = _measure(labels, residuals, steps, scale)
        more += int((others >= whole[0] * (1 - _ROUNDING)).sum())
        largest = parts.max(axis=1, initial=0.0)
        as_far += (largest[:, None] >= items[0] * (1 - _ROUNDING)).sum(axis=0)
        if tick is not None:
            tick((done + count) / deals)
    first = int(is_first.sum())
    return GroupTest(
        (1 + more) / (1 + deals), (1 + as_far) / (1 + deals), deals, first, len(is_first) - first
    )


def _measure(
    labels: Floats, residuals: Floats, steps: Floats, scale: Floats
) -> tuple[Floats, Floats]:
    """Return how far each deal parts the groups, as a whole and for each item."""
    moved = labels @ steps
    whole: Floats = np.einsum("ij,ij->i", labels @ residuals, moved)
    return whole, np.abs(moved) * scale


def _sum_residuals(judgements: Judgements, people: Ints, count: int, estimate: Estimate) -> Floats:
    """Return the residuals of each person, summed for each item."""
    first, equal = outcome_chances(judgements.gaps(estimate.scores), estimate.ties.value)
    off = judgements.chosen - first - equal / 2
    sums = np.zeros((count, judgements.n_items))
    np.add.at(sums, (people, judgements.left), off)
    np.subtract.at(sums, (people, judgements.right), off)
    return sums
