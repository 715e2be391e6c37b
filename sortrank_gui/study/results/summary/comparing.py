"""Two participants, or two groups of them, side by side."""

from collections.abc import Callable, Set
from dataclasses import dataclass

import numpy as np

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import holm_limit
from sortrank_gui.ranking.diagnostics.group_differences import GroupTest, compare_groups
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary.columns import (
    Bools,
    Columns,
    Floats,
    Ints,
    read_columns,
)
from sortrank_gui.study.results.summary.rankings import Ranking, rank


@dataclass(frozen=True, slots=True, eq=False)
class SideBySide:
    """Two rankings of the same items; arrays have an entry an item, in the study's order."""

    first: Ranking
    second: Ranking
    first_scores: Floats
    second_scores: Floats
    correlation: float
    """Pearson's, of the scores; NaN where one side has no differences."""
    rank_correlation: float
    """Spearman's."""
    displacement: int
    kendall_tau_distance: int
    z: Floats
    """Difference of the scores over its standard error; NaN where a side never saw the item."""
    differing: Ints
    """Items that the sides judge differently, by Holm's correction; the clearest first."""


def compare(
    study: Everything, selection: Selection, first: Set[str], second: Set[str]
) -> SideBySide:
    """Fit both sides with the prior variance of all their answers, and test each item."""
    columns = read_columns(focus(study, selection.question), selection)
    inside = _find_sides(columns, selection, first, second)
    variance = rank(columns, inside[0] | inside[1]).estimate.prior_variance
    one, two = (rank(columns, which, prior_variance=variance) for which in inside)
    return _set_side_by_side(one, two)


def shuffle_people(
    study: Everything,
    selection: Selection,
    first: Set[str],
    second: Set[str],
    *,
    tick: Callable[[float], None] | None = None,
) -> GroupTest | None:
    """Test whether the sides differ by dealing people out anew; None where they share no items.

    Answers count that are about items which both sides judged.
    """
    columns = read_columns(focus(study, selection.question), selection)
    inside = _find_sides(columns, selection, first, second)
    known = [which & ~np.isnan(columns.chosen) for which in inside]
    shared = _judged(columns, known[0]) & _judged(columns, known[1])
    both = (known[0] | known[1]) & shared[columns.left] & shared[columns.right]
    people, numbers = np.unique(columns.participant[both], return_inverse=True)
    is_first = np.isin(people, columns.participant[known[0]])
    if not is_first.any() or is_first.all():
        return None
    answers = columns.judgements(both)
    return compare_groups(answers, numbers, is_first, fit(answers.table()), tick=tick)


def _find_sides(
    columns: Columns, selection: Selection, first: Set[str], second: Set[str]
) -> list[Bools]:
    """Return where each side's answers are."""
    if not first or not second or first & second:
        raise InputError("Choose one participant or more for each side, and nobody for both.")
    counted, seen = columns.of_kinds(selection.kinds), set(columns.codes)
    inside = [
        counted & np.isin(columns.participant, [columns.codes.index(c) for c in side & seen])
        for side in (set(first), set(second))
    ]
    for side, which in zip((first, second), inside, strict=True):
        if not which.any():
            raise InputError(f"{', '.join(sorted(side))}: there are no answers to compare.")
    return inside


def _judged(columns: Columns, which: Bools) -> Bools:
    """Return for each item whether it is in any of these answers."""
    found = np.zeros(columns.n_items, dtype=bool)
    found[columns.left[which]] = found[columns.right[which]] = True
    return found


def _set_side_by_side(one: Ranking, two: Ranking) -> SideBySide:
    ours, theirs = one.estimate, two.estimate
    z = (ours.scores - theirs.scores) / np.hypot(ours.standard_errors, theirs.standard_errors)
    z[_never_compared(one) | _never_compared(two)] = np.nan
    apart = np.flatnonzero(np.abs(z) > holm_limit(z[~np.isnan(z)]))
    flat = np.ptp(ours.scores) == 0 or np.ptp(theirs.scores) == 0
    nan = float("nan")
    return SideBySide(
        first=one,
        second=two,
        first_scores=ours.scores,
        second_scores=theirs.scores,
        correlation=nan if flat else float(np.corrcoef(ours.scores, theirs.scores)[0, 1]),
        rank_correlation=nan if flat else correlate_ranks(ours.scores, theirs.scores),
        displacement=ranking.displacement(ours.scores, theirs.scores),
        kendall_tau_distance=ranking.kendall_tau_distance(ours.scores, theirs.scores),
        z=z,
        differing=apart[np.argsort(-np.abs(z[apart]))],
    )


def _never_compared(ranking: Ranking) -> Bools:
    """Return where an item of the study has no answer."""
    found = np.zeros(len(ranking.item), dtype=bool)
    found[ranking.item] = ranking.never_compared
    return found


def correlate_ranks(one: Floats, two: Floats) -> float:
    """Return Spearman's correlation; scipy.stats has it too, but takes a second to load."""
    return float(np.corrcoef(_average_ranks(one), _average_ranks(two))[0, 1])


def _average_ranks(scores: Floats) -> Floats:
    """Return ranks, lowest first; equal scores share the mean of their ranks."""
    _, group, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    means: Floats = np.cumsum(sizes) - (sizes - 1) / 2
    shared: Floats = means[group]
    return shared
