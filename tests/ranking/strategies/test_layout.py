"""The picture of a sort equals the sort."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.strategies import create, names
from sortrank_gui.ranking.strategies.layout import Role, SortLayout

Pairs = set[frozenset[int]]


def open_pairs(layout: SortLayout) -> Pairs:
    """Return the comparisons that a picture shows as open."""
    found: Pairs = set()
    for start, stop in layout.parts:
        items, roles = layout.items[start:stop], layout.roles[start:stop]
        heads = items[roles == Role.HEAD].tolist()
        if heads:
            found.add(frozenset(heads))
        for pivot in items[roles == Role.PIVOT].tolist():
            found |= {frozenset((pivot, item)) for item in items[roles == Role.OPEN].tolist()}
    return found


def as_pairs(pairs: np.ndarray) -> Pairs:
    """Return pairs without their order."""
    return {frozenset(pair) for pair in pairs.tolist()}


@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
@pytest.mark.parametrize("order", ["level", "depth"])
@settings(max_examples=40)
@given(n_items=st.integers(2, 40), steps=st.integers(0, 300), seed=st.integers(0, 1000))
def test_layout_shows_exactly_the_open_pairs(
    name: str, order: str, n_items: int, steps: int, seed: int
) -> None:
    """After any answers in any order: all items once, and the frontier of the strategy."""
    strategy = create(name, n_items=n_items, seed=seed, order=order)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        pair = rng.choice(strategy.upcoming(1000)).tolist()
        strategy.tell(*pair, Outcome(int(rng.integers(4))))
    layout = strategy.layout()
    assert sorted(layout.items.tolist()) == list(range(n_items))
    assert open_pairs(layout) == as_pairs(strategy.upcoming(1000))


@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
@settings(max_examples=30)
@given(n_items=st.integers(3, 30), steps=st.integers(0, 80), seed=st.integers(0, 1000))
def test_layout_puts_the_answers_on_their_sides(
    name: str, n_items: int, steps: int, seed: int
) -> None:
    """With true answers, what beat the pivot is better, and runs are in their true order."""
    strategy = create(name, n_items=n_items, seed=seed)
    for _ in range(steps):
        first, second = strategy.ask()
        strategy.tell(first, second, Outcome.FIRST if first < second else Outcome.SECOND)
    layout = strategy.layout()
    for start, stop in layout.parts:
        items, roles = layout.items[start:stop], layout.roles[start:stop]
        for pivot in items[roles == Role.PIVOT]:
            assert (items[roles == Role.BETTER] < pivot).all()
            assert (items[roles == Role.WORSE] > pivot).all()
        merged = roles == Role.MERGED
        if merged.any():
            assert items[merged].tolist() == sorted(items[merged].tolist())
            assert items[merged].max() < items[~merged].min()


def test_quicksort_layout_moves_the_pivot_to_its_place() -> None:
    """Before any answer the pivot is in the middle; with all better, it comes last."""
    strategy = create("quicksort", n_items=9, seed=1)
    assert strategy.layout().roles.tolist() == [Role.OPEN] * 4 + [Role.PIVOT] + [Role.OPEN] * 4
    first = strategy.upcoming(8)
    (pivot,) = set(first[0].tolist()) & set(first[1].tolist())
    for pair in first[:7].tolist():
        strategy.tell(*pair, Outcome.SECOND if pair[0] == pivot else Outcome.FIRST)
    layout = strategy.layout()
    assert layout.roles.tolist() == [Role.BETTER] * 7 + [Role.PIVOT, Role.OPEN]
    assert layout.count(Role.BETTER) == 7
    assert layout.items[7] == pivot


def test_mergesort_layout_shows_two_heads_a_merge() -> None:
    """The first level merges single items: all are heads, two a part."""
    layout = create("mergesort", n_items=8, seed=1).layout()
    assert layout.roles.tolist() == [Role.HEAD] * 8
    assert layout.starts.tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize("name", sorted({*names()} & {"random", "all-pairs", "adjacent"}))
def test_layout_of_rounds_is_nothing(name: str) -> None:
    """What asks rounds of pairs sorts nothing."""
    strategy = create(name, n_items=8, seed=1)
    layout = getattr(strategy, "layout", lambda: None)
    assert layout() is None
