"""Who beat whom how often, as compact counts: one row for each pair that was compared."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.outcomes import Outcome

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Column = NDArray[Any]
"""What a caller gave as item numbers, not yet checked."""
_Counts = tuple[Ints, Floats, Floats]
"""Sorted keys (first * n + second) of pairs, the first items' wins, the second items' wins."""
_BITS = 22
"""So many last bits of a key tell mostly whether it is among a million of keys."""


class Comparisons:
    """A growing table of comparison outcomes between `n_items` items, numbered from 0.

    Only the counts of each compared pair are kept. Rows are sorted by (first, second), with
    first < second; a tie counts as half a win for both, and is counted as a tie, too: these are
    all that Davidson's model needs. Arrays that were handed out never change.
    """

    def __init__(self, n_items: int) -> None:
        if n_items < 0:
            raise InputError(f"The number of items can't be negative, and it is {n_items}.")
        self.n_items = int(n_items)
        self._keys: Ints = np.empty(0, dtype=np.int64)
        self._first_wins: Floats = np.empty(0)
        self._second_wins: Floats = np.empty(0)
        self._new: list[_Counts] = []
        self._split: tuple[Ints, Ints, Ints] | None = None
        """The keys, with their first and second items."""
        self._tied: Comparisons | None = None
        """The ties alone, once there are some; each is half a win for both there, too."""

    @classmethod
    def from_counts(
        cls, n_items: int, pairs: tuple[Ints, Ints], wins: tuple[Floats, Floats], ties: Floats
    ) -> "Comparisons":
        """Return the table of counts that need not be whole, such as weighted ones.

        `pairs` are two columns of items, sorted, first < second; `wins` are those of the first and
        of the second items, ties not among them.
        """
        table, keys = cls(n_items), pairs[0] * n_items + pairs[1]
        table._new.append((keys, wins[0] + ties / 2, wins[1] + ties / 2))
        if ties.any():
            table._find_tied()._new.append((keys, ties / 2, ties / 2))
        return table

    @classmethod
    def from_pairs(cls, n_items: int, winners: ArrayLike, losers: ArrayLike) -> "Comparisons":
        """Return the table of outcomes in which `winners[k]` beat `losers[k]`."""
        table = cls(n_items)
        table.add(winners, losers)
        return table

    def add(self, winners: ArrayLike, losers: ArrayLike) -> None:
        """Count a win of `winners[k]` over `losers[k]` for every k."""
        self._add(winners, losers, ("winner", "loser"), tie=False)

    def add_ties(self, first: ArrayLike, second: ArrayLike) -> None:
        """Count half a win for both items of every pair."""
        self._add(first, second, ("first item", "second item"), tie=True)

    def add_outcomes(self, first: ArrayLike, second: ArrayLike, outcomes: ArrayLike) -> None:
        """Count answers: `EQUAL` is half a win for both, `NEITHER` is left out."""
        a, b, codes = (np.atleast_1d(np.asarray(x)) for x in (first, second, outcomes))
        _check_lengths(a, b, ("first item", "second item"))
        _check_lengths(a, codes, ("first item", "outcome"))
        wrong = np.flatnonzero(~np.isin(codes, [int(outcome) for outcome in Outcome]))
        if len(wrong):
            raise InputError(f"{_row(wrong[0])}: {codes[wrong[0]]} is not an outcome.")
        _check_items(a, b, self.n_items, ("first item", "second item"))
        _refuse_self_pairs(a, b)
        a, b = a.astype(np.int64), b.astype(np.int64)
        decided = codes <= Outcome.SECOND
        first_wins = codes[decided] == Outcome.FIRST
        self.add(
            np.where(first_wins, a[decided], b[decided]),
            np.where(first_wins, b[decided], a[decided]),
        )
        self.add_ties(a[codes == Outcome.EQUAL], b[codes == Outcome.EQUAL])

    def add_outcome(self, first: int, second: int, outcome: int) -> None:
        """Count one answer about two different items, as quickly as can be."""
        if outcome > Outcome.SECOND:
            self.add_outcomes([first], [second], [outcome])
            return
        low, high = min(first, second), max(first, second)
        won = float((first < second) == (outcome == Outcome.FIRST))
        key = np.array([low * self.n_items + high])
        self._new.append((key, np.array([won]), np.array([1.0 - won])))

    def merge(self, other: "Comparisons") -> None:
        """Add all counts of another table of the same items."""
        if other.n_items != self.n_items:
            raise InputError(
                f"Only tables of the same items can be merged: this one has {self.n_items} items, "
                f"the other {other.n_items}."
            )
        other._settle()
        self._new.append((other._keys, other._first_wins, other._second_wins))
        if other._tied is not None:
            self._find_tied().merge(other._tied)

    def copy(self) -> "Comparisons":
        """Return an independent table; cheap, since it shares the arrays."""
        self._settle()
        twin = Comparisons(self.n_items)
        twin._new.append((self._keys, self._first_wins, self._second_wins))
        twin._tied = None if self._tied is None else self._tied.copy()
        return twin

    @property
    def first(self) -> Ints:
        """The smaller item of every compared pair."""
        return self._items[0]

    @property
    def second(self) -> Ints:
        """The larger item of every compared pair."""
        return self._items[1]

    @property
    def first_wins(self) -> Floats:
        """How often the smaller item won, ties as halves."""
        self._settle()
        return self._first_wins

    @property
    def second_wins(self) -> Floats:
        """How often the larger item won, ties as halves."""
        self._settle()
        return self._second_wins

    @property
    def ties(self) -> Floats:
        """How often each compared pair ended in a tie."""
        if self._tied is None:
            return np.zeros(self.n_pairs)
        return self._tied.counts_of(self.first, self.second)

    @property
    def n_ties(self) -> float:
        """How many outcomes were ties."""
        return 0.0 if self._tied is None else self._tied.n_comparisons

    def counts_of(self, first: Ints, second: Ints) -> Floats:
        """Return how often each of these pairs was compared."""
        self._settle()
        if not len(self._keys):
            return np.zeros(len(first))
        wanted = np.minimum(first, second) * self.n_items + np.maximum(first, second)
        counts = self._first_wins + self._second_wins
        if self.n_items**2 <= 4 * len(wanted) + 1024:  # few items: look up in a square table
            square = np.zeros(self.n_items**2)
            square[self._keys] = counts
            return square.take(wanted)
        is_there = np.zeros(1 << min(_BITS, (self.n_items**2).bit_length()), dtype=bool)
        mask = len(is_there) - 1
        is_there[self._keys & mask] = True  # most are not, which their last bits tell
        likely = np.flatnonzero(is_there[wanted & mask])
        likely = likely[np.argsort(wanted[likely])]  # a search in order stays in the cache
        wanted = wanted[likely]
        places = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        found = np.zeros(len(first))
        found[likely] = np.where(self._keys[places] == wanted, counts[places], 0.0)
        return found

    @property
    def wins(self) -> Floats:
        """The wins of every item."""
        return self._per_item(self.first_wins, self.second_wins)

    @property
    def losses(self) -> Floats:
        """The losses of every item."""
        return self._per_item(self.second_wins, self.first_wins)

    @property
    def n_pairs(self) -> int:
        """How many different pairs were compared."""
        self._settle()
        return len(self._keys)

    @property
    def n_comparisons(self) -> float:
        """How many outcomes were counted."""
        self._settle()
        return float(self._first_wins.sum() + self._second_wins.sum())

    @property
    def _items(self) -> tuple[Ints, Ints]:
        """The items of every compared pair, the same arrays until there is another pair."""
        self._settle()
        if self._split is None or self._split[0] is not self._keys:
            first = self._keys // max(self.n_items, 1)
            second = self._keys - first * self.n_items
            first.flags.writeable = second.flags.writeable = False
            self._split = self._keys, first, second
        return self._split[1:]

    def _per_item(self, of_first: Floats, of_second: Floats) -> Floats:
        sums = np.bincount(self.first, of_first, self.n_items)
        sums = sums + np.bincount(self.second, of_second, self.n_items)
        return sums.astype(np.float64, copy=False)

    def _add(self, a: ArrayLike, b: ArrayLike, names: tuple[str, str], *, tie: bool) -> None:
        one, two = np.atleast_1d(np.asarray(a)), np.atleast_1d(np.asarray(b))
        if one.size == 0 and two.size == 0:
            return
        _check_lengths(one, two, names)
        _check_items(one, two, self.n_items, names)
        counts = _count(one, two, self.n_items, tie=tie)
        if not (counts[0] % (self.n_items + 1)).all():  # a key i * n + i: far fewer than the rows
            _refuse_self_pairs(one, two)
        self._new.append(counts)
        if tie:
            self._find_tied()._new.append(counts)

    def _find_tied(self) -> "Comparisons":
        """Return the table of ties, made with the first of them."""
        if self._tied is None:
            self._tied = Comparisons(self.n_items)
        return self._tied

    def _settle(self) -> None:
        """Merge what was added since the last look into the sorted table."""
        if not self._new:
            return
        new, self._new = _combine(self._new), []
        old = self._keys, self._first_wins, self._second_wins
        self._keys, self._first_wins, self._second_wins = _insert(old, new)


def _combine(parts: list[_Counts]) -> _Counts:
    """Return the sum of several counts."""
    if len(parts) == 1:
        return parts[0]
    keys, where = np.unique(np.concatenate([part[0] for part in parts]), return_inverse=True)
    wins = [np.zeros(len(keys)), np.zeros(len(keys))]
    for k in (0, 1):
        np.add.at(wins[k], where, np.concatenate([part[k + 1] for part in parts]))
    return keys, wins[0], wins[1]


def _insert(old: _Counts, new: _Counts) -> _Counts:
    """Return the sum of a large table and a small one, without sorting the large one again."""
    if not len(old[0]):
        return new
    places = np.searchsorted(old[0], new[0])
    known = old[0][np.minimum(places, len(old[0]) - 1)] == new[0]
    keys, first_wins, second_wins = old[0], old[1].copy(), old[2].copy()
    first_wins[places[known]] += new[1][known]
    second_wins[places[known]] += new[2][known]
    if not known.all():
        places, missing = places[~known], ~known
        keys = np.insert(keys, places, new[0][missing])
        first_wins = np.insert(first_wins, places, new[1][missing])
        second_wins = np.insert(second_wins, places, new[2][missing])
    return keys, first_wins, second_wins


def _count(one: Ints, two: Ints, n_items: int, *, tie: bool) -> _Counts:
    """Return the sorted pair keys (first * n + second) and both items' wins."""
    one, two = one.astype(np.int64, copy=False), two.astype(np.int64, copy=False)
    if n_items * n_items <= 4 * len(one) + 1024:  # few items: count in a square table
        cells = one * n_items
        cells += two
        square = np.zeros(n_items * n_items, dtype=np.int64)
        np.add.at(square, cells, 1)  # a third faster than bincount
        keys, mirrored = _triangle(n_items)
        first_wins, second_wins = square.take(keys), square.take(mirrored)
        seen = (first_wins + second_wins) > 0
        if not seen.all():
            keys, first_wins, second_wins = keys[seen], first_wins[seen], second_wins[seen]
    else:
        swapped = one > two
        coded = np.minimum(one, two) * n_items + np.maximum(one, two)
        coded = np.sort(2 * coded + swapped)
        starts = np.flatnonzero(np.diff(coded >> 1, prepend=-1))
        sizes = np.diff(starts, append=len(coded))
        second_wins = np.add.reduceat(coded & 1, starts)
        first_wins = sizes - second_wins
        keys = coded[starts] >> 1
    if tie:
        halves = (first_wins + second_wins) / 2
        return keys, halves, halves
    return keys, first_wins.astype(np.float64), second_wins.astype(np.float64)


@lru_cache(maxsize=2)
def _triangle(n_items: int) -> tuple[Ints, Ints]:
    """Return the keys of all pairs first <= second in a square table, and those of their mirrors.

    An item with itself is among them: it is refused later, by its row.
    """
    first, second = np.triu_indices(n_items)
    keys, mirrored = first * n_items + second, second * n_items + first
    keys.flags.writeable = mirrored.flags.writeable = False
    return keys, mirrored


def _refuse_self_pairs(a: Column, b: Column) -> None:
    if (a == b).any():
        row = int(np.argmax(a == b))
        raise InputError(f"{_row(row)}: item {a[row]} is compared with itself.")


def _check_lengths(a: Column, b: Column, names: Sequence[str]) -> None:
    if a.ndim != 1 or b.ndim != 1:
        raise InputError("Comparisons are two lists of item numbers, one entry an outcome.")
    if len(a) != len(b):
        shorter, longer = (names[0], names[1]) if len(a) < len(b) else (names[1], names[0])
        raise InputError(f"{_row(min(len(a), len(b)))}: there is a {longer} but no {shorter}.")


def _check_items(a: Column, b: Column, n_items: int, names: Sequence[str]) -> None:
    for values, name in ((a, names[0]), (b, names[1])):
        if values.size and not np.issubdtype(values.dtype, np.integer):
            raise InputError(_first_non_integer(values, name))
        if values.size and not _in_range(values, n_items):
            row = int(np.flatnonzero((values < 0) | (values >= n_items))[0])
            raise InputError(
                f"{_row(row)}: the {name} is {values[row]}, but items are numbered "
                f"0 to {n_items - 1}."
            )


def _in_range(values: Column, n_items: int) -> bool:
    if values.dtype == np.int64:  # read as unsigned, a negative number is a large one
        return bool(values.view(np.uint64).max() < n_items)
    return bool(values.min() >= 0 and values.max() < n_items)


def _first_non_integer(values: Column, name: str) -> str:
    """Name the first row that no column of item numbers has: 2.0 only where all are such."""
    listed = values.tolist()
    wrong = [row for row, value in enumerate(listed) if not _is_whole(value)]
    row = wrong[0] if wrong else 0
    return f"{_row(row)}: the {name} is {listed[row]!r}, not an item number."


def _is_whole(value: object) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _row(row: int) -> str:
    return f"Row {row} (the first is row 0)"
