"""Reads a table of answers row by row: what can be taken, and what is wrong in which line."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_ANSWERS, MOST_ITEMS, MOST_PEOPLE
from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.validation import check_code
from sortrank_gui.study.file.clock import read_moment
from sortrank_gui.study.file.journal import Answer, Kind
from sortrank_gui.study.imports.grammar import Grammar, Meaning
from sortrank_gui.study.items.items import Item, find_problem
from sortrank_gui.tables import Row, RowSource

NOBODY = "unknown"
"""The code of all answers of which a table does not say whose they are."""
MOST_KEPT = 1000
"""Problems that are kept in words; all are counted."""
_LONGEST_SECONDS = 1e7
_YES, _NO = ("1", "true", "yes", "tie", "t"), ("", "0", "false", "no", "f")
_COINS = 4096
_MISSING = ("na", "n/a", "nan", "null")
_MAY_BE_MISSING = (Meaning.TIME, Meaning.WHEN, Meaning.CHOSEN)
"""R and others write a word where nothing is known."""


class TakenAnswer(NamedTuple):
    """One answer; people and items by their numbers."""

    person: int
    session: int
    """Counts this person's sessions, from 1."""
    left: int
    right: int
    answer: Answer
    ms: float | None
    at: str | None


class RowProblem(NamedTuple):
    """What is wrong with a row."""

    where: str
    sentence: str


@dataclass(slots=True, eq=False)
class Reading:
    """What a table says."""

    names: list[str] = field(default_factory=list)
    """Of the items, in the order in which they appear."""
    people: list[str] = field(default_factory=list)
    answers: list[TakenAnswer] = field(default_factory=list)
    rows: int = 0
    problems: list[RowProblem] = field(default_factory=list)
    """The first ones."""
    n_problems: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    """Rows that are no answers to this question, by reason."""
    questions: Counter[str] = field(default_factory=Counter)
    """All that the table asks, with the number of rows; empty where there is no such column."""

    @property
    def has_ties(self) -> bool:
        """Whether somebody found two items equal."""
        return any(answer.answer is Answer.EQUAL for answer in self.answers)

    @property
    def has_times(self) -> bool:
        """Whether any answer has its time."""
        return any(answer.ms is not None for answer in self.answers)

    @property
    def is_dated(self) -> bool:
        """Whether any answer says when it was given."""
        return any(answer.at is not None for answer in self.answers)


def read_answers(
    rows: RowSource, grammar: Grammar, cancelled: Callable[[], bool] | None = None
) -> Reading:
    """Read a table; rows that can't be taken are problems, and nothing is raised for them.

    Raises where the table as a whole can't be a study: a limit, or columns that are missing.
    """
    if grammar.problem:
        raise InputError(grammar.problem)
    reader = _AnswerReader(grammar)
    for row in rows:
        if cancelled is not None and reader.found.rows % 1000 == 0 and cancelled():
            break
        reader.take(row)
    return reader.found


class _RowError(Exception):
    """A row can't be taken, for this reason."""


class _Numbers(dict[str, int]):
    """Numbers names as they appear."""

    def __init__(self, names: list[str], check: Callable[[str], str]) -> None:
        super().__init__()
        self._names, self._check = names, check

    def require(self, *names: str) -> None:
        """Raise where a name can't be one."""
        for name in names:
            problem = "" if name in self else self._check(name)
            if problem:
                raise _RowError(problem)

    def __missing__(self, name: str) -> int:
        self._names.append(name)
        return self.setdefault(name, len(self))


class _AnswerReader:
    """A table on its way."""

    def __init__(self, grammar: Grammar) -> None:
        self.found = Reading()
        self._grammar, self._columns = grammar, grammar.columns
        self._items = _Numbers(self.found.names, _check_name)
        self._people = _Numbers(self.found.people, _check_person)
        self._sessions: dict[tuple[int, str], int] = {}
        self._session_counts: Counter[int] = Counter()
        # Where nobody knows the sides, a coin chooses: else winners would all stand on one.
        self._coins = (stream("imported sides", 0).random(_COINS) < 0.5).tolist()

    def take(self, row: Row) -> None:
        """Take a row, or note why not."""
        found = self.found
        found.rows += 1
        try:
            reason = self._find_reason(row)
            if reason:
                found.left_out[reason] += 1
            else:
                self._take_answer(row)
        except _RowError as error:
            self._note(row, str(error))
        except InputError as error:
            self._note(row, str(error).removeprefix(f"{row.source}, {row.words}: "))
        if len(found.answers) > MOST_ANSWERS:
            raise row.mistake(f"up to {MOST_ANSWERS:,} answers are possible.")
        if len(found.names) > MOST_ITEMS:
            raise row.mistake(f"up to {MOST_ITEMS:,} items are possible.")
        if len(found.people) > MOST_PEOPLE:
            raise row.mistake(f"up to {MOST_PEOPLE:,} people are possible.")

    def _note(self, row: Row, sentence: str) -> None:
        self.found.n_problems += 1
        if len(self.found.problems) < MOST_KEPT:
            self.found.problems.append(RowProblem(row.words, sentence))

    def _find_reason(self, row: Row) -> str:
        """Return why a row is none of the answers that are wanted; nothing where it is one."""
        question = self._get(row, Meaning.QUESTION)
        if Meaning.QUESTION in self._columns:
            self.found.questions[question] += 1
            if self._grammar.question is not None and question != self._grammar.question:
                return "another question"
        if (self._get(row, Meaning.KIND) or Kind.REGULAR) != Kind.REGULAR:
            return "practice, catch and repeat trials"
        if self._read_yes(row, Meaning.UNDONE):
            return "taken back"
        pair = (
            (Meaning.WINNER, Meaning.LOSER)
            if self._grammar.by_winner
            else (Meaning.FIRST, Meaning.SECOND)
        )
        if not any(self._get(row, role) for role in pair):
            return "no pair"
        if not self._grammar.by_winner and not self._get(row, Meaning.CHOSEN):
            return "no answer"
        return ""

    def _take_answer(self, row: Row) -> None:
        count = 1
        if Meaning.COUNT in self._columns:
            count = row.read_whole(self._columns[Meaning.COUNT], lowest=1)
        if len(self.found.answers) + count > MOST_ANSWERS:
            raise row.mistake(f"up to {MOST_ANSWERS:,} answers are possible.")
        first, second, answer = self._read_pair(row)
        ms, at = self._read_ms(row), self._read_moment(row)
        code = self._read_person(row)
        self._people.require(code)
        self._items.require(first, second)
        left, right, person = self._items[first], self._items[second], self._people[code]
        session = self._number_session(person, self._get(row, Meaning.SESSION))
        for _ in range(count):
            taken = TakenAnswer(person, session, left, right, answer, ms, at)
            if self._tosses:
                taken = self._toss(taken)
            self.found.answers.append(taken)

    @property
    def _tosses(self) -> bool:
        return self._grammar.by_winner and Meaning.SIDE not in self._columns

    def _toss(self, taken: TakenAnswer) -> TakenAnswer:
        if self._coins[len(self.found.answers) % _COINS]:
            return taken
        turned = {Answer.LEFT: Answer.RIGHT}.get(taken.answer, taken.answer)
        return taken._replace(left=taken.right, right=taken.left, answer=turned)

    def _read_pair(self, row: Row) -> tuple[str, str, Answer]:
        grammar = self._grammar
        roles = (
            (Meaning.WINNER, Meaning.LOSER)
            if grammar.by_winner
            else (Meaning.FIRST, Meaning.SECOND)
        )
        first, second = (self._get(row, role) for role in roles)
        for role, item in zip(roles, (first, second), strict=True):
            if not item:
                raise _RowError(f"the column {self._columns[role]} is empty.")
        if first == second:
            raise _RowError(f"“{first[:60]}” is compared with itself.")
        if self._read_yes(row, Meaning.TIE):
            return first, second, Answer.EQUAL
        if not grammar.by_winner:
            return first, second, self._read_choice(row, first, second)
        if Meaning.SIDE in self._columns:
            side = grammar.read_word(self._get(row, Meaning.SIDE))
            if side not in (Answer.LEFT, Answer.RIGHT):
                said = self._get(row, Meaning.SIDE)[:60]
                raise _RowError(f"the side is “{said}”, which is neither left nor right.")
            if side is Answer.RIGHT:
                return second, first, Answer.RIGHT
        return first, second, Answer.LEFT

    def _read_choice(self, row: Row, first: str, second: str) -> Answer:
        text = self._get(row, Meaning.CHOSEN)
        named = {first: Answer.LEFT, second: Answer.RIGHT}.get(text)
        word = self._grammar.read_word(text)
        by_name = self._grammar.coding == "name"
        answer = (named or word) if by_name else (word or named)
        if answer is None:
            raise _RowError(
                f"“{text[:60]}” is none of {first[:60]}, {second[:60]}, left, right, equal and "
                "neither."
            )
        return answer

    def _read_person(self, row: Row) -> str:
        if Meaning.WHO not in self._columns:
            return NOBODY
        code = self._get(row, Meaning.WHO)
        if not code:
            raise _RowError(f"the column {self._columns[Meaning.WHO]} is empty.")
        return code

    def _number_session(self, person: int, name: str) -> int:
        key = person, name
        if key not in self._sessions:
            self._session_counts[person] += 1
            self._sessions[key] = self._session_counts[person]
        return self._sessions[key]

    def _read_ms(self, row: Row) -> float | None:
        if not self._get(row, Meaning.TIME):
            return None
        number = row.read_number(self._columns[Meaning.TIME])
        seconds = number / 1000 if self._grammar.in_ms else number
        if not 0 <= seconds < _LONGEST_SECONDS:
            raise _RowError(f"a time of {seconds:g} s can't be.")
        return round(1000 * seconds, 3)

    def _read_moment(self, row: Row) -> str | None:
        text = self._get(row, Meaning.WHEN)
        if not text:
            return None
        moment = read_moment(text)
        if moment is None:
            raise _RowError(f"“{text[:60]}” is no time such as 2026-03-01T14:30.")
        return moment

    def _read_yes(self, row: Row, role: Meaning) -> bool:
        text = self._get(row, role).lower()
        if text in _NO:
            return False
        if text not in _YES:
            raise _RowError(f"the column {self._columns[role]} must be 0 or 1, not “{text[:60]}”.")
        return True

    def _get(self, row: Row, role: Meaning) -> str:
        column = self._columns.get(role)
        text = "" if column is None else row.get(column)
        return "" if role in _MAY_BE_MISSING and text.lower() in _MISSING else text


def _check_name(name: str) -> str:
    problem = find_problem(Item(name))
    return f"the item “{name[:60]}” {problem}." if problem else ""


def _check_person(code: str) -> str:
    try:
        return "" if check_code(code) == code else f"“{code}” has blanks around it."
    except InputError as error:
        return str(error)
