"""Adaptive rounds: what they value, and what they are for."""

from typing import Any

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons, rank_errors
from sortrank_gui.ranking.posterior import sparse_posterior
from sortrank_gui.ranking.strategies import even_rounds, rounds
from sortrank_gui.ranking.strategies.base import empty_pairs
from sortrank_gui.ranking.strategies.even_rounds import EvenRounds
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
    pairs, values = strategy._value_all(posterior, empty_pairs(), np.random.default_rng(1))
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
    for value in (strategy._value_near, strategy._value_local, strategy._value_all):
        worth = value(posterior, empty_pairs(), rng)[1]
        assert np.ptp(worth) == pytest.approx(0, abs=1e-12)
        assert len(worth) == 66


@pytest.mark.parametrize("name", GOALS)
def test_all_pairs_of_many_items_are_alike_before_any_answer(name: str) -> None:
    """Near pairs, far ones and those at the ends of the order are worth the same."""
    posterior = sparse_posterior(Comparisons(400))
    strategy = ranking.strategies.create(name, n_items=400, seed=1)
    worth = strategy._value_local(posterior, empty_pairs(), np.random.default_rng(1))[1]
    assert np.ptp(worth) < 1e-9 * worth.max()


@pytest.mark.parametrize("name", ["rounds", "rounds-scores"])
def test_many_items_are_valued_as_by_the_whole_covariance(name: str) -> None:
    """By windows the values of 320 sorted items follow those of the whole formula.

    Their correlation is over 0.95; as if scores were independent it would be 0.72 to 0.78.
    """
    asker = ranking.strategies.create("rounds", n_items=320, seed=1)
    respondent = BradleyTerryRespondent(np.linspace(0, 60, 320), seed=1)
    posterior = sparse_posterior(run_survey(asker, respondent, 2400).table())
    strategy = ranking.strategies.create(name, n_items=320, seed=1)
    for held in (empty_pairs(), np.array([[0, 3], [3, 7]])):
        everything, whole = strategy._value_all(posterior, held, np.random.default_rng(1))
        known = np.zeros((320, 320))
        known[everything.first, everything.second] = whole
        known += known.T
        pairs, local = strategy._value_local(posterior, held, np.random.default_rng(1))
        exact = known[pairs.first, pairs.second]
        assert np.corrcoef(np.log(local), np.log(exact))[0, 1] > 0.9


def test_studies_of_before_are_asked_as_before() -> None:
    """Without windows many items get the very questions that they got until November 2026."""
    strategy = ranking.strategies.create("rounds", n_items=304, seed=5, windows=False)
    respondent = BradleyTerryRespondent(np.linspace(0, 30, 304), seed=5)
    for _ in range(12):
        pairs = strategy.upcoming(1000)
        strategy.tell_many(pairs, respondent.answer_many(pairs))
    assert strategy.upcoming(3).tolist() == [[248, 250], [233, 228], [215, 184]]


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


def test_pairs_in_hands_are_expected_to_be_answered() -> None:
    """The covariance expected after answers is that of a precision with their weights added."""
    posterior = sparse_posterior(_table(9, 40))
    mean, covariance = posterior.mean, posterior.precision.inverse()
    taken = np.array([[0, 3], [3, 7]])
    precision = np.linalg.inv(covariance)
    for first, second in taken:
        unit = np.eye(9)[first] - np.eye(9)[second]
        spread = np.array([unit @ covariance @ unit])
        kappa = rank_errors.expected_precision(unit @ mean, spread)[0]
        precision += kappa * np.outer(unit, unit)
    found = rounds._learn_covariance(mean, covariance, taken, 0.0)
    assert found == pytest.approx(np.linalg.inv(precision), abs=1e-9)


@pytest.mark.parametrize("n_items", [30, rounds.DENSE_ITEMS + 20])
def test_many_people_get_different_pairs_of_rounds_ahead(n_items: int) -> None:
    """Three rounds' worth of pairs are all different, and more people get the same ones first."""
    strategy = ranking.strategies.create("rounds", n_items=n_items, seed=3)
    respondent = BradleyTerryRespondent(np.linspace(0, 8, n_items), seed=3)
    for _ in range(3 * n_items):
        pair = strategy.ask()
        strategy.tell(*pair, respondent.answer(*pair))
    count = 3 * (n_items // 4) + 1
    few, many = strategy.ask_many(count - 5).tolist(), strategy.ask_many(count).tolist()
    assert few == many[: count - 5]
    assert len({frozenset(pair) for pair in many}) == count


@pytest.mark.parametrize("name", GOALS)
@pytest.mark.parametrize("n_items", [30, rounds.DENSE_ITEMS + 20])
def test_each_person_gets_a_pair_of_their_own(name: str, n_items: int) -> None:
    """Forty at once hold different pairs; the first one's is the round's, asked again the same."""
    strategy = ranking.strategies.create(name, n_items=n_items, seed=3)
    assert isinstance(strategy, EvenRounds)
    respondent = BradleyTerryRespondent(np.linspace(0, 8, n_items), seed=3)
    for _ in range(2 * n_items):
        pair = strategy.ask()
        strategy.tell(*pair, respondent.answer(*pair))
    held = [strategy.ask_beside(empty_pairs())]
    assert held == [strategy.ask()]
    while len(held) < 40:
        held.append(strategy.ask_beside(np.array(held)))
        assert strategy.ask_beside(np.array(held[:-1])) == held[-1]
    assert len({frozenset(pair) for pair in held}) == 40


def test_nobody_gets_a_pair_where_all_are_in_hands() -> None:
    """Of four items there are six pairs."""
    strategy = ranking.strategies.create("rounds", n_items=4, seed=3)
    assert isinstance(strategy, EvenRounds)
    everything = np.column_stack(np.triu_indices(4, 1))
    assert strategy.ask_beside(everything[:5]) == (2, 3)
    assert strategy.ask_beside(everything) is None


def test_resuming_computes_the_last_rounds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 300 rounds told at once 18 are fitted at most; the next pair is that of a live study."""
    live, resumed = (ranking.strategies.create("rounds", n_items=8, seed=3) for _ in range(2))
    respondent = BradleyTerryRespondent(np.linspace(0, 4, 8), seed=3)
    journal = []
    for _ in range(600):
        pair = live.ask()
        journal.append((*pair, respondent.answer(*pair)))
        live.tell(*journal[-1])
    fitted = []
    plain = even_rounds.sparse_posterior

    def count_fits(*args: Any, **options: Any) -> Any:
        fitted.append(args)
        return plain(*args, **options)

    monkeypatch.setattr(even_rounds, "sparse_posterior", count_fits)
    for answer in journal:
        resumed.tell(*answer)
    assert resumed.ask() == live.ask()
    assert len(fitted) <= 18
