from collections.abc import Callable

import numpy as np

from sortrank_gui.ranking import Comparisons, fit
from sortrank_gui.ranking.diagnostics import Judgements, assess_goodness
from sortrank_gui.ranking.ties import outcome_chances
from tests.spread import most, near

Simulate = Callable[..., Judgements]


def test_model_fits_its_own_answers(simulate: Simulate) -> None:
    """Of 20 studies that follow the model, few have a p-value of at most 5 %.

    Of 200 other ones 6 % have; the mean p is 0.54 with a standard error of 0.07 for 20.
    """
    truth = np.random.default_rng(2).normal(0, 1.0, 10)
    p = []
    for seed in range(20):
        table = simulate(truth, 300, seed).table()
        found = assess_goodness(table, fit(table), draws=39)
        assert found is not None
        p.append(found.p_value)
    assert np.count_nonzero(np.array(p) <= 0.05) <= most(20, 0.06)
    assert np.mean(p) == near(0.54, 0.07)


def test_circles_do_not_fit() -> None:
    """Where each item beats the next in a circle, no scores explain the answers."""
    ring = np.arange(6)
    table = Comparisons(6)
    table.add(np.repeat(ring, 10), np.repeat((ring + 1) % 6, 10))
    found = assess_goodness(table, fit(table), draws=39)
    assert found is not None
    assert found.p_value == 1 / 40
    assert found.statistic > 3 * found.expected
    assert found.pairs == 6


def test_pairs_asked_once_tell_nothing() -> None:
    """Without five pairs that were compared twice there is no test."""
    table = Comparisons.from_pairs(8, [0, 1, 2, 3, 4], [1, 2, 3, 4, 5])
    assert assess_goodness(table, fit(table)) is None


def test_model_of_ties_fits_its_own_answers_and_no_others() -> None:
    """Answers by Davidson's model are not rejected; where far pairs are called equal they are."""
    rng = np.random.default_rng(3)
    truth = np.linspace(-1.5, 1.5, 8)
    first, second = rng.integers(8, size=1200), rng.integers(1, 8, size=1200)
    second = (first + second) % 8
    won, equal = outcome_chances(truth[first] - truth[second], 0.8)
    drawn = rng.random(1200)
    outcomes = np.where(drawn < won, 0, np.where(drawn < won + equal, 2, 1))
    far = np.abs(first - second) > 4
    p = []
    for answers in (outcomes, np.where(far, 2, outcomes)):
        table = Comparisons(8)
        table.add_outcomes(first, second, answers)
        found = assess_goodness(table, fit(table), draws=39)
        assert found is not None
        p.append(found.p_value)
    assert p[0] > 0.1
    assert p[1] == 1 / 40
