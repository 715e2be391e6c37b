"""How the sorts go about it: levels, the textbook's order, and their frontiers."""

import numpy as np
import pytest

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.strategies import create
from sortrank_gui.ranking.strategies.mergesort import Mergesort, plan_merges
from tests.spread import limit


def _better_is_lower(i: int, j: int) -> Outcome:
    return Outcome.FIRST if i < j else Outcome.SECOND


def test_quicksort_level_opens_all_comparisons_with_the_pivot() -> None:
    """The first level compares one pivot with the n-1 others."""
    pairs = create("quicksort", n_items=20, seed=1).upcoming(100)
    assert len(pairs) == 19
    shared = set(pairs[0].tolist()).intersection(*(set(pair) for pair in pairs.tolist()))
    assert len(shared) == 1
    assert set(pairs.ravel().tolist()) == set(range(20))


@pytest.mark.parametrize("n_items", [5, 16])
def test_quicksort_first_pivot_is_uniform(n_items: int) -> None:
    """Over 2,000 sorts, every item is the first pivot equally often, but for chance."""
    strategy = create("quicksort", n_items=n_items, seed=1)
    pivots = np.zeros(n_items)
    for _ in range(2000):
        pairs = strategy.upcoming(n_items)
        pivots[list(set(pairs[0].tolist()) & set(pairs[1].tolist()))] += 1
        done = len(strategy.rankings)
        while len(strategy.rankings) == done:
            pairs = strategy.upcoming(n_items)
            strategy.tell_many(pairs, np.arange(len(pairs), dtype=np.int8) % 2)
    deviation = (2000 * (1 / n_items) * (1 - 1 / n_items)) ** 0.5
    assert np.abs(pivots - 2000 / n_items).max() < limit(n_items) * deviation


def test_quicksort_depth_order_finishes_the_worse_part_first() -> None:
    """After the first pivot's partition, no better item is asked before the worse are in order."""
    strategy = create("quicksort", n_items=40, seed=3, order="depth")
    pairs = strategy.upcoming(100)
    (pivot,) = set(pairs[0].tolist()) & set(pairs[1].tolist())
    for pair in pairs.tolist():
        strategy.tell(*pair, _better_is_lower(*pair))
    seen = []
    while not strategy.rankings:
        pair = strategy.ask()
        seen.append(min(pair) > pivot)
        strategy.tell(*pair, _better_is_lower(*pair))
    assert seen == sorted(seen, reverse=True)


def test_quicksort_progress_counts_levels_and_sorts() -> None:
    """The level grows with each finished frontier, and the sort with each finished sort."""
    strategy = create("quicksort", n_items=12, seed=1)
    assert (strategy.progress.sort, strategy.progress.level, strategy.progress.levels) == (
        1,
        1,
        None,
    )
    for pair in strategy.upcoming(100).tolist():
        strategy.tell(*pair, _better_is_lower(*pair))
    assert strategy.progress.level == 2
    while not strategy.rankings:
        strategy.tell(*strategy.ask(), _better_is_lower(*strategy.ask()))
    assert (strategy.progress.sort, strategy.progress.level) == (2, 1)


@pytest.mark.parametrize("n_items", [*range(2, 40), 200, 1000])
def test_plan_merges_builds_up_the_whole_range(n_items: int) -> None:
    """Each merge joins two ranges that are ready; sizes differ by at most one within a level."""
    ready = {(k, k + 1) for k in range(n_items)}
    for start, middle, stop, _ in plan_merges(n_items).tolist():
        assert (start, middle) in ready
        assert (middle, stop) in ready
        assert abs((stop - middle) - (middle - start)) <= 1
        ready -= {(start, middle), (middle, stop)}
        ready.add((start, stop))
    assert ready == {(0, n_items)}


@pytest.mark.parametrize("n_items", [2, 3, 16, 17, 200])
def test_mergesort_knows_its_levels(n_items: int) -> None:
    """There are ceil(log2 n) levels, gone through in order, and the last one ends the sort."""
    strategy = create("mergesort", n_items=n_items, seed=2)
    levels = []
    while not strategy.rankings:
        assert strategy.progress.levels == (n_items - 1).bit_length()
        levels.append(strategy.progress.level)
        strategy.tell(*strategy.ask(), _better_is_lower(*strategy.ask()))
    assert levels == sorted(levels)
    assert set(levels) == set(range(1, (n_items - 1).bit_length() + 1))


def test_mergesort_frontier_has_disjoint_pairs() -> None:
    """All merges of a level are open at once, and no item is in two of them."""
    strategy = create("mergesort", n_items=64, seed=2)
    assert len(strategy.upcoming(100)) == 32
    while not strategy.rankings:
        open_items = strategy.upcoming(100).ravel().tolist()
        assert len(set(open_items)) == len(open_items)
        strategy.tell(*strategy.ask(), _better_is_lower(*strategy.ask()))


def test_mergesort_depth_order_has_one_open_pair() -> None:
    """The textbook's recursion knows its next comparison only, and sorts one half first."""
    strategy = create("mergesort", n_items=16, seed=2, order="depth")
    seen: set[int] = set()
    sizes = []
    while not strategy.rankings:
        assert len(strategy.upcoming(100)) == 1
        pair = strategy.ask()
        seen |= set(pair)
        sizes.append(len(seen))
        strategy.tell(*pair, _better_is_lower(*pair))
    assert sizes[0] == 2
    assert sizes[11] <= 8  # eight items take twelve comparisons at least


@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
def test_sort_starts_afresh_from_another_order(name: str) -> None:
    """Every sort shuffles the items anew: ten sorts have ten different series of questions."""
    strategy = create(name, n_items=12, seed=1)
    series: list[list[tuple[int, int]]] = [[]]
    while len(strategy.rankings) < 10:
        if len(strategy.rankings) == len(series):
            series.append([])
        series[-1].append(strategy.ask())
        strategy.tell(*strategy.ask(), _better_is_lower(*strategy.ask()))
    assert len({str(pairs) for pairs in series}) == 10


@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
@pytest.mark.parametrize("order", ["level", "depth"])
def test_sort_of_many_items_needs_no_recursion(name: str, order: str) -> None:
    """One-sided answers, which make Quicksort's recursion n deep, are no problem at n = 1,500."""
    strategy = create(name, n_items=1500, seed=1, order=order)
    for _ in range(1200):
        pairs = strategy.upcoming(2000)
        strategy.tell_many(pairs, np.zeros(len(pairs), dtype=np.int8))
    assert strategy.progress.sort >= 1


@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
@pytest.mark.parametrize("order", ["level", "depth"])
def test_sort_orders_agree_on_result_not_on_questions(name: str, order: str) -> None:
    """Level and depth order are different questions with the same, true, result."""
    strategy = create(name, n_items=25, seed=1, order=order)
    questions = []
    while not strategy.rankings:
        questions.append(strategy.ask())
        strategy.tell(*strategy.ask(), _better_is_lower(*strategy.ask()))
    assert strategy.rankings[0].tolist() == list(range(25))
    other = create(name, n_items=25, seed=1, order="level" if order == "depth" else "depth")
    asked = []
    while not other.rankings:
        asked.append(other.ask())
        other.tell(*other.ask(), _better_is_lower(*other.ask()))
    assert asked != questions


def test_mergesort_converses_as_it_is_asked_and_told() -> None:
    """Two sorts of 40 items with undecided answers: the same pairs, outcomes and rankings."""
    rng = np.random.default_rng(5)
    given = [Outcome(int(code)) for code in rng.choice(4, 600, p=[0.4, 0.4, 0.1, 0.1])]
    one, two = (create("mergesort", n_items=40, seed=2) for _ in range(2))
    assert isinstance(one, Mergesort)
    assert isinstance(two, Mergesort)
    asked: list[int] = []
    outcomes = bytearray()
    replies = iter(given)

    def answer(_first: int, _second: int) -> Outcome:
        return next(replies)

    while len(outcomes) < 400:
        items, codes = one.converse(answer, 32)
        asked += items
        outcomes += codes
    for number, outcome in enumerate(outcomes):
        pair = two.ask()
        assert list(pair) == asked[2 * number : 2 * number + 2]
        two.tell(*pair, Outcome(outcome))
    assert list(outcomes) == given[: len(outcomes)]
    assert one.ask() == two.ask()
    assert [each.tolist() for each in one.rankings] == [each.tolist() for each in two.rankings]
    assert len(one.rankings) == 2
