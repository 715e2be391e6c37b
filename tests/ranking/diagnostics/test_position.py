from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Judgements, estimate_position_bias
from tests.spread import near

Simulate = Callable[..., Judgements]
TRUTH = np.random.default_rng(4).normal(0, 1.2, 10)


def test_bias_is_the_maximum_of_the_likelihood(simulate: Simulate) -> None:
    """A general optimiser over scores and beta finds the same, and the same curvature."""
    answers = simulate(TRUTH, 400, 1, bias=0.4)
    estimate = fit(answers.table())
    found = estimate_position_bias(answers, estimate)
    assert found is not None

    def cost(x: np.ndarray) -> float:
        gap = x[answers.left] - x[answers.right] + x[-1]
        data = answers.chosen @ gap - np.logaddexp(0, gap).sum()
        return float(-data + x[:-1] @ x[:-1] / (2 * estimate.prior_variance))

    best = minimize(cost, np.zeros(11), tol=1e-10)
    assert found.beta == pytest.approx(best.x[-1], abs=1e-4)
    chance = expit(best.x[answers.left] - best.x[answers.right] + best.x[-1])
    rows = np.zeros((len(answers), 11))
    rows[np.arange(len(answers)), answers.left] = 1
    rows[np.arange(len(answers)), answers.right] = -1
    rows[:, -1] = 1
    hessian = rows.T @ (rows * (chance * (1 - chance))[:, None])
    hessian[:10, :10] += np.eye(10) / estimate.prior_variance
    error = np.sqrt(np.linalg.inv(hessian)[-1, -1])
    assert found.standard_error == pytest.approx(error, rel=1e-3)


@pytest.mark.parametrize("bias", [0.0, 0.5])
def test_standard_error_covers_the_truth(simulate: Simulate, bias: float) -> None:
    """Over 50 studies the error is standard normal, as far as 50 can tell.

    Over 500 other ones the means are 0.05 and -0.10, the deviations 0.95 and 0.97; for 50 their
    standard errors are 0.14 and 0.093.
    """
    z = []
    for seed in range(50):
        answers = simulate(TRUTH, 250, seed, bias=bias)
        found = estimate_position_bias(answers, fit(answers.table()))
        assert found is not None
        z.append((found.beta - bias) / found.standard_error)
    assert np.mean(z) == near(-0.2 * bias, 0.14)
    assert np.std(z) == near(0.96, 0.093)


def test_share_of_left_answers(simulate: Simulate) -> None:
    """It is told with the error of a fair coin; without answers there is nothing to tell."""
    answers = simulate(TRUTH, 100, 1)
    estimate = fit(answers.table())
    found = estimate_position_bias(answers, estimate)
    assert found is not None
    assert found.share_left == answers.chosen.mean()
    assert found.share_error == pytest.approx(0.05)
    assert 0 < found.p_value <= 1
    assert estimate_position_bias(answers.take(slice(0)), estimate) is None
