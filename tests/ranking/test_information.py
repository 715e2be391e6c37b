"""The information gain, against brute-force integration."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit, xlogy
from scipy.stats import norm

from sortrank_gui.ranking.information import (
    entropy_reduction,
    gain_table,
    tie_moments,
    win_moments,
)
from sortrank_gui.ranking.ties import outcome_chances

GAPS = [(0.0, 0.5), (1.0, 2.0), (-3.0, 10.0), (0.0, 100.0), (5.0, 0.9), (-5.0, 1.1), (2.0, 1e-3)]


def _integrate(function, mean: float, variance: float) -> float:
    sd = variance**0.5
    value, _ = quad(
        lambda d: function(d) * norm.pdf(d, mean, sd),
        mean - 12 * sd,
        mean + 12 * sd,
        limit=500,
        epsabs=1e-13,
        points=[0.0] if abs(mean) < 12 * sd else None,
    )
    return value


@pytest.mark.parametrize(("mean", "variance"), GAPS)
def test_win_moments_match_integration(mean: float, variance: float) -> None:
    """Chance, new mean and new variance after a win agree with adaptive quadrature to 1e-9."""
    chance, slope, bend = (float(x) for x in win_moments(mean, variance))
    z = _integrate(expit, mean, variance)
    first = _integrate(lambda d: d * expit(d), mean, variance) / z
    second = _integrate(lambda d: d * d * expit(d), mean, variance) / z
    assert chance == pytest.approx(z, rel=1e-9)
    assert mean + variance * slope == pytest.approx(first, rel=1e-9, abs=1e-9)
    assert variance + variance**2 * bend == pytest.approx(second - first**2, rel=1e-7)


@pytest.mark.parametrize("equal", [False, True])
@pytest.mark.parametrize(("mean", "variance"), GAPS)
def test_tie_moments_match_integration(mean: float, variance: float, equal: bool) -> None:
    """The same of Davidson's model, after a win and after “equal”, to 1e-7."""

    def chance_at(gap: float) -> float:
        first, tied = outcome_chances(np.array(gap), 0.7)
        return float(tied if equal else first)

    chance, slope, bend = (float(x) for x in tie_moments(mean, variance, 0.7, equal=equal))
    z = _integrate(chance_at, mean, variance)
    first = _integrate(lambda d: d * chance_at(d), mean, variance) / z
    second = _integrate(lambda d: d * d * chance_at(d), mean, variance) / z
    assert chance == pytest.approx(z, rel=1e-7)
    assert mean + variance * slope == pytest.approx(first, rel=1e-7, abs=1e-7)
    assert variance + variance**2 * bend == pytest.approx(second - first**2, rel=1e-6)


def test_gain_with_ties_falls_to_the_binary_one() -> None:
    """With hardly any ties the gain is the binary one; with many it is smaller; tables agree."""
    mean, variance = np.array([0.0, 0.5, 2.0, 4.0]), np.array([0.3, 1.5, 4.0, 20.0])
    plain, rare = entropy_reduction(mean, variance), entropy_reduction(mean, variance, 1e-6)
    assert rare == pytest.approx(plain, rel=1e-4)
    often = entropy_reduction(mean, variance, float(np.exp(0.5)))
    assert (often[:2] < 0.8 * plain[:2]).all()
    table = gain_table(1.7)  # the nearest table is that of e^(1/2) = 1.65
    assert np.exp(table.log_gain(mean, variance)) == pytest.approx(often, rel=1e-3)


@pytest.mark.parametrize(("mean", "variance"), GAPS)
def test_entropy_reduction_matches_integration(mean: float, variance: float) -> None:
    """The expected fall in a normal's entropy, from the integrated moments of both answers."""
    expected = 0.0
    for sign in (1, -1):
        z = _integrate(lambda d, s=sign: expit(s * d), mean, variance)
        first = _integrate(lambda d, s=sign: d * expit(s * d), mean, variance) / z
        second = _integrate(lambda d, s=sign: d * d * expit(s * d), mean, variance) / z
        expected -= 0.5 * z * np.log((second - first**2) / variance)
    assert float(entropy_reduction(mean, variance)) == pytest.approx(expected, rel=1e-5)


def test_kl_divergence_equals_entropy_reduction() -> None:
    """Under exact moment matching the paper's two criteria are one number, to rounding."""
    rng = np.random.default_rng(1)
    variance = np.exp(rng.uniform(np.log(1e-4), np.log(1e5), 2000))
    mean = rng.uniform(-6, 6, 2000) * np.sqrt(variance + 3)
    divergence = np.zeros(2000)
    for sign in (1.0, -1.0):
        chance, slope, bend = win_moments(sign * mean, variance)
        change = np.maximum(variance * bend, -1 + 1e-15)
        divergence += 0.5 * chance * (change + variance * slope**2 - np.log1p(change))
    np.testing.assert_allclose(divergence, entropy_reduction(mean, variance), rtol=1e-9)


def test_gain_table_is_within_a_ten_thousandth() -> None:
    """Look-ups differ from quadrature by less than 1e-4, relative, out to six deviations."""
    rng = np.random.default_rng(2)
    variance = np.exp(rng.uniform(np.log(1e-4), np.log(1e5), 4000))
    mean = rng.uniform(-6, 6, 4000) * np.sqrt(variance + 3)
    found = np.exp(gain_table().log_gain(mean, variance))
    np.testing.assert_allclose(found, entropy_reduction(mean, variance), rtol=1e-4)


def test_gain_table_ranks_pairs_as_mutual_information_does() -> None:
    """The Gaussian and the exact gain order pairs the same: rank correlation above 0.999."""
    rng = np.random.default_rng(3)
    variance = np.exp(rng.uniform(np.log(1e-2), np.log(30), 3000))
    mean = rng.uniform(0, 3, 3000) * np.sqrt(variance + 3)

    def coin(p: np.ndarray) -> np.ndarray:
        return -xlogy(p, p) - xlogy(1 - p, 1 - p)

    nodes = np.linspace(-9, 9, 1001)
    wins = expit(mean[:, None] + np.sqrt(variance)[:, None] * nodes)
    weights = norm.pdf(nodes) / norm.pdf(nodes).sum()
    exact = coin(wins @ weights) - coin(wins) @ weights
    ranks = [np.argsort(np.argsort(x)) for x in (gain_table().log_gain(mean, variance), exact)]
    assert np.corrcoef(*ranks)[0, 1] > 0.999


def test_gain_falls_with_the_gap_and_rises_with_the_variance() -> None:
    """The search for the best pair rests on both, also beyond the edge of the table."""
    table = gain_table()
    means = np.linspace(0, 400, 4001)
    for variance in (1e-5, 1e-2, 1.0, 50.0, 1e4):
        assert (np.diff(table.log_gain(means, variance)) < 1e-9).all()
    variances = np.exp(np.linspace(np.log(1e-5), np.log(1e7), 2000))
    for mean in (0.0, 1.0, 5.0):
        assert (np.diff(table.log_gain(mean, variances)) > 0).all()


def test_reach_never_cuts_off_a_better_pair() -> None:
    """Whatever has more than the given gain lies within the reach of its variance."""
    table, rng = gain_table(), np.random.default_rng(4)
    variance = np.exp(rng.uniform(np.log(1e-3), np.log(1e4), 5000))
    mean = rng.uniform(0, 5, 5000) * np.sqrt(variance + 3)
    for goal in (-8.0, -3.0, -1.5, -0.7):
        better = table.log_gain(mean, variance) > goal
        assert (mean <= table.reach(goal, float(variance.max())).at(variance))[better].all()


@pytest.mark.parametrize("ties", [0.0, 0.5, 8.0])
def test_reach_up_to_a_variance_covers_all_smaller_ones(ties: float) -> None:
    """An item's own reach must cover that of each of its pairs, also where it falls on the way."""
    variances = np.linspace(0, 30, 3000)
    for goal in (-18.5, -8.0, -1.5, -0.7):
        reach = gain_table(ties).reach(goal, 30.0)
        assert (reach.up_to(variances) == np.maximum.accumulate(reach.at(variances))).all()
