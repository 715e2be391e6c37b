"""Answers that belong to other questions are refused by every strategy that sorts or goes round."""

import pytest

from sortrank_gui import ranking
from sortrank_gui.errors import ReplayError
from sortrank_gui.ranking import Outcome


def _tell(strategy: ranking.strategies.Strategy, journal: list[tuple[int, int]]) -> None:
    for pair in journal:
        strategy.tell(*pair, Outcome.FIRST)


@pytest.mark.parametrize("name", ["all-pairs", "quicksort", "mergesort"])
def test_journal_of_another_seed_is_refused(name: str) -> None:
    """A hundred answers of seed 2 do not pass for answers of seed 1, with 30 items."""
    theirs = ranking.strategies.create(name, n_items=30, seed=2)
    ours = ranking.strategies.create(name, n_items=30, seed=1)
    journal = []
    for _ in range(100):
        journal.append(theirs.ask())
        theirs.tell(*journal[-1], Outcome.FIRST)
    with pytest.raises(ReplayError, match="did not ask"):
        _tell(ours, journal)


@pytest.mark.parametrize("name", ["all-pairs", "quicksort"])
def test_same_answer_twice_is_refused(name: str) -> None:
    """A pair of a large study that was just answered is not open in any run within reach."""
    strategy = ranking.strategies.create(name, n_items=300, seed=1)
    pair = strategy.ask()
    strategy.tell(*pair, Outcome.FIRST)
    with pytest.raises(ReplayError, match=f"{pair[0]} and {pair[1]}"):
        strategy.tell(*pair, Outcome.FIRST)


@pytest.mark.parametrize("name", ranking.strategies.names())
def test_unknown_outcome_is_refused(name: str) -> None:
    """A number that is no outcome is a mistake of the program, and raises ValueError."""
    strategy = ranking.strategies.create(name, n_items=5, seed=1)
    with pytest.raises(ValueError, match=r"outcome|Outcome"):
        strategy.tell(*strategy.ask(), 7)
