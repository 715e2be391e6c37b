"""What the strategies with a model are for: fewer answers for the same ranking."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey


def _mean_displacement(name: str, count: int, seeds: range, draw) -> float:
    values = []
    for seed in seeds:
        scores = draw(np.random.default_rng((seed, 7)))
        strategy = ranking.strategies.create(name, n_items=len(scores), seed=seed)
        table = run_survey(strategy, BradleyTerryRespondent(scores, seed=seed), count).table()
        values.append(ranking.displacement(ranking.fit(table).scores, scores))
    return float(np.mean(values))


def _uniform(rng: np.random.Generator) -> np.ndarray:
    return rng.uniform(0, 201 / 5, 200)


@pytest.mark.parametrize(("name", "share"), [("matching", 0.87), ("entropy", 0.8)])
def test_model_strategies_beat_mergesort(name: str, share: float) -> None:
    """At n=200, lambda=5, c=2000, over 3 seeds (in the benchmark, over 10, both are below 0.76)."""
    seeds = range(3)
    assert _mean_displacement(name, 2000, seeds, _uniform) <= share * _mean_displacement(
        "mergesort", 2000, seeds, _uniform
    )


def test_matching_is_no_worse_than_random_where_noise_is_high() -> None:
    """At normal scores of sd 1.5, c=2000, over 6 seeds: at most 1.03 of random's."""
    seeds = range(6)
    draw = lambda rng: rng.normal(0, 1.5, 200)  # noqa: E731
    assert _mean_displacement("matching", 2000, seeds, draw) <= 1.03 * _mean_displacement(
        "random", 2000, seeds, draw
    )


def test_matching_asks_no_item_twice_in_a_round() -> None:
    """A round of n/4 pairs has n/2 different items."""
    strategy = ranking.strategies.create("matching", n_items=40, seed=3)
    respondent = BradleyTerryRespondent(np.linspace(0, 8, 40), seed=3)
    for _ in range(6):
        pairs = strategy.upcoming(1000)
        assert pairs.shape == (10, 2)
        assert len(np.unique(pairs)) == 20
        strategy.tell_many(pairs, respondent.answer_many(pairs))


def test_adjacent_asks_all_neighbours_in_the_ranking() -> None:
    """A round of n - 1 pairs is a chain through all items in the order of their scores."""
    strategy = ranking.strategies.create("adjacent", n_items=12, seed=3)
    respondent = BradleyTerryRespondent(np.linspace(0, 8, 12), seed=3)
    pairs = strategy.upcoming(1000)
    strategy.tell_many(pairs, respondent.answer_many(pairs))
    chain = {frozenset(pair) for pair in strategy.upcoming(1000).tolist()}
    assert len(chain) == 11
    ends = [item for item in range(12) if sum(item in pair for pair in chain) == 1]
    assert len(ends) == 2


def test_entropy_asks_among_many_items_without_a_matrix() -> None:
    """With 20,000 items, whose covariance would fill 3.2 GB, a replay asks the same pair."""
    n = 20_000
    scores = np.random.default_rng(5).normal(0, 2, n)
    answers = run_survey(
        ranking.strategies.create("random", n_items=n, seed=5),
        BradleyTerryRespondent(scores, seed=5),
        3 * n,
    )
    live, replayed = (ranking.strategies.create("entropy", n_items=n, seed=6) for _ in range(2))
    live.tell_many(answers.pairs[:-5], answers.outcomes[:-5])
    live.ask()
    for strategy, start in ((live, 3 * n - 5), (replayed, 0)):
        strategy.tell_many(answers.pairs[start:], answers.outcomes[start:])
    assert live.ask() == replayed.ask()
    assert len(set(live.ask_many(4).ravel().tolist())) == 8
