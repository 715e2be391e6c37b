"""Tables of comparisons (winner, loser), of choices (left, right, choice), and of scores."""

from collections.abc import Iterable
from pathlib import Path

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Outcome
from sortrank_gui.simulation.datasets.base import Dataset, Outcomes
from sortrank_gui.tables import Row, Table, read_table

_CHOICE = ("choice", "answer", "winner")
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
    """Read winner, loser rows, with optional columns count, tie and judge; or a file of choices.

    Where a file asks several questions (a column metric, emotion or question), one is selected.
    """
    table = read_table(path)
    if {"left", "right"} <= set(table.columns):
        return _count_choices(table, question)
    return _count_wins(table, question)


def read_choices(path: Path, *, question: str | None = None) -> Dataset:
    """Read left, right, choice rows (left, right, equal, neither, or the item), as GIFGIF's.

    Where a file asks several questions (a column metric, emotion or question), one is selected.
    """
    return _count_choices(read_table(path), question)


def read_scores(path: Path) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Read item, score rows; the column item may be missing."""
    table = read_table(path)
    table.need("score")
    names: list[str] = []
    scores: list[float] = []
    for row in table:
        scores.append(row.read_number("score"))
        names.append(row.get("item", str(len(names))))
    if len(scores) < 2:
        raise InputError(f"{table.source} has {len(scores)} scores, and two are needed at least.")
    return tuple(names), tuple(scores)


class _NumberedNames(dict[str, int]):
    """Gives numbers to names as they appear."""

    def __missing__(self, name: str) -> int:
        return self.setdefault(name, len(self))


def _count_wins(table: Table, question: str | None) -> Dataset:
    table.need("winner")
    table.need("loser")
    has_count, topic = table.find("count") is not None, table.find(*_QUESTION)
    numbers, outcomes = _NumberedNames(), Outcomes()
    asked: set[str] = set()
    for row in table:
        asked.add(row[topic] if topic else "")
        if question is not None and topic and row[topic] != question:
            continue
        first, second = _read_pair(row, "winner", "loser")
        count = row.read_whole("count", lowest=1) if has_count else 1
        tie = _read_yes(row, "tie")
        outcomes.add(row, numbers[first], numbers[second], tie=tie, count=count)
    if asked:
        _check_question(table, asked, question)
    return _make_dataset(table, numbers, outcomes)


def _count_choices(table: Table, question: str | None) -> Dataset:
    table.need("left")
    table.need("right")
    choice, topic = table.need(*_CHOICE), table.find(*_QUESTION)
    numbers, outcomes, skipped = _NumberedNames(), Outcomes(), 0
    asked: set[str] = set()
    for row in table:
        asked.add(row[topic] if topic else "")
        if question is not None and topic and row[topic] != question:
            continue
        outcome = _read_choice(row, choice) if _counts(row) else Outcome.NEITHER
        if outcome == Outcome.NEITHER:
            skipped += 1
            continue
        first, second = _read_pair(row, "left", "right")
        if outcome == Outcome.SECOND:
            first, second = second, first
        outcomes.add(row, numbers[first], numbers[second], tie=outcome == Outcome.EQUAL)
    _check_question(table, asked, question)
    return _make_dataset(table, numbers, outcomes, skipped)


def _counts(row: Row) -> bool:
    """Say whether a row has an outcome that counts.

    GIFGIF has rows whose image was withdrawn, and our own exports have answers that were taken
    back, and trials that do not count in a ranking.
    """
    is_regular = row.get("kind", "regular") == "regular" and not _read_yes(row, "undone")
    return bool(row["left"] and row["right"]) and is_regular


def _check_question(table: Table, asked: set[str], question: str | None) -> None:
    some = ", ".join(sorted(asked)[:5])
    if question is None and len(asked) > 1:
        raise QuestionError(
            f"{table.source} asks {len(asked)} questions ({some}): choose one.", asked
        )
    if question is not None and question not in asked:
        raise InputError(f"{table.source} does not ask about “{question}”; it asks about {some}.")


def _read_pair(row: Row, first: str, second: str) -> tuple[str, str]:
    one, two = row[first], row[second]
    for column, name in ((first, one), (second, two)):
        if not name:
            raise row.mistake(f"the {column} is missing.")
    if one == two:
        raise row.mistake(f"“{one}” is compared with itself.")
    return one, two


def _read_choice(row: Row, column: str) -> Outcome:
    """Return which item a row chose; a column of winners may name an item “left”."""
    text, left, right = row[column], row["left"], row["right"]
    word = _OUTCOMES.get(text.lower())
    if word is not None and (column != "winner" or text not in (left, right)):
        return word
    if text == left:
        return Outcome.FIRST
    if text == right:
        return Outcome.SECOND
    raise row.mistake(f"“{text}” is none of left, right, equal, neither, {left} and {right}.")


def _read_yes(row: Row, column: str) -> bool:
    text = row.get(column).lower()
    if text not in _YES + _NO:
        raise row.mistake(f"the {column} must be 0 or 1, and it is “{text}”.")
    return text in _YES


def _make_dataset(
    table: Table, numbers: _NumberedNames, outcomes: Outcomes, skipped: int = 0
) -> Dataset:
    if not numbers:
        raise InputError(f"{table.source} has no comparisons.")
    return Dataset(tuple(numbers), outcomes.count(len(numbers)), skipped)
