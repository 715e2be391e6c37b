"""What an open study has saved is counted, whatever it is, so that nothing is lost silently."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.journal import Answer, NoteKind
from sortrank_gui.study.file.locking import lock_path, read_holder
from sortrank_gui.study.file.opening import RECOVERED, open_study
from sortrank_gui.study.file.reading import CHANGES
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import rename_participant
from sortrank_gui.study.upkeep.checking import check_study
from tests.last_changes import AFTER, BEFORE, Change

Make = Callable[..., Path]
Robot = Callable[..., None]


def fill(path: Path, answer_many: Robot) -> None:
    """Let two people answer."""
    survey = Survey(open_study(path))
    for code in ("P01", "P02"):
        session = survey.start(code)
        answer_many(session, 5)
        session.end()
    survey.close()


def crash_after(path: Path, change: Change, *, lose: bool) -> None:
    """Leave a study as a crash does after a change, which may be lost with the `-wal` file."""
    file = open_study(path)
    copies = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal")}
    change(file)
    file.abandon()
    for end, data in copies.items() if lose else ():
        Path(f"{path}{end}").write_bytes(data)


CHANGES_OF_ALL = [
    *(pytest.param(change, False, id=f"before-{name}") for name, change in BEFORE.items()),
    *(pytest.param(change, True, id=f"after-{name}") for name, change in AFTER.items()),
]


@pytest.mark.parametrize(("change", "answered"), CHANGES_OF_ALL)
@pytest.mark.parametrize("read_only", [False, True])
def test_lost_change_of_any_kind_is_told(
    change: Change, answered: bool, read_only: bool, make_study: Make, answer_many: Robot
) -> None:
    """Where the file beside the study loses what was saved last, the study says so."""
    path = make_study()
    if answered:
        fill(path, answer_many)
    crash_after(path, change, lose=True)
    with open_study(path, read_only=read_only) as study:
        assert "What was saved last is missing" in "\n".join(study.notices)


@pytest.mark.parametrize(("change", "answered"), CHANGES_OF_ALL)
def test_kept_change_of_any_kind_is_no_loss(
    change: Change, answered: bool, make_study: Make, answer_many: Robot
) -> None:
    """A crash alone loses nothing, and nobody is told so; also after another opening."""
    path = make_study()
    if answered:
        fill(path, answer_many)
    crash_after(path, change, lose=False)
    with open_study(path, read_only=True) as study:
        assert study.notices == []
    with open_study(path) as study:
        assert study.notices == [RECOVERED]
    with open_study(path) as study:
        assert study.notices == []


@pytest.mark.parametrize("lost", [0, 1])
def test_lock_file_of_an_older_version_still_tells(
    lost: int, make_study: Make, answer_many: Robot
) -> None:
    """It counts records, events and notes; the study may have counted changes before that."""
    path = make_study()
    fill(path, answer_many)
    crash_after(path, AFTER["add_note"], lose=bool(lost))
    holder = read_holder(path)
    assert holder is not None
    assert holder.changes > 0
    with open_study(path, read_only=True) as study:
        lines = len(study.records) + len(study.events) + len(study.notes)
    old = {"host": "here", "process": 1, "since": holder.since, "token": holder.token}
    lock_path(path).write_text(json.dumps(old | {"records": lines + lost, "file": holder.file}))
    with open_study(path) as study:
        assert ["is missing (1 " in each for each in study.notices] == [bool(lost)]


def test_study_of_an_older_version_counts_from_its_lines(
    make_study: Make, answer_many: Robot
) -> None:
    """One without a count gets it at its first opening, and tells what is lost then, too."""
    path = make_study()
    fill(path, answer_many)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM state WHERE key = ?", (CHANGES,))
    crash_after(path, AFTER["change_truth"], lose=True)
    with open_study(path) as study:
        assert "What was saved last is missing (1 " in study.notices[0]


@pytest.mark.parametrize("count", ["", "many", "-1", "9" * 5000])
def test_count_that_is_none_is_a_sentence(count: str, make_study: Make) -> None:
    """A forged count of changes is refused as any other damage."""
    path = make_study()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("REPLACE INTO state VALUES (?, ?)", (CHANGES, count))
    with pytest.raises(StudyFileError, match="is damaged"):
        open_study(path)


def test_any_change_is_backed_up(make_study: Make) -> None:
    """Closing makes a backup of a changed design as of answers, and none of a mere look."""
    path = make_study()
    with open_study(path) as file:
        uuid = file.uuid
    assert backups.list_own(path, uuid) == []
    with open_study(path) as file:
        BEFORE["change_design"](file)
    assert len(backups.list_own(path, uuid)) == 1


def test_foreign_words_in_the_file_are_noticed(make_study: Make, answer_many: Robot) -> None:
    """A note that another program wrote past SQLite is no note of ours: nothing more is saved."""
    path = make_study()
    fill(path, answer_many)
    with open_study(path) as file:
        file.add_note(file.sessions[0], NoteKind.NOTE, "was late")
    file = open_study(path)
    data = path.read_bytes()
    assert b"was late" in data
    path.write_bytes(data.replace(b"was late", b"was good"))
    with pytest.raises(StudyFileError, match="Another program wrote"):
        file.add_note(file.sessions[0], NoteKind.NOTE, "and left")
    file.close()


def test_negative_zero_is_saved_as_zero(make_study: Make) -> None:
    """SQLite knows no -0: a study that has one among its scores and times can be opened again."""
    path = make_study()
    survey = Survey(open_study(path))
    survey.file.set_truth([-0.0] * 12)
    survey.start("P01").answer(Answer.LEFT, seconds=-0.0)
    saved = list(survey.file.records)
    survey.close()
    with open_study(path) as file:
        assert file.content.truth == (0.0,) * 12
        assert file.records[: len(saved)] == saved


def test_content_that_would_be_read_otherwise_is_refused(make_study: Make) -> None:
    """What can't be read as it was written is a sentence at once, and the study stays as it was."""
    path = make_study()
    with open_study(path) as file:
        before = file.content
        with pytest.raises(StudyFileError, match="not as they were saved"):
            file._write_content(replace(before, truth=(-0.0,) * 12), None)
        assert file.content == before
    with open_study(path) as file:
        assert file.content == before


def test_session_from_before_a_correction_writes_nothing(
    make_study: Make, answer_many: Robot
) -> None:
    """Its records would not follow those in the file, which could not be opened any more."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 3)
    AFTER["add_note"](survey.file)
    rename_participant(survey.file, "P01", "P02")
    with pytest.raises(ValueError, match="before the records were changed"):
        answer_many(session, 1)
    survey.file.close()
    assert check_study(path).problems == []
