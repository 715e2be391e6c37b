"""The normal approximation where scores are far apart, and where it starts."""

import numpy as np
import pytest
import scipy

from sortrank_gui.ranking import Comparisons, strategies
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.normal_fit import NormalFit
from sortrank_gui.ranking.posterior import sparse_posterior
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey


def _table(name: str, n_items: int, count: int) -> Comparisons:
    """Return answers about items one logit apart: sure between all but near neighbours."""
    scores = np.random.default_rng(5).uniform(0, n_items + 1, n_items)
    strategy = strategies.create(name, n_items=n_items, seed=3)
    return run_survey(strategy, BradleyTerryRespondent(scores, seed=3), count).table()


def _begin(table: Comparisons, means: np.ndarray) -> NormalFit:
    graph = Laplacian(table.n_items, table.first, table.second)
    return NormalFit(graph, table.first_wins, table.first_wins + table.second_wins, means)


@pytest.mark.parametrize(
    ("name", "n_items", "count"),
    [("adjacent", 500, 4000), ("mergesort", 500, 8000), ("mergesort", 60, 240)],
)
def test_last_bits_do_not_grow(
    name: str, n_items: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After all steps of learning the prior, errors of 1e-15 are below 1e-9 of the largest mean."""
    exact = sparse_posterior(_table(name, n_items, count))
    rng, expit = np.random.default_rng(1), scipy.special.expit
    noisy = lambda x: expit(x) * (1 + 1e-15 * rng.standard_normal(x.shape))  # noqa: E731
    table = _table(name, n_items, count)
    monkeypatch.setattr(scipy.special, "expit", noisy)
    disturbed = sparse_posterior(table)
    assert disturbed.prior_variance == pytest.approx(exact.prior_variance, rel=1e-9)
    assert np.abs(disturbed.mean - exact.mean).max() < 1e-9 * np.abs(exact.mean).max()


@pytest.mark.parametrize("prior_variance", [100.0, 1600.0])
def test_means_come_to_rest_where_scores_are_far_apart(prior_variance: float) -> None:
    """Two answers an item, most of them sure: the steps do not swing for ever."""
    table = _table("matching", 60, 120)
    fit = _begin(table, np.zeros(60))
    assert any(fit.settle(prior_variance, 1e-4) for _ in range(3))
    still = fit.means
    fit.settle(prior_variance, 1e-4)
    assert np.abs(fit.means - still).max() < 0.01 * np.abs(still).max()
