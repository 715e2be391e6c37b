"""Sorts brought back from a file: all answers that count, told in the order of their arrival."""

from collections.abc import Iterator

from sortrank_gui.errors import ReplayError
from sortrank_gui.study.design.design import IMPORTED
from sortrank_gui.study.file.journal import Record, effective
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.survey.sorts import Sort, Told

Groups = dict[int, list[Record]]
"""Records by the number of their session or sort."""


def replay_sort(study: Everything, number: int, groups: Groups | None = None) -> Sort:
    """Return a sort of the file, told all answers that count; raise where one does not fit."""
    row = study.sorts[number]
    sort = Sort(row.strategy, len(study.content.items), row.seed)
    sort.replay(_name(study, told_records(study, number, groups)))
    return sort


def asked_sorts(study: Everything) -> list[int]:
    """Return the sorts that asked for pairs: imported answers have none."""
    return [number for number, row in study.sorts.items() if row.strategy != IMPORTED]


def told_records(study: Everything, number: int, groups: Groups | None = None) -> list[Record]:
    """Return the records of a sort's answers; those that it shares with its parent come first."""
    groups = group_told(study) if groups is None else groups
    row, own = study.sorts[number], groups.get(number, [])
    if row.parent is None:
        return own
    shared = told_records(study, row.parent, groups)[: row.shared_steps]
    if len(shared) < row.shared_steps:
        raise ReplayError(
            f"Sort {number} begins with {row.shared_steps} answers of sort {row.parent}, "
            f"which has {len(shared)}."
        )
    return shared + own


def group_told(study: Everything) -> Groups:
    """Return the answers that count, by the sort that was told."""
    groups: Groups = {}
    for record in effective(study.records):
        if record.sort is not None:
            groups.setdefault(record.sort, []).append(record)
    return groups


def group_sessions(study: Everything) -> Groups:
    """Return all records by session."""
    groups: Groups = {number: [] for number in study.sessions}
    for record in study.records:
        groups[record.session].append(record)
    return groups


def _name(study: Everything, records: list[Record]) -> Iterator[Told]:
    """Yield answers with words that say where they are in the study."""
    names = {
        row.id: f"Participant {row.participant}, session {row.number}"
        for row in study.sessions.values()
    }
    for record in records:
        yield Told(record.given, f"{names[record.session]}, trial {record.trial}")
