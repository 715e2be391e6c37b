"""The ranking: one row an item, best first."""

from collections.abc import Iterator, Sequence
from statistics import NormalDist

import numpy as np

from sortrank_gui.ranking import Comparisons, Estimate, fit
from sortrank_gui.ranking.islands import find_islands
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.tables import Cell

COLUMNS = {
    "rank": "1 is the best",
    "item": "name of the item",
    "score": "Bradley-Terry score in logits; the mean of all items is 0",
    "standard_error": "of the score",
    "low": "lower end of the 95 % interval of the score",
    "high": "upper end of the 95 % interval of the score",
    "wins": "how often the item was chosen; equal counts half",
    "losses": "how often the other item was chosen; equal counts half",
    "true_score": "ground truth, if the study has one",
    "island": "number of the group of items that comparisons join, the largest is 1; ranks and "
    "scores hold within an island alone; 0 for an item that was never compared",
}
_REACH = NormalDist().inv_cdf(0.975)


def list_ranking(
    names: Sequence[str], table: Comparisons, estimate: Estimate, truth: Sequence[float] | None
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an item, best first."""
    scores, errors = estimate.scores.tolist(), estimate.standard_errors.tolist()
    wins, losses = table.wins.tolist(), table.losses.tolist()
    islands = find_islands(table).number.tolist()
    for rank, k in enumerate(np.argsort(ranks(estimate.scores)).tolist(), start=1):
        ends = (scores[k] - _REACH * errors[k], scores[k] + _REACH * errors[k])
        numbers = (round(x, 6) for x in (scores[k], errors[k], *ends))
        known = None if truth is None else truth[k]
        yield rank, names[k], *numbers, wins[k], losses[k], known, islands[k]


def rank_selected(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an item, by the answers that count in the selection."""
    content = order.study.content
    names = [item.name for item in content.items]
    table = count_study(order.study, order.selection)
    return list_ranking(names, table, fit(table), content.truth)


def _make(order: Order) -> TableFile:
    return TableFile(COLUMNS, rank_selected(order))


EXPORT = Export(
    name="ranking",
    title="Ranking",
    about="One row an item, best first, with scores, intervals and counts of the answers.",
    ending=".csv",
    kind="CSV table",
    unit="item",
    place=2,
    make=_make,
)
