"""The search for the best pair, against looking at all pairs."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.column_posterior import ColumnPosterior
from sortrank_gui.ranking.information import gain_table
from sortrank_gui.ranking.posterior import normal_posterior, sparse_posterior
from sortrank_gui.ranking.rounding import sort_with_chance
from sortrank_gui.ranking.strategies import selection
from sortrank_gui.ranking.strategies.selection import best_pair, best_pair_sparse, match_greedily
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey


def _state(seed: int, n_items: int) -> Comparisons:
    """Return a random stage of a random study."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(0, rng.choice([0.7, 2.0, 5.0]), n_items)
    name = str(rng.choice(["random", "mergesort", "matching"]))
    strategy = ranking.strategies.create(name, n_items=n_items, seed=seed)
    count = int(n_items * rng.choice([0.3, 1, 3, 10]))
    return run_survey(strategy, BradleyTerryRespondent(scores, seed=seed), count).table()


@pytest.mark.parametrize("seed", range(50))
def test_best_pair_is_within_one_per_cent_of_all_pairs(seed: int) -> None:
    """In 50 random states of 200 to 1,000 items both searches miss the best gain by under 1 %."""
    n = (200, 200, 300, 500, 1000)[seed % 5]
    table, rng = _state(seed, n), np.random.default_rng(seed)
    posterior = normal_posterior(table)
    first, second = np.triu_indices(n, 1)
    variance = np.diag(posterior.covariance)

    def gain(i, j):
        spread = variance[i] + variance[j] - 2 * posterior.covariance[i, j]
        return np.exp(gain_table().log_gain(posterior.mean[i] - posterior.mean[j], spread))

    best = gain(first, second).max()
    assert gain(*best_pair(posterior.mean, posterior.covariance, rng)) > 0.99 * best
    sparse = sparse_posterior(table)
    assert gain(*best_pair_sparse(ColumnPosterior(sparse), rng)) > 0.99 * best


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("ties", [0.0, 0.5])
def test_rivals_are_all_pairs_of_a_gain(seed: int, ties: float) -> None:
    """In 20 random states, for gains from the best down: none is missed, as looking at all says."""
    n = (60, 200)[seed % 2]
    posterior, table = normal_posterior(_state(seed, n)), gain_table(ties)
    mean, covariance = posterior.mean, posterior.covariance
    first, second = np.triu_indices(n, 1)
    variance = np.diag(covariance)
    spread = variance[first] + variance[second] - 2 * covariance[first, second]
    gains = table.log_gain(mean[first] - mean[second], spread)
    order = sort_with_chance(mean, np.random.default_rng(seed))
    bounds = variance - covariance.min() + 1e-12
    for below in (1e-7, 0.01, 0.3, 3.0):
        level = gains.max() - below
        found = selection._find_rivals(mean, covariance, bounds, table, order, level)
        pairs = {frozenset(pair) for pair in np.stack(found[:2], axis=1).tolist()}
        best = gains >= level
        assert pairs == {frozenset(p) for p in np.stack((first, second), axis=1)[best].tolist()}


def test_best_pair_of_equals_is_left_to_chance() -> None:
    """With nothing known, different random numbers give different pairs."""
    pairs = {best_pair(np.zeros(20), np.eye(20), np.random.default_rng(seed)) for seed in range(20)}
    assert len(pairs) > 10


def test_match_greedily_takes_the_best_disjoint_pairs() -> None:
    """By hand: (0, 1) is best, then (2, 3); (1, 2) and (0, 3) are blocked by them."""
    first, second = np.array([0, 1, 2, 0]), np.array([1, 2, 3, 3])
    chosen = match_greedily(first, second, np.array([5.0, 4.0, 3.0, 2.0]), 3)
    assert chosen.tolist() == [[0, 1], [2, 3]]


def test_match_greedily_looks_further_when_the_top_is_blocked() -> None:
    """Many good pairs of one item do not hide the pairs of the others."""
    n = 400
    star_first, star_second = np.zeros(n - 1, dtype=np.int64), np.arange(1, n)
    chain_first = np.arange(1, n - 1, 2)
    first = np.concatenate((star_first, chain_first))
    second = np.concatenate((star_second, chain_first + 1))
    scores = np.concatenate((np.full(n - 1, 9.0), np.linspace(1, 2, len(chain_first))))
    chosen = match_greedily(first, second, scores, 10)
    assert len(chosen) == 10
    assert len(set(chosen.ravel().tolist())) == 20


def test_match_greedily_takes_the_first_of_equals() -> None:
    """Also beyond the first look at the best: which ones a partition keeps must not matter."""
    first, second = np.arange(0, 2000, 2), np.arange(1, 2000, 2)
    assert match_greedily(first, second, np.zeros(1000), 5).tolist() == [
        [0, 1], [2, 3], [4, 5], [6, 7], [8, 9]
    ]  # fmt: skip


@pytest.mark.parametrize("search", ["dense", "sparse"])
def test_best_pair_does_not_depend_on_the_last_bits(search: str) -> None:
    """At the start of a study, where most pairs are equal, errors of 1e-14 change nothing."""
    table = Comparisons.from_pairs(60, [3, 8, 3], [5, 9, 21])
    posterior, sparse, noise = normal_posterior(table), sparse_posterior(table), _noise(60)

    def choose(size: float, seed: int) -> tuple[int, int]:
        rng = np.random.default_rng(seed)
        if search == "dense":
            covariance = posterior.covariance * (1 + size * (noise + noise.T))
            return best_pair(posterior.mean + size * noise[0], covariance, rng)
        columns = ColumnPosterior(sparse)
        columns.mean += size * noise[0]
        return best_pair_sparse(columns, rng)

    chosen = [choose(0.0, seed) for seed in range(40)]
    assert [choose(1e-14, seed) for seed in range(40)] == chosen
    assert len(set(chosen)) > 30


def _noise(n_items: int) -> np.ndarray:
    return np.random.default_rng(1).uniform(-1, 1, (n_items, n_items))


@pytest.mark.parametrize("seed", range(12))
def test_greedy_matching_takes_the_best_that_is_left(seed: int) -> None:
    """Pair by pair, best first, of equals the one with the smaller random number."""
    rng = np.random.default_rng(seed)
    n, edges = 40, 500
    first = rng.integers(0, n, edges)
    second = (first + rng.integers(1, n, edges)) % n
    scores, chance = np.floor(rng.random(edges) * [5, 1e6][seed % 2]), rng.random(n)
    expected: list[list[int]] = []
    for k in np.lexsort((chance[first] + chance[second], -scores)):
        pair = [int(first[k]), int(second[k])]
        if not {*pair} & {item for each in expected for item in each}:
            expected.append(pair)
    for count in (1, 7, 100):
        assert match_greedily(first, second, scores, count, chance).tolist() == expected[:count]


def test_greedy_matching_follows_a_long_chain() -> None:
    """Where each pair waits for the one before it, the result is the same."""
    places = np.arange(400)
    found = match_greedily(places, places + 1, -places.astype(float), 200)
    assert found.tolist() == [[k, k + 1] for k in range(0, 400, 2)]
