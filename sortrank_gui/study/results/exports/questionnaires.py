"""The questionnaires: one row a session, one column a question, labels in the dictionary."""

from collections.abc import Iterator

from sortrank_gui.study.design.questionnaire import CHOICES, FieldKind, list_cells
from sortrank_gui.study.design.versions import list_questionnaires
from sortrank_gui.study.file.plans import SessionPlan, find_plans
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.study.results.questionnaires import FormColumn, find_forms, list_columns
from sortrank_gui.study.results.selection import find_sessions
from sortrank_gui.tables import Cell

COLUMNS = {
    "participant": "code of the participant",
    "session": "number of the participant's session, from 1",
    "condition": "name of the participant's condition; empty where the study has none",
    "given_by": "person or robot",
    "language": "code of the language of the questionnaires; empty where none was filled in",
}


def describe_columns(study: Everything) -> dict[str, str]:
    """Return all columns with their meaning: what was asked, and what numbers stand for."""
    return COLUMNS | {column.name: describe_column(column) for column in list_columns(study)}


def describe_column(column: FormColumn) -> str:
    """Say what was asked, and what answers stand for."""
    query = column.query
    parts = [column.label or query.name]
    if query.kind in CHOICES:
        options = enumerate(query.options, start=1)
        parts.append("; ".join(f"{number} = {text}" for number, text in options))
    if query.kind is FieldKind.MULTIPLE:
        parts.append("numbers of all that apply, parted by blanks")
    if query.kind in (FieldKind.NUMBER, FieldKind.SLIDER):
        ends = (query.least, query.most)
        told = [None if end is None else f"{end:g}" for end in ends]
        parts += [f"from {told[0]}"] * (told[0] is not None)
        parts += [f"to {told[1]}"] * (told[1] is not None)
        if query.kind is FieldKind.SLIDER and len(query.options) == 2:
            parts.append(" … ".join(query.options))
    if query.may_refuse:
        parts.append("refused = rather not say")
    return " | ".join(filter(None, (" ".join(part.split()) for part in parts)))


def list_forms(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row a session that the selection lets pass, in the order in which they came."""
    study = order.study
    forms, plans = find_forms(study, order.selection), find_plans(study)
    steps = list_questionnaires(study.content.design)
    for number in sorted(find_sessions(study, order.selection)):
        row = study.sessions[number]
        own = {step.name: forms.get((number, step.name)) for step in steps}
        given = {step: {} if form is None else form.given for step, form in own.items()}
        spoken = [form.language for form in own.values() if form is not None and form.language]
        yield (
            row.participant,
            row.number,
            plans.get(number, SessionPlan()).condition or None,
            "robot" if row.is_robot else "person",
            spoken[0] if spoken else None,
            *(
                cell
                for step in steps
                for query in step.fields
                for cell in list_cells(query, given[step.name].get(query.name))
            ),
        )


def _make(order: Order) -> TableFile:
    return TableFile(describe_columns(order.study), list_forms(order))


EXPORT = Export(
    name="questionnaires",
    title="Questionnaires",
    about="One row a session, one column a question; the dictionary has the labels.",
    ending=".csv",
    kind="CSV table",
    unit="session",
    place=8,
    make=_make,
    hides_codes=True,
)
