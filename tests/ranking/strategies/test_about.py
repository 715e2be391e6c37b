"""What every strategy says about itself."""

import pytest

from sortrank_gui.ranking import Outcome, strategies
from sortrank_gui.ranking.strategies import Progress, Standing


@pytest.mark.parametrize("name", strategies.names())
def test_strategy_explains_itself(name: str) -> None:
    """Every strategy has a title, a line, an explanation, and both sides of it."""
    facts = strategies.facts(name)
    assert all((facts.title, facts.brief, facts.what, facts.good, facts.bad, facts.picked))
    assert "\n" not in facts.brief
    assert not facts.brief.endswith(".")
    assert not facts.picked.endswith(".")  # a sentence goes on after it


def test_strategies_look_different() -> None:
    """No two strategies have the same place, title, or colour with marker."""
    found = [strategies.facts(name) for name in strategies.names()]
    for values in ([f.place for f in found], [f.title for f in found]):
        assert len(set(values)) == len(found)
    assert len({(facts.colour, facts.marker) for facts in found}) == len(found)


def test_names_keep_their_order() -> None:
    """The names that scripts know come in their order; a standing picks some of them."""
    assert strategies.names() == [
        *("random", "all-pairs", "quicksort", "mergesort"),
        *("uncertainty", "adjacent", "entropy", "kl"),
        *("rounds", "rounds-top", "rounds-scores", "matching"),
    ]
    assert strategies.names(Standing.ADVISED) == ["mergesort", "rounds"]
    assert strategies.DEFAULT in strategies.names(Standing.ADVISED)


@pytest.mark.parametrize("n_items", [2, 9, 30])
@pytest.mark.parametrize("name", strategies.names())
def test_run_length_is_about_right(name: str, n_items: int) -> None:
    """After as many answers as a run is said to take, about one run is over."""
    strategy, answers, runs = strategies.create(name, n_items=n_items, seed=3), 0, 8
    if strategies.facts(name).run_length(n_items) > 1000:
        runs = 1
    while strategy.progress.sort <= runs:
        first, second = strategy.ask()
        strategy.tell(first, second, Outcome.FIRST if first < second else Outcome.SECOND)
        answers += 1
    said = runs * strategies.facts(name).run_length(n_items)
    assert 0.7 * answers <= said <= 1.5 * answers


@pytest.mark.parametrize("name", strategies.names())
def test_sorts_are_those_with_a_picture(name: str) -> None:
    """Whoever says that it sorts takes an order and has a picture, with words for its roles."""
    facts = strategies.facts(name)
    if not facts.sorts:
        assert not facts.legend
        assert facts.tell_layout is None
        return
    strategy = strategies.create(name, n_items=12, seed=1, order="depth")
    layout = strategy.layout()
    assert facts.tell_layout is not None
    assert facts.tell_layout(layout)
    assert {role for role, _word in facts.legend} & set(layout.roles.tolist())


def test_progress_is_told_where_people_count() -> None:
    """A sort has levels, a round a number; a strategy without either says nothing."""
    progress = Progress(2, 3, 6)
    assert strategies.facts("mergesort").tell_progress(progress) == ["sort 2", "level 3 of 6"]
    assert strategies.facts("rounds").tell_progress(progress) == ["round 2"]
    assert strategies.facts("entropy").tell_progress(progress) == []


def test_strategy_of_another_version_keeps_its_name() -> None:
    """A file may name a strategy that we do not know: its name is all there is to say."""
    facts = strategies.facts("bubble-sort")
    assert facts.title == "Bubble sort"
    assert facts.picked == "by the strategy “bubble-sort”"
