"""How far apart the scores of all items are: not one value, but every value that may be.

How it works
------------
The spread is the standard deviation of the true scores. Few answers, sorts and adaptive rounds say
little about it: a spread of 0.5 and one of 2 may explain the answers equally well, and whoever
plugs one of them in claims too much. So it is integrated out. A grid of spreads, even in the
logarithm, gets the evidence of the answers (`propagation.py`) times a prior; where the weights are
narrow, finer nodes follow around the best. Spreads above 1 have two shapes, a bell and even scores
(`shapes.py`); below, nobody could tell them apart.

The prior is Student's t with 3 degrees of freedom for log spread, and one part in four goes to the
lowest node, items that are all equal. Its middle are 62 real sessions (median 1.04, 5 to 95 %: 0.32
to 2.09), but it is wider than they are: a narrow one draws spreads to its middle, so that too much
is said about items that are nearly equal, and too little about those far apart.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.propagation import NormalPosterior, Propagation
from sortrank_gui.ranking.shapes import Even

Floats = NDArray[np.float64]

BEYOND_ARITHMETIC = (np.linalg.LinAlgError, FloatingPointError)
"""Errors of too many answers about too little; a spread can be learned all the same."""
EQUAL = 0.05
"""A spread that nobody can tell from none."""
_MIDDLE, _SCALE = 1.04, 0.8
_FREEDOM, _HEIGHT = 3, 0.3675525969
"""Of Student's t, and its density at 0."""
_SHARE_EQUAL = 0.25
_OPEN = 20.0 / _MIDDLE
_SHAPELESS, _SHARE_EVEN = 1.0, 0.3
"""Above which spread shapes matter, and the prior probability of even scores there."""
_STRIDE = 0.3
_BEYOND_VALLEYS = 3.0
_REFINED, _COARSE = 3, 1.5
"""How often strides around the best are halved, and how many standard deviations they may have."""
_FINE, _WIDEST = 0.15, 8.0
"""The stride to spreads of even scores beyond those of a bell, and where they end, or at n."""
_FAINT, _WEAK = 14.0, 6.0
"""Log weights so far below the best are nothing, and too little for a second shape."""


@dataclass(frozen=True, slots=True, eq=False)
class SpreadPosterior:
    """Normal posteriors for spreads that may be, rising, each with its weight."""

    parts: tuple[NormalPosterior, ...]
    weights: Floats

    @property
    def equal(self) -> float:
        """The probability that items do not differ at all."""
        return float(self.weights[[part.spread <= EQUAL for part in self.parts]].sum())

    @property
    def typical(self) -> float:
        """The spread in the middle, of items that are not all equal."""
        inside = np.array([part.spread > EQUAL for part in self.parts])
        weights = np.where(inside, self.weights, 0.0)
        if not weights.any():
            return EQUAL
        logs = np.log([part.spread for part in self.parts])
        return float(np.exp(weights @ logs / weights.sum()))

    @property
    def open_weights(self) -> Floats:
        """Weights by a prior that is flat from its middle to 20: it draws few spreads inward.

        Where all scores are drawn inward by the same factor, their intervals all miss at once.
        """
        spreads = [part.spread for part in self.parts]
        shifted = [max(spread / _OPEN, min(spread, _MIDDLE)) for spread in spreads]
        more = [_density(one) / _density(two) for one, two in zip(shifted, spreads, strict=True)]
        weights: Floats = self.weights * np.array(more)
        weights /= weights.sum()
        return weights

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return within which spreads the true one lies, with this probability."""
        logs = np.log([part.spread for part in self.parts])
        sums = np.cumsum(self.weights) - self.weights / 2
        ends = np.interp([(1 - level) / 2, (1 + level) / 2], sums, logs)
        return float(np.exp(ends[0])), float(np.exp(ends[1]))

    def mix(self, values: list[Floats]) -> Floats:
        """Return the mean of what each part has to say."""
        mean: Floats = np.tensordot(self.weights, np.array(values), axes=1)
        return mean


@np.errstate(divide="raise", invalid="raise")
def integrate_spread(table: Comparisons, ties: float = 0.0) -> SpreadPosterior:
    """Return what the answers say about scores and spread together.

    Parameters
    ----------
    table
        Comparisons of at least two items; dense matrices are formed, of all items.
    ties
        How readily people say “equal”: the parameter of Davidson's model.

    Raises
    ------
    One of `BEYOND_ARITHMETIC`
        Where ten thousands of answers about one pair leave next to no room for a normal posterior.
    """
    propagation = Propagation(table, ties)
    bells = _climb(propagation, table.n_items)
    best = max(bells, key=_log_weight)
    bells = _refine([part for part in bells if _is_seen(part, best, _FAINT)], propagation.settle)
    if not bells:
        raise np.linalg.LinAlgError("no spread explains these answers")
    best = max(bells, key=_log_weight)
    wide = [part for part in bells if part.spread > _SHAPELESS and _is_seen(part, best, _WEAK)]
    evens = _spread_evenly(propagation, [part.spread for part in wide], table.n_items)
    found = [*bells, *evens]
    shares = [1 - _SHARE_EVEN * (part in wide) for part in bells] + [_SHARE_EVEN] * len(evens)
    logs = np.array([_log_weight(part) for part in found]) + np.log(shares)
    widths = np.concatenate([_widths(parts) for parts in (bells, evens)])
    weights = np.exp(logs - logs.max()) * widths
    order = np.argsort([part.spread for part in found], kind="stable")
    parts = tuple(found[place] for place in order.tolist())
    return SpreadPosterior(parts, weights[order] / weights.sum())


def _spread_evenly(
    propagation: Propagation, spreads: list[float], n_items: int
) -> list[NormalPosterior]:
    """Return the posteriors of even scores for these spreads, and wider ones that are as likely.

    Scores that lie evenly look like a narrower bell: its spreads may end before the best of theirs.
    """
    found: list[NormalPosterior] = []
    while spreads:
        shape = Even(n_items)
        more = [propagation.settle(spread, shape) for spread in reversed(spreads)][::-1]
        found += [part for part in more if np.isfinite(part.log_evidence)]
        best = max(found, key=_log_weight, default=None)
        last, is_over = spreads[-1], max(spreads) > max(_WIDEST, n_items)
        if best is None or is_over or not _is_seen(found[-1], best, _WEAK):
            break
        spreads = [last * float(np.exp(_FINE * step)) for step in (1, 2, 3, 4)]
    shape = Even(n_items)
    return _refine(found, lambda spread: propagation.settle(spread, shape))


def _climb(propagation: Propagation, n_items: int) -> list[NormalPosterior]:
    """Go up the grid until spreads explain the answers no more.

    Answers about near neighbours are explained by items that are all equal and by some far apart,
    and by nothing between: there, weights may fall far and rise again.
    """
    found: list[NormalPosterior] = []
    best = -np.inf
    steps = np.log(max(_WIDEST, n_items / 3) / EQUAL) / _STRIDE
    for step in range(int(np.ceil(steps)) + 1):
        part = propagation.settle(EQUAL * float(np.exp(_STRIDE * step)))
        weight = _log_weight(part)
        is_falling = bool(found) and weight < _log_weight(found[-1])
        found.append(part)
        best = max(best, weight)
        if part.spread > _BEYOND_VALLEYS and is_falling and weight < best - _FAINT:
            break
    return found


def _log_weight(part: NormalPosterior) -> float:
    """Return evidence times the prior's mass of a stride."""
    mass = (1 - _SHARE_EQUAL) * _density(part.spread) * _STRIDE / _SCALE
    return part.log_evidence + float(np.log(mass + _SHARE_EQUAL * (part.spread <= EQUAL)))


def _density(spread: float) -> float:
    """Return Student's t of a log spread."""
    z = np.log(spread / _MIDDLE) / _SCALE
    return _HEIGHT * float((1 + z**2 / _FREEDOM) ** (-(_FREEDOM + 1) / 2))


def _refine(
    parts: list[NormalPosterior], settle: Callable[[float], NormalPosterior]
) -> list[NormalPosterior]:
    """Return the nodes, rising, with more of them around the best where weights fall steeply."""
    for _ in range(_REFINED):
        parts = sorted(parts, key=_spread)
        best = max(parts, key=_log_weight, default=None)
        if best is None or best.spread <= EQUAL:
            break
        at = parts.index(best)
        near = [*parts[max(at - 1, 0) : at], *parts[at + 1 : at + 2]]
        steps = [abs(float(np.log(part.spread / best.spread))) for part in near]
        falls = [_log_weight(best) - _log_weight(part) for part in near]
        bend = sum(fall / step for fall, step in zip(falls, steps, strict=True)) / sum(steps or [1])
        if 2 * bend * max(steps, default=0.0) ** 2 < _COARSE**2:
            break
        more = [settle(float(np.sqrt(part.spread * best.spread))) for part in near]
        parts += [part for part in more if np.isfinite(part.log_evidence)]
    return sorted(parts, key=_spread)


def _is_seen(part: NormalPosterior, best: NormalPosterior, below: float) -> bool:
    return _log_weight(part) > _log_weight(best) - below


def _widths(parts: list[NormalPosterior]) -> Floats:
    """Return the stretch of log spread for which each node stands, in strides."""
    spreads = [part.spread for part in parts]
    if not spreads:
        return np.empty(0)
    logs = np.log(spreads)
    edges = np.concatenate(([logs[0] - _STRIDE / 2], (logs[1:] + logs[:-1]) / 2))
    edges = np.append(edges, logs[-1] + _STRIDE / 2)
    widths: Floats = np.diff(edges) / _STRIDE
    if spreads[0] <= EQUAL:
        widths[0] = 1.0  # its mass is a point, however near the next node is
    return widths


def _spread(part: NormalPosterior) -> float:
    return part.spread
