"""What is said about how sure a ranking is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.intervals import _widen, rank_intervals, score_intervals
from sortrank_gui.ranking.propagation import Propagation
from sortrank_gui.ranking.shapes import Even
from sortrank_gui.ranking.spread import SpreadPosterior
from sortrank_gui.ranking.uncertainty import Uncertainty
from sortrank_gui.simulation.datasets import read_any
from sortrank_gui.simulation.pilots import measure_pilot
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey
from tests.spread import lowest, near

SCORES = np.linspace(2, -2, 9)
SCORE_SPREAD, RANK_SPREAD = 0.056, 0.046
"""Standard deviations, between studies, of the shares that intervals hold; measured over 300."""


def answer(scores: np.ndarray, count: int, seed: int = 1) -> Comparisons:
    """Return answers to random pairs."""
    rng = np.random.default_rng(seed)
    n = len(scores)
    first = rng.integers(n, size=count)
    second = (first + rng.integers(1, n, size=count)) % n
    wins = rng.random(count) < expit(scores[first] - scores[second])
    return Comparisons.from_pairs(n, np.where(wins, first, second), np.where(wins, second, first))


@pytest.fixture(scope="module")
def found() -> Uncertainty:
    """Return what 900 answers say about nine items."""
    return assess(answer(SCORES, 900))


def test_uncertainty_holds_the_truth_as_often_as_it_says() -> None:
    """Intervals of scores hold 95 % of the truth, those of ranks no less; 60 studies."""
    scores, ranks = [], []
    for seed in range(60):
        truth = np.sort(np.random.default_rng(seed).normal(0, 1, 12))[::-1]
        truth -= truth.mean()
        found = assess(answer(truth, 120, seed))
        best, worst = found.rank_bounds
        scores.append(np.mean((found.low <= truth) & (truth <= found.high)))
        ranks.append(np.mean((best <= np.arange(12)) & (worst >= np.arange(12))))
    assert np.mean(scores) == near(0.957, SCORE_SPREAD / 60**0.5, 2)
    assert np.mean(ranks) > lowest(0.975, RANK_SPREAD / 60**0.5, 2)


def test_uncertainty_of_many_answers_is_small(found: Uncertainty) -> None:
    """Ranks are close, and it is not too early to say so."""
    best, worst = found.rank_bounds
    assert (worst - best).max() <= 3
    assert not found.too_early
    assert found.reliability > 0.9


def test_uncertainty_of_all_ranks_together_is_wider(found: Uncertainty) -> None:
    """Bounds that hold for all items at once enclose those that hold for one."""
    (best, worst), (first, last) = found.rank_bounds, found.joint_rank_bounds
    assert (first <= best).all()
    assert (last >= worst).all()
    assert (first <= found.ranks).all()
    assert (last >= found.ranks).all()


def test_uncertainty_is_the_same_for_the_same_answers(found: Uncertainty) -> None:
    """Draws are seeded."""
    again = assess(answer(SCORES, 900))
    assert np.array_equal(again.low, found.low)
    assert again.displacement == found.displacement


def test_uncertainty_shrinks_with_answers() -> None:
    """More answers make intervals narrower and the expected displacement smaller."""
    few, many = (assess(answer(SCORES, count)) for count in (60, 1500))
    assert (many.standard_errors < few.standard_errors).all()
    assert many.displacement < few.displacement
    assert many.kendall_tau < few.kendall_tau


def test_uncertainty_claims_nothing_about_coins() -> None:
    """Equal items after 25 adaptive answers an item: no difference, hardly any reliability."""
    for seed in range(3):
        strategy = ranking.strategies.create("matching", n_items=30, seed=seed)
        coins = BradleyTerryRespondent(np.zeros(30), seed=seed)
        found = assess(run_survey(strategy, coins, 375).table())
        assert not found.apart.any()
        assert found.reliability < 0.3


def test_uncertainty_is_too_early_after_few_answers() -> None:
    """Below ten answers an item nothing is stated, and it is said when there will be."""
    found = assess(answer(SCORES, 44))
    assert found.too_early
    assert 45 <= found.answers_needed <= 50
    assert not assess(answer(SCORES, 45)).too_early


def test_uncertainty_needs_no_more_answers_once_they_suffice(found: Uncertainty) -> None:
    """What is there is enough."""
    assert found.answers_needed == 900


def test_uncertainty_without_answers_is_no_worse_than_a_random_order() -> None:
    """Draws happen to be farther than a random order is on average; nothing else is expected."""
    found = assess(Comparisons(5))
    assert found.displacement <= ranking.random_displacement(5)
    assert found.kendall_tau <= 5 * 4 / 4
    far = replace(found, moderate=2.0)
    assert far.displacement == ranking.random_displacement(5)
    assert far.kendall_tau == 5 * 4 / 4


@pytest.mark.parametrize("count", [0, 5])
def test_uncertainty_of_next_to_nothing_is_finite(count: int) -> None:
    """Without answers, or with items that were never compared, there are still numbers."""
    found = assess(answer(np.zeros(4), count))
    assert np.isfinite(found.low).all()
    assert np.isfinite(found.high).all()
    assert found.too_early


def test_uncertainty_of_many_items_takes_the_learned_spread() -> None:
    """Above 600 items no dense matrix is formed, and all figures are still there."""
    found = assess(answer(np.linspace(3, -3, 700), 7000))
    assert found.spread is None
    assert found.displacement > 0
    assert (found.low < found.high).all()


def test_uncertainty_of_answers_that_all_agree_is_not_too_early() -> None:
    """Nobody knows how far apart the items are, but their order is beyond doubt."""
    pairs = np.array([(i, j) for i in range(5) for j in range(i)] * 12)
    found = assess(Comparisons.from_pairs(5, pairs[:, 0], pairs[:, 1]))
    assert not found.too_early
    assert found.rank_bounds[0].tolist() == found.rank_bounds[1].tolist() == [4, 3, 2, 1, 0]


def test_uncertainty_of_the_ends_holds_as_often_as_of_the_rest() -> None:
    """Intervals of the first and the last of the true ranking hold, too; 60 studies."""
    held = []
    for seed in range(60):
        truth = np.sort(np.random.default_rng(seed).normal(0, 1, 12))[::-1]
        truth -= truth.mean()
        found = assess(answer(truth, 120, seed))
        held += [(found.low[k] <= truth[k]) & (truth[k] <= found.high[k]) for k in (0, -1)]
    assert np.mean(held) > lowest(0.95, 0.22 / 120**0.5)


def test_uncertainty_expects_what_a_moderate_spread_does() -> None:
    """Where answers do not tell the spread, the mean over all spreads would be larger."""
    strategy = ranking.strategies.create("matching", n_items=30, seed=2)
    scores = np.random.default_rng(2).normal(0, 2, 30)
    found = assess(run_survey(strategy, BradleyTerryRespondent(scores, seed=2), 150).table())
    far = np.abs(found.drawn_ranks - found.ranks[:, None]).sum(axis=0).mean()
    assert found.moderate < 0.95
    assert found.displacement == pytest.approx(found.moderate * far)


def test_uncertainty_of_ranks_is_as_short_as_it_can_be() -> None:
    """Each stretch has 90 % of the draws, all together 95 %, and hardly more with many items."""
    found = assess(answer(np.random.default_rng(4).normal(0, 1, 60), 900))
    best, worst = rank_intervals(found.drawn_ranks, 0.95)
    drawn = found.drawn_ranks
    inside = ((drawn >= best[:, None]) & (drawn <= worst[:, None])).mean(axis=1)
    assert inside.min() >= 0.9
    assert 0.95 <= inside.mean() < 0.956


@pytest.mark.parametrize("shape", [None, Even(6)])
def test_one_item_has_another_prior_exactly(shape: Even | None) -> None:
    """Its mean and error are those of the whole posterior with one prior of 6 spreads in it.

    The first item won all its answers: at the end of even scores its own prior is most of what
    holds it, and less of it must not leave an interval of 40 logits.
    """
    table = Comparisons.from_pairs(
        6, [0, 0, 0, 0, 1, 2, 3, 4, 5, 2], [1, 2, 3, 4, 2, 3, 4, 5, 2, 1]
    )
    propagation = Propagation(table)
    part = propagation.settle(1.4, shape)
    means, errors = _widen(part, 6.0)
    covariance, _ = propagation._invert(part.own_weight)
    precision = np.linalg.inv(covariance)
    force = precision @ (part.mean + part.middle)
    centring = np.eye(6) - 1 / 6
    for item in range(6):
        error = min(1 / (1 / covariance[item, item] - part.own_weight[item]), 4 * 1.4**2)
        other, pulled = precision.copy(), force.copy()
        other[item, item] += 1 / ((6 * 1.4) ** 2 + 1.8**2 * error) - part.own_weight[item]
        pulled[item] -= part.own_pull[item]
        whole = np.linalg.inv(other)
        assert means[item] == pytest.approx((centring @ whole @ pulled)[item], abs=1e-6)
        assert errors[item] ** 2 == pytest.approx((centring @ whole @ centring)[item, item])
    assert errors.max() < 4


def test_uncertainty_about_the_spread_widens_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Intervals reach as far as those by the prior of spreads, and those by one that is flat.

    One sort of 60 items tells little about the spread, so that the two differ.
    """
    scores = np.random.default_rng(2).normal(0, 2, 60)
    sort = ranking.strategies.create("quicksort", n_items=60, seed=2)
    answers = run_survey(sort, BradleyTerryRespondent(scores, seed=2), 300)
    spread = assess(answers.table()).spread
    assert spread is not None
    low, high = score_intervals(spread, 0.95)
    both = spread.weights, spread.open_weights
    monkeypatch.setattr(SpreadPosterior, "open_weights", property(lambda self: self.weights))
    ends = [score_intervals(replace(spread, weights=weights), 0.95) for weights in both]
    assert np.array_equal(low, np.minimum(ends[0][0], ends[1][0]))
    assert np.array_equal(high, np.maximum(ends[0][1], ends[1][1]))
    assert not np.allclose(ends[0], ends[1], atol=0.1)


@pytest.mark.parametrize("count", [10_000, 1_000_000, 20_000_000])
@pytest.mark.parametrize("rows", ["a,b,{0}", "a,b,{0}\nb,c,{0}\nc,a,5", "a,b,{0}\nb,a,1"])
def test_very_many_answers_about_one_pair_are_fitted(rows: str, count: int, tmp_path: Path) -> None:
    """The spread is learned where no normal posterior is left; the order is as it must be."""
    path = tmp_path / "pairs.csv"
    path.write_text("winner,loser,count\n" + rows.format(count) + "\n")
    table = read_any(path).table
    found = assess(table)
    assert np.isfinite(found.estimate.scores).all()
    assert found.estimate.scores[0] > found.estimate.scores[1]
    assert 0 < measure_pilot(table).value < 100
