"""The normal posterior for a spread, against sums over all scores of small cases."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.special import log_expit, logsumexp, ndtr

from benchmarks.calibration import draw_truth
from benchmarks.evidence import anneal, sum_draws
from sortrank_gui.ranking import Comparisons, strategies
from sortrank_gui.ranking.propagation import Propagation
from sortrank_gui.ranking.shapes import NODES, Even, find_skews
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey


def log_bell(scores: np.ndarray, spread: float) -> np.ndarray:
    """Return the log density of normal scores."""
    logs: np.ndarray = -(scores**2) / (2 * spread**2) - np.log(spread * np.sqrt(2 * np.pi))
    return logs


def log_even(scores: np.ndarray, spread: float) -> np.ndarray:
    """Return the log density of even scores: flat, with ends that are soft by a twentieth."""
    half = spread / np.sqrt(1 / 3 + 0.05**2)
    up, down = (ndtr((end * half - scores) / (0.05 * half)) for end in (1, -1))
    logs: np.ndarray = np.log(np.maximum(up - down, 1e-300) / (2 * half))
    return logs


def sum_over_scores(
    table: Comparisons,
    spread: float,
    log_prior: Callable[[np.ndarray, float], np.ndarray],
    reach: float = 9.0,
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return log evidence, means and variances of three centred scores by a fine grid."""
    axis = np.linspace(-reach, reach, 121) * spread
    scores = np.stack(np.meshgrid(axis, axis, axis, indexing="ij")).reshape(3, -1)
    gaps = scores[table.first] - scores[table.second]
    logs = table.first_wins @ log_expit(gaps) + table.second_wins @ log_expit(-gaps)
    step = axis[1] - axis[0]
    logs += log_prior(scores, spread).sum(axis=0) + 3 * np.log(step)
    evidence = float(logsumexp(logs))
    weights = np.exp(logs - evidence)
    centred = scores - scores.mean(axis=0)
    means = centred @ weights
    return evidence, means, (centred**2) @ weights - means**2


@pytest.mark.parametrize("spread", [0.3, 1.0, 3.0])
def test_propagation_agrees_with_sums_over_all_scores(spread: float) -> None:
    """Evidence and means are exact within a few per cent; the worst variance is 8 % too small.

    That is of the item that never lost, with the widest spread, whose posterior is far from normal.
    """
    table = Comparisons.from_pairs(3, [0, 0, 0, 1, 2, 0], [1, 1, 2, 2, 1, 1])
    table.add_ties([1], [2])
    evidence, means, variances = sum_over_scores(table, spread, log_bell)
    found = Propagation(table).settle(spread)
    assert found.log_evidence == pytest.approx(evidence, abs=0.03)
    assert found.mean == pytest.approx(means, abs=0.05 * spread)
    assert np.diag(found.covariance) == pytest.approx(variances, rel=0.1)


@pytest.mark.parametrize("spread", [1.0, 2.0])
def test_propagation_of_even_scores_agrees_with_sums_over_all_scores(spread: float) -> None:
    """The prior is no normal factor, and what stands in for it is nearly as good."""
    table = Comparisons.from_pairs(3, [0, 0, 0, 1, 2, 0, 1], [1, 1, 2, 2, 1, 1, 0])
    evidence, means, variances = sum_over_scores(table, spread, log_even, 2.4)
    found = Propagation(table).settle(spread, Even(3))
    assert found.log_evidence == pytest.approx(evidence, abs=0.1)
    assert found.mean == pytest.approx(means, abs=0.1 * spread)
    assert np.diag(found.covariance) == pytest.approx(variances, rel=0.15)


@pytest.mark.parametrize(("centre", "variance"), [(0.3, 0.5), (-3.0, 2.0), (6.0, 0.3), (0.0, 900)])
def test_factors_of_even_scores_have_the_moments_of_the_density(
    centre: float, variance: float
) -> None:
    """With all other factors as one normal, each score has the mean and variance of the product."""
    shape, places = Even(1), np.linspace(-12, 12, 100_001)
    shape.begin(2.0)
    shape.weight, shape.pull = np.zeros(1), np.zeros(1)
    found = shape.renew(np.array([centre]), np.array([variance]))
    logs = log_even(places, 2.0) - (places - centre) ** 2 / (2 * variance)
    mass = np.exp(logs).sum() * (places[1] - places[0]) / np.sqrt(2 * np.pi * variance)
    weights = np.exp(logs) / np.exp(logs).sum()
    mean = weights @ places
    precision = 1 / variance + found.weight[0]
    assert found.lost == pytest.approx(np.log(mass), abs=1e-4)
    assert 1 / precision == pytest.approx(weights @ (places - mean) ** 2, rel=1e-3)
    assert (centre / variance + found.pull[0]) / precision == pytest.approx(mean, abs=1e-3)


def test_weighted_draws_agree_with_sums_over_all_scores() -> None:
    """The benchmark's importance sampling is right where a fine grid can tell.

    With 20,000 draws its standard error is below 1 % of the evidence and of each deviation.
    """
    table = Comparisons.from_pairs(3, [0, 0, 0, 1, 2, 0], [1, 1, 2, 2, 1, 1])
    evidence, _, variances = sum_over_scores(table, 2.0, log_bell)
    found = Propagation(table).settle(2.0)
    drawn, deviations, worth = sum_draws(table, found, 20_000, np.random.default_rng(1))
    assert drawn == pytest.approx(evidence, abs=0.04)
    assert deviations == pytest.approx(np.sqrt(variances), rel=0.05)
    assert 0.3 < worth <= 1


def test_annealed_draws_agree_with_sums_over_all_scores() -> None:
    """So does the benchmark's other way, for cases in which no weighted draw is worth anything."""
    table = Comparisons.from_pairs(3, [0, 0, 0, 1, 2, 0], [1, 1, 2, 2, 1, 1])
    evidence, _, _ = sum_over_scores(table, 2.0, log_bell)
    annealed, error = anneal(table, Propagation(table).settle(2.0), np.random.default_rng(1))
    assert error < 0.02
    assert annealed == pytest.approx(evidence, abs=0.06)


def test_evidence_of_an_unfinished_sort_counts_nothing_twice() -> None:
    """What answers imply is no evidence: without the correction it is 2 too much at a spread of 20.

    The annealed draws have a standard error of 0.1.
    """
    truth = draw_truth("normal:2", 200, 2003)
    strategy = strategies.create("quicksort", n_items=200, seed=2003)
    respondent = BradleyTerryRespondent(truth, seed=2003)
    table = run_survey(strategy, respondent, 1000).table()
    propagation = Propagation(table)
    off = []
    for spread in (2.0, 20.0):
        found = propagation.settle(spread)
        off.append(found.log_evidence - anneal(table, found, np.random.default_rng(1))[0])
    assert off == pytest.approx([0.0, 0.0], abs=0.6)


@pytest.mark.parametrize("centre", [-1.0, 0.0, 2.0])
def test_skews_are_those_of_the_density(centre: float) -> None:
    """The third cumulant is how the variance follows the centre; here against sums over a grid."""
    places = np.linspace(-14, 14, 20_001)
    logs = log_expit(places) - (places - centre) ** 2 / 8
    shares = np.exp(logs) / np.exp(logs).sum()
    mean = shares @ places
    deviation = np.sqrt(shares @ (places - mean) ** 2)
    skew = shares @ ((places - mean) / deviation) ** 3
    d = (mean + deviation * NODES)[None, :]
    others, centres = np.array([0.25]), np.array([centre])
    found = find_skews(log_expit(d), d, others, centres)
    assert found == pytest.approx(skew, abs=2e-3)


def test_propagation_does_not_depend_on_the_spread_before() -> None:
    """Factors that settled for another spread lead to the same posterior."""
    rng = np.random.default_rng(3)
    pairs = np.array([rng.choice(12, 2, replace=False) for _ in range(60)])
    table = Comparisons.from_pairs(12, pairs[:, 0], pairs[:, 1])
    once, again = Propagation(table), Propagation(table)
    again.settle(0.05)
    again.settle(4.0)
    cold, warm = once.settle(1.0), again.settle(1.0)
    assert warm.log_evidence == pytest.approx(cold.log_evidence, abs=1e-3)
    assert warm.mean == pytest.approx(cold.mean, abs=5e-3)


def test_propagation_of_even_scores_goes_from_wide_spreads_to_narrow_ones() -> None:
    """Factors for ends far away are a start for near ones, and lead to the same posterior."""
    rng = np.random.default_rng(4)
    pairs = np.array([rng.choice(12, 2, replace=False) for _ in range(60)])
    table = Comparisons.from_pairs(12, pairs[:, 0], pairs[:, 1])
    once, again, shape = Propagation(table), Propagation(table), Even(12)
    again.settle(30.0, shape)
    warm, cold = again.settle(1.0, shape), once.settle(1.0, Even(12))
    assert warm.log_evidence == pytest.approx(cold.log_evidence, abs=1e-3)
    assert warm.mean == pytest.approx(cold.mean, abs=5e-3)


def test_propagation_without_answers_is_the_prior() -> None:
    """Nothing was learned: means 0, the prior's variance, and an evidence of 1."""
    found = Propagation(Comparisons(4)).settle(2.0)
    assert found.log_evidence == pytest.approx(0.0)
    assert np.diag(found.covariance) == pytest.approx(np.full(4, 3.0))
