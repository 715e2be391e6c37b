"""The answers that count, as sessions, sorts and other threads keep them: in compact rows."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import Comparisons, Outcome
from sortrank_gui.study.file.compact_rows import NONE, CompactRows, Values, describe
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Kind, Trial
from sortrank_gui.study.file.records import ANSWER_CODES, KIND_CODES, Bools, Records

_OUTCOMES = np.array([0, *(answer.outcome for answer in Answer)], dtype=np.int64)
_KINDS = (Kind.REGULAR, *Kind)
_ANSWERS = (Answer.NEITHER, *Answer)
"""By their codes, from 1."""


class GivenAnswers(CompactRows[GivenAnswer]):
    """Answers, as sessions and sorts keep them."""

    _packing, _type = describe(
        (
            ("number", "i"),
            ("left", "i"),
            ("right", "i"),
            ("kind", "B"),
            ("round", "i"),
            ("step", "i"),
            ("place", "i"),
            ("answer", "B"),
            ("seconds", "d"),
            ("by_robot", "B"),
            ("question", "i"),
        )
    )

    def _pack(self, row: GivenAnswer) -> Values:
        trial = row.trial
        return (
            trial.number,
            trial.left,
            trial.right,
            KIND_CODES[trial.kind],
            trial.round,
            NONE if trial.step is None else trial.step,
            trial.place,
            ANSWER_CODES[row.answer],
            row.seconds,
            row.by_robot,
            trial.question,
        )

    def _unpack(self, values: Values) -> GivenAnswer:
        number, left, right, kind, round_, step, place, answer, seconds, by_robot, question = values
        step = None if step == NONE else step
        trial = Trial(number, left, right, _KINDS[kind], round_, step, place, question)
        return GivenAnswer(trial, _ANSWERS[answer], seconds, bool(by_robot))

    @classmethod
    def from_records(cls, records: Records) -> Self:
        """Return the answers of records, all of which are some."""
        values = np.zeros(len(records), cls._type)
        values["number"] = records.column("trial")
        for name in ("left", "right", "kind", "step", "answer", "question"):
            values[name] = records.column(name)
        for name in ("round", "place"):
            values[name] = np.maximum(records.column(name), 0)  # none is 0 here
        values["seconds"] = records.column("response_ms") / 1000
        values["by_robot"] = records.column("robot") == 1
        return cls()._make(values)

    def outcomes(
        self, kinds: Collection[Kind] = tuple(Kind), start: int = 0, stop: int | None = None
    ) -> NDArray[np.int64]:
        """Return (left, right, outcome) of some answers; other kinds of trials have no outcome."""
        values = self._values(start, stop)
        counts = np.isin(values["kind"], [KIND_CODES[kind] for kind in kinds])
        outcomes = np.where(counts, _OUTCOMES[values["answer"]], Outcome.NEITHER)
        return np.column_stack([values["left"], values["right"], outcomes]).astype(np.int64)

    def are_of(self, kind: Kind) -> Bools:
        """Return where a trial is of this kind."""
        return np.asarray(self.column("kind") == KIND_CODES[kind])

    def count_shared(self, other: "GivenAnswers", most: int) -> int:
        """Return how many of the first answers are the same."""
        differs = np.flatnonzero(self._values(0, most) != other._values(0, most))
        return int(differs[0]) if len(differs) else most

    def without(self, place: int) -> "GivenAnswers":
        """Return all answers but one, as a list of their own."""
        if place == len(self) - 1:
            return self.first(place)
        return self.take(np.arange(len(self)) != place)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The first `length` answers of a list, which is only ever appended to.

    Undo starts a new list, so another thread may read a snapshot without a lock or a copy.
    """

    journal: GivenAnswers
    length: int

    @classmethod
    def of(cls, answers: Iterable[GivenAnswer]) -> Self:
        """Return these answers as a snapshot."""
        kept = GivenAnswers(answers)
        return cls(kept, len(kept))

    def answers(self, start: int = 0) -> list[GivenAnswer]:
        """Return the answers from `start` on."""
        return self.journal[start : self.length]


def count_answers(table: Comparisons, answers: Iterable[GivenAnswer]) -> None:
    """Add the answers to regular trials to a table of comparisons."""
    given = answers if isinstance(answers, GivenAnswers) else GivenAnswers(answers)
    table.add_outcomes(*given.outcomes([Kind.REGULAR]).T)
