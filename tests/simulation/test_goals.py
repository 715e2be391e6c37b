"""Goals of a plan: SSR, split-half, rank error and the top items."""

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.goals import RULE_OF_SSR, Goal, GoalKind, Outlook, describe_need
from sortrank_gui.simulation.planner import Need, PlanTrial, describe_study, find_need
from sortrank_gui.simulation.populations import Normal, Uniform, describe


@pytest.fixture
def outlook() -> Outlook:
    """Return 20 items whose reliability is c / (c + 100), and whose places off fall as 100 / c."""
    budgets = (25, 50, 100, 200, 400)
    return Outlook(
        20,
        {"random": {c: 100 / c for c in budgets}},
        {"random": {c: c / (c + 100) for c in budgets}},
        {"random": {c: 1 - 10 / c for c in budgets}},
    )


@pytest.mark.parametrize(
    ("goal", "answers", "slack"),
    [
        (Goal(GoalKind.SSR, 0.5), 100, 0),
        (RULE_OF_SSR, 400, 0),
        (Goal(GoalKind.SPLIT_HALF, 2 / 3), 200, 0),
        (Goal(GoalKind.PLACES, 2.0), 50, 0),
        (Goal(GoalKind.TOP, 0.95), 200, 0),
        (Goal(GoalKind.ACCURACY, 0.85), 100, 1),
    ],
)
def test_each_goal_has_its_answers(outlook: Outlook, goal: Goal, answers: int, slack: int) -> None:
    """By hand: halves of 200 have 100 each, correlate by 1/2, and 2/3 stepped up.

    85 % accurate is 1 place off of the 6.65 of a random ranking.
    """
    (need,) = outlook.find_needs(goal)
    assert need.comparisons == pytest.approx(answers, abs=1 + slack)
    assert not need.is_beyond


def test_answers_an_item_are_told(outlook: Outlook) -> None:
    """Each answer is about two items; what lies beyond is followed further."""
    assert outlook.each(100) == 10
    assert describe_need(Need("random", 100), outlook) == "100 (10 an item)"
    assert outlook.at(outlook.reliability, "random", 100) == pytest.approx(0.5)
    assert outlook.at(outlook.reliability, "random", 1000) is None
    (need,) = outlook.find_needs(Goal(GoalKind.SSR, 0.9))
    assert need.is_beyond
    nowhere = find_need("random", dict.fromkeys((10, 100, 1000), 0.5), 0.1)
    assert (nowhere.comparisons, nowhere.is_beyond) == (None, False)
    assert need.comparisons is not None
    assert 700 < need.comparisons <= 1500


def test_trials_measure_reliability() -> None:
    """The squared correlation with the truth grows with the answers, and is a share."""
    study = describe_study(12, Normal(2.0), strategies=("random",), repetitions=1, budget=600)
    rows = [row for trial in study.trials() for row in PlanTrial(trial, 3).run()]
    assert all(0 <= row.reliability <= 1 for row in rows)
    assert rows[-1].reliability > 0.9 > rows[0].reliability
    made = Outlook.from_rows(12, rows)
    assert set(made.reliability) == {"random"}


@pytest.mark.parametrize("goal", [(GoalKind.SSR, 1.0), (GoalKind.TOP, 0.0), (GoalKind.PLACES, 0.0)])
def test_impossible_goals_are_refused(goal: tuple[GoalKind, float]) -> None:
    """Nobody reaches an SSR of 1, and nobody wants nothing."""
    with pytest.raises(InputError):
        Goal(*goal)


def test_populations_are_told_with_few_digits() -> None:
    """Never a raw value of Python."""
    assert describe(Normal(29.50371942)) == "Normal scores (sd = 29.5)"
    assert describe(Uniform(5.0)) == "Uniform scores (λ = 5)"
