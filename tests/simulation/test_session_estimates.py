"""How long a session will be, and how good its ranking."""

from typing import Any

import pytest

from sortrank_gui.ranking import strategies
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.session_estimates import (
    SessionEstimate,
    ask,
    simulate,
)


def question(strategy: str = "mergesort", n_items: int = 20, **ends: Any):
    """Return the question about a session with these ends, all of its trials regular."""
    none = {"budget": None, "sorts": None, "minutes": None, "places": None}
    return ask(strategy, n_items, share=1.0, **(none | ends))


def test_the_first_end_decides() -> None:
    """Of several ends the one with the fewest answers counts; 4 seconds are an answer."""
    assert question(budget=100, minutes=2.0).answers == 30
    assert question(budget=20, minutes=2.0).answers == 20
    assert question(sorts=2).answers == 2 * strategies.facts("mergesort").run_length(20)


def test_there_may_be_nothing_to_ask() -> None:
    """One item, or a session without an end, has no estimate."""
    assert question(n_items=1, budget=10) is None
    assert question() is None


@pytest.mark.parametrize("strategy", strategies.names())
def test_rounds_are_as_long_as_in_a_session(strategy: str) -> None:
    """A session that ends after two runs is estimated to have about as many answers."""
    sort, answers = strategies.create(strategy, n_items=20, seed=1), 0
    while sort.progress.sort <= 2:
        first, second = sort.ask()
        sort.tell(first, second, int(first < second))
        answers += 1
    assert question(strategy, sorts=2).answers == pytest.approx(answers, rel=0.4)


def test_simulation_says_places_and_rivals() -> None:
    """A rough estimate comes first, then the final one, with a sentence about other strategies."""
    rough: list[SessionEstimate] = []
    asked = question("quicksort", n_items=12, budget=60)
    found = simulate(asked, SequentialExecutor(), tell=rough.append, cancelled=lambda: False)
    assert len(rough) == 1
    assert 0 < found.places < 4
    assert found.others.count("here.") >= 1
    assert "Quicksort" not in found.others
