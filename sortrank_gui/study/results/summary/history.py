"""How the ranking settled: displacement after growing numbers of answers."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.diagnostics import Judgements

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_POINTS = ((100, 24), (300, 12), (600, 6))
"""Up to so many items, so many points: each takes an assessment."""
_POINTS_OF_MORE = 12


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """Displacements of the rankings that the first answers give."""

    answers: Ints
    expected: Floats
    """By the posterior: needs no ground truth."""
    to_truth: Floats | None
    """To the ground truth, if there is one."""
    random: float
    """What a random ranking has."""


def trace_history(
    judgements: Judgements,
    truth: Sequence[float] | None,
    tick: Callable[[float], None],
) -> History:
    """Fit the first answers again and again, from few to all."""
    n, total = judgements.n_items, len(judgements)
    points = (points for most, points in _POINTS if n <= most)
    counts = _grid(total, next(points, _POINTS_OF_MORE))
    expected, actual = [], []
    for done, count in enumerate(counts.tolist()):
        found = assess(judgements.take(slice(count)).table())
        expected.append(found.displacement)
        if truth is not None:
            actual.append(float(ranking.displacement(found.scores, truth)))
        tick((done + 1) / len(counts))
    return History(
        counts,
        np.array(expected),
        None if truth is None else np.array(actual),
        ranking.random_displacement(n),
    )


def _grid(total: int, points: int) -> Ints:
    """Return counts of answers up to all of them, closer together at the beginning."""
    if not total:
        return np.empty(0, dtype=np.int64)
    least = max(1, min(total, math.ceil(total / 50)))
    return np.unique(np.rint(np.geomspace(least, total, points)).astype(np.int64))
