"""Participants compared with the others: agreement, misfit, what is odd, and how much it matters.

How it works
------------
Everybody's answers are compared with a fit that does not hold them. With many participants they are
left out in groups, so that a summary needs at most 40 fits more. Coins among the others blur what
to expect of an honest participant: where some are found, all are compared once more, with a fit
that does without them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from sortrank_gui.ranking import Estimate, fit
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.diagnostics import (
    assess_agreement,
    assess_consistency,
    predict_left,
)
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.ties import outcome_chances
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.summary.columns import Bools, Columns, Floats
from sortrank_gui.study.results.summary.flags import (
    Family,
    FlagKind,
    find_flags,
    follows_nobody,
)
from sortrank_gui.study.results.summary.participants import Participant, find_repeats, median
from sortrank_gui.study.results.summary.rankings import Ranking, rank

_MOST_FITS = 40


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


def assess_participants(
    participants: Sequence[Participant],
    columns: Columns,
    counted: Bools,
    estimate: Estimate,
    tick: Callable[[float], None],
) -> list[Participant]:
    """Return the participants with their consistency, agreement and flags."""
    participants = _follow_answers(participants, columns, counted, estimate, partial(tick, 0.0))
    found = _assess_all(participants, columns, counted, estimate, lambda share: tick(share / 2))
    noise = [number for number, person in enumerate(found) if _is_noise(person)]
    if noise and 2 * len(noise) < len(found):
        clean = counted & ~np.isin(columns.participant, noise)
        estimate = assess(columns.judgements(clean).table()).estimate
        again = partial(tick, 0.5)
        participants = _follow_answers(participants, columns, counted, estimate, again)
        found = _assess_all(
            participants, columns, counted, estimate, lambda share: tick(0.5 + share / 2), clean
        )
    return found


def _follow_answers(
    participants: Sequence[Participant],
    columns: Columns,
    counted: Bools,
    estimate: Estimate,
    tick: Callable[[], None],
) -> list[Participant]:
    """Return the participants with how their answers, also to repeated pairs, follow."""
    own, found = counted | columns.of_kinds([Kind.REPEAT]), []
    for number, person in enumerate(participants):
        answers = columns.judgements(own & (columns.participant == number))
        consistency = assess_consistency(answers, estimate.prior_variance)
        found.append(replace(person, consistency=consistency))
        tick()  # may raise to stop
    return found


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
    moves = np.abs(ranks(theirs) - ranks(ours))  # equal scores in the same order on both sides
    return Sensitivity(
        left_out=tuple(people[number].code for number in flagged),
        ranking=found,
        correlation=float("nan") if flat else float(np.corrcoef(ours, theirs)[0, 1]),
        displacement=int(moves.sum()),
        largest_move=int(moves.max(initial=0)),
    )


def _assess_all(
    participants: Sequence[Participant],
    columns: Columns,
    counted: Bools,
    estimate: Estimate,
    tick: Callable[[float], None],
    trusted: Bools | None = None,
) -> list[Participant]:
    """Compare everybody with the others; with those only whose answers are trusted, if given."""
    found = list(participants)
    if len(found) < 2:
        return found
    assess = partial(_assess, typical_seconds=_typical_seconds(found), n_others=len(found) - 1)
    fits = _leave_out(columns, counted if trusted is None else trusted, estimate)
    for done, (numbers, others) in enumerate(fits, start=1):
        for number in numbers:
            own = columns.participant == number
            found[number] = assess(found[number], columns, own & counted, own, others)
        tick(done / min(len(found), _MOST_FITS))
    return found


def _leave_out(
    columns: Columns, trusted: Bools, estimate: Estimate
) -> Iterator[tuple[list[int], Estimate]]:
    """Yield participants and a fit without them."""
    groups = np.array_split(np.arange(len(columns.codes)), min(len(columns.codes), _MOST_FITS))
    for group in groups:
        others = columns.judgements(trusted & ~np.isin(columns.participant, group))
        if len(others):
            variance = estimate.prior_variance
            yield group.tolist(), fit(others.table(), prior_variance=variance, start=estimate)


def _is_noise(person: Participant) -> bool:
    """Say whether somebody's answers would blur the others' ranking, by chance or by taste."""
    judged = any(flag.kind.family is not Family.CARE for flag in person.flags)
    return judged and person.agreement is not None and follows_nobody(person.agreement)


def _is_in_doubt(person: Participant) -> bool:
    return any(flag.kind is not FlagKind.FAST for flag in person.flags)


def _assess(
    participant: Participant,
    columns: Columns,
    counted: Bools,
    own: Bools,
    others: Estimate,
    *,
    typical_seconds: float,
    n_others: int,
) -> Participant:
    agreement = assess_agreement(columns.judgements(counted), others)
    chances = _same_chances(columns, own, others)
    assessed = replace(
        participant,
        agreement=agreement,
        repeats_expected=float(chances.sum()) if len(chances) else float("nan"),
    )
    flags = find_flags(assessed, agreement, chances, typical_seconds, n_others)
    if not columns.has_sides:
        flags = tuple(flag for flag in flags if flag.kind is not FlagKind.SIDE)
    return replace(assessed, flags=flags)


def _same_chances(columns: Columns, own: Bools, others: Estimate) -> Floats:
    """Return the chance that somebody like the others answers each repeated pair the same."""
    rows = [row for _, _, row in find_repeats(columns, own)]
    which = np.zeros(len(columns), dtype=bool)
    which[rows] = True
    repeated = columns.judgements(which)
    chances = predict_left(repeated, others)
    _, equal = outcome_chances(repeated.gaps(others.scores), others.ties.value)
    same: Floats = (1 - equal) ** 2 * (chances**2 + (1 - chances) ** 2) + equal**2
    return same


def _typical_seconds(participants: Sequence[Participant]) -> float:
    people = [p.median_seconds for p in participants if not p.by_robot]
    return median(np.array(people))
