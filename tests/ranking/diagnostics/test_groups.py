from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Judgements, find_groups, holm_limit
from tests.spread import most

Simulate = Callable[..., Judgements]


@given(st.lists(st.floats(-8, 8), min_size=1, max_size=40))
def test_limit_is_holms_procedure(values: list[float]) -> None:
    """The limit rejects what stepping down through the sorted p-values rejects."""
    z = np.array(values)
    p = 2 * norm.sf(np.abs(z))
    rejected = set()
    for step, k in enumerate(np.argsort(p, kind="stable").tolist()):
        if not p[k] < 0.05 / (len(p) - step):
            break
        rejected.add(k)
    found = set(np.flatnonzero(np.abs(z) > holm_limit(z, 0.05)).tolist())
    assert {float(abs(z[k])) for k in found} == {float(abs(z[k])) for k in rejected}


def test_groups_are_the_longest_stretches_without_a_difference(simulate: Simulate) -> None:
    """Each pair is tested by hand; no group holds a difference, and none could be longer."""
    truth = np.random.default_rng(1).normal(0, 1.5, 15)
    estimate = fit(simulate(truth, 600, 1).table())
    order = np.argsort(-estimate.scores)
    groups = find_groups(estimate, order)
    c, scores = estimate.covariance, estimate.scores

    def differ(a: int, b: int) -> bool:
        i, j = order[a], order[b]
        error = np.sqrt(c[i, i] + c[j, j] - 2 * c[i, j])
        return bool(abs(scores[i] - scores[j]) / error > groups.critical)

    def holds_none(first: int, last: int) -> bool:
        return not any(differ(a, b) for a in range(first, last + 1) for b in range(a + 1, last + 1))

    assert len(groups) > 1
    for first, last in zip(groups.first.tolist(), groups.last.tolist(), strict=True):
        assert holds_none(first, last)
        assert first == 0 or not holds_none(first - 1, last)
        assert last == 14 or not holds_none(first, last + 1)
    assert all(a < b for a, b in pairwise(groups.last.tolist()))
    for place, below in enumerate(groups.clearly_below.tolist()):
        assert all(differ(place, b) for b in range(below, 15))
        assert below == place + 1 or not differ(place, below - 1)


def test_equal_items_are_rarely_told_apart(simulate: Simulate) -> None:
    """In 40 studies of items in equal threes, few find any false difference: of 600 1.2 % did."""
    truth = np.repeat([0.0, 1.0, 2.0, 3.0], 3)
    equal = (truth[:, None] == truth[None, :]) & ~np.eye(12, dtype=bool)
    false = 0
    for seed in range(40):
        estimate = fit(simulate(truth, 300, seed).table())
        critical = find_groups(estimate, np.argsort(-estimate.scores)).critical
        variances = np.diag(estimate.covariance)
        errors = np.sqrt(variances[:, None] + variances - 2 * estimate.covariance + np.eye(12))
        z = (estimate.scores[:, None] - estimate.scores) / errors
        false += bool((np.abs(z[equal]) > critical).any())
    assert false <= most(40, 0.012)


def test_clear_items_are_told_apart(simulate: Simulate) -> None:
    """With enough answers every item stands alone."""
    estimate = fit(simulate(np.arange(5) * 3.0, 1500, 0).table())
    groups = find_groups(estimate, np.argsort(-estimate.scores))
    assert groups.first.tolist() == groups.last.tolist() == [0, 1, 2, 3, 4]


def test_no_tests_have_no_limit() -> None:
    """A single item has nothing to be compared with."""
    assert holm_limit(np.empty(0)) == float("inf")
    assert holm_limit(np.array([5.0])) == pytest.approx(1.96, abs=0.001)
