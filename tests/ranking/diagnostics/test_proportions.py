import numpy as np
import pytest
from scipy.stats import binom, binomtest

from sortrank_gui.ranking.diagnostics import (
    chance_of_so_few,
    chance_of_so_few_unequal,
    wilson_interval,
)


@pytest.mark.parametrize(("successes", "count"), [(0, 5), (3, 10), (10, 10), (57, 118)])
def test_interval_is_wilsons(successes: int, count: int) -> None:
    """SciPy gives the same."""
    theirs = binomtest(successes, count).proportion_ci(method="wilson")
    assert wilson_interval(successes, count) == pytest.approx((theirs.low, theirs.high))


def test_nothing_counted_says_nothing() -> None:
    """Without trials a share may be anything, and no number is too few."""
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert chance_of_so_few(0, 0, 0.9) == 1.0
    assert chance_of_so_few_unequal(0, np.empty(0)) == 1.0


def test_few_successes() -> None:
    """Equal chances give the binomial distribution, by both ways."""
    for successes in range(9):
        expected = binom.cdf(successes, 8, 0.7)
        assert chance_of_so_few(successes, 8, 0.7) == pytest.approx(expected)
        assert chance_of_so_few_unequal(successes, np.full(8, 0.7)) == pytest.approx(expected)


def test_unequal_chances() -> None:
    """Two trials: none succeeds, or one at most."""
    assert chance_of_so_few_unequal(0, np.array([0.9, 0.6])) == pytest.approx(0.04)
    assert chance_of_so_few_unequal(1, np.array([0.9, 0.6])) == pytest.approx(0.46)
