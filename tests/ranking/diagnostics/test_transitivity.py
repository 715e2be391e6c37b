"""Transitivity of all answers together, and agreement of judges."""

from itertools import combinations

import numpy as np
import pytest

from sortrank_gui.ranking import Comparisons, fit
from sortrank_gui.ranking.diagnostics import Transitivity, assess_transitivity


def _assess(n_items: int, wins: dict[tuple[int, int], int]) -> Transitivity:
    """Return what a number of wins for each (winner, loser) has to say."""
    table = Comparisons(n_items)
    for (winner, loser), count in wins.items():
        table.add([winner] * count, [loser] * count)
    found = assess_transitivity(table, fit(table), draws=39)
    assert found is not None
    return found


def test_violations_by_hand() -> None:
    """p_01 = .9, p_12 = .8, p_02 = .7: strong and moderate are violated, weak is not."""
    wins = {(0, 1): 9, (1, 0): 1, (1, 2): 8, (2, 1): 2, (0, 2): 7, (2, 0): 3}
    found = _assess(3, wins)
    assert found.triples == 1
    assert [kind.kind for kind in found.violations] == ["weak", "moderate", "strong"]
    assert [kind.share for kind in found.violations] == [0, 1, 1]
    assert (found.triads, found.circular) == (1, 0)


def test_circles_violate_all() -> None:
    """Nine items, each of which beats the four next in a circle: no model's answers do so."""
    wins = {(k, (k + step) % 9): 5 for k in range(9) for step in range(1, 5)}
    found = _assess(9, wins | {(j, i): 1 for i, j in wins})
    assert found.violations[0].share > 0.3
    assert found.violations[0].p_value == 1 / 40
    assert (found.triads, found.circular) == (84, 30)


def test_agreement_is_kendalls_u() -> None:
    """Four judges of three items: u = 8 S / (m (m - 1) n (n - 1)) - 1 of the sum S of C(a, 2)."""
    wins = {(0, 1): 4, (1, 2): 3, (2, 1): 1, (0, 2): 2, (2, 0): 2}
    found = _assess(3, wins)
    total = sum(count * (count - 1) / 2 for count in wins.values())
    assert found.agreement == pytest.approx(8 * total / (4 * 3 * 3 * 2) - 1)
    assert found.pairs_of_answers == 18
    assert found.agreement_error == pytest.approx(18**-0.5)


def test_agreement_of_coins_is_nought_within_its_error() -> None:
    """Over 150 tables u has mean 0 and the deviation that is told."""
    rng = np.random.default_rng(1)
    pairs = list(combinations(range(6), 2))
    u, errors = [], []
    for _ in range(150):
        won = rng.binomial(5, 0.5, len(pairs)).astype(float)
        columns = np.array(pairs).T
        table = Comparisons.from_counts(
            6, (columns[0], columns[1]), (won, 5 - won), np.zeros(len(pairs))
        )
        found = assess_transitivity(table, fit(table, prior_variance=1.0), draws=1)
        assert found is not None
        u.append(found.agreement)
        errors.append(found.agreement_error)
    assert np.mean(u) == pytest.approx(0.0, abs=5 * errors[0] / 150**0.5)
    assert np.std(u) == pytest.approx(errors[0], rel=0.25)


def test_nothing_without_answers() -> None:
    """An empty table, or one of ties alone, is not transitive or otherwise."""
    table = Comparisons(4)
    assert assess_transitivity(table, fit(table, prior_variance=1.0)) is None
    table.add_ties([0], [1])
    assert assess_transitivity(table, fit(table, prior_variance=1.0)) is None
