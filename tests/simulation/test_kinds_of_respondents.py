"""Robots other than the plain Bradley-Terry one, and their habits."""

from collections.abc import Callable

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons, Outcome
from sortrank_gui.simulation.respondents import (
    BradleyTerryRespondent,
    CoinRespondent,
    NoiselessRespondent,
    Observed,
    ObservedRespondent,
    Respondent,
)
from tests.spread import near

COUNT = 20_000
PAIR = np.tile([0, 1], (COUNT, 1))


def share(respondent: Respondent, pairs: np.ndarray = PAIR) -> float:
    """Return how often the first item wins."""
    return float((respondent.answer_many(pairs) == Outcome.FIRST).mean())


def about(chance: float) -> float:
    """Return what equals all shares that this chance gives."""
    return near(chance, np.sqrt(chance * (1 - chance) / COUNT))


def observed() -> Observed:
    """Give 3 wins to 1 for the pair (0, 1), a clean sweep for (2, 0), nothing for (1, 2)."""
    table = Comparisons.from_pairs(3, [0, 0, 0, 1, 2, 2], [1, 1, 1, 0, 0, 0])
    return Observed.from_table(table)


MAKERS: dict[str, Callable[..., Respondent]] = {
    "bradley-terry": lambda **o: BradleyTerryRespondent([1.0, 0.0, 3.0], **o),
    "noiseless": lambda **o: NoiselessRespondent([1.0, 0.0, 3.0], **o),
    "coin": lambda **o: CoinRespondent(**o),
    "observed": lambda **o: ObservedRespondent(observed(), **o),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("habits", [{}, {"lapse": 0.2, "position_bias": 0.7}])
def test_stream_ignores_batching(make: Callable[..., Respondent], habits: dict) -> None:
    """Single answers, and batches of any size, use the same noise."""
    rng = np.random.default_rng(1)
    first = rng.integers(3, size=3000)
    pairs = np.column_stack((first, (first + rng.integers(1, 3, size=3000)) % 3))
    whole = make(seed=5, **habits).answer_many(pairs).tolist()
    respondent, parts = make(seed=5, **habits), []
    for start in range(0, 3000, 700):
        parts += [int(respondent.answer(*pair)) for pair in pairs[start : start + 3].tolist()]
        parts += respondent.answer_many(pairs[start + 3 : start + 700]).tolist()
    assert parts == whole


def test_observed_respondent_draws_from_what_was_seen() -> None:
    """3 of 4 wins are answered in three quarters, in either order of the pair."""
    assert share(ObservedRespondent(observed(), seed=1)) == about(0.75)
    assert share(ObservedRespondent(observed(), seed=2), PAIR[:, ::-1]) == about(0.25)


def test_observed_respondent_is_certain_after_a_clean_sweep() -> None:
    """What never happened is never answered."""
    assert share(ObservedRespondent(observed()), np.tile([2, 0], (1000, 1))) == 1.0
    assert share(ObservedRespondent(observed()), np.tile([0, 2], (1000, 1))) == 0.0


def test_observed_respondent_flips_a_coin_for_a_pair_never_seen() -> None:
    """As the paper does; also without any data at all."""
    assert share(ObservedRespondent(observed()), np.tile([1, 2], (COUNT, 1))) == about(0.5)
    assert share(ObservedRespondent(Observed.from_table(Comparisons(3)))) == about(0.5)


def test_noiseless_respondent_follows_the_scores() -> None:
    """The better item always wins, the smallest gap is enough, equal scores are a coin."""
    respondent = NoiselessRespondent([1e-9, 0.0, 0.0])
    assert share(respondent) == 1.0
    assert respondent.answer(1, 0) is Outcome.SECOND
    assert share(respondent, np.tile([1, 2], (COUNT, 1))) == about(0.5)


def test_coin_respondent_is_fair() -> None:
    """Both win equally often."""
    assert share(CoinRespondent(seed=9)) == about(0.5)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_lapses_pull_to_a_half(make: Callable[..., Respondent]) -> None:
    """With a lapse rate r the chance p becomes (1 - r) p + r / 2, for certain answers too."""
    chance = share(make(seed=1))
    assert share(make(seed=1, lapse=0.4)) == near(0.6 * chance + 0.2, np.sqrt(1.36 / 4 / COUNT))
    assert share(make(seed=1, lapse=1.0)) == about(0.5)


def test_position_bias_favours_no_item() -> None:
    """Sides are drawn anew, so a bias b gives the mean of sigma(gap + b) and sigma(gap - b)."""
    expected = (1 / (1 + np.exp(-3.0)) + 1 / (1 + np.exp(1.0))) / 2
    assert share(BradleyTerryRespondent([1.0, 0.0], seed=1, position_bias=2.0)) == about(expected)
    assert share(CoinRespondent(seed=1, position_bias=2.0)) == about(0.5)


@pytest.mark.parametrize("habits", [{"lapse": -0.1}, {"lapse": 1.1}, {"position_bias": np.inf}])
def test_impossible_habit_is_refused(habits: dict) -> None:
    """A rate beyond 0 to 1, or an infinite bias, is a mistake."""
    with pytest.raises(InputError, match="must be"):
        CoinRespondent(**habits)
