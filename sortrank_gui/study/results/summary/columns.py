"""The answers of a study as columns, filtered: what all parts of a summary are computed from."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.diagnostics import Judgements
from sortrank_gui.study.file.compact_rows import NONE
from sortrank_gui.study.file.details import is_untimed
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.results.selection import Selection, select

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

KINDS = tuple(Kind)
_KIND_NUMBERS = {kind.value: number for number, kind in enumerate(KINDS)}
_CHOSEN = np.array([np.nan, 1.0, 0.0, 0.5, np.nan])
"""By the codes of answers: none, left, right, equal, neither."""


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
    return make_columns(study, select(study, selection))


def make_columns(study: Everything, kept: Records) -> Columns:
    """Return these answers of a study."""
    codes = {row.id: row.participant for row in study.sessions.values()}
    present = {codes[session] for session in kept.list_sessions()}
    listed = tuple(code for code in dict.fromkeys(codes.values()) if code in present)
    numbers = {code: number for number, code in enumerate(listed)}
    session = _ints(kept, "session")
    rows, inverse = np.unique(session, return_inverse=True)
    people = np.array([numbers[codes[row]] for row in rows.tolist()], dtype=np.int64)
    sort = _ints(kept, "sort")
    return Columns(
        n_items=len(study.content.items),
        codes=listed,
        participant=people[inverse],
        session=session,
        trial=_ints(kept, "trial"),
        kind=_ints(kept, "kind") - 1,
        left=_ints(kept, "left"),
        right=_ints(kept, "right"),
        chosen=_CHOSEN[kept.column("answer")],
        seconds=_read_seconds(kept),
        unit=np.where(sort == NONE, 0, (sort << 20) + np.maximum(_ints(kept, "round"), 0)),
        by_robot=kept.column("robot") == 1,
        has_sides=study.origin is None or study.origin.sides,
    )


def _read_seconds(records: Records) -> Floats:
    seconds: Floats = records.column("response_ms") / 1000
    seconds[np.array(list(map(is_untimed, records.details())), dtype=np.bool_)] = np.nan
    return seconds


def _ints(records: Records, name: str) -> Ints:
    return records.column(name).astype(np.int64)
