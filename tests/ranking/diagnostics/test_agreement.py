from collections.abc import Callable

import numpy as np
import pytest

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Agreement, Judgements, assess_agreement, predict_left

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
    """Over 60 studies its mean is near 0 and its spread near 1, so that levels hold."""
    z = np.array([found.z_typical for found in assess(80, 1.0)])
    assert abs(z.mean()) < 0.35
    assert 0.7 < z.std() < 1.3
    assert (z > -2.58).mean() > 0.96
    left = np.array([found.z_left for found in assess(80, 1.0)])
    assert abs(left.mean()) < 0.35
    assert 0.7 < left.std() < 1.3


def test_coins_are_told_from_honest_participants(assess: Callable[..., list[Agreement]]) -> None:
    """A coin's evidence is normal around 0 by its own test and far too low by the other."""
    coins = assess(80, 0.0)
    z = np.array([found.z_coin for found in coins])
    assert abs(z.mean()) < 0.35
    assert 0.75 < z.std() < 1.25
    assert np.mean([found.p_typical < 0.005 for found in coins]) > 0.9
    assert np.mean([found.slope for found in coins]) == pytest.approx(0.0, abs=0.1)
    assert np.mean([found.slope for found in assess(80, 1.0)]) == pytest.approx(1.0, abs=0.15)
    assert np.mean([found.agreement for found in coins]) == pytest.approx(0.5, abs=0.03)


def test_infit_and_outfit_are_mean_squares(simulate: Simulate) -> None:
    """They follow the formulas, answer by answer; coins have far more than 1."""
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
    assert assess_agreement(simulate(TRUTH, 200, 2, slope=0.0), others).infit > 1.3


def test_reversed_answers_contradict(simulate: Simulate) -> None:
    """Somebody who takes the question the other way round is below a coin."""
    others = fit(simulate(TRUTH, 400, 1).table())
    found = assess_agreement(simulate(TRUTH, 80, 2, slope=-1.0), others)
    assert found.z_coin < -4
    assert found.slope < -0.5


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
    """A bias of one logit to the left is far from the expected share."""
    others = fit(simulate(TRUTH, 400, 1).table())
    found = assess_agreement(simulate(TRUTH, 150, 5, bias=1.0), others)
    assert found.left > 0.6
    assert found.z_left > 3
