"""Shares of a count: their intervals, and how rare a low number of successes is."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, ndtri

Floats = NDArray[np.float64]


def wilson_interval(successes: float, count: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval of a share; (0, 1) where nothing was counted."""
    if not count:
        return 0.0, 1.0
    z = float(ndtri(0.5 + level / 2))
    share = successes / count
    middle = share + z**2 / (2 * count)
    reach = z * np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2))
    scale = 1 + z**2 / count
    return float((middle - reach) / scale), float((middle + reach) / scale)


def chance_of_so_few(successes: int, count: int, chance: float) -> float:
    """Return P(at most this many successes) of a binomial number."""
    return float(bdtr(successes, count, chance)) if count else 1.0


def chance_of_so_few_unequal(successes: int, chances: Floats) -> float:
    """Return P(at most this many successes) of trials that each have a chance of their own."""
    distribution = np.ones(1)
    for chance in chances.tolist():
        distribution = np.convolve(distribution, (1 - chance, chance))
    return float(min(distribution[: successes + 1].sum(), 1.0))
