"""The seeded coin of undecided answers."""

import numpy as np
import pytest

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.outcomes import flip_coin, flip_coins
from tests.spread import limit


def test_outcome_numbers_are_kept() -> None:
    """Files hold these numbers, so they never change."""
    assert [(o.name, int(o)) for o in Outcome] == [
        ("FIRST", 0),
        ("SECOND", 1),
        ("EQUAL", 2),
        ("NEITHER", 3),
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**100 + 7])
def test_coin_depends_on_seed_and_step_alone(seed: int) -> None:
    """Flipping many at once, from any step on, gives the coins of the single steps."""
    coins = [flip_coin(seed, step) for step in range(40)]
    assert flip_coins(seed, 0, 40).tolist() == coins
    assert flip_coins(seed, 13, 20).tolist() == coins[13:33]
    assert all(type(coin) is bool for coin in coins)


def test_coin_is_fair_and_not_correlated() -> None:
    """Shares of heads and of equal neighbours, by step and by seed, are 1/2 but for chance."""
    coins = np.array([flip_coins(seed, 0, 400) for seed in range(400)])
    error = 0.5 / coins.size**0.5
    shares = (
        coins.mean(),
        (coins[1:] == coins[:-1]).mean(),
        (coins[:, 1:] == coins[:, :-1]).mean(),
        (coins[1:, :-1] == coins[:-1, 1:]).mean(),
    )
    assert np.abs(np.array(shares) - 0.5).max() < limit(4) * error
    assert np.abs(coins.mean(axis=0) - 0.5).max() < limit(400) * 0.5 / 20
    assert np.abs(coins.mean(axis=1) - 0.5).max() < limit(400) * 0.5 / 20


def test_coin_is_always_the_same() -> None:
    """The coins of seed 1 are these for ever: studies replay them."""
    bits = "".join(str(int(coin)) for coin in flip_coins(1, 0, 16))
    assert bits == "0000000001010100"
