"""Marks that somebody's data are about to go for good, so that a crash leaves no half of it.

How it works
------------
Data that go are in more places than the study: in bytes of the file that nobody uses any more, and
in backups. The mark lies beside the backups, with names of the sessions that go (digests), from
before the study is changed until nothing is left. Whoever opens the study next and finds it goes on
if the study says that these sessions went. A file can't say so by itself: one that a stranger made
would make us delete backups.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import read_json, replacing
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.events import EventKind, StudyEvent
from sortrank_gui.study.file.places import backup_place

_MARK = "withdrawal"


def mark_withdrawal(path: Path, uuid: str, sessions: Sequence[str]) -> None:
    """Write down which sessions are about to go for good."""
    folder = backup_place(backups.backup_folder(), uuid, path)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StudyFileError(f"The folder {folder} can't be made: {error.strerror}.") from error
    with replacing(folder / _MARK, mode=0o600) as file:
        json.dump(list(sessions), file)


def is_withdrawal_open(path: Path, uuid: str, events: Sequence[StudyEvent]) -> bool:
    """Say whether sessions went, and may have left something behind."""
    try:
        marked = read_json(backup_place(backups.backup_folder(), uuid, path) / _MARK)
    except (OSError, ValueError):
        return False
    went = (event for event in events if event.kind == EventKind.WITHDRAW)
    return any(event.facts.get("sessions") == marked for event in went)


def clear_withdrawal(path: Path, uuid: str) -> None:
    """Write down that nothing is left of who withdrew."""
    with suppress(OSError):
        (backup_place(backups.backup_folder(), uuid, path) / _MARK).unlink(missing_ok=True)
