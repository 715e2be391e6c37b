"""What happened in a session, record by record: answers, undo, pauses; and the fold over them.

How it works
------------
A session's journal only ever grows. Its records are numbered from 1 and each carries a digest of
itself and of the record before, so that a lost, doubled or damaged record is noticed by whoever
reads the file. Undo is a record too: what counts is the fold, the answers that were not taken back.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

from sortrank_gui.errors import StudyFileError
from sortrank_gui.ranking import Outcome


class Answer(StrEnum):
    """What a participant says about the left and the right item."""

    LEFT = "left"
    RIGHT = "right"
    EQUAL = "equal"
    NEITHER = "neither"

    @property
    def outcome(self) -> Outcome:
        """The outcome of the pair (left, right)."""
        return _OUTCOMES[self]

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> "Answer":
        """Return the answer that means this outcome of the pair (left, right)."""
        return list(cls)[list(_OUTCOMES.values()).index(outcome)]


_OUTCOMES = {
    Answer.LEFT: Outcome.FIRST,
    Answer.RIGHT: Outcome.SECOND,
    Answer.EQUAL: Outcome.EQUAL,
    Answer.NEITHER: Outcome.NEITHER,
}


class Kind(StrEnum):
    """Why a trial is shown. Only regular ones reach the sort and the model."""

    REGULAR = "regular"
    PRACTICE = "practice"
    CATCH = "catch"
    REPEAT = "repeat"


class Event(StrEnum):
    """What a record is about."""

    START = "start"
    ANSWER = "answer"
    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"


@dataclass(frozen=True, slots=True)
class Trial:
    """One pair put on the screen; numbers start at 1 and count trials of every kind."""

    number: int
    left: int
    right: int
    kind: Kind = Kind.REGULAR
    round: int = 0
    """The sort or round that a regular trial belongs to, from 1."""
    step: int | None = None
    """How many answers the sort had when it asked; None for a trial that is not the sort's."""
    place: int = 0
    """Which of the sort's open pairs it was then."""
    question: int = 0
    """The number of the block that asks."""
    context: str = ""
    """The name of what the pair is shown with; kept in the answer's detail."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with its trial and response time."""

    trial: Trial
    answer: Answer
    seconds: float
    by_robot: bool = False


class Record(NamedTuple):
    """One line of a journal: a row of the file's table, in the order of its columns."""

    session: int
    seq: int
    event: str
    at: str
    trial: int | None
    kind: str | None
    left: int | None
    right: int | None
    answer: str | None
    response_ms: float | None
    round: int | None
    step: int | None
    place: int | None
    robot: int | None
    undoes: int | None
    digest: bytes
    sort: int | None
    """Which sort was told; not part of the digest, since a merge may have to tell another."""
    detail: str | None = None
    """How the trial was shown and answered: a `Detail` as JSON."""
    question: int | None = None
    """The number of the block that asked; None for the first, as before format 4."""

    @property
    def given(self) -> GivenAnswer:
        """The answer of a record of an answer."""
        number, left, right, ms = self.trial, self.left, self.right, self.response_ms
        if number is None or left is None or right is None or ms is None:
            raise StudyFileError(f"Record {self.seq} of a session is an answer without a trial.")
        trial = Trial(
            number,
            left,
            right,
            Kind(self.kind or ""),
            self.round or 0,
            self.step,
            self.place or 0,
            self.question or 0,
        )
        return GivenAnswer(trial, Answer(self.answer or ""), ms / 1000, bool(self.robot))


class NoteKind(StrEnum):
    """What a note is: of the researcher, why a session ended, or what the program saw."""

    NOTE = "note"
    REASON = "reason"
    EVENT = "event"


class Note(NamedTuple):
    """Words about a session; they change nothing that counts."""

    session: int
    at: str
    kind: str
    text: str


def replace_codes(text: str, codes: Mapping[str, str]) -> str:
    """Return words with other participants' codes in them."""
    known = sorted(map(re.escape, codes), key=len, reverse=True)
    if not known:
        return text
    return re.sub(rf"(?<!\w)({'|'.join(known)})(?!\w)", lambda found: codes[found[0]], text)


def make_record(
    session: int,
    seq: int,
    event: Event,
    at: str,
    before: bytes,
    *,
    given: GivenAnswer | None = None,
    undoes: int | None = None,
    sort: int | None = None,
    detail: str | None = None,
    robot: bool | None = None,
) -> Record:
    """Return the record that follows the one with the digest `before`.

    `robot` says at a session's start whose it is; an answer says itself by whom it is.
    """
    answer: tuple[int | str | float | None, ...] = (
        *(None,) * 9,
        None if robot is None else int(robot),
    )
    if given is not None:
        trial = given.trial
        answer = (
            trial.number,
            trial.kind.value,
            trial.left,
            trial.right,
            given.answer.value,
            round(1000.0 * given.seconds, 3) + 0.0,  # SQLite makes 0 of -0, digests do not
            trial.round,
            trial.step,
            trial.place,
            int(given.by_robot),
        )
    question = None if given is None else given.trial.question or None
    row = (session, seq, event.value, at, *answer, undoes)
    return link(before, Record._make((*row, b"", sort, detail, question)))


def link(before: bytes, record: Record) -> Record:
    """Return a record as it follows the one with the digest `before`."""
    return record._replace(digest=chain(before, record))


def chain(before: bytes, record: Record) -> bytes:
    """Return the digest of a record's columns (`seq` to `undoes`) and of the record before.

    Detail and question are part of it where there are some: records of older formats have none.
    """
    # As quick as can be: opening a study does this for every record.
    _, seq, event, at, trial, kind, left, right, answer, ms, round_, step, place, robot, undoes = (
        record[:15]
    )
    text = (
        f"{seq}|{event}|{at}|{trial}|{kind}|{left}|{right}|{answer}|{ms}|{round_}|{step}|{place}"
        f"|{robot}|{undoes}"
    )
    if record.detail is not None:
        text += f"|{record.detail}"
    if record.question is not None:
        text += f"|question {record.question}"
    return blake2b(before + text.encode(), digest_size=16).digest()


def first_link(*facts: object) -> bytes:
    """Return the digest before a journal's first record: what is fixed about its session."""
    return blake2b("|".join(map(str, facts)).encode(), digest_size=16).digest()
