"""The answers: one row each, with all that is known about it."""

from collections.abc import Iterator
from typing import Any

from sortrank_gui.study.design.focusing import focus_content
from sortrank_gui.study.file.clock import seconds_before
from sortrank_gui.study.file.details import detail_from_json, is_undated, is_untimed
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer, Event, Kind, Record
from sortrank_gui.study.file.plans import SessionPlan, find_plans
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import undone
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.study.results.focus import find_catch_pairs, list_questions
from sortrank_gui.study.results.selection import find_excluded, select
from sortrank_gui.tables import Cell

COLUMNS = {
    "participant": "code of the participant",
    "session": "number of the participant's session, from 1",
    "trial": "number of the trial in the session, from 1; practice included",
    "kind": "regular, practice, catch or repeat; only regular trials count in the ranking",
    "left": "name of the item on the left",
    "right": "name of the item on the right",
    "answer": "left, right, equal or neither",
    "winner": "name of the item chosen; empty for equal and neither",
    "loser": "name of the other item; empty for equal and neither",
    "response_ms": "milliseconds from showing the pair to the answer, by a clock that never jumps",
    "shown_at": "when the pair was shown (UTC): answered_at minus response_ms",
    "answered_at": "when the answer was saved (UTC), by the computer's clock",
    "strategy": "what picked the pair; empty for trials that the sort did not ask",
    "round": "the sort or round that the pair belonged to, from 1",
    "undone": "1 if the participant took the answer back; such answers do not count",
    "seed": "seed of the session (sides, catch and repeat trials); empty if codes are replaced",
    "expected": "catch trials: name of the item that should be chosen",
    "given_by": "person or robot",
    "seq": "number of the record in the session's journal; undo and pauses have numbers too",
    "excluded": "why the answer does not count; empty where it does",
    "language": "code of the language that the participant read; empty if nobody chose one",
    "input": "what the answer was given with: mouse, key or touch",
    "key": "name of the key",
    "shown_ms": "when the frame with the pair was on the screen, by a clock that never jumps; "
    "milliseconds since the program's start",
    "hidden_ms": "when the frame without the pair was on the screen, by the same clock",
    "left_width": "width of the left item in pixels of the screen",
    "left_height": "height of the left item in pixels of the screen",
    "right_width": "width of the right item in pixels of the screen",
    "right_height": "height of the right item in pixels of the screen",
    "screen": "name of the screen, as the system calls it",
    "screen_width": "width of the screen in its pixels",
    "screen_height": "height of the screen in its pixels",
    "scale": "pixels of the screen for one of a window",
    "refresh_hz": "pictures a second of the screen, as the system says",
    "pixels_per_mm": "pixels of the screen for a millimetre; 0 where that is not known",
    "late": "1 if nobody answered before the deadline; such an answer is neither",
    "context": "name of what the pair was shown with, such as a prompt; empty where there is none",
    "question": "name of the question: of the block that asked",
    "condition": "name of the participant's condition; empty where the study has none",
}
_SCREEN = ("name", "width", "height", "scale", "refresh_hz", "pixels_per_mm")


def list_answers(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an answer, those taken back included, of all questions as they came."""
    study, questions, plans = order.study, list_questions(order.study), find_plans(order.study)
    asked = None if order.all_questions else order.selection.question
    names = [item.name for item in study.content.items]
    gone = undone(study.records)
    expected = _expected_winners(study)
    excluded, spoken, screens = find_excluded(study), _languages(study), _screens(study)
    hidden = _hidden_later(study)
    for record in select(study, order.selection, taken_back=True):
        question = record.question or 0
        if not order.selection.lists(record.kind) or asked not in (None, question):
            continue
        session = study.sessions[record.session]
        left, right = names[record.left or 0], names[record.right or 0]
        sort = None if record.sort is None else study.sorts[record.sort]
        pair = question, frozenset((record.left, record.right))
        yield (
            session.participant,
            session.number,
            record.trial,
            record.kind,
            left,
            right,
            record.answer,
            *_outcome(record, left, right),
            *_tell_times(record),
            None if sort is None else sort.strategy,
            None if sort is None else record.round,
            int((record.session, record.seq) in gone),
            None if order.anonymous else session.seed,
            names[expected[pair]] if record.kind == Kind.CATCH and pair in expected else None,
            "robot" if record.robot else "person",
            record.seq,
            None if (why := excluded.find(study, record)) is None else why.reason,
            spoken.get(record.session),
            *_tell_detail(
                record, screens.get(record.session, []), hidden.get((record.session, record.seq))
            ),
            questions[question],
            plans.get(record.session, SessionPlan()).condition or None,
        )


def _tell_times(record: Record) -> tuple[Cell, Cell, Cell]:
    """Return how long it took, when it was shown and when answered, as far as that is known."""
    ms = None if is_untimed(record.detail) else record.response_ms
    if is_undated(record.detail):
        return ms, None, None
    return ms, seconds_before(record.at, (ms or 0.0) / 1000), record.at


def _tell_detail(
    record: Record, screens: list[dict[str, Any]], hidden_ms: float | None
) -> tuple[Cell, ...]:
    detail = detail_from_json(record.detail)
    number, facts = detail.screen, dict[str, Any]()
    if number is not None and 1 <= number <= len(screens):
        facts = screens[number - 1]
    return (
        detail.input and detail.input.value,
        detail.key or None,
        detail.shown_ms,
        detail.hidden_ms if detail.hidden_ms is not None else hidden_ms,
        *(detail.left_size or (None, None)),
        *(detail.right_size or (None, None)),
        *(facts.get(name) for name in _SCREEN),
        None if record.detail is None or is_untimed(record.detail) else int(detail.late),
        detail.context or None,
    )


def _hidden_later(study: Everything) -> dict[tuple[int, int], float]:
    """Return when pairs left the screen that were answered before: the next answer says it."""
    found: dict[tuple[int, int], float] = {}
    before: dict[int, int] = {}
    for record in study.records:
        if record.event != Event.ANSWER:
            continue
        if record.detail is not None and record.session in before:
            ms = detail_from_json(record.detail).previous_hidden_ms
            if ms is not None:
                found[record.session, before[record.session]] = ms
        before[record.session] = record.seq
    return found


def _languages(study: Everything) -> dict[int, str]:
    """Return the language of each session that has one: the last that was chosen."""
    return {
        event.session: str(event.facts["language"])
        for event in study.events
        if event.session is not None and "language" in event.facts
    }


def _screens(study: Everything) -> dict[int, list[dict[str, Any]]]:
    """Return the screens of each session, in the order of their numbers."""
    found: dict[int, list[dict[str, Any]]] = {}
    for event in study.events:
        if event.kind == EventKind.SCREEN and event.session is not None:
            found.setdefault(event.session, []).append(event.facts)
    return found


def _outcome(record: Record, left: str, right: str) -> tuple[str | None, str | None]:
    if record.answer == Answer.LEFT:
        return left, right
    return (right, left) if record.answer == Answer.RIGHT else (None, None)


def _expected_winners(study: Everything) -> dict[tuple[int, frozenset[int | None]], int]:
    """Return the better item of each catch pair, by question and pair."""
    numbers = {item.name: number for number, item in enumerate(study.content.items)}
    found: dict[tuple[int, frozenset[int | None]], int] = {}
    for question in range(len(list_questions(study))):
        content = focus_content(study.content, question)
        own = [numbers[item.name] for item in content.items]
        for better, worse in find_catch_pairs(content):
            found[question, frozenset((own[better], own[worse]))] = own[better]
    return found


def _make(order: Order) -> TableFile:
    return TableFile(COLUMNS, list_answers(order))


EXPORT = Export(
    name="answers",
    title="Answers",
    about="One row an answer, with times and sides; those taken back are marked.",
    ending=".csv",
    kind="CSV table",
    unit="answer",
    place=1,
    make=_make,
    hides_codes=True,
)
