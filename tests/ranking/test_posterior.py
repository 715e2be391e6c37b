"""Normal posteriors against choix's expectation propagation and brute force."""

import choix
import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.posterior import (
    Posterior,
    expected_displacement,
    normal_posterior,
)
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import Answers, run_survey
from tests.spread import highest, limit, near


def _answers(n_items: int, count: int, strategy: str = "random", spread: float = 1.5) -> Answers:
    scores = np.random.default_rng(n_items).normal(0, spread, n_items)
    asked = ranking.strategies.create(strategy, n_items=n_items, seed=1)
    return run_survey(asked, BradleyTerryRespondent(scores, seed=1), count)


def _gap_variances(c: np.ndarray) -> np.ndarray:
    return (np.diag(c)[:, None] + np.diag(c) - 2 * c)[np.triu_indices(len(c), 1)]


@pytest.mark.parametrize("strategy", ["random", "mergesort"])
def test_normal_posterior_agrees_with_expectation_propagation(strategy: str) -> None:
    """After 5 n answers: correlations of means and gap variances over 0.99, scale within 3 %."""
    answers = _answers(60, 300, strategy)
    won = answers.outcomes == ranking.Outcome.FIRST
    first, second = answers.pairs.T
    data = list(zip(np.where(won, first, second), np.where(won, second, first), strict=True))
    mean, covariance = choix.ep_pairwise(60, data, alpha=1 / 2.25, model="logit")
    ours = normal_posterior(answers.table(), prior_variance=2.25)
    assert np.corrcoef(ours.mean, mean)[0, 1] > 0.999
    variances, expected = _gap_variances(ours.covariance), _gap_variances(covariance)
    assert np.corrcoef(variances, expected)[0, 1] > 0.99
    assert ours.mean @ mean / (mean @ mean) == pytest.approx(1, abs=0.03)
    assert np.median(variances / expected) == pytest.approx(1, abs=0.03)


def test_posterior_update_matches_the_two_dimensional_integral() -> None:
    """One answer's new mean and covariance are the moments of prior times likelihood.

    Of 400,000 draws these have standard errors of at most 0.0018 and 0.0023 (60 other seeds).
    """
    rng = np.random.default_rng(0)
    mean, root = np.array([0.4, -0.3]), np.array([[1.0, 0.0], [0.4, 0.8]])
    draws = mean + rng.standard_normal((400_000, 2)) @ root.T
    weights = 1 / (1 + np.exp(draws[:, 1] - draws[:, 0]))
    posterior = Posterior(mean.copy(), root @ root.T, 1.0)
    posterior.update(0, 1)
    np.testing.assert_allclose(
        posterior.mean, np.average(draws, axis=0, weights=weights), rtol=0, atol=limit(2) * 0.0018
    )
    np.testing.assert_allclose(
        posterior.covariance, np.cov(draws.T, aweights=weights), rtol=0, atol=limit(3) * 0.0023
    )


def test_posterior_updates_stay_near_the_full_posterior() -> None:
    """Forty rank-one updates on top of an anchor hardly move the means.

    By 0.0115 of a posterior deviation (root mean square) over 100 other tables, deviation 0.004.
    """
    answers = _answers(50, 290)
    posterior = normal_posterior(answers.table(250), prior_variance=2.25)
    for (first, second), outcome in zip(answers.pairs[250:], answers.outcomes[250:], strict=True):
        pair = (first, second) if outcome == ranking.Outcome.FIRST else (second, first)
        posterior.update(*(int(x) for x in pair))
    full = normal_posterior(answers.table(), prior_variance=2.25)
    error = (posterior.mean - full.mean) / np.sqrt(np.diag(full.covariance))
    assert np.sqrt(np.mean(error**2)) < highest(0.0115, 0.004)


def test_expected_displacement_predicts_the_true_one() -> None:
    """Averaged over 20 surveys, what is expected without the truth is near what is.

    Over 200 other surveys 313 is true, and 12.7 more are expected; the difference has a standard
    error of 8.6 for 20.
    """
    expected, true = [], []
    for seed in range(20):
        scores = np.random.default_rng(seed).normal(0, 1.5, 60)
        strategy = ranking.strategies.create("random", n_items=60, seed=seed)
        table = run_survey(strategy, BradleyTerryRespondent(scores, seed=seed), 600).table()
        estimate = ranking.fit(table)
        expected.append(expected_displacement(estimate, seed=seed))
        true.append(ranking.displacement(estimate.scores, scores))
    assert np.mean(expected) - np.mean(true) == near(12.7, 8.6)


def test_expected_displacement_of_no_answers_is_that_of_a_random_order() -> None:
    """Without comparisons every order is as likely: (n^2 - 1) / 3, over 400 draws within 0.52 %."""
    estimate = ranking.fit(ranking.Comparisons(40))
    ratio = expected_displacement(estimate, draws=400) / ranking.random_displacement(40)
    assert ratio == near(1.0, 0.0052)
