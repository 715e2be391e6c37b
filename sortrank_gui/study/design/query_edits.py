"""Every edit of a questionnaire as a function from a study's content to the next."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.questionnaire import CHOICES, FieldKind, FieldText, Query
from sortrank_gui.study.design.timeline_edits import change_step
from sortrank_gui.study.design.versions import full_timeline

RANGED = (FieldKind.NUMBER, FieldKind.SLIDER)
_ENDS = 2
"""A slider has words at both of its ends."""


def add_query(
    content: Content, place: int, kind: FieldKind, after: int | None = None
) -> tuple[Content, int]:
    """Add a question of a kind to a questionnaire, behind another or at the end."""
    queries = _queries(content, place)
    row = len(queries) if after is None else after + 1
    query = _fit(Query(_free_name(queries, "q"), kind))
    return _store(content, place, [*queries[:row], query, *queries[row:]]), row


def duplicate_query(content: Content, place: int, row: int) -> tuple[Content, int]:
    """Add a copy of a question behind it, under a name of its own."""
    queries = _queries(content, place)
    copy = replace(queries[row], name=_free_name(queries, queries[row].name))
    return _store(content, place, [*queries[: row + 1], copy, *queries[row + 1 :]]), row + 1


def remove_query(content: Content, place: int, row: int) -> Content:
    """Take a question away."""
    queries = _queries(content, place)
    return _store(content, place, [*queries[:row], *queries[row + 1 :]])


def move_query(content: Content, place: int, row: int, target: int) -> Content:
    """Put a question before the one that stands at `target` now."""
    queries = list(_queries(content, place))
    moved = queries.pop(row)
    queries.insert(target - (target > row), moved)
    return _store(content, place, queries)


def change_query(content: Content, place: int, row: int, **changes: Any) -> Content:
    """Give a question other values; what its kind has no use for goes."""
    queries = list(_queries(content, place))
    before = queries[row]
    queries[row] = after = _fit(replace(before, **changes))
    content = _store(content, place, queries)
    assignment = content.design.assignment
    step = full_timeline(content.design)[place]
    if (assignment.questionnaire, assignment.field) == (step.name, before.name):
        design = replace(content.design, assignment=replace(assignment, field=after.name))
        moved = _follow_options(before.options, after.options)
        conditions = tuple(
            replace(each, options=tuple(sorted(moved[k] for k in each.options if k in moved)))
            for each in design.conditions
        )
        return replace(content, design=replace(design, conditions=conditions))
    return content


def reword_query(content: Content, place: int, row: int, language: str, **words: Any) -> Content:
    """Give a question its `label`, `options` or `rows` in a language."""
    query = _queries(content, place)[row]
    if language == content.design.languages[0]:
        return change_query(content, place, row, **words)
    known = {each.language: each for each in query.translations}
    known[language] = replace(known.get(language, FieldText(language)), **words)
    kept = tuple(each for each in known.values() if each != FieldText(each.language))
    return change_query(content, place, row, translations=kept)


def find_words(query: Query, language: str, first: str) -> FieldText:
    """Return the words of a question in a language alone; empty where it has none."""
    if language == first:
        return FieldText(language, query.label, query.options, query.rows)
    own = (each for each in query.translations if each.language == language)
    return next(own, FieldText(language))


def _queries(content: Content, place: int) -> tuple[Query, ...]:
    return full_timeline(content.design)[place].fields


def _store(content: Content, place: int, queries: Sequence[Query]) -> Content:
    return change_step(content, place, fields=tuple(queries))


def _follow_options(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Return the new numbers of options by the old, both from 1; one that is gone has none.

    An option is known by its words; one that got other words at its place is the same.
    """
    numbers = {text: k for k, text in enumerate(after, start=1)}
    moved = {k: numbers[text] for k, text in enumerate(before, start=1) if text in numbers}
    if len(before) == len(after):
        taken = set(moved.values())
        moved |= {k: k for k in range(1, len(after) + 1) if k not in moved and k not in taken}
    return moved


def _free_name(queries: Sequence[Query], base: str) -> str:
    """Return a name for a column that is free: a stem and a number."""
    taken = {query.name.casefold() for query in queries}
    stem, number = base.rstrip("0123456789"), 1
    while f"{stem}{number}".casefold() in taken:
        number += 1
    return f"{stem}{number}"


def _fit(query: Query) -> Query:
    """Return a question with what its kind needs, and without what it has no use for."""
    least, most = query.least, query.most
    if query.kind not in RANGED:
        least = most = None
    elif query.kind is FieldKind.SLIDER:
        least, most = (0.0 if least is None else least), (100.0 if most is None else most)
    options = query.options if query.kind in CHOICES else ()
    if query.kind is FieldKind.SLIDER:
        options = query.options[:_ENDS]
    rows = query.rows if query.kind is FieldKind.LIKERT else ()
    return replace(query, least=least, most=most, options=options, rows=rows)
