"""The analysis side of a survey: fits the newest snapshot and drops the stale ones."""

import math
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import GivenAnswer, Snapshot, count_answers
from sortrank_gui.ui.failures import reports_failure
from sortrank_gui.ui.latest import Latest

_CATCH_UP_SECONDS = 0.1
"""How long to fill the curve between two snapshots before the newest one is due."""
_MOST_POINTS = 50


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """An estimate, and the displacement to the truth after growing numbers of answers."""

    answered: int
    scores: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    curve_answers: NDArray[np.int64]
    curve_displacements: NDArray[np.float64]


class AnalysisWorker(QObject):
    """Fits the model; the engine never waits for it.

    How it works: the worker keeps its own table and adds the answers that are new. When many came
    at once (a fast robot), it also fits some counts in between while time allows, so that the
    curve has no hole. After an undo or a new start it keeps what both journals share.
    """

    analysed = Signal(object)
    failed = Signal(object)

    def __init__(self, study: Study, snapshots: Latest[Snapshot]) -> None:
        super().__init__()
        self._study = study
        self._snapshots = snapshots
        self._fit_seconds = _CATCH_UP_SECONDS
        self._forget()

    @Slot()
    @reports_failure
    def analyse(self) -> None:
        """Fit the newest snapshot, if nobody did yet."""
        snapshot = self._snapshots.take()
        if snapshot is None:
            return
        self._rewind(snapshot)
        self._catch_up(snapshot)
        counts, displacements = zip(*self._curve, strict=True) if self._curve else ((), ())
        self.analysed.emit(
            Analysis(
                answered=snapshot.length,
                scores=self._estimate.scores,
                standard_errors=self._estimate.standard_errors,
                curve_answers=np.array(counts, dtype=np.int64),
                curve_displacements=np.array(displacements, dtype=np.float64),
            )
        )

    def _forget(self) -> None:
        self._table = Comparisons(len(self._study.items))
        self._counted: list[GivenAnswer] = []
        self._curve: list[tuple[int, float]] = []
        self._estimate: ranking.Estimate | None = None

    def _rewind(self, snapshot: Snapshot) -> None:
        """Go back to the answers that the snapshot shares with what was counted."""
        shared = _count_shared(self._counted, snapshot)
        if self._estimate is not None and shared == len(self._counted):
            return
        curve = [point for point in self._curve if point[0] <= shared]
        self._forget()
        self._count(snapshot.answers()[:shared])
        self._curve = [point for point in curve if point[0] < shared]
        self._fit()

    def _catch_up(self, snapshot: Snapshot) -> None:
        """Count what is new, with fits in between while time allows."""
        new = snapshot.answers(len(self._counted))
        points = max(1, min(_MOST_POINTS, int(_CATCH_UP_SECONDS / self._fit_seconds)))
        step = math.ceil(len(new) / points)
        for start in range(0, len(new), max(step, 1)):
            self._count(new[start : start + step])
            self._fit()

    def _count(self, answers: list[GivenAnswer]) -> None:
        count_answers(self._table, answers)
        self._counted.extend(answers)

    def _fit(self) -> None:
        began = monotonic()
        # Not from the estimate before: the learned prior would depend on how often we looked.
        self._estimate = ranking.fit(self._table)
        self._fit_seconds = monotonic() - began
        if self._study.truth is not None:
            distance = ranking.displacement(self._estimate.scores, self._study.truth)
            self._curve.append((len(self._counted), float(distance)))


def _count_shared(counted: list[GivenAnswer], snapshot: Snapshot) -> int:
    """Return how many answers at the beginning are the same."""
    shared = min(len(counted), snapshot.length)
    for place in range(shared):
        if counted[place] is not snapshot.journal[place]:
            return place
    return shared
