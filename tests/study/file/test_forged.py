"""Studies of strangers: right in every digest, and made to do harm when they are opened."""

import ast
import json
import os
import shutil
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.glance import glance
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.places import backup_place, is_digest, is_uuid, picture_path
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.lab_study import make_lab
from tests.study.forging import forge, replace_schema

Make = Callable[..., Path]
Robot = Callable[..., None]
PACKAGE = Path(__file__).parents[3] / "sortrank_gui"
OLD = Path(__file__).parent / "data" / "schema-1.sortrank"


@pytest.fixture
def answered(make_study: Make, answer_many: Robot) -> Path:
    """Return a study with twenty answers and an event."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 20)
    survey.close()
    return path


def list_files(folder: Path) -> set[Path]:
    """Return all files below a folder."""
    return {path for path in folder.rglob("*") if not path.is_dir()}


@pytest.mark.parametrize("version", [1, 3])
def test_picture_named_as_a_path_writes_nothing(
    version: int, tmp_path: Path, make_study: Make, data_home: Path
) -> None:
    """A digest that is a path is refused, before a backup would write the picture there."""
    path, target = tmp_path / "study.sortrank", tmp_path / "autostart" / "evil"
    target.parent.mkdir()
    if version == 1:
        shutil.copy(OLD, path)
    else:
        path = make_study()
    name = str(target)
    forge(
        path,
        "INSERT INTO images VALUES (?, 'png', 1, 1, 4, x'65766c00')",
        "UPDATE items SET image = ? WHERE id = 0",
        values=(name,),
    )
    before = path.read_bytes()
    with pytest.raises(StudyFileError, match="no digest"):
        open_study(path)
    assert not target.exists()
    assert not list_files(data_home)
    assert path.read_bytes() == before


@pytest.mark.parametrize("uuid", ["../../../evil", "/tmp/evil", "x", ""])
def test_study_named_as_a_path_writes_nothing(uuid: str, tmp_path: Path, data_home: Path) -> None:
    """A UUID that is none is refused, before it becomes the name of a folder."""
    path = tmp_path / "study.sortrank"
    shutil.copy(OLD, path)
    forge(path, "UPDATE study SET uuid = ?", values=(uuid,))
    with pytest.raises(StudyFileError, match="no UUID"):
        open_study(path)
    assert not list_files(data_home)


def test_names_have_one_form() -> None:
    """Only small hex digits and UUIDs as SortRank writes them become parts of paths."""
    digest, uuid = "0" * 64, "12345678-1234-1234-1234-123456789abc"
    assert is_digest(digest)
    assert is_uuid(uuid)
    for wrong in ("0" * 63, "0" * 65, "A" * 64, "/" + "0" * 63, "0" * 64 + "\n", 5, None):
        assert not is_digest(wrong)
    for wrong in (uuid.upper(), "{" + uuid + "}", uuid.replace("-", ""), uuid + "\n", 5, None):
        assert not is_uuid(wrong)
    with pytest.raises(StudyFileError):
        picture_path(Path("/folder"), "../x")
    with pytest.raises(StudyFileError):
        backup_place(Path("/folder"), "../x", Path("/study"))


DATA = {"digest", "uuid", "code", "participant", "title", "language", "key", "link", "row", "image"}
MAKERS = {"joinpath", "with_name", "with_stem", "with_suffix", "Path"}
ALLOWED = {
    "study/file/places.py",  # the one maker
    "study/items/sources.py",  # what a table of the user names is read, never written
    "study/file/demo.py",  # the shipped demo
    "simulation/paper/theory.py",  # numbers
}


def find_data_paths(source: str) -> Iterator[int]:
    """Yield the lines that put words of a file into a path."""
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            parts = [node.right]
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            parts = [*node.args] if called in MAKERS else []
        for part in parts:
            names = {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(part)}
            texts = isinstance(part, ast.JoinedStr | ast.Name | ast.Attribute | ast.Subscript)
            is_text = texts or (isinstance(part, ast.Call) and "str" in names)
            if is_text and names & DATA:
                yield node.lineno


def test_no_other_path_is_made_from_data() -> None:
    """One module makes paths of what a study says; the search does find such lines."""
    assert [*find_data_paths("path = folder / str(row[0])")]
    assert [*find_data_paths('path = folder / f"{uuid}-{place}"')]
    assert [*find_data_paths("path.with_name(digest)")]
    found = [
        f"{place}:{line}"
        for path in PACKAGE.rglob("*.py")
        if (place := path.relative_to(PACKAGE).as_posix()) not in ALLOWED
        for line in find_data_paths(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_trigger_with_the_name_of_an_index_is_refused(answered: Path) -> None:
    """What looks like an index of SQLite's own is compared like all else in the schema."""
    connection = sqlite3.connect(answered)
    connection.execute(
        "CREATE TRIGGER sqliteXautoindex_1 AFTER INSERT ON journal "
        "BEGIN DELETE FROM journal WHERE id = new.id; END"
    )
    connection.close()
    with pytest.raises(StudyFileError, match="tables of a study"):
        open_study(answered)
    with pytest.raises(StudyFileError, match="tables of a study"):
        glance(answered)
    assert "tables of a study" in check_study(answered).problems[0]


@pytest.mark.parametrize(
    "check",
    [
        "CHECK (seq < (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) "
        "SELECT max(x) FROM c))",
        "CHECK (seq >= 1 AND length(hex(zeroblob(100000000))) > 0)",
        "CHECK (seq >= 0)",
    ],
)
def test_other_check_in_the_schema_is_refused(check: str, answered: Path) -> None:
    """An expression that SortRank did not write is never evaluated."""
    replace_schema(answered, "journal", "CHECK (seq >= 1)", check)
    with pytest.raises(StudyFileError):
        open_study(answered)


def test_tables_that_share_their_pages_are_refused(answered: Path) -> None:
    """Each table has pages of its own, whatever the schema says."""
    connection = sqlite3.connect(answered, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema "
        "WHERE name = 'incidents') WHERE name = 'notes'"
    )
    connection.close()
    with pytest.raises(StudyFileError):
        open_study(answered)


FORGERIES = {
    "text for a number": "UPDATE journal SET left_item = 'x' WHERE seq = 3",
    "blob for a text": "UPDATE participants SET code = x'00ff'",
    "text for a picture": f"INSERT INTO images VALUES ('{'0' * 64}', 'png', 1, 1, 1, 'text')",
    "endless time": "UPDATE journal SET response_ms = 9e999 WHERE seq = 3",
    "no time": "UPDATE journal SET at = 'yesterday' WHERE seq = 3",
    "no such day": "UPDATE journal SET at = '2026-02-31T00:00:00.000Z' WHERE seq = 3",
    "huge trial": "UPDATE journal SET trial = 4000000000000 WHERE seq = 3",
    "unknown event": "UPDATE journal SET event = 'dance' WHERE seq = 3",
    "unknown strategy": "UPDATE sorts SET strategy = '../x'",
    "negative seed": "UPDATE sessions SET seed = -1",
    "session without a UUID": "UPDATE sessions SET uuid = 'x'",
    "code with a line end": "UPDATE participants SET code = 'a' || char(10) || 'b'",
    "facts in a list": "INSERT INTO events VALUES (1, '2026-01-01T00:00:00.000Z', 'exclude', "
    "NULL, '[1]', x'00')",
    "facts of another type": "INSERT INTO events VALUES (1, '2026-01-01T00:00:00.000Z', 'rename', "
    "NULL, '{\"old\": {}, \"new\": 5}', x'00')",
    "half a letter": "INSERT INTO events VALUES (1, '2026-01-01T00:00:00.000Z', 'plan', 1, "
    """'{"order": ["\\ud800"]}', x'00')""",
    "half a letter of later": "INSERT INTO events VALUES (1, '2026-01-01T00:00:00.000Z', 'later', "
    """NULL, '{"\\ud800": 1}', x'00')""",
    "deep facts": "INSERT INTO events VALUES (1, '2026-01-01T00:00:00.000Z', 'consent', NULL, '"
    + "[" * 20_000
    + "', x'00')",
}


@pytest.mark.parametrize("table", ["journal", "participants", "sorts", "notes", "incidents"])
def test_last_row_that_can_be_is_refused(table: str, answered: Path) -> None:
    """SQLite would number new rows by chance, and answers stand in another order than given."""
    forge(
        answered,
        "INSERT INTO notes VALUES (1, 1, '2026-01-01T00:00:00.000Z', 'note', 'x')",
        "INSERT INTO incidents VALUES (1, '2026-01-01T00:00:00.000Z', 'x')",
        "UPDATE sessions SET participant = 9223372036854775807" * (table == "participants"),
        f"UPDATE {table} SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM {table})",
    )
    with pytest.raises(StudyFileError):
        open_study(answered)
    assert len(check_study(answered).problems) == 1


@pytest.mark.parametrize("statement", FORGERIES.values(), ids=FORGERIES.keys())
def test_value_of_another_kind_is_refused(statement: str, answered: Path) -> None:
    """A row that SortRank never writes is a sentence, not a surprise later, whatever it is."""
    for table in ("journal", "participants", "images", "sorts", "sessions"):
        replace_schema(answered, table, ") STRICT", ")")
    forge(answered, statement)
    for table in ("journal", "participants", "images", "sorts", "sessions"):
        replace_schema(answered, table, "CREATE TABLE", "CREATE TABLE ")
        connection = sqlite3.connect(answered, isolation_level=None)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = ?", (table,)
        )
        connection.close()
    before = answered.read_bytes()
    with pytest.raises(StudyFileError):
        open_study(answered)
    assert answered.read_bytes() == before
    assert len(check_study(answered).problems) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"stop": {"budget": -5}},
        {"seed": 10**30},
        {"catch_share": float("nan")},
        {"interval_ms": 10**9},
        {"strategy": "evil"},
        {"codes": ["a", "a"]},
        {"title": ""},
        {"languages": []},
        {"display": {"size": 10**400}},
        {"title": "\ud800"},
        {"conditions": [{"name": f"{k}"} for k in range(101)]},
    ],
)
def test_design_that_nobody_could_save_is_refused(
    change: dict[str, object], answered: Path
) -> None:
    """Settings are validated on reading as they are on saving."""
    connection = sqlite3.connect(answered)
    design = json.loads(connection.execute("SELECT design FROM study").fetchone()[0])
    connection.close()
    text = json.dumps({**design, **change})
    forge(answered, "UPDATE study SET design = ?", values=(text,))
    with pytest.raises(StudyFileError):
        open_study(answered)


def test_forging_a_study_with_blocks_alone_changes_nothing(tmp_path: Path) -> None:
    """Tags and variants are sealed, too, so that forgeries of format 4 get as far as others."""
    path = make_lab(tmp_path / "lab.sortrank", people=2, answers=4)
    forge(path, "UPDATE items SET text = 'another' WHERE id = 1")
    assert check_study(path).problems == []


def test_forging_alone_changes_nothing(answered: Path) -> None:
    """A study that is only sealed anew opens: the tests above fail for what they changed."""
    forge(answered, "UPDATE items SET text = 'another' WHERE id = 1")
    with open_study(answered) as study:
        assert study.content.items[1].text == "another"
    assert check_study(answered).problems == []


_LINK = pytest.mark.posix("symbolic links need a right of their own there")


@pytest.mark.parametrize(
    "end", [pytest.param("-wal", marks=_LINK), pytest.param("-shm", marks=_LINK), "-journal"]
)
def test_file_beside_a_study_that_leads_elsewhere_is_refused(
    end: str, answered: Path, tmp_path: Path
) -> None:
    """SQLite would write through a link, or delete what a journal names."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious" * 100)
    beside = answered.with_name(answered.name + end)
    if end == "-journal":
        beside.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(1000))
    else:
        beside.symlink_to(victim)
    with pytest.raises(StudyFileError, match="beside it"):
        open_study(answered)
    assert victim.read_bytes() == b"precious" * 100
    assert os.path.lexists(beside)


@pytest.fixture
def pictured(tmp_path: Path) -> Path:
    """Return a study of the newest format with a picture in it."""
    path = tmp_path / "pictured.sortrank"
    shutil.copy(OLD, path)
    open_study(path).close()
    return path


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE images SET bytes = x'00'",
        "UPDATE images SET bytes = x''",
        "UPDATE images SET size = 5",
        "DELETE FROM images",
    ],
)
def test_damaged_picture_stops_neither_check_nor_close(
    statement: str, pictured: Path, answer_many: Robot
) -> None:
    """The check names it, and the answers get their backup all the same."""
    forge(pictured, statement)
    assert any(
        "picture" in problem or "images" in problem for problem in check_study(pictured).problems
    )
    survey = Survey(open_study(pictured))
    answer_many(survey.start("P03"), 5)
    survey.close()
    newest = backups.find_backups(pictured)[-1]
    with open_study(newest.path, read_only=True) as study:
        assert "P03" in study.participants
    backups.restore(newest.path, pictured)
    with open_study(pictured, read_only=True) as study:
        assert "P03" in study.participants


def test_no_error_of_a_backup_stops_a_close(
    answered: Path, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong with a backup is a notice; the study is closed and complete."""
    survey = Survey(open_study(answered))
    answer_many(survey.start("P02"), 3)
    monkeypatch.setattr(backups, "_verify", lambda path: 1 / 0)
    survey.close()
    assert any("backup" in notice for notice in survey.file.notices)
    assert not answered.with_name(answered.name + "-lock").exists()
    assert check_study(answered).problems == []


@pytest.fixture
def large(answered: Path, answer_many: Robot) -> Path:
    """Return a study whose records take several pages."""
    survey = Survey(open_study(answered))
    answer_many(survey.start("P02"), 150)
    survey.close()
    return answered


def list_pages_of_records(path: Path) -> list[int]:
    """Return the numbers of pages that have the records of a large study."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'journal'"
        (root,) = connection.execute(query).fetchone()
    page = path.read_bytes()[(root - 1) * 4096 : root * 4096]
    assert page[0] == 5, "the root has no pages below it"
    cells = struct.unpack_from(f">{page[3] * 256 + page[4]}H", page, 12)
    return [int.from_bytes(page[at : at + 4], "big") for at in cells]


def test_pages_in_use_that_count_as_free_are_not_written_over(large: Path) -> None:
    """Such a study is refused as it is, before answers would overwrite answers; it is readable."""
    data, used = bytearray(large.read_bytes()), list_pages_of_records(large)
    trunk = len(data) // 4096 + 1
    data += struct.pack(f">{len(used) + 2}I", 0, len(used), *used).ljust(4096, b"\0")
    data[28:40] = struct.pack(">III", trunk, trunk, len(used) + 1)
    large.write_bytes(data)
    with pytest.raises(StudyFileError, match="nothing can be saved in it"):
        open_study(large)
    assert large.read_bytes() == data
    with open_study(large, read_only=True) as study:
        assert len(study.records) == 174


def test_picture_that_has_pages_of_answers_does_not_take_them_away(large: Path) -> None:
    """A change that drops a picture, of which nothing was read, is undone where answers go too."""
    mark = b"\xab" * 5000
    row = ("a" * 64, "png", 1, 1, 5000, mark)
    with closing(sqlite3.connect(large, isolation_level=None)) as connection:
        connection.execute("INSERT INTO images VALUES (?, ?, ?, ?, ?, ?)", row)
    data = bytearray(large.read_bytes())
    link = data.index(mark[:100])
    while data[link] == 0xAB:  # what lies in the row's own page
        link += 1
    data[link : link + 4] = list_pages_of_records(large)[1].to_bytes(4, "big")
    large.write_bytes(data)
    with open_study(large) as study:
        design = replace(study.design, pin="1234")
        with pytest.raises(StudyFileError, match="nothing can be saved in it"):
            study.save(design, study.content.items, study.content.truth)
    with open_study(large) as study:
        assert len(study.records) == 174
        assert study.design.pin == ""


def test_study_with_free_pages_is_opened(answered: Path) -> None:
    """Pages that are free indeed are used again."""
    with closing(sqlite3.connect(answered, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE gone (data BLOB)")
        connection.execute("INSERT INTO gone VALUES (zeroblob(100000))")
        connection.execute("DROP TABLE gone")
        assert connection.execute("PRAGMA freelist_count").fetchone()[0] > 20
    open_study(answered).close()
    assert check_study(answered).problems == []
