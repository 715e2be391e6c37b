"""What people filled in: the newest answers of each session to every questionnaire."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import fmean, stdev

from sortrank_gui.study.design.questionnaire import CHOICES, REFUSED, Answers, FieldKind, Query
from sortrank_gui.study.design.versions import list_questionnaires
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.results.selection import Selection, find_sessions

_MOST_BARS, _RANGES = 20, 10
"""Of more numbers that differ, ranges are counted."""


@dataclass(frozen=True, slots=True)
class FilledForm:
    """A questionnaire that somebody filled in."""

    session: SessionRow
    step: str
    """The name of the questionnaire."""
    at: str
    language: str
    given: Answers


@dataclass(frozen=True, slots=True)
class FormColumn:
    """One column of a table of answers: a query, or one row of a matrix."""

    step: str
    query: Query
    row: int | None = None
    """Of a matrix, from 0."""

    @property
    def name(self) -> str:
        """What its column is called in tables."""
        return f"{self.step}.{self.query.columns[self.row or 0]}"

    @property
    def label(self) -> str:
        """What was asked."""
        label = " ".join(self.query.label.split())
        if self.row is None:
            return label
        return f"{label}: {self.query.rows[self.row]}" if label else self.query.rows[self.row]

    def pick(self, given: Answers) -> object:
        """Return the answer: a number, a text, a list of choices, a refusal, or None."""
        answer = given.get(self.query.name)
        if self.row is not None and isinstance(answer, list):
            return answer[self.row] if self.row < len(answer) else None
        return answer


def list_columns(study: Everything) -> Iterator[FormColumn]:
    """Yield all columns of all questionnaires, in the order of the timeline."""
    for step in list_questionnaires(study.content.design):
        for query in step.fields:
            if query.kind is FieldKind.LIKERT:
                yield from (FormColumn(step.name, query, k) for k in range(len(query.rows)))
            else:
                yield FormColumn(step.name, query)


def find_forms(study: Everything, selection: Selection) -> dict[tuple[int, str], FilledForm]:
    """Return the newest form of each session and questionnaire that the selection lets pass."""
    inside = find_sessions(study, selection)
    begin, end = selection.span
    found = {}
    for event in study.events:
        if event.kind != EventKind.QUESTIONNAIRE or event.session not in inside:
            continue
        if begin <= event.at < end:
            facts = event.facts
            step = str(facts.get("step", ""))
            found[event.session, step] = FilledForm(
                study.sessions[event.session],
                step,
                event.at,
                str(facts.get("language", "")),
                dict(facts.get("given", {})),
            )
    return found


@dataclass(frozen=True, slots=True)
class QueryTally:
    """What all people answered to one question."""

    column: FormColumn
    counts: dict[str, int]
    """How many gave each answer, in words, in the order of the options or of numbers."""
    answered: int
    """People who said something else than nothing and “rather not say”."""
    refused: int
    mean: float
    deviation: float
    """Of numbers, sliders and scales; NaN for other answers."""

    @property
    def words(self) -> str:
        """A sentence about it."""
        told = f"{self.column.label or self.column.name}: {self.answered:,} answered"
        return f"{told}, {self.refused:,} would rather not say." if self.refused else f"{told}."


def tally_forms(study: Everything, selection: Selection) -> list[QueryTally]:
    """Count the answers to each question; of who came twice, the last ones."""
    newest: dict[tuple[str, str], FilledForm] = {}
    for form in sorted(find_forms(study, selection).values(), key=attrgetter("at")):
        newest[form.session.participant, form.step] = form
    return [
        _tally(column, [form.given for form in newest.values() if form.step == column.step])
        for column in list_columns(study)
    ]


def _tally(column: FormColumn, forms: Sequence[Answers]) -> QueryTally:
    given = [answer for form in forms if (answer := column.pick(form)) is not None]
    known = [answer for answer in given if answer != REFUSED]
    numbers = [float(a) for a in known if isinstance(a, int | float)] if _is_scale(column) else []
    return QueryTally(
        column,
        _count(column, known),
        len(known),
        len(given) - len(known),
        fmean(numbers) if numbers else math.nan,
        stdev(numbers) if len(numbers) > 1 else math.nan,
    )


def _is_scale(column: FormColumn) -> bool:
    return column.query.kind in (FieldKind.NUMBER, FieldKind.SLIDER, FieldKind.LIKERT)


def _count(column: FormColumn, answers: Sequence[object]) -> dict[str, int]:
    options = column.query.options
    if column.query.kind in CHOICES:
        flat = [each for a in answers for each in (a if isinstance(a, list) else [a])]
        return {text: flat.count(k) for k, text in enumerate(options, start=1)}
    numbers = sorted(a for a in answers if isinstance(a, int | float))
    if len(set(numbers)) > _MOST_BARS:
        return _count_ranges(numbers)
    words = [" ".join(a.split()) for a in answers if isinstance(a, str) and a.strip()]
    return dict(Counter(f"{number:g}" for number in numbers)) | dict(Counter(words).most_common())


def _count_ranges(numbers: Sequence[float]) -> dict[str, int]:
    """Return how many numbers lie in each of ten ranges of the same width."""
    low, width = numbers[0], (numbers[-1] - numbers[0]) / _RANGES
    places = Counter(min(int((number - low) / width), _RANGES - 1) for number in numbers)
    ends = [low + k * width for k in range(_RANGES + 1)]
    return {f"{ends[k]:g} – {ends[k + 1]:g}": places[k] for k in range(_RANGES)}
