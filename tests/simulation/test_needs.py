"""What a plan means for people."""

import pytest

from sortrank_gui.ranking import strategies
from sortrank_gui.simulation.needs import People, PlanLine, best_strategy, judge_sorting
from sortrank_gui.simulation.planner import Need


def line(strategy: str, displacement: float, needed: int | None = None) -> PlanLine:
    """Return a line of a plan with a doubt of 10."""
    return PlanLine(strategy, Need(strategy, needed), displacement, 10.0, 0.5, 80.0)


def test_people_share_the_work() -> None:
    """Ten people who share 101 answers have 11 each, and their time."""
    people = People(10, 60, 6.0)
    assert (people.budget, people.share(101), people.minutes(11)) == (600, 11, 1.1)


@pytest.mark.parametrize(
    ("displacement", "verdict"),
    [(50.0, "Sorting pays here"), (95.0, "Sorting hardly beats"), (120.0, "Sorting does not beat")],
)
def test_verdict_is_honest(displacement: float, verdict: str) -> None:
    """It praises sorting only where the difference exceeds its doubt."""
    lines = [line("random", 100.0), line("mergesort", displacement)]
    assert judge_sorting(lines).startswith(verdict)


def test_verdict_names_the_saving() -> None:
    """Where both reach the wanted accuracy, it says how many answers are saved."""
    lines = [line("random", 100.0, 1000), line("mergesort", 50.0, 600)]
    assert "40 % fewer answers" in judge_sorting(lines)


def test_best_strategy_has_the_least_displacement() -> None:
    """The planner suggests what it expects most of."""
    assert best_strategy([line("random", 9.0), line("matching", 5.0)]) == "matching"
    assert best_strategy([line("random", 5.0), line("matching", 5.0)]) == "random"
    assert best_strategy([]) == strategies.DEFAULT
