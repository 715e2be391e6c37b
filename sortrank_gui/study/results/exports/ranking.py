"""The ranking: one row an item, best first."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.anchors import AnchoredFit, Anchors, fit_anchored
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.islands import find_islands
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.uncertainty import MOST_COMPARED, Uncertainty
from sortrank_gui.study.design.versions import QUESTION
from sortrank_gui.study.results.anchoring import REACH
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.tables import Cell

if TYPE_CHECKING:
    from sortrank_gui.ranking.diagnostics import Clustering

COLUMNS = {
    "rank": "1 is the best",
    "item": "name of the item",
    "score": "Bradley-Terry score in logits; the mean of all items is 0",
    "standard_error": "of the score: the 95 % interval is 3.92 times as wide",
    "low": "lower end of the 95 % interval of the score",
    "high": "upper end of the 95 % interval of the score",
    "best_rank": "best end of the 95 % interval of the rank; empty while it is too early to tell",
    "worst_rank": "worst end of the 95 % interval of the rank",
    "joint_best_rank": "the same for intervals that hold for all items together in 95 % of studies",
    "joint_worst_rank": "the same; empty while it is too early, and for more than 3,000 items",
    "wins": "how often the item was chosen; equal counts half",
    "losses": "how often the other item was chosen; equal counts half",
    "true_score": "ground truth, if the study has one",
    "island": "number of the group of items that comparisons join, the largest is 1; ranks and "
    "scores hold within an island alone; 0 for an item that was never compared",
    "question": "name of the question: of the block that asked",
    "low_by_people": "lower end of an interval that holds for other people, too; empty with fewer "
    "than five people, and for more than 600 items",
    "high_by_people": "upper end of that interval",
}


def list_ranking(
    names: Sequence[str],
    table: Comparisons,
    found: Uncertainty,
    truth: Sequence[float] | None,
    question: str = QUESTION,
    people: "Clustering | None" = None,
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an item, best first; without `people` nothing is said about others."""
    columns = np.array([found.scores, found.standard_errors, found.low, found.high]).T
    wins, losses = table.wins.tolist(), table.losses.tolist()
    bounds, islands = _list_bounds(found), find_islands(table).number.tolist()
    others = _list_by_people(found, people)
    for rank, k in enumerate(np.argsort(found.ranks).tolist(), start=1):
        numbers = (round(x, 6) for x in columns[k].tolist())
        true = None if truth is None else truth[k]
        counts = wins[k], losses[k], true, islands[k], question
        yield rank, names[k], *numbers, *bounds[k], *counts, *others[k]


def _list_by_people(found: Uncertainty, people: "Clustering | None") -> list[tuple[Cell, Cell]]:
    """Return the ends of intervals that hold for other people, too."""
    if people is None:
        return [(None, None)] * len(found.scores)
    low, high = people.widen(found.scores, found.low, found.high)
    return list(zip(low.round(6).tolist(), high.round(6).tolist(), strict=True))


def _list_bounds(found: Uncertainty) -> list[tuple[Cell, ...]]:
    """Return the ends of the ranks of each item, alone and together with all others."""
    nothing: list[Cell] = [None] * len(found.scores)
    if found.too_early:
        return list(zip(*[nothing] * 4, strict=True))
    ends: list[list[Cell]] = [(end + 1).tolist() for end in found.rank_bounds]
    if len(found.scores) <= MOST_COMPARED:
        ends += [(end + 1).tolist() for end in found.joint_rank_bounds]
    else:
        ends += [nothing, nothing]
    return list(zip(*ends, strict=True))


def rank_selected(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an item and question, by the answers that count in the selection."""
    for question, part in order.by_question():
        content = part.study.content
        names = [item.name for item in content.items]
        table = count_study(part.study, part.selection)
        if order.anchors is None:
            sure = assess(table)
            people = _compare_people(part, sure)
            yield from list_ranking(names, table, sure, content.truth, question, people)
        else:
            found = fit_anchored(table, _place_anchors(order, part))
            yield from _list_anchored(names, table, found, content.truth, question)


def _place_anchors(order: Order, part: Order) -> Anchors:
    """Return the known items under the numbers that they have in one question."""
    assert order.anchors is not None
    all_names = [item.name for item in order.study.content.items]
    numbers = {item.name: number for number, item in enumerate(part.study.content.items)}
    known = [all_names[number] in numbers for number in order.anchors.item.tolist()]
    inside = np.array(known, dtype=bool)
    return Anchors(
        np.array([numbers[all_names[k]] for k in order.anchors.item[inside].tolist()], np.int64),
        order.anchors.score[inside],
        order.anchors.error[inside],
    )


def _compare_people(order: Order, found: Uncertainty) -> "Clustering | None":
    """Return how much larger errors are because people differ."""
    # Loaded when the table is wanted: menus need its name alone.
    from sortrank_gui.ranking.diagnostics import assess_clustering
    from sortrank_gui.study.results.summary.columns import read_columns

    columns = read_columns(order.study, order.selection)
    which = columns.of_kinds(order.selection.kinds)
    return assess_clustering(columns.judgements(which), columns.judges(which), found.estimate)


def _list_anchored(
    names: Sequence[str],
    table: Comparisons,
    found: AnchoredFit,
    truth: Sequence[float] | None,
    question: str,
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an item on the scale of known ones; ranks have no bounds there."""
    islands = find_islands(table).number.tolist()
    reach = REACH * found.standard_errors
    ends = (found.scores - reach, found.scores + reach)
    columns = np.array([found.scores, found.standard_errors, *ends]).T
    wins, losses = table.wins.tolist(), table.losses.tolist()
    for rank, k in enumerate(np.argsort(ranks(found.scores)).tolist(), start=1):
        numbers = (round(x, 6) for x in columns[k].tolist())
        known = None if truth is None else truth[k]
        counts = wins[k], losses[k], known, islands[k], question
        yield rank, names[k], *numbers, *[None] * 4, *counts, None, None


def _make(order: Order) -> TableFile:
    return TableFile(COLUMNS, rank_selected(order))


EXPORT = Export(
    name="ranking",
    title="Ranking",
    about="One row an item, best first, with scores, ranks, intervals and counts.",
    ending=".csv",
    kind="CSV table",
    unit="item",
    place=2,
    make=_make,
)
