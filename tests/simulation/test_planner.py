"""Plans of a study."""

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.simulation import planner
from sortrank_gui.simulation.datasets import Dataset
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.populations import Normal, Uniform
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.runner import run_tasks
from tests.spread import near


def test_comparisons_are_interpolated_on_log_scales() -> None:
    """On a curve that falls as 1000 / c the budget for 30 is 1000 / 30, rounded up."""
    curve = {c: 1000 / c for c in (10, 20, 50, 100)}
    assert planner.comparisons_for(curve, 30) == 34
    assert planner.comparisons_for(curve, 100) == 10
    assert planner.comparisons_for(curve, 10) == 100
    assert planner.comparisons_for(curve, 9) is None


def test_comparisons_must_suffice_for_good() -> None:
    """A lucky dip of the curve does not count."""
    assert planner.comparisons_for({10: 100, 20: 5, 40: 50, 80: 4}, 10) > 40


def test_curve_may_reach_zero() -> None:
    """A perfect ranking at the end gives a number, not an error."""
    assert planner.comparisons_for({10: 100.0, 20: 0.0}, 50) <= 20


def test_goal_beyond_the_simulation_is_extrapolated() -> None:
    """A curve that falls as 1000 / c needs about 1,000 for a goal of 1, and says that it is far."""
    curve = {c: 1000 / c for c in (10, 20, 50, 100)}
    assert planner.extrapolate(curve, 1.02) == 990
    assert planner.extrapolate(curve, 1000 / 130) == 130
    assert planner.extrapolate(curve, 0.01) is None
    assert planner.extrapolate({10: 9.0, 20: 9.0, 50: 8.9, 80: 9.0}, 1.0) is None


def test_plan_marks_what_is_beyond_it() -> None:
    """A goal that the budget does not reach has an estimate in the plan and on its page."""
    study = planner.describe_study(
        8, Normal(3.0), strategies=("mergesort",), budget=60, repetitions=8
    )
    rows = [row for trial in run_tasks(study.trials(), SequentialExecutor()).done for row in trial]
    plan = planner.make_plan(study, rows, accuracy=0.95)
    (need,) = plan.needs
    assert need.is_beyond
    assert need.comparisons is not None
    assert need.comparisons > 60
    assert f"about {need.comparisons:,}" in planner.describe_plan(plan, study, rows).page


def test_pilot_tells_the_spread() -> None:
    """From 6,000 comparisons of 60 items the true spread is found.

    Over 100 other pilots the ratio is 1.033, with a deviation of 0.032.
    """
    rng = np.random.default_rng(2)
    scores = rng.normal(0, 1.5, 60)
    first = rng.integers(60, size=6000)
    pairs = np.column_stack((first, (first + rng.integers(1, 60, size=6000)) % 60))
    outcomes = BradleyTerryRespondent(scores, seed=3).answer_many(pairs)
    table = Comparisons(60)
    table.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
    pilot = Dataset(tuple(map(str, range(60))), table)
    assert planner.spread_of_pilot(pilot) / scores.std() == near(1.033, 0.032)
    assert isinstance(planner.population_of_pilot(pilot), Normal)


def test_plan_asks_less_of_better_strategies() -> None:
    """Matching needs fewer comparisons than random; accuracy grows with the budget.

    Over 20 other seeds matching needs 136 (deviation 17) and random 327 (51), or more than there
    are; matching's accuracy is 0.33 (0.055) at first and 0.943 (0.0083) at last.
    """
    study = planner.describe_study(
        30, Uniform(2.0), strategies=("random", "matching"), repetitions=4
    )
    rows = [row for trial in run_tasks(study.trials(), SequentialExecutor()).done for row in trial]
    plan = planner.make_plan(study, rows, accuracy=0.85)
    needs = {need.strategy: need.comparisons for need in plan.needs}
    assert needs["matching"] is not None
    assert needs["random"] is None or needs["matching"] < needs["random"]
    first, last = study.budgets[0], study.budgets[-1]
    assert plan.accuracy_of("matching", last) > 0.85 > plan.accuracy_of("matching", first)
    assert plan.target == pytest.approx(0.15 * (30**2 - 1) / 3)
    report = planner.describe_plan(plan, study, rows)
    assert "matching" in report.page
    assert len(report.tables[0].rows) == len(rows)
    with pytest.raises(InputError, match="between 0 and 100"):
        planner.make_plan(study, rows, accuracy=1.0)
