"""Covariances by windows: exact where all links are inside, and close to exact elsewhere."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.local_covariance import REACH, WIDTH, Links, Windows
from sortrank_gui.ranking.posterior import SparsePosterior, sparse_posterior
from sortrank_gui.ranking.strategies.candidates import far_pairs
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey


def _posterior(n: int, count: int, strategy: str) -> SparsePosterior:
    truth = BradleyTerryRespondent(np.linspace(0, n / 4, n), seed=1)
    asker = ranking.strategies.create(strategy, n_items=n, seed=1)
    return sparse_posterior(run_survey(asker, truth, count).table())


def _dense(posterior: SparsePosterior) -> tuple[Windows, np.ndarray]:
    windows = Windows(np.argsort(posterior.mean))
    return windows, windows.invert(Links.of(posterior.precision))


def test_one_window_is_the_inverse() -> None:
    """Items that fit into one window have the covariances of the whole matrix."""
    posterior = _posterior(40, 200, "random")
    windows, found = _dense(posterior)
    items = windows.items[0]
    assert found[0] == pytest.approx(posterior.precision.inverse()[np.ix_(items, items)], rel=1e-8)


def test_windows_of_a_sorted_study_are_nearly_exact() -> None:
    """After two sorts the variances of near gaps are within 5 % at the median, 20 % nearly all."""
    posterior = _posterior(300, 2 * 2400, "mergesort")
    windows, found = _dense(posterior)
    whole = posterior.precision.inverse()
    first, second = (items[windows.own_pairs] for items in windows.pairs)
    exact = whole[first, first] + whole[second, second] - 2 * whole[first, second]
    ratios = windows.gaps(found)[windows.own_pairs] / exact
    assert np.median(np.abs(ratios - 1)) < 0.05
    assert np.quantile(np.abs(ratios - 1), 0.9) < 0.2


def test_links_to_outside_count_less_than_known_items() -> None:
    """With random pairs the variances come closer to the exact ones than conditional ones do."""
    posterior = _posterior(400, 2000, "random")
    windows, found = _dense(posterior)
    exact = np.diag(posterior.precision.inverse())
    ours = windows.diagonal(found) / exact
    assert np.all(ours <= 1 + 1e-9)
    assert np.median(ours) > np.median(posterior.variances / exact) + 0.1


@pytest.mark.parametrize("n", [5, WIDTH, WIDTH + 1, 3 * WIDTH + 11, 1000])
def test_every_near_pair_is_in_the_middle_of_one_window(n: int) -> None:
    """Pairs within reach are there once each, whatever the number of windows."""
    windows = Windows(np.random.default_rng(1).permutation(n))
    first, second = (items[windows.own_pairs] for items in windows.pairs)
    expected = sum(n - k for k in range(1, min(n, REACH + 1)))
    assert len(first) == len(
        {frozenset(p) for p in zip(first.tolist(), second.tolist(), strict=True)}
    )
    assert len(first) == expected


def test_links_that_come_twice_add_up() -> None:
    """A link of weight 3 is one of 1 and one of 2, but for items outside of a window."""
    table = Comparisons.from_pairs(4, [0, 1, 2], [1, 2, 3])
    posterior = sparse_posterior(table, prior_variance=4.0)
    links = Links.of(posterior.precision)
    more = links.with_more(np.array([0]), np.array([1]), np.array([2.0]))
    weights = links.weights.copy()
    weights[0] += 2.0
    windows = Windows(np.arange(4))
    same = windows.invert(Links(links.first, links.second, weights, links.ridge))
    assert windows.invert(more) == pytest.approx(same)


def test_far_pairs_stand_for_all() -> None:
    """The places that an item's partners were drawn from are all that are out of its reach."""
    order = np.random.default_rng(1).permutation(500)
    rng = np.random.default_rng(2)
    first, second, sizes = far_pairs(order, REACH, rng, np.zeros(500), np.ones(500))
    place = np.argsort(order)
    assert np.all(np.abs(place[first] - place[second]) > REACH)
    near = np.minimum(REACH, place) + np.minimum(REACH, 499 - place)
    assert np.array_equal(np.bincount(first, sizes, 500), 499 - near)


def test_far_pairs_end_where_all_is_certain() -> None:
    """With one logit from place to place and a limit of 100, ranges begin within 100 places."""
    mean = np.arange(500.0)
    rng = np.random.default_rng(2)
    first, second, _ = far_pairs(np.arange(500), REACH, rng, mean, np.full(500, 100.0))
    assert 100 < np.abs(first - second).max() < 170
    without = far_pairs(np.arange(500), REACH, np.random.default_rng(2), mean, np.full(500, 1e9))
    pairs = set(zip(first.tolist(), second.tolist(), strict=True))
    assert pairs < set(zip(without[0].tolist(), without[1].tolist(), strict=True))


def test_few_items_have_no_far_pairs() -> None:
    """Where all are within reach there is nothing to sample."""
    found = far_pairs(np.arange(10), REACH, np.random.default_rng(1), np.zeros(10), np.ones(10))
    assert [len(part) for part in found] == [0, 0, 0]
