"""The table of counts, against a dictionary that does the same one by one."""

import sys
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons, Outcome

Naive = dict[tuple[int, int], list[float]]


def _naive() -> Naive:
    return defaultdict(lambda: [0.0, 0.0])


def _win(table: Naive, winner: int, loser: int, size: float = 1.0) -> None:
    row = table[min(winner, loser), max(winner, loser)]
    row[0 if winner < loser else 1] += size


def _rows(table: Comparisons) -> Naive:
    """Return the table as a dictionary, checking that its rows are sorted and unique."""
    keys = list(zip(table.first.tolist(), table.second.tolist(), strict=True))
    assert keys == sorted(set(keys))
    assert all(first < second for first, second in keys)
    values = np.column_stack((table.first_wins, table.second_wins)).tolist()
    return dict(zip(keys, values, strict=True))


@st.composite
def _outcomes(draw: st.DrawFn, n_items: int) -> list[tuple[int, int, int]]:
    item = st.integers(0, n_items - 1)
    rows = st.tuples(item, item, st.integers(0, 3)).filter(lambda row: row[0] != row[1])
    return draw(st.lists(rows, max_size=30))


@given(data=st.data())
def test_comparisons_equal_naive_counts(data: st.DataObject) -> None:
    """Any mixture of add, add_ties, add_outcomes, merge and copy counts like a dictionary."""
    n_items = data.draw(st.sampled_from([2, 3, 7, 300]))
    table, naive, tied = Comparisons(n_items), _naive(), Counter[tuple[int, int]]()
    for _ in range(data.draw(st.integers(0, 6))):
        rows = data.draw(_outcomes(n_items))
        a, b, codes = (np.array([row[k] for row in rows], dtype=np.int64) for k in range(3))
        how = data.draw(st.sampled_from(["add", "ties", "outcomes", "merge", "copy", "look"]))
        match how:
            case "add":
                table.add(a, b)
                codes = np.zeros_like(codes)
            case "ties":
                table.add_ties(a, b)
                codes = np.full_like(codes, Outcome.EQUAL)
            case "outcomes":
                table.add_outcomes(a, b, codes)
            case "merge":
                other = Comparisons(n_items)
                other.add_outcomes(a, b, codes)
                table.merge(other)
            case "copy":
                original, table = table, table.copy()
                table.add_outcomes(a, b, codes)
                assert _rows(original) == naive
            case "look":
                assert _rows(table) == naive
                continue
        for i, j, code in zip(a.tolist(), b.tolist(), codes.tolist(), strict=True):
            match Outcome(code):
                case Outcome.FIRST:
                    _win(naive, i, j)
                case Outcome.SECOND:
                    _win(naive, j, i)
                case Outcome.EQUAL:
                    _win(naive, i, j, 0.5)
                    _win(naive, j, i, 0.5)
                    tied[min(i, j), max(i, j)] += 1
    assert table.n_ties == tied.total()
    pairs = zip(table.first.tolist(), table.second.tolist(), strict=True)
    assert table.ties.tolist() == [tied[pair] for pair in pairs]
    assert _rows(table) == naive
    assert table.n_pairs == len(naive)
    assert table.n_comparisons == sum(sum(row) for row in naive.values())
    wins, losses = np.zeros(n_items), np.zeros(n_items)
    for (first, second), (first_wins, second_wins) in naive.items():
        wins[[first, second]] += first_wins, second_wins
        losses[[first, second]] += second_wins, first_wins
    assert table.wins.tolist() == wins.tolist()
    assert table.losses.tolist() == losses.tolist()


@pytest.mark.parametrize("tie", [False, True])
def test_comparisons_square_and_sorted_counting_agree(tie: bool) -> None:
    """Few items are counted in a square, many by sorting: the same pairs give the same rows."""
    rng = np.random.default_rng(0)
    a = rng.integers(250, size=5000)
    b = (a + rng.integers(1, 250, size=5000)) % 250
    square, by_sorting = Comparisons(250), Comparisons(10_000)
    for table in (square, by_sorting):
        (table.add_ties if tie else table.add)(a, b)
    assert _rows(square) == _rows(by_sorting)
    assert square.n_comparisons == 5000


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.int64, list])
def test_comparisons_take_any_integers(dtype: type) -> None:
    """Lists and integer arrays of any width count the same, without overflow."""
    a, b = [0, 100, 99, 0], [100, 0, 98, 100]
    one, two = (a, b) if dtype is list else (np.array(a, dtype), np.array(b, dtype))
    expected = {(0, 100): [2.0, 1.0], (98, 99): [0.0, 1.0]}
    for n_items in (101, 100_000):
        assert _rows(Comparisons.from_pairs(n_items, one, two)) == expected
    table = Comparisons(101)
    table.add_outcomes(one, np.array(b, np.int64), [0, 0, 0, 0])
    assert _rows(table) == expected


def test_comparisons_take_single_numbers() -> None:
    """One outcome may be given as two plain numbers."""
    table = Comparisons(3)
    table.add(2, 0)
    table.add_ties(0, 1)
    table.add_outcomes(1, 2, Outcome.SECOND)
    assert _rows(table) == {(0, 2): [0.0, 1.0], (0, 1): [0.5, 0.5], (1, 2): [0.0, 1.0]}


def test_comparisons_empty_input_adds_nothing() -> None:
    """Empty lists are no outcomes, for any number of items."""
    for n_items in (0, 1, 5):
        table = Comparisons.from_pairs(n_items, [], [])
        table.add_ties([], [])
        table.add_outcomes([], [], [])
        assert (table.n_pairs, table.n_comparisons) == (0, 0.0)
        assert table.wins.tolist() == [0.0] * n_items


def test_comparisons_merge_with_itself_doubles() -> None:
    """Merging a table into itself doubles every count."""
    table = Comparisons.from_pairs(3, [0, 0, 2], [1, 1, 0])
    table.merge(table)
    assert _rows(table) == {(0, 1): [4.0, 0.0], (0, 2): [0.0, 2.0]}


def test_comparisons_merge_leaves_the_other_alone() -> None:
    """A merged table can grow without changing the one that was merged, and the other way."""
    one, two = Comparisons.from_pairs(3, [0], [1]), Comparisons.from_pairs(3, [1], [2])
    one.merge(two)
    one.add([1], [2])
    two.add([2], [1])
    assert _rows(one) == {(0, 1): [1.0, 0.0], (1, 2): [2.0, 0.0]}
    assert _rows(two) == {(1, 2): [1.0, 1.0]}


def test_comparisons_handed_out_arrays_never_change() -> None:
    """Counts that were read keep their values when more is added."""
    table = Comparisons.from_pairs(4, [0, 1], [1, 2])
    arrays = (table.first, table.second, table.first_wins, table.second_wins)
    before = [array.copy() for array in arrays]
    table.add([0, 1, 3], [1, 2, 2])
    assert table.n_pairs == 3
    for array, kept in zip(arrays, before, strict=True):
        assert np.array_equal(array, kept)


def test_comparisons_of_different_items_do_not_merge() -> None:
    """Tables of 3 and 4 items do not fit: InputError with both numbers."""
    with pytest.raises(InputError, match=r"3.*4"):
        Comparisons(3).merge(Comparisons(4))


def test_comparisons_number_of_items_is_not_negative() -> None:
    """A negative number of items raises InputError."""
    with pytest.raises(InputError, match="-1"):
        Comparisons(-1)


INVALID = {
    "negative": ([0, 1, -1], [1, 2, 0], r"Row 2 .*winner is -1"),
    "negative loser": ([0, 1, 1], [1, -7, 0], r"Row 1 .*loser is -7"),
    "out of range": ([0, 5, 1], [1, 2, 0], r"Row 1 .*winner is 5.*0 to 4"),
    "far out of range": ([0, 2**62], [1, 2], r"Row 1 .*winner is 4611686018427387904"),
    "beyond 64 bits": ([0, 2**70], [1, 2], r"Row 1 .*winner is 1180591620717411303424"),
    "self pair": ([0, 3, 1], [1, 3, 0], r"Row 1 .*item 3 .*itself"),
    "nan": ([0, 1, float("nan")], [1, 2, 0], r"Row 2 .*winner is nan"),
    "nan first": ([float("nan"), 1], [1, 2], r"Row 0 .*winner is nan"),
    "infinite": ([0, 1], [1, float("inf")], r"Row 1 .*loser is inf"),
    "fraction": ([0.0, 1.5], [1, 2], r"Row 1 .*winner is 1.5"),
    "whole floats": ([2.0, 1.0], [1, 2], r"Row 0 .*winner is 2.0"),
    "missing": ([0, None], [1, 2], r"Row 1 .*winner is None"),
    "text": (["a", "b"], [1, 2], r"Row 0 .*winner is 'a'"),
    "bool": ([True, False], [0, 1], r"Row 0 .*winner is True"),
    "no loser": ([0, 1, 2], [1, 2], r"Row 2 .*winner but no loser"),
    "no winner": ([0], [1, 2], r"Row 1 .*loser but no winner"),
    "one side empty": ([], [1, 2], r"Row 0 .*loser but no winner"),
    "square": ([[0, 1], [2, 3]], [[1, 2], [3, 4]], r"two lists"),
}


@pytest.mark.parametrize("kind", INVALID)
def test_comparisons_invalid_input_names_the_row_and_changes_nothing(kind: str) -> None:
    """Input that is no outcome raises InputError with its row; nothing of it is counted."""
    winners, losers, message = INVALID[kind]
    table = Comparisons.from_pairs(5, [0, 4], [1, 2])
    before = _rows(table)
    with pytest.raises(InputError, match=message):
        table.add(winners, losers)
    with pytest.raises(
        InputError, match=message.replace("winner", "first item").replace("loser", "second item")
    ):
        table.add_ties(winners, losers)
    with pytest.raises(InputError):
        table.add_outcomes(winners, losers, [0] * max(len(winners), len(losers)))
    with pytest.raises(InputError, match=message):
        Comparisons.from_pairs(5, winners, losers)
    assert _rows(table) == before


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([0, 4, 1], r"Row 1 .*4 is not an outcome"),
        ([0, 1, -1], r"Row 2 .*-1 is not an outcome"),
        ([0, 1, float("nan")], r"Row 2 .*nan is not an outcome"),
        ([0, 1], r"Row 2 .*first item but no outcome"),
        ([0, 1, 2, 3], r"Row 3 .*outcome but no first item"),
        ([[0, 1, 2]], r"lists"),
    ],
)
def test_comparisons_invalid_outcomes_name_the_row(outcomes: list[float], message: str) -> None:
    """An outcome that is none raises InputError with its row and counts nothing."""
    table = Comparisons(4)
    with pytest.raises(InputError, match=message):
        table.add_outcomes([0, 1, 2], [1, 2, 3], outcomes)
    assert table.n_comparisons == 0


def test_comparisons_neither_is_checked_but_not_counted() -> None:
    """A pair with the outcome `NEITHER` leaves no trace, yet must be a pair."""
    table = Comparisons(3)
    table.add_outcomes([0, 1], [1, 2], [Outcome.NEITHER, Outcome.NEITHER])
    assert (table.n_pairs, table.n_comparisons) == (0, 0.0)
    with pytest.raises(InputError, match="Row 0"):
        table.add_outcomes([1], [1], [Outcome.NEITHER])


@pytest.mark.parametrize("n_items", [100, 10_000])
def test_comparisons_million_outcomes_without_a_python_loop(n_items: int) -> None:
    """Adding 10^6 outcomes takes as many Python calls as adding 10^5: it is all vectorised."""

    def calls(count: int) -> int:
        rng = np.random.default_rng(1)
        a = rng.integers(n_items, size=count)
        b = (a + rng.integers(1, n_items, size=count)) % n_items
        codes = rng.integers(4, size=count)
        table, seen = Comparisons(n_items), [0]
        sys.setprofile(lambda *_: seen.__setitem__(0, seen[0] + 1))
        try:
            table.add(a, b)
            table.add_ties(a, b)
            table.add_outcomes(a, b, codes)
            total = table.n_comparisons
        finally:
            sys.setprofile(None)
        assert total == 2 * count + (codes != Outcome.NEITHER).sum()
        return seen[0]

    assert calls(1_000_000) < 1.5 * calls(100_000) + 100


def test_answers_one_by_one_make_the_same_table() -> None:
    """Every outcome, either item first, ties among them."""
    rng = np.random.default_rng(5)
    pairs = np.array([rng.permutation(6)[:2] for _ in range(80)])
    outcomes = rng.integers(0, len(Outcome), 80)
    at_once, singly = Comparisons(6), Comparisons(6)
    at_once.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
    for (first, second), outcome in zip(pairs.tolist(), outcomes.tolist(), strict=True):
        singly.add_outcome(first, second, outcome)
    assert _rows(singly) == _rows(at_once)
    assert (singly.ties == at_once.ties).all()


@pytest.mark.parametrize("n_items", [3, 30, 5000])
def test_counts_of_pairs_asked_and_not_asked(n_items: int) -> None:
    """Among many items, too, where the last bits of different pairs are often the same."""
    rng = np.random.default_rng(6)
    first, second = rng.integers(0, n_items, (2, 60_000))
    first, second = first[first != second], second[first != second]
    half = len(first) // 2
    table = Comparisons.from_pairs(n_items, first[:half], second[:half])
    keys = np.minimum(first, second) * n_items + np.maximum(first, second)
    expected = Counter(keys[:half].tolist())
    found = table.counts_of(first, second)
    assert found.tolist() == [expected[key] for key in keys.tolist()]
