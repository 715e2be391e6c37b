from collections.abc import Callable

import numpy as np
import pytest

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Agreement, Judgements, assess_agreement, predict_left
from tests.spread import fewest, highest, lowest, near

Simulate = Callable[..., Judgements]
TRUTH = np.random.default_rng(3).permutation(np.linspace(0, 4, 20))


@pytest.fixture(scope="module")
def assess(simulate: Simulate) -> Callable[..., list[Agreement]]:
    """Return an assessment of many participants, each against others of their own study."""

    def many(count: int, slope: float, studies: int = 60) -> list[Agreement]:
        found = []
        for study in range(studies):
            others = fit(simulate(TRUTH, 400, 1000 + study).table())
            found.append(assess_agreement(simulate(TRUTH, count, study, slope=slope), others))
        return found

    return many


def test_evidence_of_honest_participants_is_standard_normal(
    assess: Callable[..., list[Agreement]],
) -> None:
    """Its mean is 0 and its spread 1, so that levels hold.

    Over 600 other studies: means -0.01 and 0.01, deviations 1.01 and 0.99, 99 % above -2.58. For 60
    the standard error of a mean is 0.13, and of a deviation 0.1.
    """
    found = assess(80, 1.0)
    for z in ([one.z_typical for one in found], [one.z_left for one in found]):
        assert np.mean(z) == near(0.0, 0.13, results=2)
        assert np.std(z) == near(1.0, 0.1, results=2)
    assert sum(one.z_typical > -2.58 for one in found) >= fewest(60, 0.99)


def test_coins_are_told_from_honest_participants(assess: Callable[..., list[Agreement]]) -> None:
    """A coin's evidence is normal around 0 by its own test and far too low by the other.

    Over 600 other studies: z has mean -0.03 and deviation 1.01, p is below 0.005 in 99.8 %, a
    coin's slope is -0.01 (deviation 0.20) and agrees in 49.8 % (5.7 %), an honest slope is 1.01
    (0.16). Standard errors are those of means over 60.
    """
    coins = assess(80, 0.0)
    z = np.array([found.z_coin for found in coins])
    assert z.mean() == near(0.0, 0.13)
    assert z.std() == near(1.0, 0.1)
    assert sum(found.p_typical < 0.005 for found in coins) >= fewest(60, 0.998)
    assert np.mean([found.slope for found in coins]) == near(0.0, 0.026)
    assert np.mean([found.slope for found in assess(80, 1.0)]) == near(1.01, 0.021)
    assert np.mean([found.agreement for found in coins]) == near(0.498, 0.0074)


def test_infit_and_outfit_are_mean_squares(simulate: Simulate) -> None:
    """They follow the formulas, answer by answer.

    Coins have an infit of 2.0 with a deviation of 0.14 over 300 other seeds.
    """
    others = fit(simulate(TRUTH, 400, 1).table())
    answers = simulate(TRUTH, 50, 2)
    found = assess_agreement(answers, others)
    chances = predict_left(answers, others)
    squares, variances = 0.0, 0.0
    outfit = []
    for x, p in zip(answers.chosen.tolist(), chances.tolist(), strict=True):
        squares += (x - p) ** 2
        variances += p * (1 - p)
        outfit.append((x - p) ** 2 / (p * (1 - p)))
    assert found.infit == pytest.approx(squares / variances)
    assert found.outfit == pytest.approx(sum(outfit) / len(outfit))
    assert assess_agreement(simulate(TRUTH, 200, 2, slope=0.0), others).infit > lowest(2.0, 0.14)


def test_reversed_answers_contradict(simulate: Simulate) -> None:
    """Somebody who takes the question the other way round is below a coin.

    Over 300 other seeds z is -4.8 (deviation 0.53), and the slope -1.03 (0.125).
    """
    others = fit(simulate(TRUTH, 400, 1).table())
    found = assess_agreement(simulate(TRUTH, 80, 2, slope=-1.0), others)
    assert found.z_coin < highest(-4.8, 0.53)
    assert found.slope < highest(-1.03, 0.125)


def test_nothing_is_said_without_answers(simulate: Simulate) -> None:
    """No answers, or others who have no order, make no evidence."""
    others = fit(simulate(TRUTH, 400, 1).table())
    empty = assess_agreement(simulate(TRUTH, 10, 1).take(slice(0)), others)
    assert empty.answers == 0
    assert np.isnan(empty.agreement)
    assert empty.z_typical == empty.z_coin == 0.0
    nobody = fit(simulate(TRUTH, 10, 1).take(slice(0)).table())
    alone = assess_agreement(simulate(TRUTH, 30, 1), nobody)
    assert alone.z_coin == 0.0
    assert alone.agreement == 0.5


def test_left_preference_shows(simulate: Simulate) -> None:
    """A bias of one logit to the left is far from the expected share.

    Over 100 other seeds 66.6 % are left (deviation 2.0 %), and z is 9.4 (0.9).
    """
    others = fit(simulate(TRUTH, 400, 1).table())
    found = assess_agreement(simulate(TRUTH, 600, 5, bias=1.0), others)
    assert found.left > lowest(0.666, 0.020)
    assert found.z_left > lowest(9.4, 0.9)
