"""Analyses for the live panel."""

from collections.abc import Callable

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.distance_curve import DistanceCurve
from sortrank_gui.ranking.islands import find_islands
from sortrank_gui.ranking.rank_uncertainty import rank_uncertainty
from sortrank_gui.study.survey.live_analysis import Analysis


@pytest.fixture(scope="session")
def make_analysis() -> Callable[..., Analysis]:
    """Return a maker of analyses of answers in which the higher number always wins."""

    def make(answered: int, n_items: int = 6, *, truth: bool = True) -> Analysis:
        rng = np.random.default_rng(answered)
        first = rng.integers(n_items, size=answered)
        second = (first + rng.integers(1, n_items, size=answered)) % n_items
        winners, losers = np.maximum(first, second), np.minimum(first, second)
        table = Comparisons.from_pairs(n_items, winners, losers)
        estimate, ranks = ranking.fit(table), None
        curve = DistanceCurve(np.arange(float(n_items)) if truth else None)
        curve.put(0, np.zeros(n_items))
        if answered:
            ranks = rank_uncertainty(estimate)
            curve.put(answered, estimate.scores, ranks)
        return Analysis(
            answered=answered,
            scores=estimate.scores,
            low=estimate.scores - 2 * estimate.standard_errors,
            high=estimate.scores + 3 * estimate.standard_errors,
            wins=table.wins,
            losses=table.losses,
            shown=(table.wins + table.losses).astype(np.int64),
            curve=curve.distances(),
            ranks=ranks,
            islands=find_islands(table),
        )

    return make
