"""Adaptive rounds: what they value, and what they are for."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons, rank_errors
from sortrank_gui.ranking.posterior import sparse_posterior
from sortrank_gui.ranking.strategies import rounds
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

GOALS = ["rounds", "rounds-top", "rounds-scores"]


def _table(n: int, count: int, seed: int = 1) -> Comparisons:
    scores = np.linspace(0, 6, n)
    asker = ranking.strategies.create("random", n_items=n, seed=seed)
    return run_survey(asker, BradleyTerryRespondent(scores, seed=seed), count).table()


def test_value_is_the_summed_fall_over_all_pairs() -> None:
    """A unit of precision is worth what it takes from each gap's variance, times its weight."""
    posterior = sparse_posterior(_table(9, 40))
    strategy = rounds.Rounds(9, seed=1)
    pairs, values = strategy._value_all(posterior, np.random.default_rng(1))
    first, second = pairs.first, pairs.second
    covariance, mean = posterior.precision.inverse(), posterior.mean
    unit = np.eye(9)
    for a, b, value in zip(first, second, values, strict=True):
        asked = unit[a] - unit[b]
        total = 0.0
        for i, j in zip(first, second, strict=True):
            gap = unit[i] - unit[j]
            variance = np.array([gap @ covariance @ gap])
            weight = rank_errors.order_weights(gap @ mean, variance)[0]
            total += weight * (gap @ covariance @ asked) ** 2
        assert value == pytest.approx(total, rel=1e-9)


@pytest.mark.parametrize("name", GOALS)
def test_all_pairs_are_alike_before_any_answer(name: str) -> None:
    """Before any answer, both ways of valuing know no difference."""
    posterior = sparse_posterior(Comparisons(12))
    strategy = ranking.strategies.create(name, n_items=12, seed=1)
    rng = np.random.default_rng(1)
    near, whole = (
        value(posterior, rng)[1] for value in (strategy._value_near, strategy._value_all)
    )
    assert np.ptp(near) == pytest.approx(0, abs=1e-12)
    assert np.ptp(whole) == pytest.approx(0, abs=1e-12)
    assert len(near) == len(whole) == 66


@pytest.mark.parametrize("name", GOALS)
@pytest.mark.parametrize("n_items", [40, rounds.DENSE_ITEMS + 4])
def test_rounds_ask_no_item_twice(name: str, n_items: int) -> None:
    """A round of n/4 pairs has n/2 different items, with the whole covariance and without."""
    strategy = ranking.strategies.create(name, n_items=n_items, seed=3)
    respondent = BradleyTerryRespondent(np.linspace(0, 8, n_items), seed=3)
    for _ in range(4):
        pairs = strategy.upcoming(1000)
        assert len(pairs) == n_items // 4
        assert len(np.unique(pairs)) == 2 * len(pairs)
        strategy.tell_many(pairs, respondent.answer_many(pairs))


def test_top_rounds_ask_at_the_border() -> None:
    """Of 40 well-known items those around the tenth place are asked, not those at the bottom."""
    scores = np.linspace(0, 20, 40)[::-1]
    strategy = ranking.strategies.create("rounds-top", n_items=40, seed=3, top=10)
    respondent = BradleyTerryRespondent(scores, seed=3)
    for first in range(40):
        pairs = np.array([(first, second) for second in range(40) if second != first])
        strategy.tell_many(pairs, respondent.answer_many(pairs))
    while strategy.progress.sort < 30:
        pairs = strategy.upcoming(1000)
        strategy.tell_many(pairs, respondent.answer_many(pairs))
    places = strategy.upcoming(1000)
    assert np.abs(np.median(places) - 9.5) < 4
