"""How far the ranking was from the truth after growing numbers of answers.

How it works
------------
The curve is a set of points, each for the ranking after so many answers. Points are added at the
newest answer as it comes, and wherever there is time in the widest gap: coarse over the whole past
at first, then finer. Gaps are as wide as they look on a linear and on a logarithmic axis together.
"""

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.metrics import displacement, kendall_tau_distance, ranks
from sortrank_gui.ranking.rank_uncertainty import RankUncertainty

Floats = NDArray[np.float64]
Pair = tuple[float, float]
"""A displacement and a Kendall tau distance."""
_UNKNOWN: Pair = (float("nan"), float("nan"))
_MOST_POINTS = 240


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """Distances of the ranking after growing numbers of answers; NaN where one is not known."""

    answers: NDArray[np.int64]
    displacement: Floats
    """To the truth."""
    kendall_tau: Floats
    """To the truth."""
    expected_displacement: Floats
    expected_kendall_tau: Floats


@dataclass(slots=True, eq=False)
class _Point:
    """The ranking after some answers."""

    answers: int
    to_truth: Pair
    expected: Pair = _UNKNOWN


class DistanceCurve:
    """Points in the order of their answers, measured against a truth, if there is one."""

    def __init__(self, truth: Floats | None = None) -> None:
        self._truth = truth
        self._points: list[_Point] = []

    def put(self, answers: int, scores: Floats, uncertainty: RankUncertainty | None = None) -> None:
        """Add a point, or replace the one after so many answers."""
        point = _Point(answers, self._measure(scores))
        at = bisect_left(self._points, answers, key=_answers)
        known = at < len(self._points) and self._points[at].answers == answers
        self._points[at : at + known] = [point]
        if uncertainty is not None:
            self.note(answers, uncertainty)
        if len(self._points) > _MOST_POINTS:
            del self._points[1:-1:2]

    def note(self, answers: int, uncertainty: RankUncertainty) -> None:
        """Keep what is expected after so many answers, if that point is still there."""
        at = bisect_left(self._points, answers, key=_answers)
        if at < len(self._points) and self._points[at].answers == answers:
            self._points[at].expected = uncertainty.displacement, uncertainty.kendall_tau

    def rewind(self, answers: int) -> None:
        """Forget the points after more answers than these."""
        self._points = [point for point in self._points if point.answers <= answers]

    def widest_gap(self, points: int) -> int | None:
        """Return the answers in the middle of the widest gap; None once `points` fill the curve.

        Without a point at 0 that comes first.
        """
        counts = np.array([point.answers for point in self._points], dtype=np.int64)
        if not len(counts) or counts[0] > 0:
            return 0
        if len(counts) == 1:
            return None
        widths = np.where(np.diff(counts) > 1, np.diff(_places(counts, counts[-1])), 0.0)
        if widths.max() <= 4 / points:
            return None
        at = int(widths.argmax())
        return _middle(int(counts[at]), int(counts[at + 1]), int(counts[-1]))

    def distances(self) -> Distances:
        """Return the curve as it is now."""
        points = self._points
        to_truth = np.array([point.to_truth for point in points]).reshape(-1, 2)
        expected = np.array([point.expected for point in points]).reshape(-1, 2)
        answers = np.array([point.answers for point in points], dtype=np.int64)
        return Distances(answers, *to_truth.T, *expected.T)

    def _measure(self, scores: Floats) -> Pair:
        if self._truth is None:
            return _UNKNOWN
        order = -ranks(scores)
        return displacement(order, self._truth), kendall_tau_distance(order, self._truth)


def _answers(point: _Point) -> int:
    return point.answers


def _places(counts: NDArray[np.int64], last: int) -> Floats:
    """Return how far along the axes these counts are, from 0 to 2."""
    places: Floats = counts / last + np.log1p(counts) / np.log1p(last)
    return places


def _middle(low: int, high: int, last: int) -> int:
    """Return the count between two others that looks the same from both."""
    counts = np.unique(np.linspace(low + 1, high - 1, 1000).round().astype(np.int64))
    ends = _places(np.array([low, high]), last)
    at = np.abs(_places(counts, last) - ends.mean()).argmin()
    return int(counts[at])
