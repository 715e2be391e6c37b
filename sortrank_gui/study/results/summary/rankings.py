"""The ranking as columns, and the matrix of wins in its order."""

from dataclasses import dataclass, replace

import numpy as np

from sortrank_gui.ranking import Comparisons, Estimate
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.islands import Islands, find_islands
from sortrank_gui.ranking.uncertainty import Uncertainty
from sortrank_gui.study.results.summary.columns import Bools, Columns, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """One entry an item, best first."""

    item: Ints
    """Numbers of the items in the study."""
    score: Floats
    standard_error: Floats
    low: Floats
    high: Floats
    """The 95 % interval of the score."""
    best_rank: Ints
    worst_rank: Ints
    """The 95 % interval of the item's rank, from 0."""
    wins: Ints
    losses: Ints
    ties: Ints
    shown: Ints
    """In how many trials the item was on the screen, also where the answer was “neither”."""
    uncertainty: Uncertainty
    """All that can be said about how sure the ranking is; arrays in the study's order."""
    answers: int
    """How many answers the fit is made of."""
    islands: Islands
    """Which items are joined by comparisons, in the study's order."""

    @property
    def estimate(self) -> Estimate:
        """The fit."""
        return self.uncertainty.estimate

    @property
    def never_lost(self) -> Bools:
        """Where an item was always chosen: only the prior holds its score."""
        found: Bools = (self.losses == 0) & (self.ties == 0) & (self.wins > 0)
        return found

    @property
    def never_won(self) -> Bools:
        """Where an item was compared, and never chosen."""
        found: Bools = (self.wins == 0) & (self.ties == 0) & (self.losses > 0)
        return found

    @property
    def never_compared(self) -> Bools:
        """Where an item has no answer; its score is the mean of all."""
        found: Bools = (self.wins == 0) & (self.ties == 0) & (self.losses == 0)
        return found

    @property
    def places(self) -> Ints:
        """The place of every item of the study, from 0."""
        places = np.empty(len(self.item), dtype=np.int64)
        places[self.item] = np.arange(len(self.item))
        return places

    def restate(self, found: Uncertainty) -> "Ranking":
        """Return the same ranking, with what else can be said about how sure it is."""
        best, worst = found.rank_bounds
        return replace(
            self,
            standard_error=found.standard_errors[self.item],
            low=found.low[self.item],
            high=found.high[self.item],
            best_rank=best[self.item],
            worst_rank=worst[self.item],
            uncertainty=found,
        )


@dataclass(frozen=True, slots=True, eq=False)
class WinMatrix:
    """How often the item at a place of the ranking beat the one at another; ties count half."""

    size: int
    winner: Ints
    loser: Ints
    """Places in the ranking, from 0, of every pair that has wins in this direction."""
    wins: Floats

    def dense(self, first: int = 0, last: int | None = None) -> Floats:
        """Return the square part of places `first` to before `last`: row beat column."""
        last = self.size if last is None else min(last, self.size)
        inside = (self.winner >= first) & (self.loser >= first)
        inside &= (self.winner < last) & (self.loser < last)
        matrix = np.zeros((last - first, last - first))
        matrix[self.winner[inside] - first, self.loser[inside] - first] = self.wins[inside]
        return matrix


def rank(columns: Columns, which: Bools, *, prior_variance: float | None = None) -> Ranking:
    """Fit the model to some of the answers and put the items in order."""
    judgements = columns.judgements(which)
    table = judgements.table()
    found = assess(table, prior_variance=prior_variance)
    order = np.argsort(found.ranks, kind="stable")
    best, worst = found.rank_bounds
    wins, losses, ties = _count(columns, which)
    shown = _per_item(columns.left[which], columns.n_items)
    shown += _per_item(columns.right[which], columns.n_items)
    return Ranking(
        item=order,
        score=found.scores[order],
        standard_error=found.standard_errors[order],
        low=found.low[order],
        high=found.high[order],
        best_rank=best[order],
        worst_rank=worst[order],
        wins=wins[order],
        losses=losses[order],
        ties=ties[order],
        shown=shown[order],
        uncertainty=found,
        answers=len(judgements),
        islands=find_islands(table),
    )


def count_wins(table: Comparisons, ranking: Ranking) -> WinMatrix:
    """Return the wins in the order of the ranking."""
    places = ranking.places
    first, second = places[table.first], places[table.second]
    winner, loser = np.concatenate((first, second)), np.concatenate((second, first))
    wins = np.concatenate((table.first_wins, table.second_wins))
    seen = wins > 0
    return WinMatrix(table.n_items, winner[seen], loser[seen], wins[seen])


def _count(columns: Columns, which: Bools) -> tuple[Ints, Ints, Ints]:
    left, right, chosen = columns.left[which], columns.right[which], columns.chosen[which]
    n = columns.n_items
    wins = _per_item(left[chosen == 1], n) + _per_item(right[chosen == 0], n)
    losses = _per_item(right[chosen == 1], n) + _per_item(left[chosen == 0], n)
    ties = _per_item(left[chosen == 0.5], n) + _per_item(right[chosen == 0.5], n)
    return wins, losses, ties


def _per_item(items: Ints, n_items: int) -> Ints:
    return np.bincount(items, minlength=n_items).astype(np.int64)
