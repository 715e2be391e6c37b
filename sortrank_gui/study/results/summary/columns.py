"""The answers of a study as columns, filtered: what all parts of a summary are computed from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.diagnostics import Judgements
from sortrank_gui.study.file.details import is_untimed
from sortrank_gui.study.file.journal import Answer, Kind, Record
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.selection import Selection, select

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

KINDS = tuple(Kind)
_KIND_NUMBERS = {kind.value: number for number, kind in enumerate(KINDS)}
_CHOSEN = {
    Answer.LEFT.value: 1.0,
    Answer.RIGHT.value: 0.0,
    Answer.EQUAL.value: 0.5,
    Answer.NEITHER.value: np.nan,
}


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """One entry an answer that counts and passes the filters, of every kind, as they came."""

    n_items: int
    codes: tuple[str, ...]
    """The participants who gave them, in the order in which they came."""
    participant: Ints
    """Numbers of participants in `codes`."""
    session: Ints
    trial: Ints
    kind: Ints
    """Numbers of kinds in `KINDS`."""
    left: Ints
    right: Ints
    chosen: Floats
    """1 for left, 0 for right, 0.5 for equal, NaN for neither."""
    seconds: Floats
    """NaN where nobody knows."""
    unit: Ints
    """Number of the sort and its round that asked the pair; 0 where none did."""
    by_robot: Bools
    has_sides: bool = True
    """Whether anybody knows which item stood where: some imported tables do not say it."""

    def __len__(self) -> int:
        return len(self.left)

    def of_kinds(self, kinds: Iterable[Kind]) -> Bools:
        """Return where the kind of trial is one of these."""
        found: Bools = np.isin(self.kind, [_KIND_NUMBERS[kind] for kind in kinds])
        return found

    def judges(self, which: Bools) -> Ints:
        """Return whose the answers are that `judgements` returns, by numbers of participants."""
        return self.participant[which & ~np.isnan(self.chosen)]

    def judgements(self, which: Bools) -> Judgements:
        """Return some answers for the mathematics; those that said “neither” are left out."""
        which = which & ~np.isnan(self.chosen)
        return Judgements(self.n_items, self.left[which], self.right[which], self.chosen[which])


def read_columns(study: Everything, selection: Selection) -> Columns:
    """Return the answers that count and pass the selection."""
    return make_columns(study, list(select(study, selection)))


def make_columns(study: Everything, kept: list[Record]) -> Columns:
    """Return these answers of a study."""
    codes = {row.id: row.participant for row in study.sessions.values()}
    present = {codes[r.session] for r in kept}
    listed = tuple(code for code in dict.fromkeys(codes.values()) if code in present)
    numbers = {code: number for number, code in enumerate(listed)}
    of_session = {row: numbers.get(code, -1) for row, code in codes.items()}
    return Columns(
        n_items=len(study.content.items),
        codes=listed,
        participant=_ints(kept, lambda r: of_session[r.session]),
        session=_ints(kept, lambda r: r.session),
        trial=_ints(kept, lambda r: r.trial or 0),
        kind=_ints(kept, lambda r: _KIND_NUMBERS[r.kind or ""]),
        left=_ints(kept, lambda r: r.left or 0),
        right=_ints(kept, lambda r: r.right or 0),
        chosen=_floats(kept, lambda r: _CHOSEN[r.answer or ""]),
        seconds=_floats(kept, _read_seconds),
        unit=_ints(kept, lambda r: 0 if r.sort is None else (r.sort << 20) + (r.round or 0)),
        by_robot=_ints(kept, lambda r: r.robot or 0) > 0,
        has_sides=study.origin is None or study.origin.sides,
    )


def _read_seconds(record: Record) -> float:
    return np.nan if is_untimed(record.detail) else (record.response_ms or 0.0) / 1000


def _ints(records: list[Record], read: Callable[[Record], int]) -> Ints:
    return np.fromiter(map(read, records), dtype=np.int64, count=len(records))


def _floats(records: list[Record], read: Callable[[Record], float]) -> Floats:
    return np.fromiter(map(read, records), dtype=np.float64, count=len(records))
