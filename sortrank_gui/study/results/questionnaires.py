"""What people filled in: the newest answers of each session to every questionnaire."""

from collections.abc import Iterator
from dataclasses import dataclass

from sortrank_gui.study.design.questionnaire import Answers, FieldKind, Query
from sortrank_gui.study.design.versions import list_questionnaires
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.results.selection import Selection, find_sessions


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
