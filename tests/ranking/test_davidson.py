"""Davidson's model of ties: known answers, the binary fit as its limit, and honest errors."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sortrank_gui.errors import InferenceError
from sortrank_gui.ranking import Comparisons, Estimate, Outcome, fit
from sortrank_gui.ranking.posterior import Posterior, normal_posterior
from sortrank_gui.ranking.strategies import create
from sortrank_gui.ranking.ties import outcome_chances, share_of_wins
from tests.spread import highest, lowest, near

CASES = json.loads((Path(__file__).parent / "data" / "davidson.json").read_text("utf-8"))["cases"]
INF = float("inf")
Case = dict[str, Any]


def _table(case: Case) -> Comparisons:
    i, j, won, lost, tied = np.array(case["counts"]).T
    pairs = i.astype(np.int64), j.astype(np.int64)
    order = np.lexsort(pairs[::-1])
    wins = won.astype(float)[order], lost.astype(float)[order]
    pairs = pairs[0][order], pairs[1][order]
    return Comparisons.from_counts(case["n_items"], pairs, wins, tied.astype(float)[order])


def _answers(
    scores: np.ndarray, count: int, ties: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw pairs, and answers of people who follow Davidson's model."""
    n_items = len(scores)
    i = rng.integers(n_items, size=count)
    j = (i + rng.integers(1, n_items, size=count)) % n_items
    first, equal = outcome_chances(scores[i] - scores[j], ties)
    drawn = rng.random(count)
    return i, j, np.where(drawn < first, 0, np.where(drawn < first + equal, 2, 1))


def _errors_to_the_first(estimate: Estimate) -> np.ndarray:
    c = estimate.covariance
    return np.sqrt(np.diag(c)[1:] + c[0, 0] - 2 * c[0, 1:])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_fit_of_ties_equals_the_slow_method(case: Case) -> None:
    """Scores and tie parameter to 1e-6, the error of the latter to 1e-3."""
    estimate = fit(_table(case), prior_variance=INF)
    assert estimate.scores == pytest.approx(case["scores"], abs=1e-6)
    assert estimate.ties.value == pytest.approx(case["ties"], rel=1e-6)
    assert estimate.ties.log_error == pytest.approx(case["log_ties_error"], rel=1e-3)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_errors_of_scores_share_the_uncertainty_of_ties(case: Case) -> None:
    """Errors of differences agree to 1e-3, those of drawn scores within their spread."""
    estimate = fit(_table(case), prior_variance=INF)
    expected = np.array(case["errors_to_the_first"])
    assert _errors_to_the_first(estimate) == pytest.approx(expected, rel=1e-3)
    drawn = fit(_table(case), prior_variance=1e4).draw(4000, np.random.default_rng(1))
    spread = (drawn[1:] - drawn[0]).std(axis=1)
    assert spread / expected == near(1.0, 1 / 8000**0.5, len(spread))


def test_fit_of_ties_equals_what_placketluce_prints() -> None:
    """The pudding data: worths and ties as in the vignette, which stops before the very end."""
    case = CASES[0]
    estimate, printed = fit(_table(case), prior_variance=INF), case["printed"]
    worths = np.exp(estimate.scores) / np.exp(estimate.scores).sum()
    assert worths == pytest.approx(printed["worths"], abs=2e-4)
    assert estimate.ties.value == pytest.approx(printed["ties"], abs=2e-4)
    assert estimate.ties.log_error == pytest.approx(printed["log_ties_error"], abs=2e-4)
    errors = _errors_to_the_first(estimate)
    assert errors == pytest.approx(printed["errors_to_the_first"], abs=2e-4)


def test_chances_sum_up_and_decided_answers_follow_bradley_and_terry() -> None:
    """Given that nobody said “equal”, the odds are e^d, at any distance."""
    gaps = np.array([-900.0, -3.0, -0.5, 0.0, 0.5, 3.0, 900.0])
    first, equal = outcome_chances(gaps, 0.8)
    second, again = outcome_chances(-gaps, 0.8)
    assert first + second + equal == pytest.approx(1.0)
    assert equal == pytest.approx(again)
    assert np.log(first[1:-1] / second[1:-1]) == pytest.approx(gaps[1:-1])


@pytest.mark.parametrize("ties", [0.0, 0.3, 2.0])
def test_share_of_wins_has_its_slope(ties: float) -> None:
    """The slope in the gap is the variance of the answer."""
    gaps, step = np.linspace(-5, 5, 11), 1e-5
    share, slope = share_of_wins(gaps, ties)
    above, below = (share_of_wins(gaps + h, ties)[0] for h in (step, -step))
    assert slope == pytest.approx((above - below) / (2 * step), rel=1e-6)
    if not ties:
        assert share == pytest.approx(1 / (1 + np.exp(-gaps)))


def test_fit_with_few_ties_is_near_the_binary_fit() -> None:
    """One tie among a thousand answers moves no score by more than a tenth of its error."""
    rng = np.random.default_rng(4)
    scores = rng.normal(0, 1, 12)
    i, j, outcomes = _answers(scores, 1000, 0.0, rng)
    table = Comparisons(12)
    table.add_outcomes(i, j, outcomes)
    plain = fit(table)
    table.add_ties(0, 1)
    tied = fit(table)
    assert plain.ties.value == 0.0
    assert 0 < tied.ties.value < 0.02
    assert (np.abs(tied.scores - plain.scores) < 0.1 * plain.standard_errors).all()


def test_ties_alone_say_nothing_about_the_order() -> None:
    """All equal: scores of 0, known no better than by the prior; no maximum likelihood."""
    table = Comparisons(4)
    table.add_ties([0, 1, 2] * 50, [1, 2, 3] * 50)
    estimate = fit(table, prior_variance=1.0)
    assert estimate.scores == pytest.approx(np.zeros(4), abs=1e-9)
    assert (estimate.standard_errors > 0.5).all()
    with pytest.raises(InferenceError, match="all answers are “equal”"):
        fit(table, prior_variance=INF)


def test_warm_start_with_ties_ends_at_the_same_place() -> None:
    """Whatever the start, with ties or without, the fit is the same to 1e-6."""
    rng = np.random.default_rng(5)
    i, j, outcomes = _answers(rng.normal(0, 1.5, 30), 900, 0.7, rng)
    early, late = Comparisons(30), Comparisons(30)
    early.add_outcomes(i[:500], j[:500], outcomes[:500])
    late.add_outcomes(i, j, outcomes)
    cold = fit(late, prior_variance=2.0)
    warm = fit(late, prior_variance=2.0, start=fit(early, prior_variance=2.0))
    assert warm.scores == pytest.approx(cold.scores, abs=1e-6)
    assert warm.ties.value == pytest.approx(cold.ties.value, rel=1e-6)
    decided = Comparisons(30)
    decided.add_outcomes(i, j, np.where(outcomes == 2, 3, outcomes))
    bare = fit(late, prior_variance=2.0, start=fit(decided, prior_variance=2.0))
    assert bare.scores == pytest.approx(cold.scores, abs=1e-6)


def test_normal_posterior_with_ties_is_near_the_fit() -> None:
    """Means correlate with the mode by more than 0.999, and the spread is about the same."""
    rng = np.random.default_rng(6)
    i, j, outcomes = _answers(rng.normal(0, 1, 20), 1500, 1.0, rng)
    table = Comparisons(20)
    table.add_outcomes(i, j, outcomes)
    posterior, estimate = normal_posterior(table, prior_variance=1.0), fit(table, prior_variance=1)
    assert np.corrcoef(posterior.mean, estimate.scores)[0, 1] > 0.999
    assert posterior.mean.std() == pytest.approx(estimate.scores.std(), rel=0.05)
    assert posterior.ties == pytest.approx(estimate.ties.value, rel=0.05)


@pytest.mark.parametrize(("ties", "share"), [(0.65, 0.21), (1.6, 0.39)])
def test_intervals_hold_the_truth_and_scores_are_not_drawn_together(
    ties: float, share: float
) -> None:
    """95 % intervals at 21 and 39 % ties; scores as large as the truth with a vague prior.

    Over other seeds a study's coverage has a standard deviation of .05 and the slope of its scores
    on the truth one of .09; half wins had a slope of .77 and .58.
    """
    covered, slopes, tied = [], [], []
    for seed in range(40):
        rng = np.random.default_rng((seed, 17))
        scores = rng.normal(0, 1, 15)
        scores -= scores.mean()
        i, j, outcomes = _answers(scores, 600, ties, rng)
        table = Comparisons(15)
        table.add_outcomes(i, j, outcomes)
        estimate = fit(table)
        off = np.abs(estimate.scores - scores)
        covered.append(float(np.mean(off < 1.96 * estimate.standard_errors)))
        rough = fit(table, prior_variance=100.0).scores
        slopes.append(float(rough @ scores / (scores @ scores)))
        tied.append(float(np.mean(outcomes == 2)))
    assert np.mean(tied) == near(share, 0.01)
    assert lowest(0.945, 0.05 / 40**0.5) <= np.mean(covered) <= highest(0.955, 0.05 / 40**0.5)
    assert np.mean(slopes) == near(1.03, 0.09 / 40**0.5)


def test_equal_answer_draws_the_posterior_together() -> None:
    """One “equal” moves the gap's mean and variance as integration has it, to 1e-6."""
    posterior = Posterior(np.array([0.75, -0.75, 0.0]), np.eye(3), 1.0, ties=0.8)
    gaps = np.linspace(-12, 12, 20_001)
    weights = np.exp(-((gaps - 1.5) ** 2) / 4) * outcome_chances(gaps, 0.8)[1]
    weights /= weights.sum()
    mean = float(weights @ gaps)
    posterior.update_equal(0, 1)
    assert posterior.gap(0, 1) == pytest.approx((mean, weights @ (gaps - mean) ** 2), abs=1e-6)
    assert posterior.mean[2] == 0.0


@pytest.mark.parametrize("name", ["entropy", "matching"])
def test_strategies_learn_how_readily_people_say_equal(name: str) -> None:
    """After 120 answers of which a third are ties, the model behind the questions has ties."""
    strategy = create(name, n_items=10, seed=1)
    for step in range(120):
        i, j = strategy.ask()
        strategy.tell(i, j, Outcome.EQUAL if step % 3 == 0 else Outcome(int(i < j)))
    strategy.ask()
    model = strategy._posterior if name == "entropy" else strategy._model.posterior
    assert 0.3 < model.ties < 4.0
