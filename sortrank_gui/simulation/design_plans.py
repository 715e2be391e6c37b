"""A study with several questions and conditions as its people see it: minutes, and what to expect.

How it works
------------
A person answers every question up to its budget, at a pace. All people of a condition together give
a question's answers in that condition; all people give them in all. Both numbers of answers are
simulated with the question's own strategy and number of items, and items' mean distance from their
true ranks is told, for everybody together and for one condition alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.experiments import Experiment, Measurement
from sortrank_gui.simulation.populations import Normal

QUERY_SECONDS, PAGE_SECONDS = 8.0, 20.0
"""How long a question of a questionnaire takes, and a page to read."""


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """What one person does for a question."""

    name: str
    n_items: int
    strategy: str
    trials: int
    """That a person answers, practice aside."""
    share: float = 1.0
    """Which share of them compares items anew."""
    practice: int = 0


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """People, and what each of them does."""

    questions: tuple[PlannedQuestion, ...]
    people: int
    conditions: int = 1
    queries: int = 0
    """Questions of questionnaires."""
    pages: int = 0
    seconds: float = 4.0
    """How long an answer takes."""

    def __post_init__(self) -> None:
        if self.people < max(self.conditions, 1):
            raise InputError(
                f"{self.conditions} conditions need as many people, and there are {self.people}."
            )

    @property
    def minutes(self) -> float:
        """How long a session is."""
        trials = sum(each.trials + each.practice for each in self.questions)
        others = self.queries * QUERY_SECONDS + self.pages * PAGE_SECONDS
        return (trials * self.seconds + others) / 60

    @property
    def people_each(self) -> int:
        """How many people the smallest condition has."""
        return self.people // max(self.conditions, 1)

    def answers(self, question: PlannedQuestion, people: int) -> int:
        """Return how many comparisons so many people give."""
        return max(1, round(people * question.trials * question.share))

    def experiments(
        self, spread: float, *, repetitions: int = 10, seed: int = 1
    ) -> list[Experiment]:
        """Return what to simulate, one experiment a question."""
        return [
            Experiment(
                each.n_items,
                Normal(spread),
                (each.strategy,),
                tuple(sorted({self.answers(each, n) for n in (self.people_each, self.people)})),
                repetitions=repetitions,
                seed=seed,
            )
            for each in self.questions
        ]


@dataclass(frozen=True, slots=True)
class ExpectedQuestion:
    """What to expect of a question."""

    question: PlannedQuestion
    answers: int
    """Comparisons in all."""
    places: float
    """Off, per item, with everybody's answers."""
    places_each: float
    """The same with the answers of one condition."""


def expect_questions(
    study: PlannedStudy, rows: Sequence[Iterable[Measurement]]
) -> list[ExpectedQuestion]:
    """Return what simulations say, of which each question has its own rows."""
    found = []
    for question, own in zip(study.questions, rows, strict=True):
        off = _average(own, question.n_items)
        whole, part = (study.answers(question, n) for n in (study.people, study.people_each))
        found.append(ExpectedQuestion(question, whole, off[whole], off[part]))
    return found


def describe_expected(study: PlannedStudy, expected: Sequence[ExpectedQuestion]) -> str:
    """Say it in a line or two."""
    several = study.conditions > 1
    head = [_count(study.people, "person", "people"), _count(len(study.questions), "question")]
    head += [_count(study.conditions, "condition")] * several
    told = f"{', '.join(head)}: {_tell_minutes(study.minutes)} each"
    if several:
        told += f", {_count(study.people_each, 'person', 'people')} a condition"
    parts = []
    for each in expected:
        name = f"{each.question.name}: " * (len(expected) > 1)
        alone = f" ({each.places_each:.1f} in one condition)" * several
        parts.append(f"{name}an item is {each.places:.1f} places off{alone}")
    return f"{told}. Expected error: {'; '.join(parts)}."


def _average(rows: Iterable[Measurement], n_items: int) -> Mapping[int, float]:
    found: dict[int, list[float]] = {}
    for row in rows:
        found.setdefault(row.c, []).append(row.displacement / n_items)
    return {c: float(np.mean(values)) for c, values in found.items()}


def _count(number: int, singular: str, plural: str = "") -> str:
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def _tell_minutes(minutes: float) -> str:
    return f"{60 * minutes:.0f} seconds" if minutes < 1.5 else f"{minutes:.0f} minutes"
