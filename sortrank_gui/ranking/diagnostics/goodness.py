"""Whether the Bradley-Terry model describes the answers: a test by simulated answers.

How it works
------------
Pearson's statistic sums the squared residuals of all pairs that were compared at least twice, over
the counts expected of each answer; “equal” is one of them where somebody said it. With a handful
of answers a pair it has no chi-squared distribution, so its null comes from answers drawn from the
fit to the same pairs, and fitted again.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.ties import outcome_chances

Floats = NDArray[np.float64]

_LEAST_PAIRS = 5


@dataclass(frozen=True, slots=True)
class Goodness:
    """The statistic, what it is expected to be, and how rare so large a one is."""

    statistic: float
    expected: float
    p_value: float
    """Share of simulated answers that fit no better; small where the model is wrong."""
    pairs: int
    """How many pairs were compared at least twice."""
    draws: int


def assess_goodness(
    table: Comparisons,
    estimate: Estimate,
    *,
    draws: int = 99,
    seed: int = 0,
    tick: Callable[[float], None] | None = None,
) -> Goodness | None:
    """Test the model's fit; None where fewer than five pairs were compared twice."""
    totals = table.first_wins + table.second_wins
    often = totals >= 2
    if int(often.sum()) < _LEAST_PAIRS:
        return None
    chances = _chances(table, estimate)
    found = _misfit(table, totals, chances, often)
    rng = stream("goodness of fit", seed)
    null = []
    for done in range(draws):
        drawn = _draw(table, totals, chances, rng)
        again = fit(drawn, prior_variance=estimate.prior_variance, start=estimate, tolerance=1e-5)
        null.append(_misfit(drawn, totals, _chances(drawn, again), often))
        if tick is not None:
            tick((done + 1) / draws)
    rarer = sum(value >= found for value in null)
    return Goodness(found, float(np.mean(null)), (1 + rarer) / (1 + draws), int(often.sum()), draws)


def _chances(table: Comparisons, estimate: Estimate) -> Floats:
    """Return the chances of each pair's first item, of its second and of a tie, as columns."""
    gaps = estimate.scores[table.first] - estimate.scores[table.second]
    first, equal = outcome_chances(gaps, estimate.ties.value)
    return np.column_stack((first, np.maximum(1.0 - first - equal, 0.0), equal))


def _misfit(table: Comparisons, totals: Floats, chances: Floats, often: NDArray[np.bool_]) -> float:
    """Return Pearson's statistic; where two answers have chances, (w - n p)^2 / (n p (1 - p))."""
    ties = table.ties
    found = np.column_stack((table.first_wins - ties / 2, table.second_wins - ties / 2, ties))
    expected = totals[:, None] * chances
    if not chances[:, 2].any():
        spread = np.maximum(expected[:, 0] * chances[:, 1], 1e-3)
        return float((((found - expected)[:, 0] ** 2 / spread)[often]).sum())
    return float((((found - expected) ** 2 / np.maximum(expected, 1e-3))[often]).sum())


def _draw(
    table: Comparisons, totals: Floats, chances: Floats, rng: np.random.Generator
) -> Comparisons:
    """Return a table of the same pairs, as often compared, with outcomes drawn anew."""
    counts = np.rint(totals).astype(np.int64)
    wins = rng.binomial(counts, chances[:, 0])
    ties = np.zeros(len(counts))
    if chances[:, 2].any():
        rest = np.minimum(chances[:, 2] / np.maximum(1 - chances[:, 0], 1e-300), 1.0)
        ties = rng.binomial(counts - wins, rest).astype(np.float64)
    first = wins.astype(np.float64)
    pairs = table.first, table.second
    return Comparisons.from_counts(table.n_items, pairs, (first, counts - wins - ties), ties)
