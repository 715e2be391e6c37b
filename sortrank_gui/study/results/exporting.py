"""A study's data for other programs: answers, ranking, comparisons, JSON and PrefLib.

Every table comes with a data dictionary, `name.columns.csv`, that says what its columns mean.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from sortrank_gui import __version__, ranking
from sortrank_gui.ranking import Comparisons, Estimate
from sortrank_gui.safe_files import replacing
from sortrank_gui.study.file.clock import seconds_before
from sortrank_gui.study.file.journal import (
    Answer,
    Event,
    Kind,
    Record,
    count_records,
    effective,
    undone,
)
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.survey.schedule import choose_catch_pairs
from sortrank_gui.tables import Cell, write_table

ANSWER_COLUMNS = {
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
RANKING_COLUMNS = {
    "rank": "1 is the best",
    "item": "name of the item",
    "score": "Bradley-Terry score in logits; the mean of all items is 0",
    "standard_error": "of the score",
    "low": "lower end of the 95 % interval of the score",
    "high": "upper end of the 95 % interval of the score",
    "wins": "how often the item was chosen; equal counts half",
    "losses": "how often the other item was chosen; equal counts half",
    "true_score": "ground truth, if the study has one",
}
COMPARISON_COLUMNS = {
    "winner": "name of the item chosen",
    "loser": "name of the other item",
    "tie": "1 if the answer was equal; winner and loser then have no order",
    "judge": "code of the participant",
}


def export_answers(path: Path, study: Everything, *, anonymous: bool = False) -> int:
    """Write one row an answer, those taken back included; return how many."""
    rows = list(_answer_rows(study, anonymous=anonymous))
    _write(path, ANSWER_COLUMNS, rows)
    return len(rows)


def export_ranking(path: Path, study: Everything) -> int:
    """Write one row an item, best first; return how many."""
    table = count_study(study)
    rows = list(rank_items(_names(study), table, ranking.fit(table), study.content.truth))
    _write(path, RANKING_COLUMNS, rows)
    return len(rows)


def export_comparisons(path: Path, study: Everything, *, anonymous: bool = False) -> int:
    """Write winner and loser of every answer that counts; return how many."""
    names, codes = _names(study), code_map(study, anonymous=anonymous)
    rows = []
    for record in effective(study.records):
        if record.kind != Kind.REGULAR or record.answer == Answer.NEITHER:
            continue
        left, right = names[record.left or 0], names[record.right or 0]
        pair = (right, left) if record.answer == Answer.RIGHT else (left, right)
        code = codes[study.sessions[record.session].participant]
        rows.append((*pair, int(record.answer == Answer.EQUAL), code))
    _write(path, COMPARISON_COLUMNS, rows)
    return len(rows)


def export_preflib(path: Path, study: Everything) -> int:
    """Write the answers that count as orders of two items (PrefLib's .toi); return how many."""
    table = count_study(study)
    ties = _count_ties(study)
    lines: list[tuple[int, str]] = []
    for first, second, won, lost in zip(
        table.first.tolist(),
        table.second.tolist(),
        table.first_wins.tolist(),
        table.second_wins.tolist(),
        strict=True,
    ):
        equal = ties.get((first, second), 0)
        forth, back = f"{first + 1},{second + 1}", f"{second + 1},{first + 1}"
        halves = equal / 2
        orders = (round(won - halves), forth), (round(lost - halves), back), (equal, f"{{{forth}}}")
        lines += [(count, order) for count, order in orders if count]
    lines.sort(key=lambda line: -line[0])
    total = sum(count for count, _ in lines)
    header = {
        "FILE NAME": path.name,
        "TITLE": " ".join(study.content.design.title.split()),
        "DATA TYPE": "toi",
        "NUMBER ALTERNATIVES": len(study.content.items),
        "NUMBER VOTERS": total,
        "NUMBER UNIQUE ORDERS": len(lines),
        **{f"ALTERNATIVE NAME {k}": name for k, name in enumerate(_names(study), start=1)},
    }
    with replacing(path) as file:
        file.writelines(f"# {key}: {value}\n" for key, value in header.items())
        file.writelines(f"{count}: {order}\n" for count, order in lines)
    return total


def export_json(path: Path, study: Everything, *, anonymous: bool = False) -> int:
    """Write everything but the pictures' bytes; return how many answers."""
    answers = [
        dict(zip(ANSWER_COLUMNS, row, strict=True))
        for row in _answer_rows(study, anonymous=anonymous)
    ]
    table = count_study(study)
    ranked = rank_items(_names(study), table, ranking.fit(table), study.content.truth)
    content: dict[str, Any] = {
        "sortrank": __version__,
        "study": study.uuid,
        "created_at": study.created_at,
        "design": asdict(study.content.design),
        "items": [
            {"name": item.name, "text": item.text, "image_sha256": item.digest or None}
            for item in study.content.items
        ],
        "truth": study.content.truth,
        "incidents": [{"at": at, "sentence": sentence} for at, sentence in study.incidents],
        "notes": list(_note_rows(study, anonymous=anonymous)),
        "ranking": [dict(zip(RANKING_COLUMNS, row, strict=True)) for row in ranked],
        "answers": answers,
        "columns": {"answers": ANSWER_COLUMNS, "ranking": RANKING_COLUMNS},
    }
    with replacing(path) as file:
        json.dump(content, file, ensure_ascii=False, indent=1)
        file.write("\n")
    return len(answers)


def count_study(study: Everything) -> Comparisons:
    """Return the table of all answers that count."""
    return count_records(len(study.content.items), effective(study.records))


def rank_items(
    names: Sequence[str],
    table: Comparisons,
    estimate: Estimate,
    truth: Sequence[float] | None,
) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of a ranking, best first."""
    reach = float(scipy.special.ndtri(0.975))
    scores, errors = estimate.scores.tolist(), estimate.standard_errors.tolist()
    wins, losses = table.wins.tolist(), table.losses.tolist()
    for rank, k in enumerate(np.argsort(-estimate.scores, kind="stable").tolist(), start=1):
        ends = (scores[k] - reach * errors[k], scores[k] + reach * errors[k])
        numbers = (round(x, 6) for x in (scores[k], errors[k], *ends))
        yield rank, names[k], *numbers, wins[k], losses[k], None if truth is None else truth[k]


def code_map(study: Everything, *, anonymous: bool) -> dict[str, str]:
    """Return what stands for each participant's code: itself, or P001 and so on."""
    codes = dict.fromkeys([*study.participants, *(s.participant for s in study.sessions.values())])
    if not anonymous:
        return {code: code for code in codes}
    return {code: f"P{number:03}" for number, code in enumerate(codes, start=1)}


def _answer_rows(study: Everything, *, anonymous: bool) -> Iterator[tuple[Cell, ...]]:
    names, codes = _names(study), code_map(study, anonymous=anonymous)
    gone = undone(study.records)
    expected = _expected_winners(study)
    for record in study.records:
        if record.event != Event.ANSWER:
            continue
        session = study.sessions[record.session]
        left, right = names[record.left or 0], names[record.right or 0]
        winner, loser = _outcome(record, left, right)
        sort = None if record.sort is None else study.sorts[record.sort]
        pair = frozenset((record.left, record.right))
        yield (
            codes[session.participant],
            session.number,
            record.trial,
            record.kind,
            left,
            right,
            record.answer,
            winner,
            loser,
            record.response_ms,
            seconds_before(record.at, (record.response_ms or 0.0) / 1000),
            record.at,
            None if sort is None else sort.strategy,
            None if sort is None else record.round,
            int((record.session, record.seq) in gone),
            None if anonymous else session.seed,
            names[expected[pair]] if record.kind == Kind.CATCH and pair in expected else None,
            "robot" if record.robot else "person",
            record.seq,
        )


def _note_rows(study: Everything, *, anonymous: bool) -> Iterator[dict[str, Any]]:
    codes = code_map(study, anonymous=anonymous)
    for note in study.notes:
        row = study.sessions[note.session]
        yield {
            "participant": codes[row.participant],
            "session": row.number,
            "at": note.at,
            "kind": note.kind,
            "text": note.text,
        }


def _outcome(record: Record, left: str, right: str) -> tuple[str | None, str | None]:
    if record.answer == Answer.LEFT:
        return left, right
    return (right, left) if record.answer == Answer.RIGHT else (None, None)


def _expected_winners(study: Everything) -> dict[frozenset[int | None], int]:
    content = study.content
    pairs = choose_catch_pairs(content.design, content.items, content.truth)
    return {frozenset(pair): pair[0] for pair in pairs}


def _count_ties(study: Everything) -> dict[tuple[int, int], int]:
    ties: dict[tuple[int, int], int] = {}
    for record in effective(study.records):
        if record.kind == Kind.REGULAR and record.answer == Answer.EQUAL:
            first, second = sorted((record.left or 0, record.right or 0))
            ties[first, second] = ties.get((first, second), 0) + 1
    return ties


def _names(study: Everything) -> list[str]:
    return [item.name for item in study.content.items]


def _write(path: Path, columns: Mapping[str, str], rows: Sequence[Sequence[Cell]]) -> None:
    write_table(path, list(columns), rows)
    meaning = path.with_name(f"{path.stem}.columns.csv")
    write_table(meaning, ("column", "meaning"), list(columns.items()))
