"""Makes a study file of answers that others collected; it says where they come from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.design import IMPORTED, Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.details import Detail, detail_to_json
from sortrank_gui.study.file.events import EventKind, make_event
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, Record, Trial, make_record
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.file.origin import UNKNOWN_PROMPT, Origin
from sortrank_gui.study.file.reading import Everything, SessionRow, SortRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.imports.grammar import Grammar, Meaning
from sortrank_gui.study.imports.reading import Reading, TakenAnswer
from sortrank_gui.study.items.items import Item

USUAL_PROBLEMS = 0.05
"""Rows up to this share may be left out: they are named and counted, and the report says so."""


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """What a researcher confirmed."""

    table: Path
    study: Path
    grammar: Grammar
    title: str = ""
    prompt: str = ""
    """What people were asked; empty: the table's question, or that nobody knows."""
    most_problems: float = USUAL_PROBLEMS
    """Which share of the rows may be left out because they can't be read."""
    hide_codes: bool = False
    """Whether to write P001 and so on in place of who answered."""


def make_study(order: ImportOrder, reading: Reading) -> Origin:
    """Write the study, complete or not at all, and return what it says about its answers."""
    require_ready(order, reading)
    origin = _describe(order, reading)
    create_study(
        order.study,
        _design(order, reading),
        [Item(name) for name in reading.names],
        history=_History(reading, origin, hide_codes=order.hide_codes).write,
    )
    return origin


def require_ready(order: ImportOrder, reading: Reading) -> None:
    """Raise where something has to be decided first, or where there is nothing to take."""
    source = order.table.name
    if len(reading.questions) > 1 and order.grammar.question is None:
        some = ", ".join(sorted(reading.questions)[:5])
        raise InputError(f"{source} asks {len(reading.questions)} questions ({some}): choose one.")
    if reading.n_problems > order.most_problems * reading.rows:
        told = "; ".join(f"{p.where}: {p.sentence}".rstrip(".") for p in reading.problems[:3])
        raise InputError(
            f"{reading.n_problems:,} of {reading.rows:,} rows of {source} can't be read: {told}. "
            "Look whether the columns are right; mend the rows, or say that they may be left out."
        )
    if len(reading.names) < 2 or not reading.answers:
        raise InputError(f"{source} has no answers that could be taken.")


def _design(order: ImportOrder, reading: Reading) -> Design:
    given = {answer.answer for answer in reading.answers}
    return Design(
        title=order.title.strip() or order.study.stem,
        prompt=order.prompt.strip() or order.grammar.question or _only(reading) or UNKNOWN_PROMPT,
        strategy=IMPORTED,
        offer_equal=Answer.EQUAL in given,
        offer_neither=Answer.NEITHER in given,
        undo=False,
        min_response_ms=0,
        stop=StopRules(budget=None),
    )


def _only(reading: Reading) -> str:
    return next(iter(reading.questions)) if len(reading.questions) == 1 else ""


def _describe(order: ImportOrder, reading: Reading) -> Origin:
    grammar = order.grammar
    try:
        digest = sha256(order.table.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"{order.table} can't be read: {error.strerror}.") from error
    return Origin(
        source=order.table.name,
        sha256=digest,
        rows=reading.rows,
        answers=len(reading.answers),
        problems=reading.n_problems,
        left_out=dict(reading.left_out),
        columns={role.value: name for role, name in grammar.columns.items()},
        people=Meaning.WHO in grammar.columns,
        sides=grammar.has_sides or Meaning.SIDE in grammar.columns,
        times=reading.has_times,
        dates=reading.is_dated,
        question=grammar.question or _only(reading) or None,
    )


@dataclass(slots=True)
class _Sitting:
    """A session on its way: its row and how many records and trials it has."""

    row: SessionRow
    last_at: str
    seq: int = 0
    trial: int = 0


@dataclass(slots=True)
class _History:
    """The sessions of an imported study, in the order of the table's rows."""

    reading: Reading
    origin: Origin
    hide_codes: bool = False
    now: str = field(default_factory=utc_now)
    _sittings: dict[tuple[int, int], _Sitting] = field(default_factory=dict)

    def write(self, study: Everything) -> Everything:
        """Return the study with all answers, ended sessions, and the event that tells of them."""
        records = Records(self._list_records())
        rows = [sitting.row for sitting in self._sittings.values()]
        sort = SortRow(1, str(uuid4()), IMPORTED, 0, None, 0)
        event = make_event(b"", 1, self.now, EventKind.IMPORT, None, self.origin.facts)
        return replace(
            study,
            participants=list(dict.fromkeys(row.participant for row in rows)),
            sorts={sort.id: sort},
            sessions={row.id: row for row in rows},
            records=records,
            events=[event],
        )

    def _list_records(self) -> Iterator[Record]:
        details = _list_details()
        for taken in self.reading.answers:
            at = taken.at or self.now
            key = taken.person, taken.session
            if key not in self._sittings:
                self._sittings[key] = self._begin(*key, at)
                yield self._record(self._sittings[key], Event.START, at)
            sitting = self._sittings[key]
            sitting.trial += 1
            given = _give(taken, sitting.trial)
            detail = details[taken.ms is None, taken.at is None]
            yield self._record(sitting, Event.ANSWER, at, given, detail)
        for sitting in self._sittings.values():
            yield self._record(sitting, Event.END, sitting.last_at)

    def _begin(self, person: int, session: int, at: str) -> _Sitting:
        code = f"P{person + 1:03}" if self.hide_codes else self.reading.people[person]
        number = len(self._sittings) + 1
        return _Sitting(SessionRow(number, str(uuid4()), code, session, 1, 0, 0, b""), at)

    def _record(
        self,
        sitting: _Sitting,
        event: Event,
        at: str,
        given: GivenAnswer | None = None,
        detail: str | None = None,
    ) -> Record:
        """Return a record; it is linked to the one before when it is written."""
        sitting.seq += 1
        sitting.last_at = at
        robot = False if event is Event.START else None
        number = sitting.row.id
        return make_record(
            number, sitting.seq, event, at, b"", given=given, detail=detail, robot=robot
        )


def _give(taken: TakenAnswer, number: int) -> GivenAnswer:
    trial = Trial(number, taken.left, taken.right)
    return GivenAnswer(trial, taken.answer, (taken.ms or 0.0) / 1000)


def _list_details() -> dict[tuple[bool, bool], str | None]:
    """Return what a record says about an answer without its time, or its date, or both."""
    return {
        (untimed, undated): (
            detail_to_json(Detail(untimed=untimed, undated=undated)) if untimed or undated else None
        )
        for untimed in (False, True)
        for undated in (False, True)
    }


def tell_reading(reading: Reading, grammar: Grammar) -> str:
    """Say in a line what was found."""
    people = _count(reading.people, "person", "people")
    parts = [
        _count(reading.answers, "answer", "answers"),
        _count(reading.names, "item", "items"),
        people if Meaning.WHO in grammar.columns else "people unknown",
    ]
    return ", ".join(parts)


def _count(parts: Sequence[object], one: str, many: str) -> str:
    return f"{len(parts):,} {one if len(parts) == 1 else many}"


def tell_left_out(counts: Sequence[tuple[str, int]]) -> str:
    """Say which rows were no answers; nothing where all were."""
    return ", ".join(f"{number:,} ({reason})" for reason, number in counts)
