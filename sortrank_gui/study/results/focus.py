"""A study as if it had asked one question only, about that question's items.

Whatever is computed, shown or written about a study is about one question; what follows from a
study with several is made of these.
"""

from dataclasses import replace

import numpy as np

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.focusing import focus_content, is_plain
from sortrank_gui.study.design.versions import list_blocks, make_version, question_items
from sortrank_gui.study.file.journal import Event
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.survey.schedule import Pair, choose_catch_pairs

_FOCUS, _WHOLE = "focus", "whole"


def focus(study: Everything, question: int) -> Everything:
    """Return a study that has one question and its items; a plain one is that already.

    Of a study that has fewer questions it is the last.
    """
    if is_plain(study.content):
        return study
    question = min(question, len(list_blocks(study.content.design)) - 1)
    key = (len(study.records), len(study.events), len(study.sessions), tuple(study.participants))
    kept = study.cache.setdefault(_FOCUS, {})
    before = kept.get(question)
    if before is None or before[0] != key or before[1] is not study.content:
        kept[question] = key, study.content, _make(study, question)
    found: Everything = kept[question][2]
    return found


def find_whole(study: Everything) -> Everything:
    """Return the study with all of its questions."""
    whole: Everything = study.cache.get(_WHOLE, study)
    return whole


def list_questions(study: Everything) -> tuple[str, ...]:
    """Return the names of all questions, also of a study that is focused on one."""
    return tuple(step.name for step in list_blocks(find_whole(study).content.design))


def find_catch_pairs(content: Content) -> list[Pair]:
    """Return the pairs (better, worse) of catch trials of one question, in any condition."""
    found: dict[Pair, None] = {}
    design = content.design
    for name in [each.name for each in design.conditions] or [""]:
        items = make_version(design, name).block_items(0, content.items)
        truth = None if content.truth is None else [content.truth[k] for k in items]
        pairs = choose_catch_pairs(design, [content.items[k] for k in items], truth)
        found |= dict.fromkeys((items[better], items[worse]) for better, worse in pairs)
    return list(found)


def _make(study: Everything, question: int) -> Everything:
    content = study.content
    records = _choose(study.records, question)
    numbers = np.full(len(content.items), -1)
    items = question_items(content.design, question, content.items)
    numbers[list(items)] = np.arange(len(items))
    sorts = {row.id: row.sort for row in study.sessions.values()}
    told = zip(records.column("session").tolist(), records.column("sort").tolist(), strict=True)
    sorts |= {session: sort for session, sort in told if sort in study.sorts}
    return replace(
        study,
        content=focus_content(content, question),
        sessions={number: _tell(row, sorts[number]) for number, row in study.sessions.items()},
        records=records.renumber(numbers),
        cache={_WHOLE: study},
    )


def _choose(records: Records, question: int) -> Records:
    """Return the answers to a question, what took some of them back, and all that is no answer."""
    own = records.column("question") == question
    answers, undoes = records.is_event(Event.ANSWER), records.is_event(Event.UNDO)
    session = records.column("session").astype(np.int64) << 32
    taken = (session + records.column("seq"))[answers & own]
    kept = np.where(answers, own, True)
    kept[undoes] = np.isin((session + records.column("undoes"))[undoes], taken)
    return records.take(kept)


def _tell(row: SessionRow, sort: int) -> SessionRow:
    return replace(row, sort=sort)
