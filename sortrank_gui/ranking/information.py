"""How much an answer to a pair is expected to teach: tables over its mean gap and variance.

How it works
------------
With the gap d of two scores ~ N(m, v), everything about an answer depends on (|m|, v). Let
Z = E sigma(d) be the chance of a win, g and h the first two derivatives of log Z in m. Moment
matching changes the gap's mean to m + v g and its variance to v r, r = 1 + v h. Then

* entropy reduction = -1/2 sum_y P(y) log r_y,
* KL divergence of the new from the old posterior = sum_y P(y) 1/2 (r_y - 1 + v g_y^2 - log r_y),
  which is the same number, because E(r - 1 + v g^2) = 0 by the law of total variance,
* mutual information = H(Z) - E H(sigma(d)), with H the entropy of a coin: the exact gain, which
  puts pairs into the same order.

So the entropy reduction serves for all. Where people may say “equal” there are three outcomes, by
Davidson's model (`ties.py`). The logarithm of the gain is smooth in x = |m| / sqrt(v + 3) and
log v. It is computed once on a grid by trapezoidal sums, which converge exponentially for such
functions, and interpolated by cubic splines.
"""

import math
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import ArrayLike, NDArray

from sortrank_gui.ranking.ties import outcome_chances

Floats = NDArray[np.float64]
_Integral = Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]

_MOST_X = 12.0
_STEPS, _TIE_TABLE_STEPS = 128, 64
"""How fine the grid is each way; of ties there are several tables, and each takes its time."""
_LOG_V = (float(np.log(1e-6)), float(np.log(1e8)))
_V = float(np.exp(_LOG_V[0])), float(np.exp(_LOG_V[1]))
_BEYOND = 1e-2
"""Past the table's edge in x the gain is below e^-50: let it fall on, so that order is kept."""

_ROUGH = 0.04
"""Rough reaches are told for gains in steps of this share."""
_LINES, _FINE = 64, 8
"""How finely a reach is told: by so many variances, between those of a grid so many times as fine
as the table's."""
_MORE = 1e-4
"""By how much a straight line between two variances may fall short of the logarithm of the gain."""
_MARGIN, _TIE_MARGIN = 0.03, 0.3
"""By how much of a step in x a reach may fall short: between two steps the logarithm of the gain is
nearly, not quite, a parabola, and with ties less so."""

_TIE_STEPS = (-8, 4)
"""Tables are made for tie parameters of e^-4 to e^2, in steps of e^(1/2)."""

_STEP = 0.5
_NORMAL_NODES = np.arange(-12.0, 12.0 + 1e-9, _STEP)
_NORMAL_WEIGHTS = _STEP * np.exp(-(_NORMAL_NODES**2) / 2) / np.sqrt(2 * np.pi)
_LOGISTIC_NODES = np.arange(-60.0, 60.0 + 1e-9, _STEP)


def win_moments(mean: ArrayLike, variance: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return P(win), g and h: the chance that a gap ~ N(mean, variance) wins, and what it teaches.

    After a win the gap has mean ``m + v g`` and variance ``v + v^2 h``. After a loss they follow
    from the moments at ``-m`` with the sign of g turned.
    """
    z, dz, ddz = _integrate(mean, variance, _narrow, _wide)
    slope = dz / z
    return z, slope, ddz / z - slope**2


def tie_moments(
    mean: ArrayLike, variance: ArrayLike, ties: float, *, equal: bool
) -> tuple[Floats, Floats, Floats]:
    """Return the chance of a win, or of “equal”, by Davidson's model, with its g and h.

    As `win_moments`, for a tie parameter above 0.
    """
    z, dz, ddz = _integrate(
        mean,
        variance,
        lambda m, v: _narrow_tie(m, v, ties, equal),
        lambda m, v: _wide_tie(m, v, ties, equal),
    )
    z = np.maximum(z, 1e-300)
    slope = dz / z
    return z, slope, ddz / z - slope**2


def _integrate(
    mean: ArrayLike, variance: ArrayLike, narrow: _Integral, wide: _Integral
) -> tuple[Floats, Floats, Floats]:
    """Return a chance and its first two derivatives, each variance by the integral for its size."""
    m, v = np.broadcast_arrays(np.asarray(mean, float), np.asarray(variance, float))
    small = v <= 1.0
    if small.all() or not small.any():
        parts = (narrow if small.any() else wide)(m.ravel(), v.ravel())
        z, dz, ddz = (part.reshape(m.shape) for part in parts)
        return z, dz, ddz
    z, dz, ddz = (np.empty(m.shape) for _ in range(3))
    for where, integrate in ((small, narrow), (~small, wide)):
        z[where], dz[where], ddz[where] = integrate(m[where], v[where])
    return z, dz, ddz


def entropy_reduction(mean: ArrayLike, variance: ArrayLike, ties: float = 0.0) -> Floats:
    """Return the expected fall in entropy, by quadrature."""
    m, v = np.abs(np.asarray(mean, float)), np.asarray(variance, float)
    gain = np.zeros(np.broadcast(m, v).shape)
    for chance, _, bend in _outcomes(m, v, ties):
        gain -= 0.5 * chance * np.log1p(np.maximum(v * bend, -1 + 1e-15))
    return gain


def _outcomes(m: Floats, v: Floats, ties: float) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield the moments of all outcomes."""
    for sign in (1.0, -1.0):
        yield tie_moments(sign * m, v, ties, equal=False) if ties else win_moments(sign * m, v)
    if ties:
        yield tie_moments(m, v, ties, equal=True)


class GainTable:
    """The gain on a grid, with fast look-up; it falls with |mean| and rises with variance.

    Where most answers are “equal”, it rises with |mean| at first.
    """

    def __init__(self, ties: float = 0.0) -> None:
        self._steps = _TIE_TABLE_STEPS if ties else _STEPS
        self._x = np.linspace(0, _MOST_X, self._steps)
        self._margin = (_TIE_MARGIN if ties else _MARGIN) * self._x[1]
        v = np.exp(np.linspace(*_LOG_V, self._steps))
        gain = entropy_reduction(self._x[:, None] * np.sqrt(v + 3), v, ties)
        log_gains = np.log(np.maximum(gain, 1e-300))
        self._spline: Floats = scipy.ndimage.spline_filter(log_gains, order=3)

    def log_gain(self, mean: ArrayLike, variance: ArrayLike) -> Floats:
        """Return the logarithm of the gain of pairs with these means and variances of the gap."""
        v = np.minimum(np.maximum(variance, _V[0]), _V[1])
        x = np.abs(mean) / np.sqrt(v + 3)
        low, high = _LOG_V
        places = np.empty((2, *x.shape))
        places[0] = np.minimum(x, _MOST_X) * ((self._steps - 1) / _MOST_X)
        places[1] = (np.log(v) - low) * ((self._steps - 1) / (high - low))
        found = np.empty(x.size)
        scipy.ndimage.map_coordinates(
            self._spline, places.reshape(2, -1), found, order=3, prefilter=False, mode="mirror"
        )
        found = found.reshape(x.shape)
        found -= np.maximum(x - _MOST_X, 0) / _BEYOND
        return found

    def rough_reach(self, log_gain: float, most: float) -> "Reach":
        """Return a reach that is a little further, and often the same for gains nearly the same."""
        return _find_rough_reach(
            self, math.floor(log_gain / _ROUGH - 0.5), math.ceil(2 * math.log2(most))
        )

    def reach(self, log_gain: float, most: float) -> "Reach":
        """Return up to which |mean| variances up to `most` can have more than this gain."""
        variances, most_gains, gains = self._fine
        first, end = np.searchsorted(most_gains, log_gain, "right"), len(variances)
        least = float(variances[first - 1]) if 0 < first < end else 0.0
        if first == end or most <= least:
            return Reach(0.0, most, np.full(2, -1.0))
        lines = np.linspace(least, most, _LINES)
        rows = np.clip(np.searchsorted(variances, lines), 1, end - 1)
        share = (lines - variances[rows - 1]) / (variances[rows] - variances[rows - 1])
        share = np.clip(share, 0.0, 1.0)[:, None]
        found = (1 - share) * gains[rows - 1] + share * gains[rows] + _MORE
        more = found > log_gain
        above = self._steps - np.argmax(more[:, ::-1], axis=1)
        each, after = np.arange(len(found)), np.minimum(above, self._steps - 1)
        last, next_ = found[each, above - 1], found[each, after]
        share = (last - log_gain) / np.maximum(last - next_, 1e-300)
        squares = (1 - share) * self._x[above - 1] ** 2 + share * self._x[after] ** 2
        bounds = (np.sqrt(squares) + self._margin) * np.sqrt(lines + 3)
        bounds[above >= self._steps] = np.inf
        bounds[~more.any(axis=1)] = -1.0
        return Reach(least, most, bounds)

    @cached_property
    def _fine(self) -> tuple[Floats, Floats, Floats]:
        """Variances on a finer grid, the largest gain of each, and all gains, a row each.

        The largest gains rise with the variance.
        """
        variances = np.exp(np.linspace(*_LOG_V, _FINE * self._steps))
        gains = self.log_gain(self._x * np.sqrt(variances[:, None] + 3), variances[:, None])
        return variances, np.maximum.accumulate(gains.max(axis=1)), gains


class Reach:
    """Bounds of |mean| by variance, for variances rounded up to the next of some lines."""

    def __init__(self, least: float, most: float, by_line: Floats) -> None:
        self._least = least
        self._density = (len(by_line) - 1) / (most - least)
        self._by_line = by_line

    def at(self, variance: Floats) -> Floats:
        """Return the bound for each variance; -1 where no mean will do."""
        return self._by_line.take(self._lines_of(variance), mode="clip")

    def up_to(self, variance: Floats) -> Floats:
        """Return the largest bound for variances up to each one; mostly it is the bound there."""
        return np.maximum.accumulate(self._by_line).take(self._lines_of(variance), mode="clip")

    def _lines_of(self, variance: Floats) -> NDArray[np.int64]:
        return np.ceil((variance - self._least) * self._density).astype(np.int64)


def gain_table(ties: float = 0.0) -> GainTable:
    """Return the table of the entropy's fall, made once for each step of the tie parameter."""
    if ties <= 0:
        return _make_table(None)
    low, high = _TIE_STEPS
    return _make_table(int(np.clip(np.rint(2 * np.log(ties)), low, high)))


@lru_cache(maxsize=64)
def _find_rough_reach(table: GainTable, level: int, octave: int) -> Reach:
    return table.reach(_ROUGH * level, 2.0 ** (octave / 2))


@cache
def _make_table(step: int | None) -> GainTable:
    return GainTable() if step is None else GainTable(float(np.exp(step / 2)))


def _narrow(m: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
    """Integrate over the gap: for v <= 1 the logistic function is smooth on its scale."""
    nodes = _NORMAL_NODES
    weights = _NORMAL_WEIGHTS
    p = scipy.special.expit(m[:, None] + np.sqrt(v)[:, None] * nodes)
    q = scipy.special.expit(-m[:, None] - np.sqrt(v)[:, None] * nodes)
    return p @ weights, (p * q) @ weights, (p * q * (q - p)) @ weights


def _wide(m: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
    """Integrate over logistic noise l: a win is a normal variable above -l."""
    nodes = _LOGISTIC_NODES
    weights = _logistic_weights()
    sd = np.sqrt(v)[:, None]
    a = (m[:, None] + nodes) / sd
    density = np.exp(-(a**2) / 2) / np.sqrt(2 * np.pi) / sd
    return scipy.special.ndtr(a) @ weights, density @ weights, (-a * density / sd) @ weights


@cache
def _logistic_weights() -> Floats:
    nodes = _LOGISTIC_NODES
    weights: Floats = _STEP * scipy.special.expit(nodes) * scipy.special.expit(-nodes)
    return weights


def _narrow_tie(m: Floats, v: Floats, ties: float, equal: bool) -> tuple[Floats, Floats, Floats]:
    """Integrate over the gap: the chance, and its derivatives by those of its logarithm."""
    nodes = _NORMAL_NODES
    weights = _NORMAL_WEIGHTS
    first, tied = outcome_chances(m[:, None] + np.sqrt(v)[:, None] * nodes, ties)
    chance = tied if equal else first
    slope = (0.5 if equal else 1.0) - first - tied / 2
    bend = first * (1.0 - first - tied) + tied * (1.0 - tied) / 4
    return (
        chance @ weights,
        (chance * slope) @ weights,
        (chance * (slope**2 - bend)) @ weights,
    )


def _wide_tie(m: Floats, v: Floats, ties: float, equal: bool) -> tuple[Floats, Floats, Floats]:
    """Integrate over where the chance rises, or over the ties: both are near a gap of 0."""
    nodes, sd = _LOGISTIC_NODES, np.sqrt(v)[:, None]
    first, tied = outcome_chances(nodes, ties)
    a = (m[:, None] - nodes) / sd
    density = np.exp(-(a**2) / 2) / np.sqrt(2 * np.pi) / sd
    if equal:
        weights = _STEP * tied
        bend = (a**2 - 1) * density / v[:, None]
        return density @ weights, (-a * density / sd) @ weights, bend @ weights
    weights = _STEP * first * (1.0 - first - tied / 2)
    return scipy.special.ndtr(a) @ weights, density @ weights, (-a * density / sd) @ weights
