"""Sessions in numbers, and their journals in words."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sortrank_gui.study.file.details import is_undated, is_untimed
from sortrank_gui.study.file.journal import Answer, Event, Kind, Note, NoteKind, Record
from sortrank_gui.study.file.plans import SessionPlan, find_plans
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import undone
from sortrank_gui.study.results.focus import list_questions

_EVENTS = {
    Event.START: "The session began",
    Event.PAUSE: "Paused",
    Event.RESUME: "Went on",
    Event.END: "The session ended",
}
_NOTES = {NoteKind.NOTE: "Note", NoteKind.REASON: "Reason", NoteKind.EVENT: "Seen"}


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One sitting."""

    id: int
    participant: str
    number: int
    strategy: str
    seed: int
    started_at: str
    """UTC, ISO 8601; empty where nobody knows."""
    last_at: str
    answers: int
    """Answers that count, of every kind."""
    taken_back: int
    pauses: int
    minutes: float
    """Time spent on trials; NaN where nobody knows."""
    ended: bool
    robot_answers: int
    is_robot: bool = False
    """Whether it is a robot's from its start; only old files have robots in people's sessions."""
    reason: str = ""
    """Why it ended, if somebody said so."""
    notes: tuple[str, ...] = ()
    """What the researcher wrote about it."""
    condition: str = ""
    """Of the participant; empty where the study has none."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One record, in words, or a note that came after it."""

    seq: int
    at: str
    trial: int | None
    what: str
    seconds: float | None
    taken_back: bool


def list_sessions(study: Everything) -> tuple[SessionSummary, ...]:
    """Return all sessions in the order in which they started, whatever the selection is."""
    gone, plans = undone(study.records), find_plans(study)
    records: dict[int, list[Record]] = {number: [] for number in study.sessions}
    for record in study.records:
        records[record.session].append(record)
    return tuple(
        replace(
            _summarise(study, row, records[number], gone),
            condition=plans.get(number, SessionPlan()).condition,
        )
        for number, row in study.sessions.items()
    )


def read_journal(study: Everything, session: int) -> Iterator[JournalLine]:
    """Yield the records of one session in words, with the notes between them."""
    names = [item.name for item in study.content.items]
    questions = list_questions(study)
    records = [record for record in study.records if record.session == session]
    notes = deque(note for note in study.notes if note.session == session)
    gone = undone(records)
    for record in records:
        while notes and notes[0].at < record.at:
            yield _tell_note(notes.popleft(), record.seq - 1)
        yield JournalLine(
            record.seq,
            record.at,
            record.trial,
            _describe(record, names) + _name_question(record, questions),
            _read_seconds(record),
            (record.session, record.seq) in gone,
        )
    for note in notes:
        yield _tell_note(note, len(records))


def _name_question(record: Record, questions: Sequence[str]) -> str:
    """Return which of several questions an answer is to."""
    several = record.event == Event.ANSWER and len(questions) > 1
    return f" ({questions[record.question or 0]})" if several else ""


def _read_seconds(record: Record) -> float | None:
    if record.response_ms is None or is_untimed(record.detail):
        return None
    return record.response_ms / 1000


def _tell_note(note: Note, seq: int) -> JournalLine:
    return JournalLine(
        seq, note.at, None, f"{_NOTES[NoteKind(note.kind)]}: {note.text}", None, False
    )


def _summarise(
    study: Everything, row: SessionRow, records: list[Record], gone: set[tuple[int, int]]
) -> SessionSummary:
    answers = [record for record in records if record.event == Event.ANSWER]
    kept = [record for record in answers if (record.session, record.seq) not in gone]
    events = [record.event for record in records]
    dated = bool(records) and not any(is_undated(record.detail) for record in answers)
    notes = [note for note in study.notes if note.session == row.id]
    reasons = [note.text for note in notes if note.kind == NoteKind.REASON]
    return SessionSummary(
        id=row.id,
        participant=row.participant,
        number=row.number,
        strategy=study.sorts[row.sort].strategy,
        seed=row.seed,
        started_at=records[0].at if dated else "",
        last_at=records[-1].at if dated else "",
        answers=len(kept),
        taken_back=len(answers) - len(kept),
        pauses=events.count(Event.PAUSE),
        minutes=_add_minutes(answers),
        ended=Event.END in events,
        is_robot=row.is_robot,
        robot_answers=sum(bool(record.robot) for record in kept),
        reason=reasons[-1] if reasons else "",
        notes=tuple(note.text for note in notes if note.kind == NoteKind.NOTE),
    )


def _add_minutes(answers: Sequence[Record]) -> float:
    times = [record.response_ms or 0.0 for record in answers if not is_untimed(record.detail)]
    return sum(times) / 60_000 if times or not answers else float("nan")


def _describe(record: Record, names: Sequence[str]) -> str:
    if record.event == Event.UNDO:
        return f"Took record {record.undoes} back"
    if record.event != Event.ANSWER:
        return _EVENTS[Event(record.event)]
    left, right = names[record.left or 0], names[record.right or 0]
    said = {
        Answer.LEFT: f"chose left, {left}, over {right}",
        Answer.RIGHT: f"chose right, {right}, over {left}",
        Answer.EQUAL: f"found {left} and {right} equal",
        Answer.NEITHER: f"chose neither {left} nor {right}",
    }[Answer(record.answer or "")]
    return said[:1].upper() + said[1:] if record.kind == Kind.REGULAR else f"{record.kind}: {said}"
