"""Discriminations of judges: found where they differ, near 1 where they do not."""

import numpy as np
import pytest
from scipy.special import expit

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Judgements, assess_items, fit_judges
from tests.spread import highest, lowest, most, near


def _judge(
    scores: np.ndarray, powers: np.ndarray, count: int, rng: np.random.Generator
) -> tuple[Judgements, np.ndarray]:
    """Return answers to random pairs of judges with these discriminations, and whose they are."""
    judges = np.repeat(np.arange(len(powers)), count)
    left = rng.integers(len(scores), size=len(judges))
    right = (left + rng.integers(1, len(scores), size=len(judges))) % len(scores)
    chosen = rng.random(len(judges)) < expit(powers[judges] * (scores[left] - scores[right]))
    return Judgements(len(scores), left, right, chosen.astype(float)), judges


def test_coins_and_sharp_judges_are_found() -> None:
    """A coin among judges has about 0, a reversed one is below; the errors say how sure that is.

    Over 200 other seeds the coin's discrimination has mean .05 and deviation .10.
    """
    powers = np.array([1.0] * 9 + [0.0, -1.0, 2.0])
    coins, errors = [], []
    for seed in range(10):
        rng = np.random.default_rng((seed, 3))
        answers, judges = _judge(rng.normal(0, 1.2, 15), powers, 120, rng)
        found = fit_judges(answers, judges, fit(answers.table()))
        assert found is not None
        assert found.judges_differ
        assert found.discrimination.mean() == pytest.approx(1.0)
        assert found.discrimination[10] < -0.3 < 1.2 < found.discrimination[11]
        coins.append(found.discrimination[9])
        errors.append(found.error[9])
    assert np.mean(coins) == near(0.05, 0.12 / 10**0.5)
    assert 0.05 < np.mean(errors) < 0.25


def test_judges_who_are_alike_stay_near_one() -> None:
    """The spread falls to its least, and the scores are those of the plain fit."""
    rng = np.random.default_rng(2)
    answers, judges = _judge(rng.normal(0, 1, 15), np.ones(12), 100, rng)
    plain = fit(answers.table())
    found = fit_judges(answers, judges, plain)
    assert found is not None
    assert not found.judges_differ
    assert found.discrimination == pytest.approx(np.ones(12), abs=0.25)
    assert found.estimate.scores == pytest.approx(plain.scores, abs=0.1)


def test_few_answers_do_not_make_judges_differ() -> None:
    """Of judges who are all alike no more than one study in 20 says otherwise.

    The learned spread alone says so in most of them: it stays near where its search began.
    """
    wrong, rough, studies = 0, 0, 60
    for seed in range(studies):
        rng = np.random.default_rng((seed, 6))
        answers, judges = _judge(rng.normal(0, 1, 10), np.ones(10), 20, rng)
        found = fit_judges(answers, judges, fit(answers.table()))
        assert found is not None
        wrong, rough = wrong + found.judges_differ, rough + (found.spread > 0.1)
    assert wrong <= most(studies, 0.05)
    assert rough > studies / 2


def test_weighing_judges_helps_where_half_are_coins() -> None:
    """Scores lie nearer to the truth than those of the plain fit, up to a factor."""
    plain, weighed = [], []
    for seed in range(8):
        rng = np.random.default_rng((seed, 4))
        truth = rng.normal(0, 1.5, 20)
        answers, judges = _judge(truth, np.repeat([1.0, 0.0], 6), 100, rng)
        estimate = fit(answers.table())
        found = fit_judges(answers, judges, estimate)
        assert found is not None
        plain.append(np.corrcoef(estimate.scores, truth)[0, 1])
        weighed.append(np.corrcoef(found.estimate.scores, truth)[0, 1])
    assert np.mean(weighed) > np.mean(plain)


def test_two_judges_are_too_few() -> None:
    """Nobody knows who of two is right."""
    rng = np.random.default_rng(5)
    answers, judges = _judge(rng.normal(0, 1, 5), np.ones(2), 20, rng)
    assert fit_judges(answers, judges, fit(answers.table())) is None


def test_item_fit_is_one_on_average_and_finds_the_odd_one() -> None:
    """Answers by the model have infit 1; an item judged by a coin has more, and only that one.

    Over other seeds a study's mean infit has a deviation of .02.
    """
    rng = np.random.default_rng(8)
    scores = np.linspace(-2, 2, 12)
    answers, _ = _judge(scores, np.ones(6), 300, rng)
    found = assess_items(answers, fit(answers.table()))
    assert found.infit.mean() == near(0.99, 0.02)
    assert lowest(0, 1, 12) < found.z_infit.min() <= found.z_infit.max() < highest(0, 1, 12)
    assert found.answers.sum() == 2 * len(answers)
    odd = (answers.left == 0) | (answers.right == 0)
    chosen = np.where(odd, rng.integers(2, size=len(answers)), answers.chosen).astype(float)
    mixed = Judgements(12, answers.left, answers.right, chosen)
    found = assess_items(mixed, fit(mixed.table()))
    assert int(found.infit.argmax()) == 0
    assert found.z_infit[0] > 3


def test_item_without_answers_has_no_fit() -> None:
    """NaN, and no warning."""
    answers = Judgements(3, np.array([0, 1, 0]), np.array([1, 0, 1]), np.array([1.0, 1.0, 0.5]))
    found = assess_items(answers, fit(answers.table()))
    assert np.isnan(found.infit[2])
    assert np.isfinite(found.infit[:2]).all()
