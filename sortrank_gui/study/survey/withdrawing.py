"""Deletes a participant's data for good, where they ask for it, and corrects mistyped codes.

How it works
------------
A sort that several people carried on can't be replayed without the answers that go. It is taken
back to the last step before the first of them: what others told it later stays in the ranking, but
belongs to no sort any more. Strategies that learn from any pair just learn from fewer.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from sortrank_gui.errors import InputError, ReplayError
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.codes import require_code, tell_reached
from sortrank_gui.study.file.events import EventKind, text_digest
from sortrank_gui.study.file.exclusions import find_session
from sortrank_gui.study.file.forgetting import mark_withdrawal
from sortrank_gui.study.file.journal import Event
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.file.rewriting import with_code, without_code, without_sessions
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.replaying import (
    asked_sorts,
    group_told,
    replay_sort,
    told_records,
)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What is deleted for good when a participant withdraws."""

    participant: str
    sessions: int
    answers: int
    notes: int
    backups: tuple[Path, ...]
    """They all go; a new one is made."""
    copies: tuple[Path, ...]
    """Files that may still have the data, which only their owner can decide about."""

    @property
    def words(self) -> str:
        """What goes, in a sentence."""
        parts = [
            f"{number:,} {word}{'s' * (number != 1)}"
            for number, word in (
                (self.sessions, "session"),
                (self.answers, "answer"),
                (self.notes, "note"),
                (len(self.backups), "older backup"),
            )
        ]
        return f"{', '.join(parts[:-1])} of {self.participant}, and {parts[-1]} of the study"


def prepare_withdrawal(file: StudyFile, code: str) -> Withdrawal:
    """Return what would be deleted; nothing is."""
    rows = _rows_of(file.everything, code)
    numbers = {row.id for row in rows}
    return Withdrawal(
        code,
        len(rows),
        sum(int(file.records_of(row).is_event(Event.ANSWER).sum()) for row in rows),
        sum(note.session in numbers for note in file.notes),
        tuple(backups.list_own(file.path, file.uuid)),
        tuple(backups.list_other_copies(file.path, file.uuid)),
    )


def withdraw(file: StudyFile, code: str) -> Withdrawal:
    """Delete a participant's data from the study and its backups; only that one withdrew stays."""
    found = prepare_withdrawal(file, code)
    rows = _rows_of(file.everything, code)
    reached = tell_reached(file.next_code(), file.next_code(without=code))

    def change(study: Everything) -> Everything:
        rest = without_sessions(study, {row.id for row in rows})
        return _mend_sorts(without_code(rest, code))

    # Digests of names that were drawn at random: a merge must not bring the data back.
    gone = sorted(text_digest(row.uuid) for row in rows)
    mark_withdrawal(file.path, file.uuid, gone)
    file.rewrite(change, EventKind.WITHDRAW, {"sessions": gone, **reached})
    file.forget_for_good()
    return found


def rename_participant(file: StudyFile, old: str, new: str, *, join: bool = False) -> None:
    """Correct a code; `join` puts its sessions behind those that the other code has already."""
    study, rows = file.everything, _rows_of(file.everything, old)
    robot = rows[-1].is_robot
    new = require_code(replace(file.design, codes_in_order=False), new, [], file.participants)
    theirs = [row for row in study.sessions.values() if row.participant == new]
    if new == old:
        raise InputError(f"{old} has this code already.")
    if theirs and not join:
        raise InputError(
            f"{new} has taken part, too. If both are the same person, say that they are one "
            "(--join); else choose another code."
        )
    if theirs and theirs[-1].is_robot != robot:
        raise InputError(f"{old} and {new} are a person and a robot.")

    def change(found: Everything) -> Everything:
        return with_code(found, old, new)

    file.rewrite(change, EventKind.RENAME, {"old": old, "new": new})


def decline(file: StudyFile, session: SessionRow) -> None:
    """Remove a session of somebody who did not consent; only that somebody declined stays."""
    if file.records_of(session).is_event(Event.ANSWER).any():
        raise InputError("There are answers already; the participant can withdraw instead.")

    def change(study: Everything) -> Everything:
        return without_sessions(study, {session.id})

    file.rewrite(change, EventKind.DECLINED, {})


def _rows_of(study: Everything, code: str) -> list[SessionRow]:
    find_session(study, (code, None, None))  # raises if nobody has this code
    return [row for row in study.sessions.values() if row.participant == code]


def _mend_sorts(study: Everything) -> Everything:
    """Take every sort that can't be replayed any more back to where it can."""
    for number in asked_sorts(study):
        if not _can_replay(study, number):
            study = _take_back(study, number)
    return study


def _can_replay(study: Everything, number: int) -> bool:
    try:
        replay_sort(study, number)
    except ReplayError:
        return False
    return True


def _take_back(study: Everything, number: int) -> Everything:
    """Let a sort end before the first answer that asked for more answers than there are now."""
    row, own = study.sorts[number], group_told(study).get(number, Records())
    shared = 0
    if row.parent is not None:
        shared = min(row.shared_steps, len(told_records(study, row.parent)))
    study = replace(study, sorts={**study.sorts, number: replace(row, shared_steps=shared)})
    least, most = 0, len(own)
    while least < most:  # how many of its own answers can be told
        middle = (least + most + 1) // 2
        if _can_replay(_loosen(study, {(r.session, r.seq) for r in own[middle:]}), number):
            least = middle
        else:
            most = middle - 1
    return _loosen(study, {(r.session, r.seq) for r in own[least:]})


def _loosen(study: Everything, which: set[tuple[int, int]]) -> Everything:
    """Let answers belong to no sort."""
    records = (
        r._replace(sort=None, step=None) if (r.session, r.seq) in which else r
        for r in study.records
    )
    return replace(study, records=Records(records))
