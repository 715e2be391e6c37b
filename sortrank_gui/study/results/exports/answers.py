"""The answers: one row each, with all that is known about it."""

from collections.abc import Iterator

from sortrank_gui.study.file.clock import seconds_before
from sortrank_gui.study.file.journal import Answer, Kind, Record, undone
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.study.results.selection import select
from sortrank_gui.study.survey.schedule import choose_catch_pairs
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
}


def list_answers(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an answer, those taken back included."""
    study = order.study
    names = [item.name for item in study.content.items]
    gone = undone(study.records)
    expected = _expected_winners(study)
    for record in select(study, order.selection, taken_back=True):
        session = study.sessions[record.session]
        left, right = names[record.left or 0], names[record.right or 0]
        sort = None if record.sort is None else study.sorts[record.sort]
        pair = frozenset((record.left, record.right))
        yield (
            session.participant,
            session.number,
            record.trial,
            record.kind,
            left,
            right,
            record.answer,
            *_outcome(record, left, right),
            record.response_ms,
            seconds_before(record.at, (record.response_ms or 0.0) / 1000),
            record.at,
            None if sort is None else sort.strategy,
            None if sort is None else record.round,
            int((record.session, record.seq) in gone),
            None if order.anonymous else session.seed,
            names[expected[pair]] if record.kind == Kind.CATCH and pair in expected else None,
            "robot" if record.robot else "person",
            record.seq,
        )


def _outcome(record: Record, left: str, right: str) -> tuple[str | None, str | None]:
    if record.answer == Answer.LEFT:
        return left, right
    return (right, left) if record.answer == Answer.RIGHT else (None, None)


def _expected_winners(study: Everything) -> dict[frozenset[int | None], int]:
    content = study.content
    pairs = choose_catch_pairs(content.design, content.items, content.truth)
    return {frozenset(pair): pair[0] for pair in pairs}


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
