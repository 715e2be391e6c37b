"""Participants in numbers: their answers, their agreement with the others, and what is odd.

How it works
------------
Everybody's answers are compared with a fit that does not hold them. With many participants they are
left out in groups, so that a summary needs at most 40 fits more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import Estimate, fit
from sortrank_gui.ranking.diagnostics import Agreement, assess_agreement, predict_left
from sortrank_gui.study.journal import Kind
from sortrank_gui.study.schedule import Pair
from sortrank_gui.study.summary.columns import Columns
from sortrank_gui.study.summary.flags import Flag, find_flags

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_MOST_FITS = 40


@dataclass(frozen=True, slots=True)
class Participant:
    """What is known about one participant's answers."""

    code: str
    answers: int
    """Answers that count in the ranking."""
    sessions: int
    by_robot: bool
    median_seconds: float
    share_left: float
    """Of answers left or right; NaN without any."""
    share_left_error: float
    """The standard error that it would have if sides were chosen by a coin."""
    repeats: int
    repeats_same: int
    """Repeated pairs, and how many of them got the same answer."""
    repeats_expected: float
    """How many of them somebody like the others would answer the same; NaN if unknown."""
    catches: int
    catches_passed: int
    agreement: Agreement | None = None
    """None until it is computed, or where nobody else has answered."""
    flags: tuple[Flag, ...] = ()


def list_participants(
    columns: Columns, counted: Bools, catch_pairs: Sequence[Pair] = ()
) -> list[Participant]:
    """Return what needs no fit, for every participant in the order in which they came."""
    passed = _catches_passed(columns, catch_pairs)
    return [
        _describe(columns, code, columns.participant == number, counted, passed)
        for number, code in enumerate(columns.codes)
    ]


def assess_participants(
    participants: Sequence[Participant],
    columns: Columns,
    counted: Bools,
    estimate: Estimate,
    tick: Callable[[float], None],
) -> list[Participant]:
    """Return the participants with their agreement and flags."""
    found = list(participants)
    if len(found) < 2:
        return found
    typical = _typical_seconds(found)
    for done, (numbers, others) in enumerate(_leave_out(columns, counted, estimate), start=1):
        for number in numbers:
            own = columns.participant == number
            found[number] = _assess(found[number], columns, own & counted, own, others, typical)
        tick(done / min(len(found), _MOST_FITS))
    return found


def _leave_out(
    columns: Columns, counted: Bools, estimate: Estimate
) -> Iterator[tuple[list[int], Estimate]]:
    """Yield participants and a fit without them."""
    groups = np.array_split(np.arange(len(columns.codes)), min(len(columns.codes), _MOST_FITS))
    for group in groups:
        others = columns.judgements(counted & ~np.isin(columns.participant, group))
        if len(others):
            variance = estimate.prior_variance
            yield group.tolist(), fit(others.table(), prior_variance=variance, start=estimate)


def _assess(
    participant: Participant,
    columns: Columns,
    counted: Bools,
    own: Bools,
    others: Estimate,
    typical_seconds: float,
) -> Participant:
    agreement = assess_agreement(columns.judgements(counted), others)
    chances = _same_chances(columns, own, others)
    assessed = replace(
        participant,
        agreement=agreement,
        repeats_expected=float(chances.sum()) if len(chances) else float("nan"),
    )
    return replace(assessed, flags=find_flags(assessed, agreement, chances, typical_seconds))


def _describe(
    columns: Columns, code: str, own: Bools, counted: Bools, passed: Bools
) -> Participant:
    mine = own & counted
    sides = columns.chosen[mine & (np.abs(columns.chosen - 0.5) == 0.5)]
    main = own & ~columns.of_kinds([Kind.PRACTICE])
    same = _repeated_same(columns, own)
    catches = own & columns.of_kinds([Kind.CATCH])
    return Participant(
        code=code,
        answers=int(mine.sum()),
        sessions=len(np.unique(columns.session[own])),
        by_robot=bool(columns.by_robot[own].all()),
        median_seconds=_median(columns.seconds[main]),
        share_left=float(sides.mean()) if len(sides) else float("nan"),
        share_left_error=0.5 / len(sides) ** 0.5 if len(sides) else float("nan"),
        repeats=len(same),
        repeats_same=sum(same),
        repeats_expected=float("nan"),
        catches=int(catches.sum()),
        catches_passed=int((catches & passed).sum()),
    )


def _catches_passed(columns: Columns, pairs: Sequence[Pair]) -> Bools:
    """Return where the answer names the better item of a catch pair."""
    better = np.array([i * columns.n_items + j for i, j in pairs], dtype=np.int64)
    forth = np.isin(columns.left * columns.n_items + columns.right, better)
    back = np.isin(columns.right * columns.n_items + columns.left, better)
    passed: Bools = (forth & (columns.chosen == 1)) | (back & (columns.chosen == 0))
    return passed


def _repeated_same(columns: Columns, own: Bools) -> list[bool]:
    """Return for each repeat whether it got the answer of the last regular trial of its pair."""
    return [before + again == 1.0 for before, again, _ in _repeats(columns, own)]


def _same_chances(columns: Columns, own: Bools, others: Estimate) -> Floats:
    """Return the chance that somebody like the others answers each repeated pair the same."""
    rows = [row for _, _, row in _repeats(columns, own)]
    which = np.zeros(len(columns), dtype=bool)
    which[rows] = True
    chances = predict_left(columns.judgements(which), others)
    same: Floats = chances**2 + (1 - chances) ** 2
    return same


def _repeats(columns: Columns, own: Bools) -> Iterator[tuple[float, float, int]]:
    """Yield both answers of each repeated pair, sides as they stood, and the repeat's row.

    The sides are swapped, so that the same judgement gives answers that add up to 1.
    """
    rows = np.flatnonzero(own & columns.of_kinds([Kind.REGULAR, Kind.REPEAT]))
    is_repeat = columns.of_kinds([Kind.REPEAT])
    last: dict[tuple[int, int, int], float] = {}
    for row in rows.tolist():
        place = int(columns.session[row]), int(columns.left[row]), int(columns.right[row])
        chosen = float(columns.chosen[row])
        if is_repeat[row]:
            before = last.get((place[0], place[2], place[1]))
            if before is not None and not np.isnan((before, chosen)).any():
                yield before, chosen, row
        else:
            last[place] = chosen


def _typical_seconds(participants: Sequence[Participant]) -> float:
    people = [p.median_seconds for p in participants if not p.by_robot]
    return _median(np.array(people))


def _median(values: Floats) -> float:
    return float(np.median(values)) if len(values) else float("nan")
