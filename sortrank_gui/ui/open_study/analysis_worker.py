"""The analysis side of a survey: fits the newest snapshot and drops the stale ones."""

from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sortrank_gui import ranking
from sortrank_gui.ranking.bradley_terry import EXACT_ITEMS
from sortrank_gui.ranking.distance_curve import DistanceCurve, Distances
from sortrank_gui.ranking.rank_uncertainty import (
    PosteriorDraws,
    RankUncertainty,
    rank_uncertainty,
)
from sortrank_gui.study.file.journal import Snapshot
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.survey.answer_log import AnswerLog
from sortrank_gui.ui.threads.failures import reports_failure
from sortrank_gui.ui.threads.latest import Latest

_PACE_SECONDS = 0.15
"""A screen shows five analyses a second: more fits would only take time from others."""
_FILL_SECONDS = 12.0
"""How long the past of the curve may take to fill."""
_FEWEST_POINTS, _MOST_POINTS = 24, 120
_DRAWS_AT_ONCE = 8
_BUSY_SECONDS = 0.5
"""So long after a snapshot more of them are expected, and other work steps back."""
_QUICK_SECONDS = 0.05

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """An estimate with what is known about it, and how the ranking came about."""

    answered: int
    scores: Floats
    standard_errors: Floats
    """With over 1,500 items they lag behind the scores; NaN until they are known."""
    wins: Floats
    losses: Floats
    shown: NDArray[np.int64]
    curve: Distances
    ranks: RankUncertainty | None = None
    """Lags behind the estimate; None until it is known for the first time."""


class AnalysisWorker(QObject):
    """Fits the model; the engine never waits for it.

    How it works: the newest snapshot comes first, at most some times a second. Between snapshots
    a timer does one piece of other work at a time: the ranking's uncertainty, then fits of earlier
    answers to fill the curve, coarse at first. While answers come in, this work rests twice as long
    as it took. Fits start from nothing: a learned prior would depend on how often we looked.
    """

    analysed = Signal(object)
    displacement_estimated = Signal(float, float)
    """The expected displacement per item, and how many comparisons it rests on."""
    failed = Signal(object)

    def __init__(
        self, study: Study, snapshots: Latest[Snapshot], *, pace: float = _PACE_SECONDS
    ) -> None:
        super().__init__()
        self._snapshots, self._pace = snapshots, pace
        self._fit_at = self._told_at = -1e9
        self._fit_seconds = 0.0
        self._due = QTimer(self, singleShot=True)
        self._due.timeout.connect(self.analyse)
        self._spare = QTimer(self, singleShot=True)
        self._spare.timeout.connect(self._on_spare_time)
        self._begin(study)

    def _begin(self, study: Study) -> None:
        self._n_items = len(study.items)
        self._log = AnswerLog(self._n_items)
        self._curve = DistanceCurve(study.truth)
        self._estimate: ranking.Estimate | None = None
        self._draws: PosteriorDraws | None = None
        self._errors: Floats = np.full(self._n_items, np.nan)
        self._ranks: RankUncertainty | None = None
        self._untold = False

    @Slot(object)
    @reports_failure
    def set_study(self, study: Study) -> None:
        """Go on with other items; the next snapshot is of these."""
        self._begin(study)

    @Slot(object)
    @reports_failure
    def set_truth(self, truth: Floats | None) -> None:
        """Measure against another ground truth, or none."""
        self._curve.set_truth(None if truth is None else np.asarray(truth, dtype=np.float64))
        self._curve.measure_next()
        self._publish()
        self._spare.start(0)

    @Slot()
    @reports_failure
    def analyse(self) -> None:
        """Fit the newest snapshot, unless the last fit was only just now."""
        wait = self._fit_at + self._pace - monotonic()
        if wait > 0:
            self._due.start(round(1000 * wait) + 1)
            return
        snapshot = self._snapshots.take()
        if snapshot is not None:
            self._fit(snapshot)
            self._publish()
            self._spare.start(0)

    @Slot()
    @reports_failure
    def _on_spare_time(self) -> None:
        """Do one piece of work that can wait."""
        began = monotonic()
        more = self._work()
        self._untold = self._untold or more
        if self._untold and (not more or monotonic() - self._told_at > self._pace):
            self._publish()
        if more:
            spent = monotonic() - began
            self._spare.start(round(2000 * spent) if self._is_busy else 0)

    @property
    def _is_busy(self) -> bool:
        """Whether answers come in, so that the next snapshot is not far."""
        return monotonic() - self._fit_at < _BUSY_SECONDS

    def _work(self) -> bool:
        """Do what matters most; say whether there was anything to do."""
        draws = self._draws
        if draws is not None and draws.count < draws.enough:
            self._find_uncertainty(draws)
            return True
        return self._curve.measure_next() or self._fill_gap()

    def _fit(self, snapshot: Snapshot) -> None:
        began = monotonic()
        shared = self._log.follow(snapshot)
        self._curve.rewind(shared)
        estimate = self._estimate = ranking.fit(self._log.table())
        self._draws = PosteriorDraws(estimate)
        if self._n_items <= EXACT_ITEMS:
            self._errors = estimate.standard_errors
        self._curve.put(self._log.length, estimate.scores)
        self._fit_at = monotonic()
        self._fit_seconds = self._fit_at - began

    def _find_uncertainty(self, draws: PosteriorDraws) -> None:
        """Draw from the posterior: at once with few items, else some at a time."""
        draws.add(draws.enough if self._n_items <= EXACT_ITEMS else _DRAWS_AT_ONCE)
        self._errors, self._ranks = draws.standard_errors(), draws.uncertainty()
        self._curve.note(self._log.length, self._ranks)
        expected, comparisons = self._ranks.displacement, self._log.table().n_comparisons
        self.displacement_estimated.emit(expected / self._n_items, comparisons)

    def _fill_gap(self) -> bool:
        """Fit the answers in the middle of the curve's widest gap; say whether there was one."""
        if self._is_busy and self._fit_seconds > _QUICK_SECONDS:
            self._spare.start(round(1000 * _BUSY_SECONDS))
            return False
        points = _FILL_SECONDS / max(self._fit_seconds, 1e-4)
        count = self._curve.widest_gap(max(_FEWEST_POINTS, min(_MOST_POINTS, round(points))))
        if count is None:
            return False
        estimate = ranking.fit(self._log.table(count))
        self._curve.put(count, estimate.scores, rank_uncertainty(estimate))
        return True

    def _publish(self) -> None:
        estimate = self._estimate
        if estimate is None:
            return
        self._told_at, self._untold = monotonic(), False
        table = self._log.table()
        self.analysed.emit(
            Analysis(
                answered=self._log.length,
                scores=estimate.scores,
                standard_errors=self._errors,
                wins=table.wins,
                losses=table.losses,
                shown=self._log.shown,
                curve=self._curve.distances(),
                ranks=self._ranks,
            )
        )
