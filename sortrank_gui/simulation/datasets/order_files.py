"""Files of orders, decomposed to pairs: Kamishima's Sushi `.order`, and PrefLib."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.simulation.datasets.base import (
    Dataset,
    Mistake,
    at_line,
    open_text,
    ranked_pairs,
    read_whole,
)

_NAME = re.compile(r"#\s*ALTERNATIVE NAME (\d+):\s*(.*)")
_COUNT = re.compile(r"#\s*NUMBER ALTERNATIVES:\s*(\d+)")
_ORDER = re.compile(r"\s*(\d+)\s*:\s*(.*)")
_GROUP = re.compile(r"\{([^{}]*)\}|([^,{}]+)")

Groups = list[list[int]]


def read_sushi(path: Path) -> Dataset:
    """Read orders: a line `n 1`, then rows `0 k i1 ... ik`, best first, items from 0 to n - 1."""
    pairs = _Pairs()
    n_items = 0
    with open_text(path) as file:
        for line, text in enumerate(file, start=1):
            with at_line(path, line):
                fields = text.split()
                if line == 1:
                    n_items = _read_header(fields)
                elif fields:
                    pairs.add([[item] for item in _read_row(fields, n_items)])
    if not n_items:
        raise InputError(f"{path} is empty.")
    return Dataset(tuple(str(item) for item in range(n_items)), pairs.table(n_items))


def read_preflib(path: Path) -> Dataset:
    """Read PrefLib's orders (.soc, .soi, .toc): `count: 1,{2,3},4`, best first, items from 1.

    Items in braces are equal. The older format, without `#`, is read too: the number of items, a
    line `number,name` for each, and rows `count,1,{2,3},4`.
    """
    with open_text(path) as file:
        lines = [(number, text.strip()) for number, text in enumerate(file, start=1)]
    lines = [(number, text) for number, text in lines if text]
    if not lines:
        raise InputError(f"{path} is empty.")
    if not lines[0][1].startswith("#"):
        names, orders = _split_old(path, lines)
    else:
        names, orders = _split_new(path, lines)
    pairs = _Pairs()
    for number, count, text in orders:
        with at_line(path, number):
            groups = _read_groups(text, len(names))
            for _ in range(read_whole(count, "the count", lowest=1)):
                pairs.add(groups)
    return Dataset(tuple(names), pairs.table(len(names)))


class _Pairs:
    """Collects the pairs of orders."""

    def __init__(self) -> None:
        self._winners: list[int] = []
        self._losers: list[int] = []
        self._ties: list[tuple[int, int]] = []

    def add(self, groups: Groups) -> None:
        """Take all pairs of an order."""
        winners, losers = ranked_pairs(groups)
        self._winners += winners
        self._losers += losers
        for group in groups:
            self._ties += combinations(group, 2)

    def table(self, n_items: int) -> Comparisons:
        """Count the pairs."""
        winners, losers = (np.array(x, dtype=np.int64) for x in (self._winners, self._losers))
        table = Comparisons.from_pairs(n_items, winners, losers)
        ties = np.array(self._ties, dtype=np.int64).reshape(-1, 2)
        table.add_ties(ties[:, 0], ties[:, 1])
        return table


def _read_header(fields: list[str]) -> int:
    if len(fields) != 2:
        raise Mistake("the first line must be the number of items and a 1, such as “100 1”.")
    return read_whole(fields[0], "the number of items", lowest=2)


def _read_row(fields: list[str], n_items: int) -> list[int]:
    numbers = [read_whole(field, "an entry") for field in fields]
    if len(numbers) < 2 or len(numbers) != 2 + numbers[1]:
        raise Mistake(
            f"the row must be “0 k” and k items, and it has {len(numbers)} entries"
            + (f" for k = {numbers[1]}." if len(numbers) > 1 else ".")
        )
    items = numbers[2:]
    _check_items(items, 0, n_items - 1)
    return items


def _check_items(items: list[int], lowest: int, highest: int) -> None:
    for item in items:
        if not lowest <= item <= highest:
            raise Mistake(f"there is no item {item}; items are numbered {lowest} to {highest}.")
    if len(set(items)) < len(items):
        raise Mistake("an item is listed twice.")


Lines = list[tuple[int, str]]
Orders = list[tuple[int, str, str]]
"""Line number, count, and order."""


def _split_new(path: Path, lines: Lines) -> tuple[list[str], Orders]:
    names: dict[int, str] = {}
    n_items, orders = 0, []
    for number, text in lines:
        with at_line(path, number):
            if found := _NAME.match(text):
                names[int(found[1])] = found[2].strip()
            elif found := _COUNT.match(text):
                n_items = int(found[1])
            elif found := _ORDER.match(text):
                orders.append((number, found[1], found[2]))
            elif not text.startswith("#"):
                raise Mistake("an order looks such as “12: 3,1,2”.")
    n_items = n_items or max(names, default=0)
    if n_items < 2:
        raise InputError(f"{path} does not say how many alternatives there are.")
    return [names.get(item, str(item)) for item in range(1, n_items + 1)], orders


def _split_old(path: Path, lines: Lines) -> tuple[list[str], Orders]:
    with at_line(path, lines[0][0]):
        n_items = read_whole(lines[0][1], "the number of items", lowest=2)
    if len(lines) < n_items + 2:
        raise InputError(f"{path} ends before its {n_items} items are named.")
    names = [text.partition(",")[2].strip() for _, text in lines[1 : n_items + 1]]
    orders = [(number, *_halves(text)) for number, text in lines[n_items + 2 :]]
    return names, orders


def _halves(text: str) -> tuple[str, str]:
    count, _, order = text.partition(",")
    return count, order


def _read_groups(text: str, n_items: int) -> Groups:
    """Return the items from 0, best first, in groups of equals."""
    groups = [
        [read_whole(item, "an item", lowest=1) for item in (several or one).split(",")]
        for several, one in _GROUP.findall(text)
    ]
    _check_items([item for group in groups for item in group], 1, n_items)
    return [[item - 1 for item in group] for group in groups]
