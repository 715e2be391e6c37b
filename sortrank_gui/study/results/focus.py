"""A study as if it had asked one question only, about that question's items.

Whatever is computed, shown or written about a study is about one question; what follows from a
study with several is made of these.
"""

from dataclasses import replace

import numpy as np

from sortrank_gui.study.design.focusing import focus_content, is_plain
from sortrank_gui.study.design.versions import question_items
from sortrank_gui.study.file.journal import Event
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import Records

_FOCUS = "focus"


def focus(study: Everything, question: int) -> Everything:
    """Return a study that has one question and its items; a plain one is that already."""
    if is_plain(study.content):
        return study
    key = (question, len(study.records), len(study.events), len(study.sessions))
    kept = study.cache.setdefault(_FOCUS, {})
    if kept.get(question, (None,))[0] != key:
        kept[question] = key, _make(study, question)
    found: Everything = kept[question][1]
    return found


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
        cache={},
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
