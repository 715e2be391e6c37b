"""How true scores may lie about their middle: as a bell, or evenly with ends.

How it works
------------
A spread alone does not tell how the scores lie. Where answers are about near neighbours, the shape
decides how far apart the neighbours are taken to be, in the middle and at the ends, and with the
wrong one every score is off by the same factor. So there are two shapes, and the answers weigh
them (`spread.py`). A bell is normal. Even scores have a flat density with soft ends: uniform scores
plus a normal error of a twentieth of half their stretch. As that is no normal factor, each score
gets one that stands in for it, renewed together with those of the pairs (`propagation.py`).
"""

from typing import NamedTuple, Protocol

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NODES = np.arange(-6.5, 6.5 + 1e-9, 0.5)
"""Places, in standard deviations, at which a density is looked at."""
_SOFT = 0.05
"""The standard deviation of the ends of even scores, as a share of half their stretch."""
_LEAST_SHARE, _LEAST_WEIGHT = 1e-4, 1e-6
"""Other factors give a score at least this share of its precision; its own at least some."""
_NARROWEST = 0.05
"""Standard deviation, in steps between nodes: a density between two of them has none to be seen."""
_NUDGE = 0.1
"""By how many standard deviations a score is moved, to see how its variance changes."""


class Renewed(NamedTuple):
    """Normal factors that follow from a posterior, and how good the ones before were."""

    weight: Floats
    pull: Floats
    lost: float
    """The log mass that the factors before lose."""
    change: float
    """The largest change of a factor, in units of the posterior."""


class Shape(Protocol):
    """The prior of the scores as normal factors exp(-weight score^2 / 2 + pull score)."""

    weight: Floats
    pull: Floats

    def begin(self, spread: float) -> None:
        """Take another standard deviation of the scores."""

    def renew(self, mean: Floats, variance: Floats) -> Renewed:
        """Return the factors for this posterior."""

    def find_skews(self, mean: Floats, variance: Floats) -> Floats:
        """Return how skew each score is by the true density: what normal factors leave out."""


class Bell:
    """Normal scores: the factors are exact."""

    def __init__(self, n_items: int) -> None:
        self.weight: Floats = np.ones(n_items)
        self.pull: Floats = np.zeros(n_items)

    def begin(self, spread: float) -> None:
        """Take another standard deviation of the scores."""
        self.weight = np.full(len(self.weight), spread**-2)

    def renew(self, mean: Floats, variance: Floats) -> Renewed:
        """Return the factors as they are."""
        del mean, variance
        lost = float((np.log(self.weight) - np.log(2 * np.pi)).sum() / 2)
        return Renewed(self.weight, self.pull, lost, 0.0)

    def find_skews(self, mean: Floats, variance: Floats) -> Floats:
        """Return zeros: normal factors leave nothing out."""
        del variance
        return np.zeros(len(mean))


class Even:
    """Scores that are spread evenly between two soft ends."""

    def __init__(self, n_items: int) -> None:
        self.weight: Floats = np.ones(n_items)
        self.pull: Floats = np.zeros(n_items)
        self._spread, self._half = 1.0, 1.0

    def begin(self, spread: float) -> None:
        """Take another standard deviation; what was found for the last one is a start."""
        self._half = spread / float(np.sqrt(1 / 3 + _SOFT**2))
        scale = self._spread / spread
        self.weight, self.pull = self.weight * scale**2, self.pull * scale
        self._spread = spread

    def renew(self, mean: Floats, variance: Floats) -> Renewed:
        """Return factors that give each score the mean and variance of the true density."""
        others, centres = self._leave_out(mean, variance)
        masses, means, tilted = self._find_moments(centres, 1 / others)
        weight = np.maximum(1 / tilted - others, _LEAST_WEIGHT / self._spread**2)
        pull = means / tilted - centres * others
        lost = masses - log_factor_mass(self.weight, self.pull, others, centres)
        change = largest_change(weight - self.weight, pull - self.pull, variance)
        return Renewed(weight, pull, float(lost.sum()), change)

    def find_skews(self, mean: Floats, variance: Floats) -> Floats:
        """Return how skew each score is by the true density.

        A cumulant is the derivative of the one before by the centre, over the normal's precision.
        """
        others, centres = self._leave_out(mean, variance)
        _, _, middle = self._find_moments(centres, 1 / others)
        nudge = _NUDGE / (others * np.sqrt(middle))
        _, _, up = self._find_moments(centres + nudge, 1 / others)
        _, _, down = self._find_moments(centres - nudge, 1 / others)
        skews: Floats = (up - down) / (2 * _NUDGE * middle)
        return skews

    def _leave_out(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
        """Return precision and mean of each score by all factors but its own."""
        others = np.maximum(1 / variance - self.weight, _LEAST_SHARE / variance)
        return others, (mean / variance - self.pull) / others

    def _find_moments(self, centres: Floats, variances: Floats) -> tuple[Floats, Floats, Floats]:
        """Return log mass, mean and variance of the density times N(centres, variances).

        The density is the difference of two normal distribution functions, so that mean and
        variance are derivatives of the log mass by the centre.
        """
        half, log_cdf = self._half, scipy.special.log_ndtr
        error = np.sqrt(variances + (_SOFT * half) ** 2)
        near, far = (half - np.abs(centres)) / error, (-half - np.abs(centres)) / error
        log_part = log_cdf(near) + np.log1p(-np.exp(log_cdf(far) - log_cdf(near)))
        at_near, at_far = (
            np.exp(-(z**2) / 2 - log_part) / np.sqrt(2 * np.pi) / error for z in (near, far)
        )
        slope = at_far - at_near
        bend = (far * at_far - near * at_near) / error - slope**2
        means = centres + np.sign(centres) * variances * slope
        tilted = np.maximum(variances * (1 + variances * bend), _LEAST_SHARE * variances)
        return log_part - np.log(2 * half), means, tilted


def find_moments(
    logs: Floats, places: Floats, others: Floats, centres: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return log mass, mean and variance of densities times N(centres, 1 / others), a row each.

    `logs` are the log densities at the places, which are `NODES` of each row.
    """
    logs = logs - others[:, None] * (places - centres[:, None]) ** 2 / 2
    top = logs.max(axis=1, keepdims=True, initial=-np.inf)
    shares = np.exp(logs - top)
    total = shares.sum(axis=1)
    means = (shares * places).sum(axis=1) / total
    variances = (shares * (places - means[:, None]) ** 2).sum(axis=1) / total
    step = places[:, 1] - places[:, 0]
    variances = np.maximum(variances, (_NARROWEST * step) ** 2)
    masses = top[:, 0] + np.log(total * step) + np.log(others / (2 * np.pi)) / 2
    return masses, means, variances


def find_skews(logs: Floats, places: Floats, others: Floats, centres: Floats) -> Floats:
    """Return the third cumulants of the same densities, over their cubed standard deviations."""
    logs = logs - others[:, None] * (places - centres[:, None]) ** 2 / 2
    shares = np.exp(logs - logs.max(axis=1, keepdims=True, initial=-np.inf))
    total = shares.sum(axis=1)
    off = places - ((shares * places).sum(axis=1) / total)[:, None]
    shares *= off * off
    variances = shares.sum(axis=1) / total
    shares *= off
    skews: Floats = shares.sum(axis=1) / (total * variances**1.5)
    return skews


def largest_change(weights: Floats, pulls: Floats, variances: Floats) -> float:
    """Return the largest change of factors, in units of the posterior."""
    sizes = np.maximum(np.abs(weights) * variances, np.abs(pulls) * np.sqrt(variances))
    return float(sizes.max(initial=0.0))


def log_factor_mass(weight: Floats, pull: Floats, others: Floats, centres: Floats) -> Floats:
    """Return the log of the mean of a normal factor over N(centres, 1 / others)."""
    both = others + weight
    bent = (centres * others + pull) ** 2 / both - centres**2 * others
    mass: Floats = (np.log(others / both) + bent) / 2
    return mass
