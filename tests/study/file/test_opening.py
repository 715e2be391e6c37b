import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file import database, schema
from sortrank_gui.study.file.database import wal_path
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.exclusions import find_exclusions
from sortrank_gui.study.file.journal import Answer, Event, NoteKind
from sortrank_gui.study.file.locking import lock_path
from sortrank_gui.study.file.opening import (
    RECOVERED,
    create_study,
    duplicate_study,
    open_study,
)
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]
DATA = Path(__file__).parent / "data"
RELEASED = DATA / "schema-1.sortrank"


def files_of(path: Path) -> set[str]:
    """Return the names of all files that begin like the study."""
    return {other.name for other in path.parent.iterdir() if path.name in other.name}


def copy_open(path: Path, target: Path, *, wal: bool = True, lock: bool = True) -> Path:
    """Copy a study that is open, as a crash would leave it or a careless user would take it."""
    shutil.copy(path, target)
    if wal:
        shutil.copy(f"{path}-wal", f"{target}-wal")
    if lock:
        shutil.copy(f"{path}-lock", f"{target}-lock")
    return target


def test_create_writes_all_and_opening_reads_it(tmp_path: Path) -> None:
    """Design, items in any script and truth come back; the format is marked."""
    design = Design(title="استطلاع", prompt="Welches Bild?", offer_equal=True)
    items = [Item("ä"), Item("ب", text="two\nlines"), Item("=1+1")]
    create_study(tmp_path / "a.sortrank", design, items, [1.0, 2.0, -3.5])
    with open_study(tmp_path / "a.sortrank") as study:
        assert study.design == design
        assert [(i.name, i.text) for i in study.content.items] == [(i.name, i.text) for i in items]
        assert study.content.truth == (1.0, 2.0, -3.5)
        assert not study.is_frozen
    connection = sqlite3.connect(tmp_path / "a.sortrank")
    assert connection.execute("PRAGMA application_id").fetchone() == (schema.APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    tables = connection.execute(
        "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    connection.close()
    assert set(tables) == {(1,)}


def test_commits_wait_for_the_disk(make_study: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside of tests the writing connection has WAL, synchronous=FULL and foreign keys."""
    monkeypatch.undo()
    assert database.SYNCHRONOUS == "FULL"
    path = make_study()
    with open_study(path) as study:
        found = [
            study._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert found == ["wal", 2, 1]


def test_files_are_private_and_closing_leaves_one(make_study: Make, answer_many: Robot) -> None:
    """Mode 0600 for the file and what lies beside it; after closing nothing lies there."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 3)
    beside = {path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-lock"))}
    if os.name == "posix":  # on Windows the folder of the user is private as a whole
        assert {stat.S_IMODE(other.stat().st_mode) for other in beside} == {0o600}
    survey.close()
    assert files_of(path) == {path.name}


def test_reading_leaves_no_files(make_study: Make) -> None:
    """Looking at a study does not litter its folder, nor change it."""
    path = make_study()
    before = path.read_bytes()
    with open_study(path, read_only=True) as study:
        assert study.read_only
    check_study(path)
    assert files_of(path) == {path.name}
    assert path.read_bytes() == before


def test_create_does_not_replace_a_file(make_study: Make) -> None:
    """A name that is taken is refused, and the file there stays."""
    path = make_study()
    before = path.read_bytes()
    with pytest.raises(StudyFileError, match="there already"):
        create_study(path, Design(title="t", prompt="p"), [Item("a"), Item("b")])
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("items", "word"),
    [([Item("a")], "2 to"), ([Item("a"), Item("b", Path("no.png"))], r"no\.png")],
)
def test_create_leaves_nothing_half_made(tmp_path: Path, items: list[Item], word: str) -> None:
    """Bad items or a missing picture leave no file at all."""
    with pytest.raises(InputError, match=word):
        create_study(tmp_path / "a.sortrank", Design(title="t", prompt="p"), items)
    assert list(tmp_path.iterdir()) == []


def test_create_in_a_missing_folder_is_a_sentence(tmp_path: Path) -> None:
    """The error names the path."""
    with pytest.raises(StudyFileError, match="nowhere"):
        create_study(
            tmp_path / "nowhere" / "a.sortrank", Design(title="t", prompt="p"), [Item("a")] * 2
        )


def test_save_changes_design_and_items_until_answers_exist(
    make_study: Make, answer_many: Robot
) -> None:
    """Everything may change before the first answer, also after a session without any."""
    path = make_study()
    with open_study(path) as study:
        study.start_session("P01")
        study.save(replace(study.design, strategy="quicksort"), [Item("x"), Item("y"), Item("z")])
        assert study.sessions == []
        assert study.participants == []
    survey = Survey(open_study(path))
    assert [item.name for item in survey.file.content.items] == ["x", "y", "z"]
    answer_many(survey.start(), 1)
    assert survey.file.is_frozen
    with pytest.raises(InputError, match="duplicate"):
        survey.file.save(survey.file.design, [Item("a"), Item("b")])
    survey.close()
    assert not check_study(path).problems


def test_save_of_bad_content_changes_nothing(make_study: Make) -> None:
    """A design with a problem is refused, and the one before stays."""
    path = make_study()
    with open_study(path) as study:
        before = study.content
        with pytest.raises(InputError, match="prompt"):
            study.save(replace(study.design, prompt=""), [Item("a"), Item("b")])
        assert study.content == before
    with open_study(path) as study:
        assert study.content == before


def test_truth_may_come_later(make_study: Make, answer_many: Robot) -> None:
    """A ground truth can be added when answers exist, unless catch trials depend on it."""
    path = make_study(truth=False)
    survey = Survey(open_study(path))
    answer_many(survey.start(), 5)
    survey.file.set_truth([float(k) for k in range(12)])
    survey.close()
    with open_study(path) as study:
        assert study.content.truth == tuple(map(float, range(12)))
    path = make_study("catch", catch_share=0.1)
    survey = Survey(open_study(path))
    answer_many(survey.start(), 5)
    with pytest.raises(InputError, match="catch"):
        survey.file.set_truth(None)
    survey.close()


def test_duplicate_has_no_answers_and_can_change(make_study: Make, answer_many: Robot) -> None:
    """The copy has design, items and truth, another UUID, and is not frozen."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 5)
    duplicate_study(survey.file, path.with_name("copy.sortrank"), title="Second")
    with open_study(path.with_name("copy.sortrank")) as copy:
        assert copy.design == replace(survey.file.design, title="Second")
        assert copy.content.items == survey.file.content.items
        assert copy.uuid != survey.file.uuid
        assert copy.records == []
        copy.save(copy.design, [Item("a"), Item("b")])
    survey.close()


def test_second_opener_reads_and_learns_who_writes(make_study: Make, answer_many: Robot) -> None:
    """The second one can't write, and its notice names host, process and time."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 4)
    with open_study(path) as second:
        assert second.read_only
        assert f"process {os.getpid()} on {socket.gethostname()}, since 2" in second.notices[0]
        assert len(second.records) == 5
        with pytest.raises(StudyFileError, match="in use"):
            second.start_session()
    answer_many(survey.start("B"), 1)
    survey.close()
    with open_study(path) as third:
        assert not third.read_only


HOLD = """
import sys
from pathlib import Path
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.survey import Survey
file = open_study(Path(sys.argv[1]))
if file.read_only:
    sys.exit(file.notices[0])
session = Survey(file).start("child")
for _ in range(5):
    session.answer(Answer.LEFT, seconds=1.0)
print("ready", flush=True)
sys.stdin.read()
"""


def test_lock_of_a_killed_process_clears_itself(make_study: Make) -> None:
    """Two processes: the second reads only; after kill -9 of the first it writes at once."""
    path = make_study()
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"ready"
        with open_study(path) as second:
            assert f"process {child.pid}" in second.notices[0]
            assert len(second.records) == 6
        child.kill()
        child.wait()
    with open_study(path) as study:
        assert not study.read_only
        assert study.notices == [RECOVERED]
        assert len(study.records) == 6
    assert files_of(path) == {path.name}


def test_many_openers_at_once_get_one_writer(make_study: Make) -> None:
    """Threads that race for a study: one may write, the others read."""
    path = make_study()
    opened, barrier = list[bool](), threading.Barrier(8)

    def race() -> None:
        barrier.wait()
        study = open_study(path)
        opened.append(study.read_only)
        barrier.wait()
        study.close()

    threads = [threading.Thread(target=race) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert opened.count(False) == 1
    assert files_of(path) == {path.name}


def test_crash_loses_nothing_and_is_told_once(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """What a crash left in the -wal file is folded in by the next opening, which says so."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 9)
    crashed = copy_open(path, tmp_path / "crashed.sortrank")
    survey.close()
    assert check_study(crashed).notices == []
    with open_study(crashed) as study:
        assert study.notices == [RECOVERED]
        assert len(study.records) == 10
        assert wal_path(crashed).stat().st_size == 0
    with open_study(crashed) as study:
        assert study.notices == []


@pytest.mark.parametrize("first", [True, False])
def test_missing_wal_is_told_and_kept_on_record(
    first: bool, make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """Without its -wal file a study that was open knows what it lost, now and later."""
    path = make_study()
    if not first:
        survey = Survey(open_study(path))
        answer_many(survey.start("A"), 9)
        survey.close()
    survey = Survey(open_study(path))
    answer_many(survey.start("B"), 9)
    lame = copy_open(path, tmp_path / "lame.sortrank", wal=False)
    survey.close()
    with open_study(lame) as study:
        assert "What was saved last is missing (10 " in study.notices[0]
    with open_study(lame) as study:
        assert study.notices == []
        assert "missing (10 " in study.incidents[0][1]
    assert any("missing (10 " in line for line in check_study(lame).notices)


def test_copy_of_an_open_study_is_told(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """A copy of the file alone, taken while answers came in, may lack some and says so."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 9)
    copy = copy_open(path, tmp_path / "copy.sortrank", wal=False, lock=False)
    survey.close()
    assert "may be missing" in check_study(copy).notices[0]
    with open_study(copy) as study:
        assert "may be missing" in study.notices[0]


def test_leftover_lock_of_another_study_does_not_confuse(make_study: Make) -> None:
    """A stray or damaged lock file of a study that was closed is ignored and removed."""
    path = make_study()
    lock_path(path).write_bytes(b'{"host": 3, "nonsense": [')
    with open_study(path) as study:
        assert study.notices == []
    assert files_of(path) == {path.name}


def test_newer_format_is_refused_politely(make_study: Make) -> None:
    """A file of a later SortRank is not touched, and the sentence says what to do."""
    path = make_study()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StudyFileError, match=r"newer SortRank .* Update"):
        open_study(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0", b"\0" * 5000])
def test_file_that_is_no_study_is_refused(tmp_path: Path, content: bytes) -> None:
    """Other files raise a sentence with their name and stay as they are."""
    path = tmp_path / "other.sortrank"
    path.write_bytes(content)
    with pytest.raises(StudyFileError, match=r"other\.sortrank"):
        open_study(path)
    assert path.read_bytes() == content


def test_other_database_is_refused(tmp_path: Path) -> None:
    """Somebody else's SQLite file is not a study."""
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(StudyFileError, match="not a SortRank study"):
        open_study(path)


def test_trigger_in_a_study_is_refused(make_study: Make) -> None:
    """A file that would do more than hold data is not opened."""
    path = make_study()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TRIGGER evil AFTER INSERT ON journal BEGIN DELETE FROM items; END")
    connection.close()
    with pytest.raises(StudyFileError, match="tables of a study"):
        open_study(path)


def test_missing_file_is_a_sentence(tmp_path: Path) -> None:
    """The error names the path."""
    with pytest.raises(StudyFileError, match=r"gone\.sortrank"):
        open_study(tmp_path / "gone.sortrank")


@pytest.mark.posix("links need rights there, and names have other rules")
@pytest.mark.parametrize("name", ["x" * 300, "x\0y", "circle"])
def test_path_that_leads_nowhere_is_a_sentence(name: str, tmp_path: Path) -> None:
    """Names that no system takes and links in a circle are told as any other mistake."""
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(StudyFileError, match="can't be reached"):
        open_study(tmp_path / name)


def test_folder_that_became_read_only_does_not_stop_a_close(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock file can't be removed, but nobody holds it: the study is written again later."""

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 5)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        survey.close()
    assert lock_path(path).exists()
    with open_study(path) as study:
        assert (study.notices, study.read_only) == ([], False)
    assert files_of(path) == {path.name}


@pytest.mark.posix("symbolic links need a right of their own there")
def test_one_lock_for_a_file_of_two_names(make_study: Make, tmp_path: Path) -> None:
    """A symbolic link is no second door to the same study."""
    path = make_study()
    link = tmp_path / "link.sortrank"
    link.symlink_to(path)
    with open_study(path) as first, open_study(link) as second:
        assert not first.read_only
        assert second.read_only


_NOT_THERE = pytest.mark.posix("Windows has no such file names")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("weird ?#%20&=.sortrank", marks=_NOT_THERE),
        pytest.param("a'b;c\n.sortrank", marks=_NOT_THERE),
        "odd #%20&='b;c.sortrank",
        "-x ü 日本.sortrank",
    ],
)
def test_any_name_will_do(name: str, make_study: Make, answer_many: Robot) -> None:
    """Names with characters that mean something elsewhere are just names."""
    path = make_study().rename(make_study("other").with_name(name))
    survey = Survey(open_study(path))
    answer_many(survey.start(), 3)
    survey.close()
    assert check_study(path).counts["answers"] == 3
    assert files_of(path) == {path.name}


def test_disk_that_fails_at_opening_leaves_the_study_complete(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error while the study is marked as open is a sentence, and the next opening is normal."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start(), 3)
    survey.close()

    def fail(*_: object) -> None:
        raise StudyFileError("disk")

    with monkeypatch.context() as broken:
        broken.setattr(StudyFile, "mark_open", fail)
        with pytest.raises(StudyFileError, match="disk"):
            open_study(path)
    with open_study(path) as study:
        assert not study.read_only
        assert study.notices == []
        assert len(study.records) == 5


def test_old_sqlite_is_told(make_study: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python whose SQLite has no strict tables gets a sentence, not an error in SQL."""
    path = make_study()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(StudyFileError, match="newer Python"):
        open_study(path)


def test_connection_belongs_to_its_thread(make_study: Make) -> None:
    """Another thread that writes is a mistake of the program, and is told."""
    study = open_study(make_study())
    found: list[BaseException] = []

    def write() -> None:
        try:
            study.start_session()
        except sqlite3.ProgrammingError as error:
            found.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    assert len(found) == 1
    study.close()


def test_released_format_stays_readable(tmp_path: Path) -> None:
    """The first released format opens, resumes and passes a check, and has what it had."""
    path = Path(shutil.copy(RELEASED, tmp_path / "old.sortrank"))
    report = check_study(path)
    assert report.problems == []
    assert report.counts["answers"] == 64
    survey = Survey(open_study(path))
    assert survey.file.design.texts.welcome == "Willkommen! أهلا وسهلا"
    session = survey.start("P01")
    assert session.answered == 36
    assert session.answer(Answer.LEFT, seconds=1.0) is not None
    survey.close()
    assert check_study(path).problems == []


def test_second_format_stays_readable(tmp_path: Path) -> None:
    """A study of format 2 keeps all it had; who is a robot is told by the answers."""
    path = Path(shutil.copy(DATA / "schema-2.sortrank", tmp_path / "old.sortrank"))
    report = check_study(path)
    assert report.problems == []
    assert report.counts["answers"] == 84
    survey = Survey(open_study(path))
    robots = [row.is_robot for row in survey.file.sessions]
    assert robots == [False, True, False]
    assert [note.text for note in survey.file.notes][-1] == "P02 was there"
    session = survey.start("P01")
    with pytest.raises(InputError, match="P01 has not agreed"):  # that format kept no consent
        session.answer(Answer.LEFT, seconds=1.0)
    survey.file.add_event(EventKind.CONSENT, {}, survey.file.sessions[0])
    assert session.answer(Answer.LEFT, seconds=1.0) is not None
    survey.close()
    assert check_study(path).problems == []


def test_third_format_stays_readable(tmp_path: Path) -> None:
    """A study of format 3 keeps all it had, and is the first question of the newer one."""
    path = Path(shutil.copy(DATA / "schema-3.sortrank", tmp_path / "old.sortrank"))
    before = check_study(path)
    assert before.problems == []
    assert before.counts["answers"] == 84
    survey = Survey(open_study(path))
    assert {sort.question for sort in survey.file.sorts.values()} == {0}
    assert find_exclusions(survey.file.everything).excluded.keys() == {("P02", 1, 5)}
    session = survey.start("P01")
    assert session.answer(Answer.LEFT, seconds=1.0) is not None
    survey.close()
    assert check_study(path).counts["answers"] == 85


def test_migration_runs_once_with_a_backup_first(
    make_study: Make,
    answer_many: Robot,
    monkeypatch: pytest.MonkeyPatch,
    data_home: Path,
) -> None:
    """An older file is brought up to date; the backup of before has the older format."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 9)
    survey.close()
    for backup in data_home.rglob("*.sortrank"):
        backup.unlink()
    later = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;"
    now = schema.VERSION
    monkeypatch.setattr(schema, "VERSION", now + 1)
    monkeypatch.setattr(schema, "TABLES", schema.TABLES + later)
    monkeypatch.setitem(schema.MIGRATIONS, now, lambda connection: connection.execute(later))
    try:
        with open_study(path, read_only=True) as study:
            assert len(study.records) == 11
        with open_study(path) as study:
            assert study.notices == []
            assert [r.event for r in study.records][-1] == Event.PAUSE
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA user_version").fetchone() == (now + 1,)
        connection.close()
        (backup,) = data_home.rglob("*.sortrank")
        connection = sqlite3.connect(backup)
        assert connection.execute("PRAGMA user_version").fetchone() == (now,)
        connection.close()
        assert check_study(path).problems == []
    finally:
        monkeypatch.undo()


def test_notes_stay_with_their_session(make_study: Make, tmp_path: Path) -> None:
    """Reasons, events and notes are in the file, in their order, and go when the design changes."""
    path = make_study()
    with open_study(path) as study:
        row = study.start_session("P01")
        study.add_note(row, NoteKind.NOTE, " came late\n")
        study.add_note(row, NoteKind.REASON, "fire alarm")
    with open_study(path) as study:
        assert [(note.kind, note.text) for note in study.notes] == [
            ("note", "came late"),
            ("reason", "fire alarm"),
        ]
        assert {note.session for note in study.notes} == {row.id}
        study.save(study.design, study.content.items)
        assert study.notes == []
    assert check_study(path).problems == []


def test_first_format_gets_room_for_notes(tmp_path: Path) -> None:
    """A file of format 1 takes notes after it was opened once."""
    path = Path(shutil.copy(RELEASED, tmp_path / "old.sortrank"))
    with open_study(path) as study:
        study.add_note(study.sessions[0], NoteKind.NOTE, "still here")
    with open_study(path, read_only=True) as study:
        assert [note.text for note in study.notes] == ["still here"]


def test_whole_numbers_do_for_shares(tmp_path: Path) -> None:
    """A design made with 0 in the place of 0.0 is read as it was saved."""
    items = [Item("a", text="a"), Item("b", text="b")]
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="T", prompt="Which?", catch_share=0), items)
    with open_study(path) as file:
        assert file.design.catch_share == 0.0


_DIE_AFTER_MIGRATION = """
import os, sys
from pathlib import Path
from sortrank_gui.study.file import opening
calls, read = [], opening.read_everything
def read_or_die(connection, path, **options):
    calls.append(path)
    return read(connection, path) if len(calls) == 1 else os._exit(1)
opening.read_everything = read_or_die
opening.open_study(Path(sys.argv[1]))
"""


def test_crash_right_after_a_migration_is_no_riddle(tmp_path: Path) -> None:
    """The new format is still in the -wal file, which belongs to the study and is read with it."""
    path = Path(shutil.copy(DATA / "schema-2.sortrank", tmp_path / "old.sortrank"))
    command = [sys.executable, "-c", _DIE_AFTER_MIGRATION, str(path)]
    assert subprocess.run(command).returncode == 1
    assert path.with_name("old.sortrank-wal").stat().st_size > 0
    assert check_study(path).problems == []
    with open_study(path) as file:
        assert file.notices == []
    assert not list(tmp_path.glob("*before*"))


def test_crashed_study_in_a_read_only_folder_says_what_to_do(make_study: Make) -> None:
    """SQLite can't make its -shm file there: the study is to be copied along with its -wal file."""
    path = make_study()
    wal_path(path).touch()
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorname = "SQLITE_CANTOPEN"
    with (
        pytest.raises(StudyFileError, match="copy it elsewhere, together with the file"),
        database.sentences(path, "open it"),
    ):
        raise error
