"""Files of orders, decomposed to pairs: Kamishima's Sushi `.order`, and PrefLib."""

from itertools import combinations
from pathlib import Path

from sortrank_gui.simulation.datasets.base import Dataset, Outcomes
from sortrank_gui.tables.orders import (
    Orders,
    PreferenceOrder,
    read_preflib_orders,
    read_sushi_orders,
)


def read_sushi(path: Path) -> Dataset:
    """Read orders: a line `n 1`, then rows `0 k i1 ... ik`, best first, items from 0 to n - 1."""
    return _count(read_sushi_orders(path))


def read_preflib(path: Path) -> Dataset:
    """Read PrefLib's orders (.soc, .soi, .toc): `count: 1,{2,3},4`, best first, items from 1."""
    return _count(read_preflib_orders(path))


def _count(found: Orders) -> Dataset:
    outcomes = Outcomes()
    for order in found.orders:
        _add(outcomes, order)
    return Dataset(found.names, outcomes.count(len(found.names)))


def _add(outcomes: Outcomes, order: PreferenceOrder) -> None:
    """Take an order apart: every item beats those in later groups."""
    place, count, groups = order
    for rank, group in enumerate(groups):
        worse = [item for later in groups[rank + 1 :] for item in later]
        for item in group:
            for other in worse:
                outcomes.add(place, item, other, tie=False, count=count)
        for one, other in combinations(group, 2):
            outcomes.add(place, one, other, tie=True, count=count)
