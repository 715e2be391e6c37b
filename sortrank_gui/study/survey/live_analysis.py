"""The ranking while answers come in: an estimate of the newest, then what else is known about it.

How it works
------------
Whoever drives the analysis calls `advance` with the newest state of the survey, and again after the
rest that it asks for. The newest answers come first, at most some times a second; states that were
not looked at in time are dropped. Between them each turn does one piece of other work: the
ranking's uncertainty, then earlier answers to fill the curve, coarse at first. While answers come
in, this work rests twice as long as it took. A first look at new answers takes the spread of the
scores and the length of the intervals as they were found last, so that the picture does not jump;
what is shown in the end depends on the answers alone. Of more than 300 items the spread is learned
by each fit, which may claim too much: before a stop rule ends sessions by that, it is assessed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import MOST_ITEMS, assess
from sortrank_gui.ranking.bradley_terry import EXACT_ITEMS
from sortrank_gui.ranking.distance_curve import DistanceCurve, Distances
from sortrank_gui.ranking.islands import Islands, find_islands
from sortrank_gui.ranking.rank_uncertainty import (
    PosteriorDraws,
    RankUncertainty,
    rank_uncertainty,
)
from sortrank_gui.study.file.given_answers import GivenAnswers, Snapshot
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.survey.survey_state import FileState, SurveyState

_PACE_SECONDS = 0.15
"""A screen shows five analyses a second: more fits would only take time from others."""
_FILL_SECONDS = 12.0
"""How long the past of the curve may take to fill."""
_FEWEST_POINTS, _MOST_POINTS = 24, 120
_DRAWS_AT_ONCE = 8
_BUSY_SECONDS = 0.5
"""So long after new answers more of them are expected, and other work steps back."""
_QUICK_SECONDS = 0.05
_ASSESSED_ITEMS = 300
"""Of more items an assessment takes over a second, in which newer answers would wait."""
_HALF_WIDTH = 1.959964
"""Standard errors on each side of a 95 % interval."""

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
"""Shape (k, 3): left item, right item, outcome."""


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """An estimate with what is known about it, and how the ranking came about."""

    answered: int
    scores: Floats
    low: Floats
    high: Floats
    """Ends of 95 % intervals. How far they are from the scores lags behind where it takes time;
    NaN until it is known for the first time."""
    wins: Floats
    losses: Floats
    shown: NDArray[np.int64]
    curve: Distances
    ranks: RankUncertainty | None = None
    """Lags behind the estimate; None until it is known for the first time."""
    islands: Islands | None = None
    """Which items comparisons join so far."""

    @property
    def standard_errors(self) -> Floats:
        """The standard error of every score: as of a normal one with the same interval."""
        errors: Floats = (self.high - self.low) / (2 * _HALF_WIDTH)
        return errors


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of a turn, and when the next one is due."""

    analysis: Analysis | None
    """None where there is nothing new to show."""
    rest: float | None
    """Seconds until there is more to do; None if that waits for other answers."""
    expected: tuple[float, float] | None = None
    """For a session that may end by it: the expected displacement per item, and how many
    comparisons it rests on. None where it is not news."""


class LiveAnalysis:
    """Follows the newest state; keeps the estimate, its doubts, and the curve behind it."""

    def __init__(
        self, *, pace: float = _PACE_SECONDS, clock: Callable[[], float] = monotonic
    ) -> None:
        self._pace, self._clock = pace, clock
        self._newest: SurveyState | None = None
        self._file: FileState | None = None
        self._fit_at = self._told_at = -inf
        self._fit_seconds = 0.0
        self._begin(0, None)

    def _begin(self, n_items: int, truth: Sequence[float] | None) -> None:
        self._n_items, self._spare_at = n_items, inf
        self._log = _AnswerLog(n_items)
        self._curve = DistanceCurve(None if truth is None else np.array(truth))
        self._estimate: ranking.Estimate | None = None
        self._draws: PosteriorDraws | None = None
        self._below: Floats = np.full(n_items, np.nan)
        self._above = self._below
        self._ranks: RankUncertainty | None = None
        self._untold = False
        self._variance: float | None = None
        self._is_assessed = True

    def advance(self, newest: SurveyState | None = None) -> Turn:
        """Take the newest state if there is one, and do what is due."""
        self._newest = newest or self._newest
        now, ranks = self._clock(), self._ranks
        if self._newest is not None and now >= self._fit_at + self._pace:
            state, self._newest = self._newest, None
            self._follow(state)
        elif now >= self._spare_at:
            self._use_spare_time()
        expected = self._expected() if self._ranks is not ranks else None
        return Turn(self._tell(), self._find_rest(), expected)

    def _follow(self, state: SurveyState) -> None:
        """Fit the answers, unless they are those that were fitted before."""
        content = state.shown.content
        if state.shown is not self._file:
            self._file = state.shown
            self._begin(len(content.items), content.truth)
        before, shared = self._log.length, self._log.follow(state.snapshot)
        known = self._estimate is not None and before == shared == self._log.length
        if self._n_items >= 2 and not known:
            self._curve.rewind(shared)
            self._fit()

    def _fit(self) -> None:
        began = self._clock()
        self._estimate = self._draws = None
        estimate = ranking.fit(self._log.table(), prior_variance=self._variance)
        self._estimate, self._draws = estimate, PosteriorDraws(estimate)
        self._is_assessed = self._n_items > _ASSESSED_ITEMS
        if self._variance is None and self._n_items <= EXACT_ITEMS:
            self._reach_alike(estimate.standard_errors)
        self._curve.put(self._log.length, estimate.scores)
        self._fit_at = self._spare_at = self._clock()
        self._fit_seconds = self._fit_at - began
        self._told_at, self._untold = -inf, True

    @property
    def _is_busy(self) -> bool:
        """Whether answers come in, so that the next ones are not far."""
        return self._clock() - self._fit_at < _BUSY_SECONDS

    def _use_spare_time(self) -> None:
        """Do one piece of the work that can wait, that which matters most."""
        began, draws = self._clock(), self._draws
        self._spare_at = inf
        if not self._is_assessed:
            self._assess()
        elif draws is not None and draws.count < draws.enough:
            self._find_uncertainty(draws)
        elif self._is_busy and self._fit_seconds > _QUICK_SECONDS:
            self._spare_at = began + _BUSY_SECONDS
            return
        elif not self._fill_gap():
            return
        self._untold, now = True, self._clock()
        self._spare_at = now + (2 * (now - began) if self._is_busy else 0.0)

    def _assess(self) -> None:
        """Say how sure the ranking is, whatever the spread of the scores."""
        began, found = self._clock(), assess(self._log.table())
        self._estimate, self._draws, self._is_assessed = found.estimate, None, True
        if self._n_items <= _ASSESSED_ITEMS:  # else later fits would not be assessed again
            self._variance = found.estimate.prior_variance
        self._below, self._above = found.scores - found.low, found.high - found.scores
        self._ranks = RankUncertainty.of(found)
        self._curve.put(self._log.length, found.scores, self._ranks)
        self._fit_seconds = max(self._fit_seconds, self._clock() - began)

    def _find_uncertainty(self, draws: PosteriorDraws) -> None:
        """Draw from the posterior: at once with few items, else some at a time."""
        draws.add(draws.enough if self._n_items <= EXACT_ITEMS else _DRAWS_AT_ONCE)
        self._reach_alike(draws.standard_errors())
        self._ranks = draws.uncertainty(self._log.table().n_comparisons)
        self._curve.note(self._log.length, self._ranks)
        if self._n_items <= MOST_ITEMS and self._would_end():
            self._assess()

    def _reach_alike(self, errors: Floats) -> None:
        """Let intervals reach as far below the scores as above."""
        self._below = self._above = _HALF_WIDTH * errors

    def _fill_gap(self) -> bool:
        """Fit the answers in the middle of the curve's widest gap; say whether there was one."""
        points = _FILL_SECONDS / max(self._fit_seconds, 1e-4)
        count = self._curve.widest_gap(max(_FEWEST_POINTS, min(_MOST_POINTS, round(points))))
        if count is None:
            return False
        table = self._log.table(count)
        if self._n_items <= _ASSESSED_ITEMS:
            found = assess(table)
            self._curve.put(count, found.scores, RankUncertainty.of(found))
        else:
            estimate = ranking.fit(table)
            self._curve.put(count, estimate.scores, rank_uncertainty(estimate))
        return True

    def _expected(self) -> tuple[float, float] | None:
        """Return what a stop rule wants to know, where the study has that rule."""
        if self._goal is None or self._ranks is None:
            return None
        return self._expected_per_item(self._ranks), self._log.table().n_comparisons

    @property
    def _goal(self) -> float | None:
        """Sessions end where items are expected to be so few places off, if by that at all."""
        return None if self._file is None else self._file.content.design.stop.displacement

    def _expected_per_item(self, ranks: RankUncertainty) -> float:
        return inf if ranks.too_early else ranks.displacement / self._n_items

    def _would_end(self) -> bool:
        """Whether a stop rule would end sessions by what is known so far."""
        if self._goal is None or self._ranks is None:
            return False
        return self._expected_per_item(self._ranks) <= self._goal

    def _find_rest(self) -> float | None:
        fit_at = inf if self._newest is None else self._fit_at + self._pace
        due = min(fit_at, self._spare_at)
        return None if due == inf else max(0.0, due - self._clock())

    def _tell(self) -> Analysis | None:
        """Return what is known now, unless it was told a moment ago and there is more to come."""
        now, estimate = self._clock(), self._estimate
        is_due = now - self._told_at > self._pace or self._spare_at - now > self._pace
        if estimate is None or not self._untold or not is_due:
            return None
        self._told_at, self._untold = now, False
        table = self._log.table()
        return Analysis(
            answered=self._log.length,
            scores=estimate.scores,
            low=estimate.scores - self._below,
            high=estimate.scores + self._above,
            wins=table.wins,
            losses=table.losses,
            shown=self._log.shown,
            curve=self._curve.distances(),
            ranks=self._ranks,
            islands=find_islands(table),
        )


class _AnswerLog:
    """The answers of the newest snapshot as arrays; what two of them share is counted once.

    Only regular trials reach the model: the others are kept as answers without an outcome.
    """

    def __init__(self, n_items: int) -> None:
        self._n_items = n_items
        self._snapshot = Snapshot(GivenAnswers(), 0)
        self._rows: Rows = np.empty((0, 3), dtype=np.int64)
        self._table = Comparisons(n_items)

    @property
    def length(self) -> int:
        """How many answers there are."""
        return self._snapshot.length

    @property
    def shown(self) -> NDArray[np.int64]:
        """How often each item was shown."""
        return np.bincount(self._rows[:, :2].ravel(), minlength=self._n_items)

    def follow(self, snapshot: Snapshot) -> int:
        """Take a newer snapshot; return how many answers it shares with the one before."""
        shared = _count_shared(self._snapshot, snapshot)
        if shared < self.length:
            self._rows = self._rows[:shared]
            self._table = self.table(shared)
        new = snapshot.journal.outcomes([Kind.REGULAR], shared, snapshot.length)
        self._table.add_outcomes(*new.T)
        self._rows = np.concatenate((self._rows, new))
        self._snapshot = snapshot
        return shared

    def table(self, count: int | None = None) -> Comparisons:
        """Return the outcomes of all answers, or of the first ones."""
        if count is None:
            return self._table
        table = Comparisons(self._n_items)
        table.add_outcomes(*self._rows[:count].T)
        return table


def _count_shared(old: Snapshot, new: Snapshot) -> int:
    """Return how many answers at the beginning are the same."""
    most = min(old.length, new.length)
    if old.journal is new.journal:  # it only ever grows
        return most
    return old.journal.count_shared(new.journal, most)
