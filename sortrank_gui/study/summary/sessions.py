"""Sessions in numbers, and their journals in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sortrank_gui.study.journal import Answer, Event, Kind, Record, undone
from sortrank_gui.study.reading import Everything, SessionRow

_EVENTS = {
    Event.START: "The session began",
    Event.PAUSE: "Paused",
    Event.RESUME: "Went on",
    Event.END: "The session ended",
}


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One sitting."""

    id: int
    participant: str
    number: int
    strategy: str
    seed: int
    started_at: str
    """UTC, ISO 8601."""
    last_at: str
    answers: int
    """Answers that count, of every kind."""
    taken_back: int
    pauses: int
    minutes: float
    """Time spent on trials."""
    ended: bool
    robot_answers: int


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One record, in words."""

    seq: int
    at: str
    trial: int | None
    what: str
    seconds: float | None
    taken_back: bool


def list_sessions(study: Everything) -> tuple[SessionSummary, ...]:
    """Return all sessions in the order in which they started, whatever the selection is."""
    gone = undone(study.records)
    records: dict[int, list[Record]] = {number: [] for number in study.sessions}
    for record in study.records:
        records[record.session].append(record)
    return tuple(
        _summarise(study, row, records[number], gone) for number, row in study.sessions.items()
    )


def read_journal(study: Everything, session: int) -> Iterator[JournalLine]:
    """Yield the records of one session in words."""
    names = [item.name for item in study.content.items]
    records = [record for record in study.records if record.session == session]
    gone = undone(records)
    for record in records:
        yield JournalLine(
            record.seq,
            record.at,
            record.trial,
            _describe(record, names),
            None if record.response_ms is None else record.response_ms / 1000,
            (record.session, record.seq) in gone,
        )


def _summarise(
    study: Everything, row: SessionRow, records: list[Record], gone: set[tuple[int, int]]
) -> SessionSummary:
    answers = [record for record in records if record.event == Event.ANSWER]
    kept = [record for record in answers if (record.session, record.seq) not in gone]
    events = [record.event for record in records]
    return SessionSummary(
        id=row.id,
        participant=row.participant,
        number=row.number,
        strategy=study.sorts[row.sort].strategy,
        seed=row.seed,
        started_at=records[0].at if records else "",
        last_at=records[-1].at if records else "",
        answers=len(kept),
        taken_back=len(answers) - len(kept),
        pauses=events.count(Event.PAUSE),
        minutes=sum(record.response_ms or 0.0 for record in answers) / 60_000,
        ended=Event.END in events,
        robot_answers=sum(bool(record.robot) for record in kept),
    )


def _describe(record: Record, names: Sequence[str]) -> str:
    if record.event == Event.UNDO:
        return f"Took record {record.undoes} back"
    if record.event != Event.ANSWER:
        return _EVENTS[Event(record.event)]
    left, right = names[record.left or 0], names[record.right or 0]
    said = {
        Answer.LEFT: f"chose left, {left}, over {right}",
        Answer.RIGHT: f"chose right, {right}, over {left}",
        Answer.EQUAL: f"{left} and {right} are equal",
        Answer.NEITHER: f"neither {left} nor {right}",
    }[Answer(record.answer or "")]
    return said[:1].upper() + said[1:] if record.kind == Kind.REGULAR else f"{record.kind}: {said}"
