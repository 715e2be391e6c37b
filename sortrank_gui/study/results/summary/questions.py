"""The questions of a study beside each other: how far their rankings go together."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sortrank_gui.ranking import Estimate
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.bradley_terry import EXACT_ITEMS
from sortrank_gui.ranking.score_correlation import (
    MOST_ITEMS,
    ScoreCorrelation,
    ScorePosterior,
    correlate_scores,
)
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.focus import focus, list_questions
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary.columns import Floats, Ints, read_columns
from sortrank_gui.study.results.summary.comparing import correlate_ranks

_NOBODY = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class QuestionPair:
    """Two questions about the same items; arrays have an entry for each item that both ask."""

    first: str
    second: str
    items: tuple[Item, ...]
    first_scores: Floats
    second_scores: Floats
    z: Floats
    """How far an item stands apart from the line of all, in standard deviations."""
    correlation: ScoreCorrelation | None
    """Of the true scores; None with fewer than three items."""
    rank_correlation: float
    """Spearman's, of the scores as estimated."""

    @property
    def differing(self) -> Ints:
        """Nothing: other questions may have other answers."""
        return _NOBODY


def compare_questions(
    study: Everything, selection: Selection, *, tick: Callable[[float], None] | None = None
) -> list[QuestionPair]:
    """Return all pairs of questions that have answers and share items."""
    found: list[tuple[str, tuple[Item, ...], Estimate]] = []
    names = list_questions(study)
    for number, name in enumerate(names):
        part = focus(study, number)
        columns = read_columns(part, selection)
        table = columns.judgements(columns.of_kinds(selection.kinds)).table()
        if table.n_comparisons:
            found.append((name, part.content.items, assess(table).estimate))
        if tick is not None:
            tick((number + 1) / (len(names) + 1))
    return [_pair(*one, *two) for one, two in combinations(found, 2)]


def _pair(
    first: str,
    items: tuple[Item, ...],
    ours: Estimate,
    second: str,
    others: tuple[Item, ...],
    theirs: Estimate,
) -> QuestionPair:
    places = {item.name: place for place, item in enumerate(others)}
    here = np.array([k for k, item in enumerate(items) if item.name in places], dtype=np.int64)
    there = np.array([places[items[k].name] for k in here.tolist()], dtype=np.int64)
    one, two = ours.scores[here], theirs.scores[there]
    some = np.linspace(0, max(len(here) - 1, 0), min(len(here), MOST_ITEMS)).round().astype(int)
    known = [_take(estimate, own[some]) for estimate, own in ((ours, here), (theirs, there))]
    varied = len(one) > 1 and bool(np.ptp(one) and np.ptp(two))
    return QuestionPair(
        first,
        second,
        tuple(items[k] for k in here.tolist()),
        one,
        two,
        _stand_apart(one, two) if varied else np.zeros(len(one)),
        correlate_scores(*known),
        correlate_ranks(one, two) if varied else float("nan"),
    )


def _take(estimate: Estimate, items: Ints) -> ScorePosterior:
    """Return what is known about some scores, without the whole matrix of very many."""
    if len(estimate.scores) <= EXACT_ITEMS:
        covariance = estimate.precision.inverse()[np.ix_(items, items)]
    else:
        covariance = estimate.precision.columns(items, 1e-6)[items]
        covariance = (covariance + covariance.T) / 2
    return ScorePosterior(estimate.scores[items], covariance, estimate.prior_variance)


def _stand_apart(one: Floats, two: Floats) -> Floats:
    """Return the difference of standardised scores, standardised."""
    apart = (one - one.mean()) / one.std() - (two - two.mean()) / two.std()
    spread = float(apart.std())
    return apart / spread if spread > 1e-9 else np.zeros(len(one))
