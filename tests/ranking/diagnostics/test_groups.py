from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from sortrank_gui.ranking.assessing import assess
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
    found = assess(simulate(truth, 600, 1).table())
    order = np.argsort(-found.scores)
    groups = find_groups(found, order)

    def differ(a: int, b: int) -> bool:
        gaps = found.draws[order[a]] - found.draws[order[b]]
        return bool(abs(gaps.mean()) / gaps.std() > groups.critical)

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
    """In 40 studies of items in equal threes, few find any false difference: of 200 none did."""
    truth = np.repeat([0.0, 1.0, 2.0, 3.0], 3)
    equal = (truth[:, None] == truth[None, :]) & ~np.eye(12, dtype=bool)
    false = 0
    for seed in range(40):
        false += bool(assess(simulate(truth, 300, seed).table()).apart[equal].any())
    assert false <= most(40, 0.015)


def test_clear_items_are_told_apart(simulate: Simulate) -> None:
    """With enough answers every item stands alone."""
    found = assess(simulate(np.arange(5) * 3.0, 1500, 0).table())
    groups = find_groups(found, np.argsort(-found.scores))
    assert groups.first.tolist() == groups.last.tolist() == [0, 1, 2, 3, 4]


def test_no_tests_have_no_limit() -> None:
    """A single item has nothing to be compared with."""
    assert holm_limit(np.empty(0)) == float("inf")
    assert holm_limit(np.array([5.0])) == pytest.approx(1.96, abs=0.001)
