"""How the ranking settled: displacement after growing numbers of answers."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.ranking.diagnostics import Judgements

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_POINTS, _FEWER_POINTS = 24, 12
_LARGE = 500
_DRAWS, _FEWER_DRAWS = 64, 16


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
    large = n > _LARGE
    counts = _grid(total, _FEWER_POINTS if large else _POINTS)
    expected, actual = [], []
    for done, count in enumerate(counts.tolist()):
        estimate = ranking.fit(judgements.take(slice(count)).table())
        draws = _FEWER_DRAWS if large else _DRAWS
        expected.append(ranking.expected_displacement(estimate, draws=draws))
        if truth is not None:
            actual.append(float(ranking.displacement(estimate.scores, truth)))
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
