"""Participants in numbers: how many answers, how fast, which side, catch and repeat trials."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking.diagnostics import Agreement, Consistency
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.summary.columns import Bools, Columns, Floats
from sortrank_gui.study.results.summary.flags import Flag
from sortrank_gui.study.survey.schedule import Pair


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
    """Of answers left or right; NaN without any, or where nobody knows the sides."""
    share_left_error: float
    """The standard error that it would have if sides were chosen by a coin."""
    repeats: int
    repeats_same: int
    """Repeated pairs, and how many of them got the same answer."""
    repeats_expected: float
    """How many of them somebody like the others would answer the same; NaN if unknown."""
    catches: int
    catches_passed: int
    equal: int = 0
    """How many of the answers that count are “equal”."""
    consistency: Consistency | None = None
    """How the answers follow from each other; None until it is computed."""
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


def _describe(
    columns: Columns, code: str, own: Bools, counted: Bools, passed: Bools
) -> Participant:
    mine = own & counted
    decided = mine & (np.abs(columns.chosen - 0.5) == 0.5)
    sides = columns.chosen[decided & columns.has_sides]
    main = own & ~columns.of_kinds([Kind.PRACTICE])
    same = _repeated_same(columns, own)
    catches = own & columns.of_kinds([Kind.CATCH])
    return Participant(
        code=code,
        answers=int(mine.sum()),
        sessions=len(np.unique(columns.session[own])),
        by_robot=bool(columns.by_robot[own].all()),
        median_seconds=median(columns.seconds[main]),
        share_left=float(sides.mean()) if len(sides) else float("nan"),
        share_left_error=0.5 / len(sides) ** 0.5 if len(sides) else float("nan"),
        repeats=len(same),
        repeats_same=sum(same),
        repeats_expected=float("nan"),
        catches=int(catches.sum()),
        catches_passed=int((catches & passed).sum()),
        equal=int((columns.chosen[mine] == 0.5).sum()),
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
    return [before + again == 1.0 for before, again, _ in find_repeats(columns, own)]


def find_repeats(columns: Columns, own: Bools) -> Iterator[tuple[float, float, int]]:
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


def median(values: Floats) -> float:
    """Return the median of what is known; NaN of nothing."""
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else float("nan")
