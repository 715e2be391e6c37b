"""The records of a study in compact rows, and the fold over them: the answers that count."""

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.compact_rows import NONE, CompactRows, Values, describe
from sortrank_gui.study.file.journal import Answer, Event, Kind, Record

Places = NDArray[np.intp]
Bools = NDArray[np.bool_]

_EVENTS = (None, *(event.value for event in Event))
_KINDS = (None, *(kind.value for kind in Kind))
_ANSWERS = (None, *(answer.value for answer in Answer))
EVENT_CODES, KIND_CODES, ANSWER_CODES = (
    {word: code for code, word in enumerate(words)} for words in (_EVENTS, _KINDS, _ANSWERS)
)
"""What stands for words in the columns; 0 for none."""
_TIME, _DIGEST = 24, 16
"""Bytes."""


class Records(CompactRows[Record]):
    """Records in the order in which they came to disk; their details lie in one text."""

    _packing, _type = describe(
        (
            ("session", "i"),
            ("seq", "i"),
            ("event", "B"),
            ("at", f"{_TIME}s"),
            ("trial", "i"),
            ("kind", "B"),
            ("left", "i"),
            ("right", "i"),
            ("answer", "B"),
            ("response_ms", "d"),
            ("round", "i"),
            ("step", "i"),
            ("place", "i"),
            ("robot", "b"),
            ("undoes", "i"),
            ("digest", f"{_DIGEST}s"),
            ("sort", "i"),
            ("detail", "q"),
            ("detail_size", "i"),
            ("question", "i"),
        )
    )

    def __init__(self, rows: Iterable[Record] = ()) -> None:
        self._details = bytearray()
        """Only ever appended to; rows that were taken from others share it."""
        super().__init__(rows)

    def _pack(self, row: Record) -> Values:
        session, seq, event, at, trial, kind, left, right, answer, ms, round_ = row[:11]
        step, place, robot, undoes, digest, sort, detail, question = row[11:]
        if len(at) != _TIME or len(digest) != _DIGEST or not at.isascii():
            raise StudyFileError("A record has a time or a digest that SortRank never writes")
        start, size = (0, NONE) if detail is None else self._keep(detail)
        return (
            session,
            seq,
            EVENT_CODES[event],
            at.encode(),
            NONE if trial is None else trial,
            KIND_CODES[kind],
            NONE if left is None else left,
            NONE if right is None else right,
            ANSWER_CODES[answer],
            np.nan if ms is None else ms,
            NONE if round_ is None else round_,
            NONE if step is None else step,
            NONE if place is None else place,
            -1 if robot is None else robot,
            NONE if undoes is None else undoes,
            digest,
            NONE if sort is None else sort,
            start,
            size,
            question or 0,
        )

    def _unpack(self, values: Values) -> Record:
        session, seq, event, at, trial, kind, left, right, answer, ms, round_, *rest = values
        step, place, robot, undoes, digest, sort, start, size, question = rest
        return Record(
            session,
            seq,
            _EVENTS[event] or "",
            at.decode(),
            None if trial == NONE else trial,
            _KINDS[kind],
            None if left == NONE else left,
            None if right == NONE else right,
            _ANSWERS[answer],
            None if ms != ms else ms,
            None if round_ == NONE else round_,
            None if step == NONE else step,
            None if place == NONE else place,
            None if robot < 0 else robot,
            None if undoes == NONE else undoes,
            digest,
            None if sort == NONE else sort,
            None if size == NONE else self._details[start : start + size].decode(),
            question or None,
        )

    def _keep(self, detail: str) -> tuple[int, int]:
        data = detail.encode()
        start = len(self._details)
        self._details += data
        return start, len(data)

    def _make_empty(self) -> Self:
        found = type(self)()
        found._details = self._details
        return found

    def details(self) -> list[str | None]:
        """Return the detail of every record."""
        starts, sizes = self.column("detail").tolist(), self.column("detail_size").tolist()
        return [
            None if size == NONE else self._details[start : start + size].decode()
            for start, size in zip(starts, sizes, strict=True)
        ]

    def times(self, question: int) -> list[float]:
        """Return the response times in milliseconds of all answers to a question."""
        found = self.column("response_ms")[self.column("question") == question]
        return list(found[~np.isnan(found)])

    def is_event(self, event: Event) -> Bools:
        """Return where a record is about this."""
        return np.asarray(self.column("event") == EVENT_CODES[event])

    def are_effective(self) -> Bools:
        """Return where a record is an answer that was not taken back."""
        answers, undoes = self.is_event(Event.ANSWER), self.column("undoes")
        if (undoes == NONE).all():
            return answers
        session = self.column("session").astype(np.int64) << 32
        gone = (session + undoes)[undoes != NONE]
        return answers & ~np.isin(session + self.column("seq"), gone)

    def list_sessions(self) -> set[int]:
        """Return the sessions that have a record."""
        return set(self.column("session").tolist())

    def by_session(self) -> dict[int, "Records"]:
        """Return the records of every session that has some."""
        return self._split(np.arange(len(self)), self.column("session"))

    def by_sort(self) -> dict[int, "Records"]:
        """Return the answers that count, by the sort that was told."""
        sort = self.column("sort")
        places = np.flatnonzero(self.are_effective() & (sort != NONE))
        return self._split(places, sort[places])

    def _split(self, places: Places, keys: NDArray[Any]) -> dict[int, "Records"]:
        order = np.argsort(keys, kind="stable")
        found, starts = np.unique(keys[order], return_index=True)
        parts = np.split(places[order], starts[1:]) if len(found) else []
        return {key: self.take(part) for key, part in zip(found.tolist(), parts, strict=True)}


def fold(records: Iterable[Record]) -> Records:
    """Return the answers of one session that count: all but those taken back."""
    records = records if isinstance(records, Records) else Records(records)
    events, seqs, undoes = (records.column(n).tolist() for n in ("event", "seq", "undoes"))
    kept: list[int] = []
    for place, event in enumerate(events):
        if event == EVENT_CODES[Event.ANSWER]:
            kept.append(place)
        elif event == EVENT_CODES[Event.UNDO]:
            if not kept or seqs[kept[-1]] != undoes[place]:
                raise StudyFileError(
                    f"Record {seqs[place]} takes back record {undoes[place]}, "
                    "which is not the last answer of its session."
                )
            kept.pop()
    return records.take(np.array(kept, dtype=np.intp))


def undone(records: Iterable[Record]) -> set[tuple[int, int]]:
    """Return (session, seq) of the answers that were taken back."""
    records = records if isinstance(records, Records) else Records(records)
    return {(r.session, r.undoes) for r in records.take(records.is_event(Event.UNDO)) if r.undoes}


def effective(records: Iterable[Record]) -> Records:
    """Return the answers of all sessions that count, in the order in which they came to disk."""
    records = records if isinstance(records, Records) else Records(records)
    return records.take(records.are_effective())
