from collections.abc import Callable

import numpy as np
import pytest

from sortrank_gui.ranking import Estimate, fit
from sortrank_gui.ranking.diagnostics import (
    Judgements,
    SplitHalf,
    separation_reliability,
    split_half,
)
from tests.spread import lowest, near

Simulate = Callable[..., Judgements]
TRUTH = np.random.default_rng(6).normal(0, 1.0, 20)


def pool(
    simulate: Simulate, people: int, seed: int, slope: float = 1.0
) -> tuple[Judgements, np.ndarray, Estimate]:
    """Return the answers of several participants, whose they are, and their fit."""
    parts = [simulate(TRUTH, 60, 100 * seed + k, slope=slope) for k in range(people)]
    joined = Judgements(
        len(TRUTH),
        *(
            np.concatenate([getattr(p, name) for p in parts])
            for name in ("left", "right", "chosen")
        ),
    )
    return joined, np.repeat(np.arange(people), 60), fit(joined.table())


def split(simulate: Simulate, seed: int, slope: float = 1.0) -> SplitHalf:
    """Return the reliability of eight participants."""
    found = split_half(*pool(simulate, 8, seed, slope), splits=30)
    assert found is not None
    return found


def test_reliability_is_the_squared_correlation_with_the_truth(simulate: Simulate) -> None:
    """That is what the halves estimate, on average over studies.

    Over 100 other ones the difference is 0.00, with a standard error of 0.012 for 8.
    """
    halves, squares = [], []
    for seed in range(8):
        halves.append(split(simulate, seed).mean)
        squares.append(np.corrcoef(pool(simulate, 8, seed)[2].scores, TRUTH)[0, 1] ** 2)
    assert np.mean(halves) - np.mean(squares) == near(0.0, 0.012)


def test_coins_have_no_reliability(simulate: Simulate) -> None:
    """The halves of coin flips do not correlate, while SSR looks at each half from inside.

    Over 100 other seeds: coins 0.02, with a standard error of 0.11 for 6; one honest study 0.917,
    with a deviation of 0.015.
    """
    found = [split(simulate, seed, slope=0.0).mean for seed in range(6)]
    assert np.mean(found) == near(0.02, 0.11)
    honest = split(simulate, 1)
    assert honest.mean > lowest(0.917, 0.015)
    assert honest.low <= honest.mean <= honest.high
    assert honest.units == 8
    assert len(honest.values) == 30


def test_participants_stay_whole(simulate: Simulate) -> None:
    """With copies of one participant in pairs, the same seed gives the same splits."""
    answers, units, estimate = pool(simulate, 4, 1)
    one = split_half(answers, units, estimate, splits=5, seed=3)
    two = split_half(answers, 7 * units + 2, estimate, splits=5, seed=3)
    assert one is not None
    assert two is not None
    assert (one.values == two.values).all()


def test_few_participants_are_not_halved(simulate: Simulate) -> None:
    """Three have only three halvings: there is nothing to average."""
    answers, units, estimate = pool(simulate, 3, 1)
    assert split_half(answers, units, estimate) is None


def test_separation_is_the_share_of_variance_without_error(simulate: Simulate) -> None:
    """It follows its formula, and coins reach far more than they deserve.

    That is 0.31 over 100 other seeds, with a standard error of 0.038 for 6.
    """
    _, _, estimate = pool(simulate, 8, 1)
    found = separation_reliability(estimate, estimate.standard_errors)
    error = np.mean(estimate.standard_errors**2)
    assert found == pytest.approx(1 - error / (np.var(estimate.scores) + error))
    coins = [pool(simulate, 8, seed, slope=0.0)[2] for seed in range(6)]
    reached = [separation_reliability(each, each.standard_errors) for each in coins]
    assert np.mean(reached) > lowest(0.31, 0.038)


def test_splitting_can_be_stopped(simulate: Simulate) -> None:
    """The callback hears the share done, and what it raises goes through."""
    shares: list[float] = []

    def tick(share: float) -> None:
        shares.append(share)
        if len(shares) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        split_half(*pool(simulate, 4, 1), splits=10, tick=tick)
    assert shares == pytest.approx([0.1, 0.2, 0.3])
