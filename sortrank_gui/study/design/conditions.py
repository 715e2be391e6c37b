"""Groups of people who get different versions of a study, and how people come into them."""

from dataclasses import dataclass
from enum import StrEnum


class AssignBy(StrEnum):
    """How a participant comes into a condition."""

    LEAST_FILLED = "least filled"
    """Into the one with the fewest people; ties by the seed."""
    CODES = "codes"
    """By a list of codes."""
    HAND = "hand"
    """The researcher chooses at the start of each session."""
    ANSWER = "answer"
    """By the answer to a question of a questionnaire."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A version of the study; what is empty is as the study has it."""

    name: str = ""
    words: tuple[tuple[str, str, str], ...] = ()
    """Other words: language, key (as in `wording.py`; `prompt`, or `prompt NAME` for the question
    of the block NAME) and text."""
    tags: tuple[str, ...] = ()
    """Only items that have one of these tags."""
    strategy: str = ""
    """Of every block that has none of its own."""
    top: int | None = None
    """How many items are the top, where the strategy looks for them."""
    pictures: str = ""
    """The variant of the items that is shown; empty: themselves."""
    codes: tuple[str, ...] = ()
    """Participants of this condition, where codes decide."""
    options: tuple[int, ...] = ()
    """Numbers of the options, from 1, that lead here, where an answer decides."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """How people come into conditions."""

    by: AssignBy = AssignBy.LEAST_FILLED
    questionnaire: str = ""
    field: str = ""
    """The single choice that decides, where an answer does."""
