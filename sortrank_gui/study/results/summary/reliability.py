"""How far a ranking can be trusted: what to halve, and whether SSR is of use yet."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking.diagnostics import SplitHalf, separation_reliability, split_half
from sortrank_gui.study.results.summary.columns import Bools, Columns, Ints
from sortrank_gui.study.results.summary.rankings import Ranking

_SPLITS, _FEWER_SPLITS = 100, 20
_LARGE = 300
_SORTS_FOR_SSR = 4
_PEOPLE_TO_HALVE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """How far the ranking can be trusted."""

    halves: SplitHalf | None
    """None with fewer than four participants and fewer than four sorts."""
    by: str
    """What was halved: “participants” or “sorts”."""
    separation: float
    """SSR; too high where pairs were chosen by earlier answers."""
    separation_is_early: bool
    """Whether fewer than four sorts (or rounds) were completed, so that SSR means little."""
    expected_displacement: float
    """Of the ranking, by its posterior, in places summed over all items."""


def assess_reliability(
    columns: Columns,
    counted: Bools,
    ranking: Ranking,
    expected_displacement: float,
    tick: Callable[[float], None],
) -> Reliability:
    """Halve the answers many times, by participants or by sorts, and compute SSR."""
    units, by = _choose_units(columns, counted)
    halves = split_half(
        columns.judgements(counted),
        units,
        ranking.estimate,
        splits=_FEWER_SPLITS if columns.n_items > _LARGE else _SPLITS,
        tick=tick,
    )
    return Reliability(
        halves,
        by,
        separation_reliability(ranking.estimate, ranking.standard_error),
        _count_sorts(columns, counted) < _SORTS_FOR_SSR,
        expected_displacement,
    )


def _choose_units(columns: Columns, counted: Bools) -> tuple[Ints, str]:
    """Return what to halve the answers by: participants, or sorts where these are too few."""
    which = counted & ~np.isnan(columns.chosen)
    if len(np.unique(columns.participant[which])) >= _PEOPLE_TO_HALVE:
        return columns.participant[which], "participants"
    return columns.unit[which], "sorts"


def _count_sorts(columns: Columns, counted: Bools) -> int:
    """Return how many sorts or rounds were completed: each session has an open one, too."""
    units = np.unique(columns.unit[counted & (columns.unit > 0)])
    sorts = np.unique(units >> 20)
    return len(units) - len(sorts)
