"""The posterior that computes columns when they are needed, against the whole covariance."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.column_posterior import ColumnPosterior
from sortrank_gui.ranking.posterior import SparsePosterior, sparse_posterior, whole_posterior
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

_ITEMS = 300


def _beginning(strategy: str) -> SparsePosterior:
    scores = np.random.default_rng(1).normal(0, 2, _ITEMS)
    asked = ranking.strategies.create(strategy, n_items=_ITEMS, seed=1)
    answers = run_survey(asked, BradleyTerryRespondent(scores, seed=1), 3 * _ITEMS)
    return sparse_posterior(answers.table())


@pytest.mark.parametrize("strategy", ["random", "mergesort"])
def test_answers_change_it_as_they_change_the_whole_covariance(strategy: str) -> None:
    """After 60 answers means and covariances are the same to the accuracy of a column."""
    beginning = _beginning(strategy)
    ours, whole = ColumnPosterior(beginning), whole_posterior(beginning)
    rng = np.random.default_rng(2)
    for _ in range(60):
        first, second = rng.choice(40, 2, replace=False).tolist()
        for posterior in (ours, whole):
            posterior.update(first, second)
            posterior.update_equal(second, first)
    items, largest = np.arange(0, _ITEMS, 7), float(np.diag(whole.covariance).max())
    np.testing.assert_allclose(ours.mean, whole.mean, rtol=0, atol=1e-3)
    np.testing.assert_allclose(
        ours.covariances(items, np.arange(_ITEMS)), whole.covariance[items], atol=1e-3 * largest
    )
    assert ours.gap(3, 9) == pytest.approx(whole.gap(3, 9), abs=1e-3)
    assert (ours.bounds > np.diag(whole.covariance) * (1 - 1e-3)).all()
    expected = 1 / np.diag(np.linalg.inv(whole.covariance))
    np.testing.assert_allclose(ours.variances, expected, rtol=1e-3)


@pytest.mark.parametrize("strategy", ["random", "mergesort"])
def test_column_does_not_depend_on_what_was_computed_before(strategy: str) -> None:
    """Alone, in a block with slower ones, or after others: the same but for the last bits."""
    beginning, everything = _beginning(strategy), np.arange(_ITEMS)
    alone = np.array([5])
    one, two, three = (ColumnPosterior(beginning) for _ in range(3))
    two.solve(everything[::3])
    three.solve(everything)
    expected = one.covariances(alone, everything)
    for other in (two, three):
        found = other.covariances(alone, everything)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * expected.max())
