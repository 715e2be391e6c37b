"""How far chance may carry the result of a test, from the spread that was measured.

A test of a random outcome says where its figure lies: the mean, and the standard error of what the
test looks at, known by theory or measured over other seeds. A limit is so many
standard errors away that chance gets there in fewer than one of a million runs. The seeds of tests
are fixed, so a test that passes does so always; the limits are for the day when numbers change for
a good reason, be it another processor or another order of summation.
"""

from typing import Any

import pytest
from scipy.stats import binom, norm

FALSE_ALARM = 1e-6


def limit(results: int = 1) -> float:
    """Return how many standard errors away, either way, one of so many results is too far."""
    return float(norm.isf(FALSE_ALARM / (2 * results)))


def near(mean: float, error: float, results: int = 1) -> Any:
    """Return what equals all that chance makes of a figure, as one of so many `results`."""
    return pytest.approx(mean, abs=limit(results) * error)


def lowest(mean: float, error: float, results: int = 1) -> float:
    """Return the least that chance makes of a figure."""
    return mean - limit(results) * error


def highest(mean: float, error: float, results: int = 1) -> float:
    """Return the most that chance makes of a figure."""
    return mean + limit(results) * error


def fewest(count: int, chance: float) -> int:
    """Return the least number of `count` independent cases that have this chance each."""
    return int(binom.ppf(FALSE_ALARM, count, chance))


def most(count: int, chance: float) -> int:
    """Return the largest number of `count` independent cases that have this chance each."""
    return int(binom.isf(FALSE_ALARM, count, chance))
