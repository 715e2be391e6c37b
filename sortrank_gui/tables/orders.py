"""Files of orders: PrefLib's, and Kamishima's Sushi `.order`; each line is an order, best first."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_ITEMS
from sortrank_gui.tables.text_files import Place, name_source, read_lines

PREFLIB = (".soc", ".soi", ".toc", ".toi")
"""How the names of PrefLib's files end."""
SUSHI = (".order",)
_NAME = re.compile(r"#\s*ALTERNATIVE NAME (\d+):\s*(.*)")
_COUNT = re.compile(r"#\s*NUMBER ALTERNATIVES:\s*(\d+)")
_ORDER = re.compile(r"\s*(\d+)\s*:\s*(.*)")
_GROUP = re.compile(r"\{([^{}]*)\}|([^,{}]+)")

Groups = list[list[int]]
"""Items of an order, best first; those of a group are equal."""


class PreferenceOrder(NamedTuple):
    """One line: who it is does not matter, but how many gave the same."""

    place: Place
    times: int
    groups: Groups


class Orders(NamedTuple):
    """The names of the items, and the orders of their numbers from 0."""

    names: tuple[str, ...]
    orders: list[PreferenceOrder]


def find_ending(path: Path) -> str:
    """Return how a file's name ends, in small letters, a `.gz` left aside."""
    return Path(path.name.lower().removesuffix(".gz")).suffix


def read_orders(path: Path) -> Orders:
    """Read a file by its name's ending."""
    return read_sushi_orders(path) if find_ending(path) in SUSHI else read_preflib_orders(path)


def read_sushi_orders(path: Path) -> Orders:
    """Read orders: a line `n 1`, then rows `0 k i1 ... ik`, best first, items from 0 to n - 1."""
    orders, n_items = list[PreferenceOrder](), 0
    for place, text in read_lines(path):
        fields = text.split()
        if not n_items:
            n_items = _read_header(place, fields)
        else:
            row = _read_row(place, fields, n_items)
            orders.append(PreferenceOrder(place, 1, [[item] for item in row]))
    if not n_items:
        raise InputError(f"{name_source(path)} is empty.")
    return Orders(tuple(str(item) for item in range(n_items)), orders)


def read_preflib_orders(path: Path) -> Orders:
    """Read PrefLib's orders (.soc, .soi, .toc): `count: 1,{2,3},4`, best first, items from 1.

    Items in braces are equal. The older format, without `#`, is read too: the number of items, a
    line `number,name` for each, and rows `count,1,{2,3},4`.
    """
    lines = list(read_lines(path))
    if not lines:
        raise InputError(f"{name_source(path)} is empty.")
    split = _split_new if lines[0][1].startswith("#") else _split_old
    names, rows = split(name_source(path), lines)
    return Orders(tuple(names), list(_read_rows(rows, len(names))))


def _read_rows(rows: "_Rows", n_items: int) -> Iterator[PreferenceOrder]:
    for place, count, text in rows:
        groups = _read_groups(place, text, n_items)
        yield PreferenceOrder(place, place.whole(count, "the count", lowest=1), groups)


def _read_header(place: Place, fields: list[str]) -> int:
    if len(fields) != 2:
        raise place.mistake("the first line must be the number of items and a 1, such as “100 1”.")
    return _read_size(place, fields[0], lowest=2)


def _read_row(place: Place, fields: list[str], n_items: int) -> list[int]:
    numbers = [place.whole(field, "an entry") for field in fields]
    if len(numbers) < 2 or len(numbers) != 2 + numbers[1]:
        raise place.mistake(
            f"the row must be “0 k” and k items, and it has {len(numbers)} entries"
            + (f" for k = {numbers[1]}." if len(numbers) > 1 else ".")
        )
    items = numbers[2:]
    _check_items(place, items, 0, n_items - 1)
    return items


def _check_items(place: Place, items: list[int], lowest: int, highest: int) -> None:
    for item in items:
        if not lowest <= item <= highest:
            numbered = f"items are numbered {lowest} to {highest}"
            raise place.mistake(f"there is no item {item}; {numbered}.")
    if len(set(items)) < len(items):
        raise place.mistake("an item is listed twice.")


_Lines = list[tuple[Place, str]]
_Rows = list[tuple[Place, str, str]]
"""Where, how often, and an order."""


def _split_new(source: str, lines: _Lines) -> tuple[list[str], _Rows]:
    names: dict[int, str] = {}
    n_items, rows = 0, []
    for place, text in lines:
        if found := _NAME.match(text):
            names[_read_size(place, found[1])] = found[2].strip()
        elif found := _COUNT.match(text):
            n_items = _read_size(place, found[1])
        elif found := _ORDER.match(text):
            rows.append((place, found[1], found[2]))
        elif not text.startswith("#"):
            raise place.mistake("an order looks such as “12: 3,1,2”.")
    n_items = n_items or max(names, default=0)
    if n_items < 2:
        raise InputError(f"{source} does not say how many alternatives there are.")
    return [names.get(item, str(item)) for item in range(1, n_items + 1)], rows


def _split_old(source: str, lines: _Lines) -> tuple[list[str], _Rows]:
    n_items = _read_size(*lines[0], lowest=2)
    if len(lines) < n_items + 2:
        raise InputError(f"{source} ends before its {n_items} items are named.")
    names = [text.partition(",")[2].strip() for _, text in lines[1 : n_items + 1]]
    rows = [(place, *text.partition(",")[::2]) for place, text in lines[n_items + 2 :]]
    return names, rows


def _read_size(place: Place, text: str, *, lowest: int = 0) -> int:
    return place.whole(text, "the number of items", lowest=lowest, highest=MOST_ITEMS)


def _read_groups(place: Place, text: str, n_items: int) -> Groups:
    """Return the items from 0, best first, in groups of equals."""
    groups = [
        [place.whole(item, "an item", lowest=1) for item in (several or one).split(",")]
        for several, one in _GROUP.findall(text)
    ]
    _check_items(place, [item for group in groups for item in group], 1, n_items)
    return [[item - 1 for item in group] for group in groups]
