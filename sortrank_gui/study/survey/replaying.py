"""Sorts brought back from a file: all answers that count, told in the order of their arrival."""

from collections.abc import Iterator, Sequence

from sortrank_gui.errors import ReplayError
from sortrank_gui.study.design.design import IMPORTED
from sortrank_gui.study.design.versions import make_version
from sortrank_gui.study.file.journal import Record
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.survey.sorts import Sort, Told

Groups = dict[int, Records]
"""Records by the number of their session or sort."""


def replay_sort(study: Everything, number: int, groups: Groups | None = None) -> Sort:
    """Return a sort of the file, told all answers that count; raise where one does not fit."""
    row = study.sorts[number]
    content = study.content
    version = make_version(content.design, row.condition)
    sort = Sort(row.strategy, version.block_items(row.question, content.items), row.seed)
    sort.replay(_name(study, told_records(study, number, groups)))
    return sort


def asked_sorts(study: Everything) -> list[int]:
    """Return the sorts that asked for pairs: imported answers have none."""
    return [number for number, row in study.sorts.items() if row.strategy != IMPORTED]


def told_records(study: Everything, number: int, groups: Groups | None = None) -> Sequence[Record]:
    """Return the records of a sort's answers; those that it shares with its parent come first."""
    groups = group_told(study) if groups is None else groups
    row, own = study.sorts[number], groups.get(number, Records())
    if row.parent is None:
        return own
    shared = told_records(study, row.parent, groups)[: row.shared_steps]
    if len(shared) < row.shared_steps:
        raise ReplayError(
            f"Sort {number} begins with {row.shared_steps} answers of sort {row.parent}, "
            f"which has {len(shared)}."
        )
    return [*shared, *own]


def group_told(study: Everything) -> Groups:
    """Return the answers that count, by the sort that was told."""
    return study.records.by_sort()


def group_sessions(study: Everything) -> Groups:
    """Return all records by session."""
    return {number: Records() for number in study.sessions} | study.records.by_session()


def _name(study: Everything, records: Sequence[Record]) -> Iterator[Told]:
    """Yield answers with words that say where they are in the study."""
    names = {
        row.id: f"Participant {row.participant}, session {row.number}"
        for row in study.sessions.values()
    }
    for record in records:
        yield Told(record.given, f"{names[record.session]}, trial {record.trial}")
