"""What every export keeps to, whoever adds it: files whole, codes hidden, the selection told."""

import builtins
import csv
import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui import safe_files
from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.results import report
from sortrank_gui.study.results.exporting import ArchiveFile, Export, Order, TableFile, TextFile
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.results.selection import Selection
from tests.archives import read_any
from tests.diary import BEGIN

ANNA = Selection(participants=frozenset({"anna@example"}))
BEFORE_P2 = Selection(until=BEGIN + timedelta(seconds=7))
every_export = pytest.mark.parametrize("export", find_exports(), ids=lambda export: export.name)
with_answers = pytest.mark.parametrize(
    "export", [each for each in find_exports() if each.has_answers], ids=lambda export: export.name
)


@pytest.fixture(autouse=True)
def same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reports at one time."""
    monkeypatch.setattr(report, "utc_now", lambda: "2026-04-01T12:00:00.000Z")


def read_folder(folder: Path) -> dict[str, str]:
    """Return all files of a folder by their names; of an archive, what is in it as one text."""
    return {path.name: read_any(path) for path in folder.iterdir()}


@every_export
def test_export_says_what_it_is(export: Export) -> None:
    """Each has words for menus, lists and the command line, and a place and name of its own."""
    assert export.name.isidentifier()
    assert export.about.endswith(".")
    assert export.about.count(". ") == 0
    assert export.ending.startswith(".")
    assert not export.unit.endswith("s")
    others = [other for other in find_exports() if other is not export]
    assert export.name not in [other.name for other in others]
    assert export.place not in [other.place for other in others]


def test_exports_stand_in_their_order() -> None:
    """The report is first, where people look; the others follow in the order of menus."""
    names = [export.name for export in find_exports()]
    assert names[:6] == ["report", "answers", "ranking", "comparisons", "everything", "preflib"]
    assert names[6:9] == ["participants", "models", "questionnaires"]
    assert names[9:] == ["design", "psych_ds", "preregistration"]


def test_menus_load_no_mathematics() -> None:
    """The window's start waits for names alone: scipy's functions take a third of a second."""
    code = (
        "import sys; from sortrank_gui.study.results.exports import find_exports; find_exports(); "
        "print({'scipy.special', 'sortrank_gui.study.results.summary'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@every_export
@pytest.mark.parametrize("anew", [True, False])
def test_nothing_is_left_of_a_writer_that_fails(
    export: Export, fruit: Everything, tmp_path: Path, anew: bool
) -> None:
    """An error in the middle leaves no file; one that was there stays as it was."""

    def stop_in_the_middle(content: Any) -> Iterator[Any]:
        whole = list(content)
        yield from whole[: len(whole) // 2]
        raise ZeroDivisionError

    def make(order: Order) -> TableFile | TextFile | ArchiveFile:
        match export.make(order):
            case TableFile(columns, rows):
                return TableFile(columns, stop_in_the_middle(rows))
            case TextFile(pieces, count):
                return TextFile(stop_in_the_middle(["beginning", *pieces]), count)
            case ArchiveFile():
                raise ZeroDivisionError

    path = tmp_path / f"out{export.ending}"
    if not anew:
        path.write_text("older")
    with pytest.raises(ZeroDivisionError):
        replace(export, make=make).write(Order(path, fruit))
    assert read_folder(tmp_path) == ({} if anew else {path.name: "older"})


@every_export
@pytest.mark.parametrize("share", [0.0, 0.5, 0.95])
def test_nothing_is_left_on_a_full_disk(
    export: Export, share: float, fruit: Everything, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the disk is full, in a table or in its dictionary, the folder is as before."""
    order = Order(tmp_path / f"out{export.ending}", fruit)
    whole = write_and_read(export, order)
    left = [share * sum(path.stat().st_size for path in tmp_path.iterdir() if path.name in whole)]
    older = {f"out{export.ending}": "older", "out.columns.csv": "older dictionary"}
    for name, text in older.items():
        (tmp_path / name).write_text(text)

    def open_full(*arguments: Any, **options: Any) -> Any:
        file: Any = builtins.open(*arguments, **options)  # noqa: SIM115  (the caller closes it)
        write: Callable[[str], int] = file.write

        def write_if_there_is_room(text: str) -> int:
            left[0] -= len(text)
            if left[0] < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return write(text)

        file.write = write_if_there_is_room
        return file

    monkeypatch.setattr(safe_files, "open", open_full, raising=False)
    with pytest.raises(StudyFileError, match="can't be written: No space left"):
        export.write(order)
    assert read_folder(tmp_path) == older


@every_export
def test_nothing_is_left_if_the_disk_does_not_keep_it(
    export: Export, fruit: Everything, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that can't be brought to disk does not take its name, nor does the one beside it."""
    sync, refused = os.fsync, ""

    def refuse(descriptor: int) -> None:
        if any(path.name.startswith(f".{refused}.") for path in tmp_path.iterdir()):
            raise OSError(errno.EIO, "Input/output error")
        sync(descriptor)

    order = Order(tmp_path / f"out{export.ending}", fruit)
    written = write_and_read(export, order)
    monkeypatch.setattr(os, "fsync", refuse)
    for refused in written:
        for name in written:
            (tmp_path / name).unlink(missing_ok=True)
        with pytest.raises(StudyFileError, match=f"{refused} can't be written: Input/output error"):
            export.write(order)
        assert read_folder(tmp_path) == {}


@with_answers
def test_no_code_seed_or_place_is_left(export: Export, fruit: Everything, tmp_path: Path) -> None:
    """Also not in notes, nor where the selection is told."""
    order = Order(tmp_path / f"out{export.ending}", fruit, ANNA, source=Path("s.sortrank"))
    export.write(order)
    assert "anna@example" in "".join(read_folder(tmp_path).values())
    export.write(replace(order, anonymous=True))
    text = "".join(read_folder(tmp_path).values())
    for word in ("anna", "P2", "987654321", "123456789", str(tmp_path)):
        assert word not in text
    assert "P001" in text


@every_export
def test_study_is_not_changed(export: Export, fruit: Everything, tmp_path: Path) -> None:
    """Hiding codes works on copies: another thread may go on with the study."""
    before = repr(fruit)
    export.write(Order(tmp_path / "out", fruit, anonymous=True))
    assert repr(fruit) == before


@with_answers
@pytest.mark.parametrize("selection", [ANNA, BEFORE_P2], ids=["person", "dates"])
def test_selection_rules(
    export: Export, selection: Selection, fruit: Everything, tmp_path: Path
) -> None:
    """A file about a part of the answers is that of a study which has only these answers."""
    records = Records(record for record in fruit.records if record.session == 1)
    part = replace(fruit, records=records, sessions={1: fruit.sessions[1]})
    order = Order(tmp_path / "out.x", fruit, selection)
    assert write_and_read(export, order) == write_and_read(export, replace(order, study=part))


@pytest.mark.parametrize(
    "export", [each for each in find_exports() if each.has_answers and each.name != "report"]
)
def test_robots_are_left_out(export: Export, fruit_with_robot: Everything, tmp_path: Path) -> None:
    """A file is about people unless it is told otherwise, and says that robots are left out."""
    order = Order(tmp_path / "out.x", fruit_with_robot)
    told = write_and_read(export, order)
    people = {number: row for number, row in order.study.sessions.items() if not row.is_robot}
    records = Records(record for record in order.study.records if record.session in people)
    part = replace(order.study, sessions=people, records=records)
    assert sum("1 session of robots left out" in text for text in told.values()) == 1
    plain = {
        name: text.replace("; 1 session of robots left out", "") for name, text in told.items()
    }
    assert plain == write_and_read(export, replace(order, study=part))
    robots = replace(order, selection=Selection(robots=None))
    assert told != write_and_read(export, robots)


def write_and_read(export: Export, order: Order) -> dict[str, str]:
    """Return what an export leaves in its folder."""
    export.write(order)
    return read_folder(order.path.parent)


@with_answers
def test_selection_is_told(export: Export, fruit: Everything, tmp_path: Path) -> None:
    """Whoever reads a file learns which answers it is about."""
    export.write(Order(tmp_path / "out.x", fruit, ANNA))
    text = "".join(read_folder(tmp_path).values())
    words = '"participants": [\n   "anna@example"\n  ]'
    assert (words if export.name == "everything" else "participants anna@example") in text


@every_export
def test_preview_is_the_beginning_of_the_file(
    export: Export, fruit: Everything, tmp_path: Path
) -> None:
    """Row by row or letter by letter; the report says what it holds instead."""
    order = Order(tmp_path / "out.x", fruit, anonymous=True)
    export.write(order)
    found = export.preview(order)
    assert found.export is export
    if export.contents:
        assert found.text == export.contents
    elif export.ending == ".csv":
        with order.path.open(encoding="utf-8", newline="") as file:
            assert found.rows == list(csv.reader(file))
    else:
        assert found.text
        assert order.path.read_text(encoding="utf-8")[:6000] == found.text


def test_preview_takes_the_beginning_only(fruit: Everything) -> None:
    """Rows after the fortieth, and pieces after 6,000 letters, are never made."""

    def count(content: Any) -> Iterator[Any]:
        for piece in content:
            taken.append(piece)
            yield piece

    taken: list[Any] = []
    (answers,) = (export for export in find_exports() if export.name == "answers")
    rows = TableFile({"a": "letter"}, count(["x"] for _ in range(100)))
    found = replace(answers, make=lambda _order: rows).preview(Order(Path("out"), fruit))
    assert (len(taken), len(found.rows)) == (40, 41)
    taken.clear()
    text = TextFile(count("12345" for _ in range(10_000)), 1)
    found = replace(answers, make=lambda _order: text).preview(Order(Path("out"), fruit))
    assert (len(taken), len(found.text)) == (1200, 6000)
