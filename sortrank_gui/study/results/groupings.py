"""Ways to part people into groups: by condition, and by any question of a questionnaire."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from sortrank_gui.study.design.questionnaire import REFUSED, FieldKind
from sortrank_gui.study.file.plans import find_plans
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.questionnaires import FormColumn, find_forms, list_columns
from sortrank_gui.study.results.selection import Selection, find_sessions

_MOST_GROUPS = 60
"""Texts that everybody answers differently are no groups."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """People by what tells them apart; nobody is in two groups that are compared."""

    name: str
    """`condition`, or the name of a column of the questionnaires."""
    title: str
    groups: dict[str, frozenset[str]]
    """Codes of participants by the group's words."""


def list_groupings(study: Everything, selection: Selection) -> list[Grouping]:
    """Return all ways that make two groups or more of the people whom a selection lets pass."""
    found = [_group_by_condition(study, selection)]
    forms = find_forms(study, selection)
    answers: dict[str, dict[str, object]] = {}
    columns = list(list_columns(study))
    for (_, step), form in sorted(forms.items(), key=lambda pair: pair[1].at):
        for column in columns:
            if column.step == step and (answer := column.pick(form.given)) is not None:
                answers.setdefault(column.name, {})[form.session.participant] = answer
    found += [_group_by_answer(each, answers.get(each.name, {})) for each in columns]
    return [each for each in found if _is_useful(each)]


def _is_useful(grouping: Grouping) -> bool:
    people = frozenset().union(*grouping.groups.values())
    return 2 <= len(grouping.groups) <= _MOST_GROUPS and len(people) > 1


def _group_by_condition(study: Everything, selection: Selection) -> Grouping:
    plans, groups = find_plans(study), dict[str, set[str]]()
    for number in sorted(find_sessions(study, selection)):
        if number in plans and plans[number].condition:
            people = groups.setdefault(plans[number].condition, set())
            people.add(study.sessions[number].participant)
    names = [each.name for each in study.content.design.conditions if each.name in groups]
    return Grouping("condition", "Condition", {n: frozenset(groups[n]) for n in names})


def _group_by_answer(column: FormColumn, answers: dict[str, object]) -> Grouping:
    groups: dict[str, set[str]] = {}
    for word, code in _name_groups(column, answers):
        groups.setdefault(word, set()).add(code)
    title = column.label or column.name
    known = _list_words(column)
    ordered = [word for word in known if word in groups]
    ordered += [word for word in groups if word not in known]  # which no form of ours could give
    return Grouping(column.name, title, {word: frozenset(groups[word]) for word in ordered})


def _list_words(column: FormColumn) -> list[str]:
    """Return the groups that a choice can make, in their order."""
    query, refused = column.query, ["rather not say"]
    match query.kind:
        case FieldKind.SINGLE | FieldKind.LIKERT:
            return [*query.options, *refused]
        case FieldKind.MULTIPLE:
            words = [word for text in query.options for word in (text, f"not: {text}")]
            return [*words, *refused]
        case _:
            return []


def _name_groups(column: FormColumn, answers: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield a group and a participant; of several choices, one group for and one against each."""
    query = column.query
    numbers = [a for a in answers.values() if isinstance(a, int | float)]
    middle = median(numbers) if numbers else 0.0
    for code, answer in answers.items():
        if answer == REFUSED:
            yield "rather not say", code
        elif query.kind in (FieldKind.SINGLE, FieldKind.LIKERT) and isinstance(answer, int):
            if 1 <= answer <= len(query.options):
                yield query.options[answer - 1], code
        elif query.kind is FieldKind.MULTIPLE and isinstance(answer, list):
            for number, text in enumerate(query.options, start=1):
                yield (text if number in answer else f"not: {text}"), code
        elif isinstance(answer, int | float):
            yield (f"up to {middle:g}" if answer <= middle else f"above {middle:g}"), code
        elif isinstance(answer, str) and answer.strip():
            yield " ".join(answer.split()), code
