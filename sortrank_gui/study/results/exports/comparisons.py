"""The comparisons: winner and loser of every answer that counts."""

from collections.abc import Iterator
from typing import NamedTuple

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.study.results.selection import select
from sortrank_gui.tables import Cell

COLUMNS = {
    "winner": "name of the item chosen",
    "loser": "name of the other item",
    "tie": "1 if the answer was equal; winner and loser then have no order",
    "judge": "code of the participant",
    "question": "name of the question: of the block that asked",
}


class ComparedPair(NamedTuple):
    """Who beat whom, by their numbers; in a tie the left item is the first."""

    winner: int
    loser: int
    is_tie: bool
    session: int


def list_comparisons(order: Order) -> Iterator[ComparedPair]:
    """Yield the answers to one question that count in the selection; “neither” tells nothing."""
    kinds = order.selection.kinds
    for record in select(order.study, order.selection):
        if record.kind in kinds and record.answer != Answer.NEITHER:
            left, right = record.left or 0, record.right or 0
            pair = (right, left) if record.answer == Answer.RIGHT else (left, right)
            yield ComparedPair(*pair, record.answer == Answer.EQUAL, record.session)


def _rows(order: Order) -> Iterator[tuple[Cell, ...]]:
    for question, part in order.by_question():
        names = [item.name for item in part.study.content.items]
        for winner, loser, is_tie, session in list_comparisons(part):
            judge = part.study.sessions[session].participant
            yield names[winner], names[loser], int(is_tie), judge, question


def _make(order: Order) -> TableFile:
    return TableFile(COLUMNS, _rows(order))


EXPORT = Export(
    name="comparisons",
    title="Comparisons",
    about="Winner and loser of every answer that counts, for “sortrank rank”, choix and others.",
    ending=".csv",
    kind="CSV table",
    unit="comparison",
    place=3,
    make=_make,
    hides_codes=True,
)
