"""Files of answers as rows: CSV and TSV, JSON as jsPsych writes it, and orders of PrefLib."""

from collections.abc import Iterator
from itertools import chain, combinations, count, islice
from pathlib import Path

from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_ANSWERS, MOST_PEOPLE
from sortrank_gui.tables import Row, RowSource, name_source, read_json_table, read_table
from sortrank_gui.tables.orders import PREFLIB, SUSHI, PreferenceOrder, find_ending, read_orders

JSON = (".json", ".jsonl", ".ndjson")
ENDINGS = (".csv", ".tsv", ".txt", *JSON, *PREFLIB, *SUSHI)
"""Of files that may hold answers."""


def open_rows(path: Path) -> RowSource:
    """Return the rows of a file by its name's ending; a table where the ending says nothing."""
    ending = find_ending(path)
    if ending in JSON:
        return read_json_table(path)
    if ending in (*PREFLIB, *SUSHI):
        return OrderRows(path)
    return read_table(path)


class OrderRows:
    """Orders taken apart: each item of an order beats those behind it.

    An order of more than two items is what one voter said, so its pairs are that voter's. A file of
    pairs alone, such as SortRank's own export, does not say who gave them.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.source = path, name_source(path)
        found = read_orders(path)
        self._names, self._orders = found.names, found.orders
        self._has_voters = any(sum(map(len, order.groups)) > 2 for order in self._orders)
        self.columns: tuple[str, ...] = _VOTES if self._has_voters else _PAIRS
        if len(set(self._names)) < len(self._names):
            raise InputError(f"{self.source}: two alternatives have the same name.")
        voters = sum(order.times for order in self._orders)
        if self._has_voters and voters > MOST_PEOPLE:
            raise InputError(f"{self.source}: up to {MOST_PEOPLE:,} voters are possible.")
        if sum(map(_count_pairs, self._orders)) > MOST_ANSWERS:
            raise InputError(f"{self.source}: up to {MOST_ANSWERS:,} pairs are possible.")

    def __iter__(self) -> Iterator[Row]:
        voters = count(1)
        for order in self._orders:
            pairs = list(_take_apart(order))
            if not self._has_voters:
                yield from (self._row(order, *pair, count=str(order.times)) for pair in pairs)
                continue
            for voter in islice(voters, order.times):
                yield from (self._row(order, *pair, voter=f"V{voter:05}") for pair in pairs)

    def _row(self, order: PreferenceOrder, first: int, second: int, tie: str, **others: str) -> Row:
        cells = {"winner": self._names[first], "loser": self._names[second], "tie": tie}
        return Row(self.source, order.place.line, cells | others)


_VOTES = ("voter", "winner", "loser", "tie")
_PAIRS = ("winner", "loser", "tie", "count")


def _count_pairs(order: PreferenceOrder) -> int:
    size = sum(map(len, order.groups))
    return order.times * size * (size - 1) // 2


def _take_apart(order: PreferenceOrder) -> Iterator[tuple[int, int, str]]:
    """Yield winner, loser and whether they are equal."""
    for rank, group in enumerate(order.groups):
        worse = list(chain.from_iterable(order.groups[rank + 1 :]))
        yield from ((item, other, "0") for item in group for other in worse)
        yield from ((one, other, "1") for one, other in combinations(group, 2))
