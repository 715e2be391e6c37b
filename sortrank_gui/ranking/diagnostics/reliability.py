"""How reliable a ranking is: correlation of halves of the data, and separation (SSR)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.diagnostics.judgements import Judgements

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LEAST_UNITS = 4
"""With fewer participants or sorts, there are too few ways to halve them."""


@dataclass(frozen=True, slots=True, eq=False)
class SplitHalf:
    """Reliabilities of many random halvings, stepped up to the length of the whole data."""

    values: Floats
    """2 r / (1 + r) of each split, r the correlation of the two halves' scores."""
    units: int
    """How many participants (or sorts) were split."""

    @property
    def mean(self) -> float:
        """The reliability to report."""
        return float(self.values.mean())

    @property
    def low(self) -> float:
        """Below this are 2.5 % of the splits."""
        return float(np.quantile(self.values, 0.025))

    @property
    def high(self) -> float:
        """Above this are 2.5 % of the splits."""
        return float(np.quantile(self.values, 0.975))


def split_half(
    judgements: Judgements,
    units: Ints,
    estimate: Estimate,
    *,
    splits: int = 100,
    seed: int = 0,
    tick: Callable[[float], None] | None = None,
) -> SplitHalf | None:
    """Correlate the fits of random halves, and step up by Spearman and Brown's formula.

    Parameters
    ----------
    judgements
        All answers.
    units
        For each answer, what is never torn apart: its participant, or its complete sort. Halves of
        single answers would share the sort's choices and look too reliable.
    estimate
        The fit of all answers; the halves take its prior variance and start at its scores.
    splits
        How many random halvings.
    tick
        Hears the share done; may raise to stop.

    Returns
    -------
    SplitHalf or None
        None with fewer than four units.
    """
    names, number = np.unique(units, return_inverse=True)
    if len(names) < LEAST_UNITS or judgements.n_items < 3:
        return None
    values = []
    for done, chosen in enumerate(_halves(len(names), splits, seed)):
        in_first = chosen[number]
        halves = [
            fit(
                judgements.take(which).table(),
                prior_variance=estimate.prior_variance,
                start=estimate,
                tolerance=1e-5,
            ).scores
            for which in (in_first, ~in_first)
        ]
        values.append(_step_up(_correlate(halves[0], halves[1])))
        if tick is not None:
            tick((done + 1) / splits)
    return SplitHalf(np.array(values), len(names))


def separation_reliability(estimate: Estimate, errors: Floats) -> float:
    """Return SSR, the share of the scores' variance that is not error.

    ``1 - mean(se^2) / v``, where v is the variance of the true scores: that of the estimates plus
    the mean squared error, since the prior draws a posterior's means together. It trusts the model:
    coins have no reliability at all, and yet an SSR well above 0.
    """
    error = float(np.mean(errors**2))
    spread = float(np.var(estimate.scores))
    return spread / (spread + error) if spread + error > 0 else 0.0


def _halves(units: int, splits: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    rng = stream("split halves", seed)
    for _ in range(splits):
        yield rng.permutation(units) < units // 2


def _correlate(one: Floats, two: Floats) -> float:
    spread = float(np.std(one) * np.std(two))
    if spread == 0:
        return 0.0
    return float(np.mean((one - one.mean()) * (two - two.mean()))) / spread


def _step_up(correlation: float) -> float:
    """Apply the formula; a negative correlation, which has no meaning, as the mirrored one."""
    return 2 * correlation / (1 + abs(correlation))
