"""How a table of answers is to be read: which column is what, guessed by name and by content.

How it works
------------
A row says who chose what. It names both items and which of them was chosen (`first`, `second`,
`chosen`), or the item that won and the one that lost (`winner`, `loser`). Columns are known by the
names that programs and papers give them, whatever their case and punctuation: SortRank, No More
Marking, the R packages sirt and BradleyTerry2, jsPsych, PrefLib. What a name leaves open is told by
the first rows: whether a 1 is the first item or the second, seconds or milliseconds.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from statistics import median

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.clock import read_moment
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.tables import Row, RowSource

_SAMPLE = 2000


class Meaning(StrEnum):
    """What a column tells."""

    WHO = "who"
    FIRST = "first"
    SECOND = "second"
    CHOSEN = "chosen"
    WINNER = "winner"
    LOSER = "loser"
    SIDE = "side"
    """On which side the winner stood."""
    TIE = "tie"
    TIME = "time"
    SESSION = "session"
    QUESTION = "question"
    WHEN = "when"
    COUNT = "count"
    KIND = "kind"
    """Of the trial, in SortRank's own tables: practice, catch and repeat trials are left out."""
    UNDONE = "undone"


class Coding(StrEnum):
    """What stands in the column of what was chosen."""

    NAME = "name"
    """The item's name."""
    WORD = "word"
    """A word such as left or right."""
    INDEX = "index"
    """0 for the first item, 1 for the second, as jsPsych counts."""
    NUMBER = "number"
    """1 for the first item, 2 for the second."""
    SHARE = "share"
    """1 where the first item won, 0 where the second did, 0.5 for a tie, as sirt wants it."""


NAMES: Mapping[Meaning, str] = {
    Meaning.WHO: "who who_answered judge judge_id judge_name participant participant_id "
    "participant_code subject subject_id subj rater rater_id assessor annotator user user_id "
    "worker worker_id person respondent response_id prolific_pid evaluator reviewer voter list",
    Meaning.FIRST: "left left_item item_left stimulus_left left_stimulus image_left left_image "
    "left_stim first first_item item1 item_1 itema item_a option1 option_1 option_a id1 candidate1 "
    "candidate_1 candidate_a player1 player_1 stimulus1 stimulus_1 stimuli.1 stimulus.1 choices.1 "
    "model_a object1 object_1 a i",
    Meaning.SECOND: "right right_item item_right stimulus_right right_stimulus image_right "
    "right_image right_stim second second_item item2 item_2 itemb item_b option2 option_2 option_b "
    "id2 candidate2 candidate_2 candidate_b player2 player_2 stimulus2 stimulus_2 stimuli.2 "
    "stimulus.2 choices.2 model_b object2 object_2 b j",
    Meaning.CHOSEN: "chosen choice answer response result outcome winner selected selection "
    "preferred preference pick picked button_pressed key_press decision y",
    Meaning.WINNER: "winner candidate_chosen chosen chosen_item won win better preferred selected",
    Meaning.LOSER: "loser candidate_not_chosen not_chosen notchosen unchosen lost lose worse "
    "rejected other not_selected candidate_unchosen",
    Meaning.SIDE: "side chosen_side side_chosen winner_side choice answer response position",
    Meaning.TIE: "tie tied is_tie draw",
    Meaning.TIME: "response_ms rt rt_ms time_taken response_time reaction_time seconds "
    "time_seconds duration decision_time time_ms time",
    Meaning.SESSION: "session session_id session_number sitting visit wave run run_id",
    Meaning.QUESTION: "question metric emotion prompt criterion attribute dimension task",
    Meaning.WHEN: "answered_at timestamp judged_at created_at submitted_at date_time datetime date",
    Meaning.COUNT: "count frequency weight",
    Meaning.KIND: "kind",
    Meaning.UNDONE: "undone",
}
"""The names of columns, those first that say it best."""
_LEFT = ("left", "l", "first", "a", "arrowleft", "leftarrow", "f", "1st")
_RIGHT = ("right", "r", "second", "b", "arrowright", "rightarrow", "j", "2nd")
_EQUAL = ("equal", "equals", "tie", "tied", "draw", "same", "both", "=")
_NEITHER = ("neither", "skip", "skipped", "none")
WORDS: Mapping[str, Answer] = {
    **dict.fromkeys(_LEFT, Answer.LEFT),
    **dict.fromkeys(_RIGHT, Answer.RIGHT),
    **dict.fromkeys(_EQUAL, Answer.EQUAL),
    **dict.fromkeys(_NEITHER, Answer.NEITHER),
}
_NUMBERS: Mapping[Coding, Mapping[float, Answer]] = {
    Coding.INDEX: {0: Answer.LEFT, 1: Answer.RIGHT},
    Coding.NUMBER: {1: Answer.LEFT, 2: Answer.RIGHT},
    Coding.SHARE: {1: Answer.LEFT, 0: Answer.RIGHT, 0.5: Answer.EQUAL},
}
_SHARES = {"result", "outcome", "win", "y", "score"}
"""Columns of 0 and 1 with these names say whether the first item won."""
_MS_NAMES = {"responsems", "rt", "rtms", "timems"}
_LONG_TIME = 1000.0
"""Medians above this are milliseconds: nobody takes a quarter of an hour for a pair."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """How each row is to be read."""

    columns: Mapping[Meaning, str] = field(default_factory=dict)
    coding: Coding = Coding.NAME
    words: Mapping[str, Answer] = field(default_factory=dict)
    """Of this table, in small letters, beside those that everybody knows."""
    in_ms: bool = False
    """Whether times are milliseconds; else they are seconds."""
    has_sides: bool = False
    """Whether the first item stood on the left."""
    question: str | None = None
    """Which question to take, where a table has several."""

    @property
    def by_winner(self) -> bool:
        """Whether rows name winner and loser."""
        return Meaning.WINNER in self.columns

    @property
    def problem(self) -> str:
        """What is missing before anything can be read; nothing where all is there."""
        pairs = (
            {Meaning.WINNER, Meaning.LOSER},
            {Meaning.FIRST, Meaning.SECOND, Meaning.CHOSEN},
        )
        given = set(self.columns)
        if given >= pairs[0] and not given & pairs[1]:
            return ""
        if given >= pairs[1] and not given & pairs[0]:
            return ""
        return (
            "Say which columns name both items and the one that was chosen, or which name winner "
            "and loser."
        )

    def assign(self, role: Meaning, column: str | None) -> "Grammar":
        """Return the grammar with another column for a role, or with none."""
        columns = {key: name for key, name in self.columns.items() if key is not role}
        if column:
            columns[role] = column
        return replace(self, columns=columns)

    def read_word(self, text: str) -> Answer | None:
        """Return what a word or a number of the chosen column says, if it says anything."""
        word = text.lower()
        if word in self.words:
            return self.words[word]
        if self.coding in _NUMBERS:
            try:
                found = _NUMBERS[self.coding].get(float(text))
            except ValueError:
                found = None
            if found is not None:
                return found
        return WORDS.get(word)


def guess(rows: RowSource, given: Mapping[Meaning, str] | None = None) -> Grammar:
    """Return how a table may be read, by the names of its columns and its first rows.

    What is `given` is known: the rest is guessed around it.
    """
    sample = list(islice(rows, _SAMPLE))
    columns = _guess_columns(rows.columns, sample, given or {})
    grammar = Grammar(columns)
    if (time := columns.get(Meaning.TIME)) is not None:
        grammar = replace(grammar, in_ms=_are_ms(time, sample))
    if (first := columns.get(Meaning.FIRST)) is not None:
        grammar = replace(grammar, has_sides="left" in first)
    if {Meaning.FIRST, Meaning.SECOND, Meaning.CHOSEN} <= columns.keys():
        grammar = replace(grammar, coding=guess_coding(columns, sample))
    return grammar


def require_column(rows: RowSource, name: str) -> str:
    """Return a column as the table has it, whatever the case; raise where there is none."""
    wanted = name.strip().lower()
    if wanted not in rows.columns:
        there = ", ".join(filter(None, rows.columns[:12]))
        raise InputError(f"{rows.source} has no column “{name}”; its columns are {there}.")
    return wanted


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9.]", "", name.lower())


def _find(role: Meaning, columns: Sequence[str]) -> str | None:
    """Return the column whose name says it best."""
    plain = {_plain(name): name for name in reversed(columns) if name}
    return next((plain[_plain(n)] for n in NAMES[role].split() if _plain(n) in plain), None)


def _guess_columns(
    columns: Sequence[str], sample: Sequence[Row], given: Mapping[Meaning, str]
) -> dict[Meaning, str]:
    free = [name for name in columns if name not in given.values()]
    found = {role: name for role in Meaning if (name := _find(role, free)) is not None}
    drop = {role for role, fits in _CHECKS.items() if not fits(found.get(role, ""), sample)}
    found |= given
    by_winner = bool(given.keys() & {Meaning.WINNER, Meaning.LOSER})
    if not by_winner and {Meaning.FIRST, Meaning.SECOND, Meaning.CHOSEN} <= found.keys():
        drop |= {Meaning.WINNER, Meaning.LOSER, Meaning.SIDE}
    elif {Meaning.WINNER, Meaning.LOSER} <= found.keys():
        drop |= {Meaning.FIRST, Meaning.SECOND, Meaning.CHOSEN}
        if found.get(Meaning.SIDE) in (found[Meaning.WINNER], found[Meaning.LOSER]):
            drop.add(Meaning.SIDE)
    kept = dict(given)
    for role, name in found.items():
        if role not in {*drop, *given} and name not in kept.values():
            kept[role] = name
    return kept


def _are_sides(column: str, sample: Sequence[Row]) -> bool:
    """Say whether a column tells on which side the winner stood: left and right, nothing else."""
    said = {row.get(column).lower() for row in sample}
    return bool(said) and said <= {*_LEFT, *_RIGHT}


def _are_moments(column: str, sample: Sequence[Row]) -> bool:
    return bool(sample) and all(read_moment(row.get(column)) is not None for row in sample)


def _are_times(column: str, sample: Sequence[Row]) -> bool:
    return bool(list(_read_times(column, sample)))


def _are_counts(column: str, sample: Sequence[Row]) -> bool:
    return bool(sample) and all(row.get(column).isdecimal() for row in sample)


_CHECKS: Mapping[Meaning, Callable[[str, Sequence[Row]], bool]] = {
    Meaning.SIDE: _are_sides,
    Meaning.WHEN: _are_moments,
    Meaning.TIME: _are_times,
    Meaning.COUNT: _are_counts,
}
"""What the first rows must have, so that a name is believed."""


def _are_ms(column: str, sample: Sequence[Row]) -> bool:
    return _plain(column) in _MS_NAMES or median(_read_times(column, sample)) > _LONG_TIME


def _read_times(column: str, sample: Sequence[Row]) -> Iterator[float]:
    for row in sample:
        with suppress(InputError):
            yield row.read_number(column)


def _read_numbers(texts: Iterable[str]) -> Iterator[float]:
    for text in texts:
        with suppress(ValueError):
            yield float(text)


def guess_coding(columns: Mapping[Meaning, str], sample: Sequence[Row]) -> Coding:
    """Return what stands in the column of what was chosen, by the first rows."""
    first, second, chosen = (columns[r] for r in (Meaning.FIRST, Meaning.SECOND, Meaning.CHOSEN))
    said = [row for row in sample if row.get(chosen)]
    if any(row.get(chosen) in (row.get(first), row.get(second)) for row in said) and all(
        row.get(chosen) in (row.get(first), row.get(second)) or row.get(chosen).lower() in WORDS
        for row in said
    ):
        return Coding.NAME
    values = {row.get(chosen) for row in said}
    numbers = set(_read_numbers(values))
    if len(numbers) < len(values) or not numbers:
        return Coding.WORD
    if numbers <= {0.0, 0.5, 1.0} and (0.5 in numbers or _plain(chosen) in _SHARES):
        return Coding.SHARE
    if numbers <= {0.0, 1.0}:
        return Coding.INDEX
    return Coding.NUMBER if numbers <= {1.0, 2.0} else Coding.NAME
