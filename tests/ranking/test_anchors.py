"""New items land on the scale of known ones, within their errors."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.anchors import Anchors, fit_anchored

Floats = NDArray[np.float64]
_OLD, _NEW, _SHIFT = 30, 10, 3.0


def ask(scores: Floats, count: int, rng: np.random.Generator) -> Comparisons:
    """Return random answers about items with these scores."""
    first = rng.integers(len(scores), size=count)
    second = (first + rng.integers(1, len(scores), size=count)) % len(scores)
    won = rng.random(count) < 1 / (1 + np.exp(scores[second] - scores[first]))
    return Comparisons.from_pairs(
        len(scores), np.where(won, first, second), np.where(won, second, first)
    )


def test_new_items_land_on_the_old_scale() -> None:
    """In 200 simulated studies their true scores are within 1.96 errors as often as promised.

    The old scale has its own zero, 3 logits away, and its scores have errors. Of 2,000 new items
    about 95 % are inside; the standard deviation of that share is below 1 %, studies apart.
    """
    rng, inside, off = np.random.default_rng(5), [], []
    for _ in range(200):
        truth = rng.normal(_SHIFT, 1.2, _OLD + _NEW)
        error = rng.uniform(0.1, 0.4, _OLD)
        known = Anchors(np.arange(_OLD), truth[:_OLD] + rng.normal(0, error), error)
        found = fit_anchored(ask(truth, 400, rng), known)
        z = (found.scores - truth)[_OLD:] / found.standard_errors[_OLD:]
        inside.append(float(np.mean(np.abs(z) < 1.96)))
        off.append(float((found.scores - truth)[_OLD:].mean()))
    assert 0.925 < np.mean(inside) < 0.975
    assert abs(np.mean(off)) < 0.05


def test_errors_of_anchors_reach_the_new_items() -> None:
    """Anchors that are themselves uncertain make new items less sure, by as much as they share."""
    rng = np.random.default_rng(3)
    truth = rng.normal(0, 1, 6)
    table = ask(truth, 4000, rng)
    fixed = fit_anchored(table, Anchors(np.array([0]), truth[:1], np.zeros(1)), prior_variance=9.0)
    loose = fit_anchored(table, Anchors(np.array([0]), truth[:1], np.ones(1)), prior_variance=9.0)
    assert fixed.scores[0] == pytest.approx(truth[0], abs=1e-6)
    assert fixed.standard_errors[0] < 1e-3
    assert loose.standard_errors[1:].min() > 0.6 > fixed.standard_errors[1:].max()


def test_fit_is_the_maximum_of_the_posterior() -> None:
    """An optimiser that knows nothing of Newton steps finds the same, ties included."""
    rng = np.random.default_rng(2)
    table = ask(rng.normal(0, 1, 5), 60, rng)
    anchors = Anchors(np.array([1, 3]), np.array([0.5, -1.0]), np.array([0.2, 0.0]))

    def loss(scores: Floats) -> float:
        """Return minus the log of the posterior."""
        gap = scores[table.first] - scores[table.second]
        said = table.first_wins * np.log1p(np.exp(-gap)) + table.second_wins * np.log1p(np.exp(gap))
        prior = (scores[[0, 2, 4]] + 0.25) ** 2 / anchors.variance
        known = (scores[1] - 0.5) ** 2 / 0.04 + (scores[3] + 1.0) ** 2 / 1e-8
        return float(said.sum() + prior.sum() / 2 + known / 2)

    start = np.array([0, 0.5, 0, -1.0, 0])
    best = minimize(loss, start, method="Nelder-Mead", options={"maxiter": 40_000, "xatol": 1e-9})
    assert fit_anchored(table, anchors).scores == pytest.approx(best.x, abs=2e-3)
    tied = table.copy()
    tied.add_ties([0, 2, 2], [1, 4, 1])
    plain, with_ties = fit_anchored(table, anchors), fit_anchored(tied, anchors)
    assert np.isfinite(with_ties.scores).all()
    assert not np.allclose(plain.scores, with_ties.scores)


def test_wrong_anchors_are_refused() -> None:
    """No anchor, or anchors that say nothing about the spread, is a sentence."""
    table, none = Comparisons.from_pairs(2, [0], [1]), np.empty(0, dtype=np.int64)
    with pytest.raises(InputError, match="None of the anchors"):
        fit_anchored(table, Anchors(none, np.empty(0), np.empty(0)))
    with pytest.raises(InputError, match="All anchors have one score"):
        fit_anchored(table, Anchors(np.array([0]), np.zeros(1), np.zeros(1)))
