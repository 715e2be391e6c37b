"""All that is said about how sure a ranking is: the one place for it.

How it works
------------
`assess` integrates over the spread of the scores (`spread.py`) and draws score lists from the
mixture of posteriors. From the draws come ranks, expected distances and reliability. Two statements
must hold for a single item, wherever it stands, and not only on average over all:

* The interval of a score leans on the other items for its scale, but hardly for its place: the
  item's own prior is widened, or an item that stands out would be drawn to the crowd and lie
  outside of its interval too often.
* A difference counts only if no draw in 20 contradicts any difference that counts: the limit is
  the 95 % quantile, over draws, of the largest standardised error among all pairs. Where equal
  items have a probability above 5 %, nothing counts. The same limit gives ranks that hold for all
  items together (Mogstad et al., 2024).

Where the expected displacement depends too much on the spread, which is not known yet, it is too
early to state figures. docs/decisions/uncertainty.md has the reasons and docs/diagnostics.md the
measurements.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.metrics import kendall_tau_distance, ranks
from sortrank_gui.ranking.posterior import rank_columns
from sortrank_gui.ranking.spread import EQUAL, SpreadPosterior, integrate_spread

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_ITEMS = 600
"""Above, the spread is plugged in as it was learned: dense matrices would take minutes."""
LEVEL = 0.95
_REACH = 1.959963984540054
_DRAWN_SCORES, _MOST_DRAWS, _LEAST_DRAWS = 400_000, 1000, 400
_OWN_WIDER, _OWN_ERRORS = 1.75, 1.6
"""An item's own prior has this many spreads, and this many errors of its score, added."""
_MOST_DOUBT = 0.33
"""The largest standard deviation, over the spreads, of the expected displacement, as a share."""
_LEAST_SHOWN = 2.0
"""Answers an item below which nothing is stated."""
_COMPARED_RANKS = 50_000


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """What can be said about an estimate's scores and ranking."""

    scores: Floats
    low: Floats
    high: Floats
    """The 95 % interval of every score."""
    draws: Floats
    """Score lists that may be the true one, a column each."""
    spread: SpreadPosterior | None
    """None above 600 items."""
    doubt: float
    """How far the expected displacement depends on the spread, as a share of it."""
    answers: float
    seed: int = 0

    @cached_property
    def standard_errors(self) -> Floats:
        """A quarter of the interval, about: what a table shows beside a score."""
        errors: Floats = (self.high - self.low) / (2 * _REACH)
        return errors

    @property
    def too_early(self) -> bool:
        """Whether the answers can't carry statements about ranks, differences and reliability."""
        shown = 2 * self.answers / max(len(self.scores), 1)
        return shown < _LEAST_SHOWN or self.doubt > _MOST_DOUBT

    @property
    def answers_needed(self) -> int:
        """About how many answers statements will need; as many as there are, if they suffice."""
        if not self.too_early:
            return int(self.answers)
        n = len(self.scores)
        least = max(n * _LEAST_SHOWN / 2, self.answers * (self.doubt / _MOST_DOUBT) ** 2)
        step = 10 if least < 200 else 50
        return int(np.ceil(max(least, self.answers + 1) / step) * step)

    @cached_property
    def ranks(self) -> Ints:
        """The rank of every item, 0 for the best."""
        return ranks(self.scores, seed=self.seed)

    @cached_property
    def drawn_ranks(self) -> Ints:
        """The ranks in every draw."""
        return rank_columns(self.draws)

    @cached_property
    def rank_bounds(self) -> tuple[Ints, Ints]:
        """The best and the worst rank of each item: the shortest stretch with 95 % of draws."""
        drawn = np.sort(self.drawn_ranks, axis=1)
        inside = int(np.ceil(LEVEL * len(drawn.T)))
        widths = drawn[:, inside - 1 :] - drawn[:, : len(drawn.T) - inside + 1]
        at = np.argmin(widths, axis=1)[:, None]
        best, worst = (np.take_along_axis(drawn, at + k, axis=1)[:, 0] for k in (0, inside - 1))
        return np.minimum(best, self.ranks), np.maximum(worst, self.ranks)

    @cached_property
    def displacement(self) -> float:
        """The displacement to expect of the ranking."""
        return float(self._displacements.mean())

    @cached_property
    def kendall_tau(self) -> float:
        """The Kendall tau distance to expect."""
        n_items = len(self.scores)
        count = max(2, min(len(self.draws.T), _COMPARED_RANKS // max(n_items, 1)))
        theirs = self.drawn_ranks[:, :: max(1, len(self.draws.T) // count)]
        offsets = n_items * np.arange(len(theirs.T))
        together = (self.ranks[:, None] + offsets).ravel(), (theirs + offsets).ravel()
        return kendall_tau_distance(*together) / len(offsets)

    @cached_property
    def reliability(self) -> float:
        """SSR: the squared correlation with the true scores that three of four draws exceed."""
        drawn = self.draws - self.draws.mean(axis=0)
        ours = self.scores - self.scores.mean()
        sizes = np.linalg.norm(drawn, axis=0) * np.linalg.norm(ours)
        squares = np.divide(ours @ drawn, sizes, out=np.zeros(len(sizes)), where=sizes > 0) ** 2
        differ = drawn.std(axis=0) > 2 * EQUAL
        return float(np.quantile(squares * differ, 0.25)) if len(squares) else 0.0

    @cached_property
    def difference_errors(self) -> Floats:
        """The standard error of every difference of two scores, a matrix."""
        centred = self.draws - self.draws.mean(axis=1, keepdims=True)
        covariance = centred @ centred.T / max(len(self.draws.T), 1)
        own = np.diag(covariance)
        spread = own[:, None] + own[None, :] - 2 * covariance
        errors: Floats = np.sqrt(np.maximum(spread, 1e-12))
        return errors

    @cached_property
    def critical(self) -> float:
        """The least |difference / standard error| that counts, for all pairs together."""
        middle, errors = self.draws.mean(axis=1), self.difference_errors
        worst = np.zeros(len(self.draws.T))
        for item in range(len(middle) - 1):
            off = (self.draws[item] - self.draws[item + 1 :]) - (
                middle[item] - middle[item + 1 :, None]
            )
            np.maximum(worst, np.abs(off / errors[item, item + 1 :, None]).max(axis=0), out=worst)
        return float(np.quantile(worst, LEVEL)) if len(worst) else float("inf")

    @cached_property
    def differences(self) -> Floats:
        """Every difference over its standard error: row less column."""
        middle = self.draws.mean(axis=1)
        z: Floats = (middle[:, None] - middle[None, :]) / self.difference_errors
        return z

    @cached_property
    def joint_rank_bounds(self) -> tuple[Ints, Ints]:
        """The best and the worst ranks that hold for all items together, 95 times in 100."""
        apart = self.differences > self.critical
        best, worst = apart.sum(axis=0), len(self.scores) - 1 - apart.sum(axis=1)
        return np.minimum(best, self.ranks), np.maximum(worst, self.ranks)

    @cached_property
    def _displacements(self) -> Ints:
        far: Ints = np.abs(self.drawn_ranks - self.ranks[:, None]).sum(axis=0)
        return far


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """An estimate, and what can be said about it."""

    estimate: Estimate
    uncertainty: Uncertainty


def assess(table: Comparisons, *, seed: int = 0) -> Assessment:
    """Fit the model with the spread that the answers speak for, and say how sure the fit is."""
    if not 2 <= table.n_items <= MOST_ITEMS or not table.n_comparisons:
        estimate = fit(table)
        return Assessment(estimate, uncertainty_of_fit(estimate, table.n_comparisons, seed=seed))
    spread = integrate_spread(table)
    estimate = fit(table, prior_variance=spread.typical**2)
    draws, of_part = _draw(spread, table.n_items, stream("uncertainty", seed))
    low, high = _intervals(spread)
    scores = estimate.scores
    found = Uncertainty(
        scores=scores,
        low=np.minimum(low, scores),
        high=np.maximum(high, scores),
        draws=draws,
        spread=spread,
        doubt=_find_doubt(scores, draws, of_part, seed),
        answers=table.n_comparisons,
        seed=seed,
    )
    return Assessment(estimate, found)


def uncertainty_of_fit(
    estimate: Estimate, answers: float, *, draws: int = 64, seed: int = 0
) -> Uncertainty:
    """Return the uncertainty of an estimate whose prior variance is taken as the true one."""
    noise = estimate.precision.draw(draws, stream("uncertainty", seed))
    reach = _REACH * estimate.standard_errors
    return Uncertainty(
        scores=estimate.scores,
        low=estimate.scores - reach,
        high=estimate.scores + reach,
        draws=estimate.scores[:, None] + noise - noise.mean(axis=0),
        spread=None,
        doubt=0.0,
        answers=answers,
        seed=seed,
    )


def _draw(spread: SpreadPosterior, n: int, rng: np.random.Generator) -> tuple[Floats, Ints]:
    """Return score lists of all spreads, as many as their weights say, and whose they are."""
    count = int(np.clip(_DRAWN_SCORES // n, _LEAST_DRAWS, _MOST_DRAWS))
    ends = np.floor(np.cumsum(spread.weights) * count + rng.random()).astype(np.int64)
    counts = np.diff(ends, prepend=0)
    drawn = [
        part.mean[:, None] + _root(part.covariance) @ rng.standard_normal((n, k))
        for part, k in zip(spread.parts, counts.tolist(), strict=True)
        if k
    ]
    return np.concatenate(drawn, axis=1), np.repeat(np.arange(len(counts)), counts)


def _root(covariance: Floats) -> Floats:
    """Return a factor of a covariance whose constant vector has no variance."""
    ridge = 1e-9 * float(np.diag(covariance).mean())
    return np.asarray(
        np.linalg.cholesky(covariance + ridge * np.eye(len(covariance))), dtype=np.float64
    )


def _find_doubt(scores: Floats, draws: Floats, of_part: Ints, seed: int) -> float:
    far = np.abs(rank_columns(draws) - ranks(scores, seed=seed)[:, None]).sum(axis=0)
    sizes = np.bincount(of_part)
    means = np.bincount(of_part, far)[sizes > 0] / sizes[sizes > 0]
    mean = float(far.mean())
    variance = float(sizes[sizes > 0] @ (means - mean) ** 2) / len(far)
    return float(np.sqrt(variance)) / mean if mean > 0 else 0.0


def _intervals(spread: SpreadPosterior) -> tuple[Floats, Floats]:
    """Return the 95 % intervals of all scores, each with the item's own prior widened."""
    pairs = [_widen(part.mean, np.diag(part.covariance), part.spread) for part in spread.parts]
    means, errors = (np.array([pair[k] for pair in pairs]).T for k in (0, 1))
    ends = [_quantile(means, errors, spread.weights, q) for q in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)]
    return ends[0], ends[1]


def _widen(mean: Floats, variance: Floats, spread: float) -> tuple[Floats, Floats]:
    """Return mean and standard error of each score with a wider prior for that item alone."""
    prior = spread**2 * (1 - 1 / len(mean))
    likelihood = np.maximum(1 / variance - 1 / prior, 1e-3)
    error = np.minimum(1 / likelihood, 4 * max(spread, 1.0) ** 2)
    wider = (_OWN_WIDER * spread) ** 2 + _OWN_ERRORS**2 * error
    precision = likelihood + 1 / wider
    return mean / variance / precision, 1 / np.sqrt(precision)


def _quantile(means: Floats, errors: Floats, weights: Floats, share: float) -> Floats:
    """Return a quantile of mixtures of normal distributions, one a row, by bisection."""
    low, high = (means - 8 * errors).min(axis=1), (means + 8 * errors).max(axis=1)
    for _ in range(45):
        middle = (low + high) / 2
        below = scipy.special.ndtr((middle[:, None] - means) / errors) @ weights < share
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    found: Floats = (low + high) / 2
    return found
