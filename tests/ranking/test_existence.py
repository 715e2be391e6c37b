"""Whether the ML estimate exists, against a search for what would refute it."""

from itertools import chain, combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.ranking import Comparisons, ml_existence


def _exists(n_items: int, wins: set[tuple[int, int]]) -> bool:
    """Apply Ford's condition literally: in every split both sides beat the other somewhere."""
    sizes = range(1, n_items)
    for part in chain.from_iterable(combinations(range(n_items), size) for size in sizes):
        if not any(i in part and j not in part for i, j in wins):
            return False
    return True


@given(data=st.data())
def test_ml_existence_is_fords_condition(data: st.DataObject) -> None:
    """It exists if no split of the items leaves one side without a win over the other."""
    n_items = data.draw(st.integers(1, 6))
    item = st.integers(0, n_items - 1)
    pairs = st.tuples(item, item).filter(lambda pair: pair[0] != pair[1])
    wins = data.draw(st.sets(pairs, max_size=14)) if n_items > 1 else set()
    table = Comparisons.from_pairs(n_items, [i for i, _ in wins], [j for _, j in wins])
    found = ml_existence(table)
    assert found.exists == _exists(n_items, wins)
    inside = set(found.unbeaten.tolist())
    assert not any(j in inside and i not in inside for i, j in wins)
    inside = set(found.winless.tolist())
    assert not any(i in inside and j not in inside for i, j in wins)
    assert found.explain()


def test_ml_existence_of_no_items() -> None:
    """Without items, or with one, there is nothing that could be missing."""
    for n_items in (0, 1):
        found = ml_existence(Comparisons(n_items))
        assert found.exists
        assert len(found.never_compared) == 0
        assert "exists" in found.explain()


def test_ml_existence_ties_connect_both_ways() -> None:
    """A tie is half a win for both, so ties alone make the estimate exist."""
    table = Comparisons(3)
    table.add_ties([0, 1], [1, 2])
    assert ml_existence(table).exists


def test_ml_existence_finds_sets_and_islands() -> None:
    """Unbeaten and winless sets, islands and items that were never compared are listed."""
    table = Comparisons.from_pairs(6, [0, 1, 0, 2, 3], [1, 0, 2, 3, 2])
    found = ml_existence(table)
    assert not found.exists
    assert found.never_compared.tolist() == [4, 5]
    assert found.islands == 3
    assert {0, 1} <= set(found.unbeaten.tolist())
    assert {2, 3} <= set(found.winless.tolist())


def test_ml_existence_explains_by_name() -> None:
    """Names replace the numbers, and long lists are cut after five."""
    table = Comparisons.from_pairs(3, [0, 1], [1, 0])
    assert "item “cherry” was never compared" in ml_existence(table).explain(["a", "b", "cherry"])
    many = ml_existence(Comparisons(9)).explain()
    assert "items 0, 1, 2, 3, 4 and 4 more were never compared" in many


def test_ml_existence_of_one_sort_never_holds() -> None:
    """A chain without contradiction has a best item that never lost."""
    found = ml_existence(Comparisons.from_pairs(50, np.arange(49), np.arange(1, 50)))
    assert not found.exists
    assert found.unbeaten.tolist() == [0]
    assert found.winless.tolist() == [49]
