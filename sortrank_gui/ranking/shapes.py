"""How true scores may lie about their middle: as a bell, or evenly with ends.

How it works
------------
A spread alone does not tell how the scores lie. Where answers are about near neighbours, the shape
decides how far apart the neighbours are taken to be, in the middle and at the ends, and with the
wrong one every score is off by the same factor. So there are two shapes, and the answers weigh
them (`spread.py`). A bell is normal. Even scores have a density as exp(-|score / a|^10): flat, with
soft ends. As that is no normal factor, each score gets one that stands in for it, renewed together
with those of the pairs (`propagation.py`).
"""

from typing import Protocol

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NODE_STEP = 0.5
NODES = np.arange(-6.5, 6.5 + 1e-9, NODE_STEP)
"""Places, in standard deviations, at which a density is looked at."""
_POWER = 10.0
_LEAST_SHARE = 1e-4
"""Other factors give a score at least this share of its precision."""


class Shape(Protocol):
    """The prior of the scores as normal factors exp(-weight score^2 / 2 + pull score)."""

    weight: Floats
    pull: Floats

    def begin(self, spread: float) -> None:
        """Take another standard deviation of the scores."""

    def renew(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats, Floats]:
        """Return new weights and pulls for this posterior, and the log mass that is lost."""


class Bell:
    """Normal scores: the factors are exact."""

    def __init__(self, n_items: int) -> None:
        self.weight: Floats = np.ones(n_items)
        self.pull: Floats = np.zeros(n_items)

    def begin(self, spread: float) -> None:
        """Take another standard deviation of the scores."""
        self.weight = np.full(len(self.weight), spread**-2)

    def renew(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the factors as they are."""
        del mean, variance
        lost: Floats = (np.log(self.weight) - np.log(2 * np.pi)) / 2
        return self.weight, self.pull, lost


class Even:
    """Scores that are spread evenly between two soft ends."""

    def __init__(self, n_items: int) -> None:
        self.weight: Floats = np.zeros(n_items)
        self.pull: Floats = np.zeros(n_items)
        self._spread, self._reach, self._log_height = 1.0, 1.0, 0.0

    def begin(self, spread: float) -> None:
        """Take another standard deviation; what was found for the last one is a start."""
        gammaln = scipy.special.gammaln
        self._reach = spread * float(np.exp((gammaln(1 / _POWER) - gammaln(3 / _POWER)) / 2))
        self._log_height = -float(np.log(2 * self._reach) + gammaln(1 + 1 / _POWER))
        self._spread = spread
        if not self.weight.any():
            self.weight = np.full(len(self.weight), spread**-2)

    def renew(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats, Floats]:
        """Return factors that give each score the mean and variance of the true density."""
        others = np.maximum(1 / variance - self.weight, _LEAST_SHARE / variance)
        centres = (mean / variance - self.pull) / others
        roots = np.sqrt(variance)
        places = mean[:, None] + roots[:, None] * NODES
        logs = self._log_height - np.abs(places / self._reach) ** _POWER
        logs -= others[:, None] * (places - centres[:, None]) ** 2 / 2
        top = logs.max(axis=1, keepdims=True)
        masses = np.exp(logs - top)
        total = masses.sum(axis=1)
        means = (masses * places).sum(axis=1) / total
        tilted = (masses * (places - means[:, None]) ** 2).sum(axis=1) / total
        found = top[:, 0] + np.log(total * NODE_STEP * roots) + np.log(others / (2 * np.pi)) / 2
        weight = np.maximum(1 / tilted - others, 1e-6 / self._spread**2)
        pull = means / tilted - centres * others
        return weight, pull, found - log_factor_mass(self.weight, self.pull, others, centres)


def log_factor_mass(weight: Floats, pull: Floats, others: Floats, centres: Floats) -> Floats:
    """Return the log of the mean of a normal factor over N(centres, 1 / others)."""
    both = others + weight
    bent = (centres * others + pull) ** 2 / both - centres**2 * others
    mass: Floats = (np.log(others / both) + bent) / 2
    return mass
