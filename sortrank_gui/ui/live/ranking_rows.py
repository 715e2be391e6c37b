"""The rows of a ranking: order, intervals, and what there is to say about an item."""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking.islands import Islands
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.rank_uncertainty import RankUncertainty
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.live_analysis import Analysis

HEADER = (
    "rank",
    "item",
    "score",
    "standard_error",
    "low",
    "high",
    "best_rank",
    "worst_rank",
    "wins",
    "losses",
    "shown",
)
Row = tuple[int | float | str | None, ...]

Floats = NDArray[np.float64]


class RankingRows:
    """The newest analysis, item by item."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items
        self.scores = np.zeros(len(items))
        self.errors = np.zeros(len(items))
        self.low = self.high = self.scores
        """Ends of the intervals; where these are not known yet, the score itself."""
        self.order: NDArray[np.int64] = np.arange(len(items))
        self._counts: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]] | None = (
            None
        )
        self._ranks: RankUncertainty | None = None
        self._islands: Islands | None = None

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.items)

    @property
    def unlimited(self) -> NDArray[np.bool_]:
        """Where an item was always or never chosen, so that only the prior limits its score."""
        if self._counts is None:
            return np.zeros(self.count, dtype=bool)
        wins, losses, _ = self._counts
        found: NDArray[np.bool_] = (wins == 0) != (losses == 0)
        return found

    def take(self, analysis: Analysis) -> None:
        """Use an analysis from now on."""
        self.scores, self.errors = analysis.scores, analysis.standard_errors
        self.low = np.where(np.isnan(analysis.low), self.scores, analysis.low)
        self.high = np.where(np.isnan(analysis.high), self.scores, analysis.high)
        self.order = np.argsort(ranks(self.scores))
        self._counts = analysis.wins, analysis.losses, analysis.shown
        self._ranks, self._islands = analysis.ranks, analysis.islands

    def span(self, top: int) -> tuple[float, float]:
        """Return the lowest and the highest end of the intervals of the best items."""
        best = self.order[:top]
        return float(self.low[best].min()), float(self.high[best].max())

    def describe(self, item: int, *, rank: int) -> list[str]:
        """Return what is known about an item, in lines of plain text."""
        lines = [self.items[item].name]
        score, error = self.scores[item], self.errors[item]
        if np.isnan(error):
            lines.append(f"score {decimals(score)}, its error is being computed")
        else:
            lines.append(f"score {decimals(score)} ± {error:.2f}")
            lines.append(f"95 % interval {decimals(self.low[item])} to {decimals(self.high[item])}")
        lines.append(f"rank {rank} of {self.count}{self._describe_range(item)}")
        if self._islands is not None and self._islands.split:
            lines.append(self._describe_island(int(self._islands.number[item])))
        if self._counts is not None:
            wins, losses, shown = (float(values[item]) for values in self._counts)
            times = "time" if shown == 1 else "times"
            lines.append(f"{wins:g} won · {losses:g} lost · shown {shown:g} {times}")
        return lines

    def table(self, top: int) -> list[Row]:
        """Return a row for each of the best items, under `HEADER`."""
        return [self._make_row(item, k + 1) for k, item in enumerate(self.order[:top].tolist())]

    def _describe_range(self, item: int) -> str:
        if self._ranks is None:
            return ""
        if self._ranks.too_early:
            return f", too early to be sure: about {self._ranks.answers_needed:,} answers will do"
        return f", {self._ranks.best[item] + 1} to {self._ranks.worst[item] + 1} are likely"

    def _describe_island(self, number: int) -> str:
        if self._islands is None or not number:
            return "never compared: the rank means nothing"
        return f"island {number} of {self._islands.count}: the rank holds within it"

    def _make_row(self, item: int, rank: int) -> Row:
        score, error = float(self.scores[item]), float(self.errors[item])
        low, high = float(self.low[item]), float(self.high[item])
        interval = (error, low, high) if error == error else (None, None, None)
        best = worst = wins = losses = shown = None
        if self._ranks is not None and not self._ranks.too_early:
            best, worst = int(self._ranks.best[item]) + 1, int(self._ranks.worst[item]) + 1
        if self._counts is not None:
            wins, losses, shown = (float(values[item]) for values in self._counts)
        name = self.items[item].name
        return rank, name, score, *interval, best, worst, wins, losses, shown
