"""Sorts brought back from a file: all answers that count, told in the order of their arrival."""

from collections.abc import Iterator, Sequence

from sortrank_gui.errors import ReplayError
from sortrank_gui.study.design.design import IMPORTED
from sortrank_gui.study.design.versions import make_version
from sortrank_gui.study.file.journal import Record
from sortrank_gui.study.file.reading import Everything, SortRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.survey.sorts import Count, Sort, Told

Groups = dict[int, Records]
"""Records by the number of their session or sort."""


def replay_sort(
    study: Everything,
    number: int,
    groups: Groups | None = None,
    count: Count | None = None,
    *,
    aside: Sequence[Record] = (),
) -> Sort:
    """Return a sort of the file, told all answers that count; raise where one does not fit.

    Those aside, which forks were told, are verified on the way.
    """
    row = study.sorts[number]
    content = study.content
    version = make_version(content.design, row.condition)
    sort = Sort(row.strategy, version.block_items(row.question, content.items), row.seed)
    told = _name(study, told_records(study, number, groups))
    sort.replay(told, count, aside=_name(study, aside))
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


def find_asides(study: Everything, groups: Groups) -> dict[int, list[int]]:
    """Return by their parents the forks all of whose answers their parent had just asked for.

    Stations of a lab make thousands of them. They are verified along with the parent: a replay of
    each would begin at the beginning.
    """
    found: dict[int, list[int]] = {}
    for number, row in study.sorts.items():
        parent = None if row.parent is None else study.sorts[row.parent]
        own = groups.get(number, Records())
        if (
            parent is not None
            and parent.parent is None
            and _asks_alike(row, parent)
            and row.shared_steps <= len(groups.get(parent.id, ()))
            and _are_open_at_once(own, row.shared_steps)
        ):
            found.setdefault(parent.id, []).append(number)
    return found


def _asks_alike(one: SortRow, other: SortRow) -> bool:
    names = ("strategy", "seed", "question", "condition")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _are_open_at_once(answers: Records, step: int) -> bool:
    """Say whether answers are to different pairs that were asked after so many others."""
    sides = (answers.column(name).tolist() for name in ("left", "right"))
    pairs = {frozenset(pair) for pair in zip(*sides, strict=True)}
    return len(pairs) == len(answers) and bool((answers.column("step") == step).all())


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
