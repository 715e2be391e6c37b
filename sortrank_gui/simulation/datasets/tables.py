"""CSV files of comparisons (winner, loser), of choices (left, right, choice), and of scores."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons, Outcome
from sortrank_gui.simulation.datasets.base import (
    Dataset,
    Ints,
    Mistake,
    NumberedNames,
    open_text,
    read_whole,
)
from sortrank_gui.simulation.datasets.csv_table import CsvTable, Row

_CHOICE = ("choice", "winner", "answer")
_QUESTION = ("metric", "emotion", "question")
_OUTCOMES = {
    "left": Outcome.FIRST,
    "right": Outcome.SECOND,
    "equal": Outcome.EQUAL,
    "tie": Outcome.EQUAL,
    "neither": Outcome.NEITHER,
    "skip": Outcome.NEITHER,
}
_YES, _NO = ("1", "true", "yes", "tie"), ("", "0", "false", "no")


class QuestionError(InputError):
    """A file asks several questions, and one has to be chosen."""

    def __init__(self, sentence: str, questions: Iterable[str]) -> None:
        super().__init__(sentence)
        self.questions = tuple(sorted(questions))


def read_comparisons(path: Path, *, question: str | None = None) -> Dataset:
    """Read winner, loser rows, with optional columns count, tie and judge; or a file of choices."""
    with open_text(path) as file:
        table = CsvTable(path, file)
        if {"left", "right"} <= set(table.columns):
            return _count_choices(table, question)
        table.need("winner", "loser")
        return _count_wins(table)


def read_choices(path: Path, *, question: str | None = None) -> Dataset:
    """Read left, right, choice rows (left, right, equal, neither, or the item), as GIFGIF's.

    Where a file asks several questions (a column metric, emotion or question), one is selected.
    """
    with open_text(path) as file:
        return _count_choices(CsvTable(path, file), question)


def read_scores(path: Path) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Read item, score rows; the column item may be missing."""
    names: list[str] = []
    scores: list[float] = []
    with open_text(path) as file:
        table = CsvTable(path, file)
        table.need("score")
        for row in table.rows():
            with table.here():
                scores.append(_read_score(row["score"]))
            names.append(row.get("item", str(len(names))))
    if len(scores) < 2:
        raise InputError(f"{table.name} has {len(scores)} scores, and two are needed at least.")
    return tuple(names), tuple(scores)


def _count_wins(table: CsvTable) -> Dataset:
    names = NumberedNames()
    won: list[tuple[int, int, int]] = []
    tied: list[tuple[int, int, int]] = []
    for row in table.rows():
        with table.here():
            first, second = _read_pair(row, "winner", "loser")
            count = read_whole(row.get("count", "1"), "the count", lowest=1)
            is_tie = _read_yes(row.get("tie", ""))
        (tied if is_tie else won).append((names.number(first), names.number(second), count))
    counts = Comparisons(len(names.names))
    counts.add(*_repeat(won))
    counts.add_ties(*_repeat(tied))
    return _dataset(table, names, counts)


def _count_choices(table: CsvTable, question: str | None) -> Dataset:
    table.need("left", "right")
    choice, topic = table.find(_CHOICE), table.find(_QUESTION)
    if choice is None:
        raise InputError(f"{table.name}, line 1: there is no column {' or '.join(_CHOICE)}.")
    names, skipped = NumberedNames(), 0
    given: list[tuple[int, int, int]] = []
    asked: set[str] = set()
    for row in table.rows():
        asked.add(row[topic] if topic else "")
        if question is not None and topic and row[topic] != question:
            continue
        outcome = Outcome.NEITHER
        if row["left"] and row["right"]:  # GIFGIF has rows whose image was withdrawn
            with table.here():
                left, right = _read_pair(row, "left", "right")
                outcome = _read_choice(row[choice], left, right)
        if outcome == Outcome.NEITHER:
            skipped += 1
        else:
            given.append((names.number(left), names.number(right), outcome))
    _check_question(table, asked, question)
    counts = Comparisons(len(names.names))
    counts.add_outcomes(*np.array(given, dtype=np.int64).reshape(-1, 3).T)
    return _dataset(table, names, counts, skipped)


def _check_question(table: CsvTable, asked: set[str], question: str | None) -> None:
    some = ", ".join(sorted(asked)[:5])
    if question is None and len(asked) > 1:
        raise QuestionError(
            f"{table.name} asks {len(asked)} questions ({some}): choose one.", asked
        )
    if question is not None and question not in asked:
        raise InputError(f"{table.name} does not ask about “{question}”; it asks about {some}.")


def _read_pair(row: Row, first: str, second: str) -> tuple[str, str]:
    for name in (first, second):
        if not row[name]:
            raise Mistake(f"the {name} is missing.")
    if row[first] == row[second]:
        raise Mistake(f"“{row[first]}” is compared with itself.")
    return row[first], row[second]


def _read_choice(text: str, left: str, right: str) -> Outcome:
    if text == left:
        return Outcome.FIRST
    if text == right:
        return Outcome.SECOND
    if text.lower() in _OUTCOMES:
        return _OUTCOMES[text.lower()]
    raise Mistake(f"“{text}” is none of left, right, equal, neither, {left} and {right}.")


def _read_yes(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise Mistake(f"the tie must be 0 or 1, and it is “{text}”.")
    return text.lower() in _YES


def _read_score(text: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = float("nan")
    if not np.isfinite(score):
        raise Mistake(f"the score must be a number, and it is “{text}”.")
    return score


def _repeat(rows: list[tuple[int, int, int]]) -> tuple[Ints, Ints]:
    """Return both items of every row, as often as its count says."""
    first, second, counts = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return np.repeat(first, counts), np.repeat(second, counts)


def _dataset(
    table: CsvTable, names: NumberedNames, counts: Comparisons, skipped: int = 0
) -> Dataset:
    if not names.names:
        raise InputError(f"{table.name} has no comparisons.")
    return Dataset(names.names, counts, skipped)
