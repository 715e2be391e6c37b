"""How much the ranking depends on participants who have a flag."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.study.results.summary.columns import Columns
from sortrank_gui.study.results.summary.flags import FlagKind
from sortrank_gui.study.results.summary.participants import Participant
from sortrank_gui.study.results.summary.rankings import Ranking, rank

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Sensitivity:
    """The ranking without flagged participants, beside the ranking of all."""

    left_out: tuple[str, ...]
    """Their codes; a hint on speed alone leaves nobody out."""
    ranking: Ranking
    """The ranking of the others."""
    correlation: float
    """Pearson's, of the scores of both rankings."""
    displacement: int
    """Places between both rankings, summed over all items."""
    largest_move: int
    """Places that a single item moves at the most."""


def check_sensitivity(
    people: Sequence[Participant], columns: Columns, counted: Bools, all_ranking: Ranking
) -> Sensitivity | None:
    """Rank again without flagged participants; None where nobody has a flag, or all have."""
    flagged = [number for number, person in enumerate(people) if _is_in_doubt(person)]
    rest = counted & ~np.isin(columns.participant, flagged)
    if not flagged or not rest.any():
        return None
    found = rank(columns, rest)
    ours, theirs = all_ranking.estimate.scores, found.estimate.scores
    flat = not (np.ptp(ours) and np.ptp(theirs))
    return Sensitivity(
        left_out=tuple(people[number].code for number in flagged),
        ranking=found,
        correlation=float("nan") if flat else float(np.corrcoef(ours, theirs)[0, 1]),
        displacement=ranking.displacement(ours, theirs),
        largest_move=ranking.max_displacement(ours, theirs),
    )


def _is_in_doubt(person: Participant) -> bool:
    return any(flag.kind is not FlagKind.FAST for flag in person.flags)
