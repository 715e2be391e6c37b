"""The learned prior variance."""

import numpy as np
import pytest

from sortrank_gui.ranking import Comparisons, displacement, fit
from sortrank_gui.ranking.normal_fit import NormalFit
from sortrank_gui.ranking.prior import LEAST_VARIANCE, START_VARIANCE, learn_prior_variance
from sortrank_gui.ranking.strategies import create
from sortrank_gui.simulation import BradleyTerryRespondent
from tests.spread import highest, lowest


def _table(name: str, scores: np.ndarray, count: int, seed: int) -> Comparisons:
    """Return `count` or slightly more answers to the questions of a strategy."""
    strategy, asked, answered, done = create(name, n_items=len(scores), seed=seed), [], [], 0
    respondent = BradleyTerryRespondent(scores, seed=20_000 + seed)
    while done < count:
        pairs = strategy.upcoming(len(scores))
        outcomes = respondent.answer_many(pairs)
        strategy.tell_many(pairs, outcomes)
        asked.append(pairs)
        answered.append(outcomes)
        done += len(pairs)
    table = Comparisons(len(scores))
    table.add_outcomes(*np.concatenate(asked).T, np.concatenate(answered))
    return table


@pytest.mark.parametrize("deviation", [1.0, 3.0])
@pytest.mark.parametrize("population", ["normal", "uniform"])
@pytest.mark.parametrize("name", ["random", "mergesort"])
def test_learned_variance_is_near_the_populations(
    name: str, population: str, deviation: float
) -> None:
    """With 20 n answers it is about the scores' variance.

    Over 40 other seeds the logarithm of the ratio is 0.03 to 0.13 in the eight cases, with
    deviations of 0.07 to 0.10: a standard error of 0.036 for 8 seeds.
    """
    ratios = []
    for seed in range(8):
        rng = np.random.default_rng((seed, 40, 1))
        side = deviation * 3**0.5
        scores = (
            rng.normal(0, deviation, 200)
            if population == "normal"
            else rng.uniform(-side, side, 200)
        )
        ratios.append(fit(_table(name, scores, 4000, seed)).prior_variance / scores.var())
    assert lowest(0.03, 0.036) < np.mean(np.log(ratios)) < highest(0.13, 0.036)


def test_learned_variance_without_data_is_the_start() -> None:
    """Nothing was compared: nothing is learned."""
    assert fit(Comparisons(10)).prior_variance == START_VARIANCE


@pytest.mark.parametrize("name", ["random", "mergesort"])
def test_learned_variance_of_coin_flips_is_small(name: str) -> None:
    """Coin flips, 60 n of them, show no differences: nearly the least, and never below it.

    0.0510 with a deviation of 0.0002 over 40 other seeds.
    """
    variance = fit(_table(name, np.zeros(100), 6000, 3)).prior_variance
    assert LEAST_VARIANCE * 0.99 <= variance < highest(0.0510, 0.0002)


def test_learned_variance_ignores_where_it_starts_once_there_is_data() -> None:
    """With 30 n answers a warm start from 0.05 or 10^4 learns what a cold one does: 10 %."""
    table = _table("mergesort", np.random.default_rng(1).normal(0, 2, 100), 3000, 1)
    cold = fit(table)
    for variance in (0.05, 1e4):
        warm = fit(table, start=fit(table, prior_variance=variance))
        assert warm.prior_variance == pytest.approx(cold.prior_variance, rel=0.1)


@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
def test_learned_variance_does_not_ruin_one_sort(name: str) -> None:
    """After one complete sort the ranking is no worse than with a vague prior.

    Over 60 other seeds it has 0.96 (Quicksort) and 0.90 (Mergesort) of the displacement, with
    deviations of 0.02 and 0.05: a standard error of at most 0.02 for 6.
    """
    ratios = []
    for seed in range(6):
        rng = np.random.default_rng((seed, 50, 1))
        scores = rng.permutation(np.cumsum(rng.exponential(1 / 4, 200)))
        strategy, table = create(name, n_items=200, seed=seed), Comparisons(200)
        respondent = BradleyTerryRespondent(scores, seed=30_000 + seed)
        while not strategy.rankings:
            pairs = strategy.upcoming(200)
            outcomes = respondent.answer_many(pairs)
            strategy.tell_many(pairs, outcomes)
            table.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
        vague = fit(table, prior_variance=5e5)
        learned = displacement(fit(table).scores, scores)
        ratios.append(learned / displacement(vague.scores, scores))
    assert np.mean(ratios) < highest(0.96, 0.02)


class _Silent(NormalFit):
    """Stands for answers that say nothing about variances below 40,000, which they speak for."""

    def __init__(self) -> None:
        self.means, self.n_compared, self._variance = np.zeros(1000), 1000, 0.0

    def settle(self, prior_variance: float, still: float = 0.01) -> bool:
        """Take a variance."""
        self._variance = prior_variance
        return True

    def mean_square(self) -> float:
        """Return a little less than the variance, up to what the answers speak for."""
        return min(0.97 * self._variance, (40_000 * self._variance) ** 0.5)


def test_search_does_not_end_where_the_answers_are_silent() -> None:
    """Nearly nothing is missing at the start value, nor far beyond: only a slope tells.

    So it was with 9,966 answers to adaptive rounds about 1,000 items, each a logit from the next:
    a variance of 4 was learned, and the ranking was fifty times as wrong as it had to be.
    """
    assert learn_prior_variance(_Silent()) > 30_000
