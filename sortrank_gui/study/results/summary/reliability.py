"""How far a ranking can be trusted: halves of the data, SSR, and what to expect of the ranks."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking.diagnostics import SplitHalf, separation_reliability, split_half
from sortrank_gui.study.results.summary.columns import Bools, Columns, Ints
from sortrank_gui.study.results.summary.rankings import Ranking

_SPLITS, _FEWER_SPLITS = 100, 20
_LARGE = 300
_PEOPLE_TO_HALVE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """How far the ranking can be trusted."""

    halves: SplitHalf | None
    """None with fewer than four participants and fewer than four sorts."""
    by: str
    """What was halved: “participants” or “sorts”."""
    separation: float
    """SSR, cautiously: the squared correlation with the true scores, over all spreads."""
    textbook_separation: float
    """SSR as papers compute it; too high where pairs were chosen by earlier answers."""
    expected_displacement: float
    """Of the ranking, by its posterior, in places summed over all items."""
    too_early: bool
    """Whether the answers can't carry SSR and the expected displacement yet."""
    answers_needed: int
    """About how many answers they will need."""


def assess_reliability(
    columns: Columns,
    counted: Bools,
    ranking: Ranking,
    tick: Callable[[float], None],
) -> Reliability:
    """Halve the answers many times, by participants or by sorts, and tell what to expect."""
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
        ranking.uncertainty.reliability,
        separation_reliability(ranking.estimate, ranking.estimate.standard_errors),
        ranking.uncertainty.displacement,
        ranking.uncertainty.too_early,
        ranking.uncertainty.answers_needed,
    )


def _choose_units(columns: Columns, counted: Bools) -> tuple[Ints, str]:
    """Return what to halve the answers by: participants, or sorts where these are too few."""
    which = counted & ~np.isnan(columns.chosen)
    if len(np.unique(columns.participant[which])) >= _PEOPLE_TO_HALVE:
        return columns.participant[which], "participants"
    return columns.unit[which], "sorts"
