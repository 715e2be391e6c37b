"""The participants: one row each, with flags and the numbers behind them."""

import math
from collections.abc import Iterator

from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.tables import Cell

COLUMNS = {
    "participant": "code of the participant",
    "given_by": "person or robot",
    "sessions": "how often the person came",
    "answers": "answers that count in the ranking",
    "equal": "how many of them are “equal”",
    "agreement": "share of answers as the ranking of all the others has it; equal left out",
    "agreement_expected": "the share to expect of somebody who judges as the others do",
    "slope": "how far the others' scores are followed: 1 as they do, 0 for a coin",
    "infit": "mean squared residual, weighted: 1 as the model expects, larger for noise",
    "outfit": "the same, ruled by the most surprising answers",
    "consistency_z": "how much more the answers agree with each other than a coin's, in standard "
    "errors",
    "consistency_z_usual": "the same beside a judge with a ranking of the usual spread",
    "triads": "sets of three items all of whose pairs were judged",
    "circular_triads": "those in which the choices go round in a circle",
    "chains": "answers to a pair whose order two earlier answers imply",
    "chains_kept": "how many of them keep to it; coins keep half",
    "discrimination": "of the judge model: 1 on average, 0 for a coin",
    "discrimination_error": "its standard error",
    "taste": "class of taste, A for the largest; empty where there is one only",
    "taste_chance": "how probable it is that the participant belongs to it",
    "median_seconds": "median time of an answer",
    "share_left": "share of answers for the left side, of those left or right",
    "repeats": "repeated pairs",
    "repeats_same": "how many of them got the same answer",
    "catches": "catch trials",
    "catches_passed": "how many of them were passed",
    "flags": "what is odd, in words",
    "speaks_for": "noise, taste or carelessness, for each flag",
    "question": "name of the question: of the block that asked",
}


def list_participants(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row a participant and question, in the order in which they came."""
    for question, part in order.by_question():
        for row in _list_asked(part):
            yield *row, question


def _list_asked(order: Order) -> Iterator[tuple[Cell, ...]]:
    # Loaded when the table is wanted: menus need its name alone.
    from sortrank_gui.study.results.summary import summarise

    summary = summarise(order.study, order.selection, brief=True, cancelled=order.cancelled)
    judging = summary.judging
    for number, person in enumerate(summary.participants):
        found, own = person.agreement, person.consistency
        judge: tuple[Cell, Cell] = (None, None)
        taste: tuple[Cell, Cell] = (None, None)
        if judging is not None and judging.judges is not None:
            judge = (
                _round(float(judging.judges.discrimination[number])),
                _round(float(judging.judges.error[number])),
            )
        if judging is not None and judging.tastes is not None and judging.tastes.count > 1:
            kind = int(judging.tastes.of_person[number])
            taste = "ABCD"[kind], _round(float(judging.tastes.member[number, kind]))
        yield (
            person.code,
            "robot" if person.by_robot else "person",
            person.sessions,
            person.answers,
            person.equal,
            *(
                None if found is None else _round(value)
                for value in (
                    (found.agreement, found.expected, found.slope, found.infit, found.outfit)
                    if found is not None
                    else (0.0,) * 5
                )
            ),
            *(
                (None,) * 6
                if own is None
                else (
                    _round(own.z_coin),
                    _round(own.z_typical),
                    own.triads,
                    own.circular,
                    own.closings,
                    own.kept,
                )
            ),
            *judge,
            *taste,
            _round(person.median_seconds),
            _round(person.share_left),
            person.repeats,
            person.repeats_same,
            person.catches,
            person.catches_passed,
            ", ".join(flag.title for flag in person.flags),
            ", ".join(flag.kind.family for flag in person.flags),
        )


def _round(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None


def _make(order: Order) -> TableFile:
    return TableFile(COLUMNS, list_participants(order))


EXPORT = Export(
    name="participants",
    title="Participants",
    about="One row a participant, with agreement, consistency, discrimination and flags.",
    ending=".csv",
    kind="CSV table",
    unit="participant",
    place=6,
    make=_make,
    hides_codes=True,
)
