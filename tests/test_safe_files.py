"""Temporary folders, which go when they can, and files that take the place of others."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sortrank_gui import safe_files
from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import (
    remove_folder,
    replacing,
    replacing_bytes,
    replacing_file,
    replacing_study,
)


class _Held(TemporaryDirectory[str]):
    """A folder in which somebody has a file open for a while, as Windows sees it."""

    looks = 3

    def cleanup(self) -> None:
        """Remove the folder once nobody reads any more."""
        self.looks -= 1
        if self.looks > 0:
            raise PermissionError(13, "the file is in use by another process")
        super().cleanup()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for nothing."""
    monkeypatch.setattr(safe_files, "_PAUSE_SECONDS", 0.0)


def test_folder_goes_when_its_reader_is_ready() -> None:
    """Who still reads in it is waited for."""
    folder = _Held()
    remove_folder(folder)
    assert not Path(folder.name).exists()


def test_folder_that_cannot_go_stops_nothing() -> None:
    """It is left to the system, and a study is closed all the same."""
    folder = _Held()
    folder.looks = 1000
    remove_folder(folder)
    assert Path(folder.name).exists()
    folder.looks = 0
    folder.cleanup()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database, as a study is one."""
    path = tmp_path / "data.sortrank"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
    return path


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-lock", "-journal"])
@pytest.mark.parametrize("write", [replacing, replacing_bytes, replacing_file])
def test_output_never_takes_the_place_of_a_study(
    write: Callable[[Path], AbstractContextManager[object]], end: str, database: Path
) -> None:
    """Nor of what lies beside it, which SQLite would take for its own."""
    before = database.read_bytes()
    target = database.with_name(database.name + end)
    with pytest.raises(StudyFileError, match="is not written"), write(target):
        pass
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


@pytest.mark.posix("pipes have no names there")
def test_output_never_takes_the_place_of_a_pipe(tmp_path: Path) -> None:
    """It stays a pipe, also where a link leads to it; nobody waits for its reader."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for target in (pipe, link):
        with pytest.raises(StudyFileError, match="is no file"), replacing(target):
            pass
    assert pipe.is_fifo()
    assert link.is_symlink()


@pytest.mark.posix("symbolic links need a right of their own there")
def test_output_takes_the_place_of_a_link(database: Path, tmp_path: Path) -> None:
    """What the link leads to stays as it is."""
    before, link = database.read_bytes(), tmp_path / "a.csv"
    link.symlink_to(tmp_path / "victim.txt")
    (tmp_path / "victim.txt").write_text("precious")
    with replacing(link) as file:
        file.write("new")
    assert (tmp_path / "victim.txt").read_text() == "precious"
    assert link.read_text() == "new"
    assert database.read_bytes() == before


def test_study_takes_the_place_of_an_older_one_once_it_is_made(tmp_path: Path) -> None:
    """With nothing of what SQLite kept beside that; where making it fails, the older one stays."""
    path = tmp_path / "study.sortrank"
    for word in ("first", "second"):
        with replacing_study(path) as made:
            made.write_text(word)
        assert path.read_text() == word
        path.with_name("study.sortrank-wal").write_text("of this one")
    with pytest.raises(ZeroDivisionError), replacing_study(path):
        raise ZeroDivisionError
    assert sorted(each.name for each in tmp_path.iterdir()) == [path.name, f"{path.name}-wal"]
    assert path.read_text() == "second"


def test_study_that_can_not_be_replaced_is_kept_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where another program has the older one open."""

    def refuse(_self: Path, _target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "study.sortrank"
    path.write_text("first")
    monkeypatch.setattr(Path, "replace", refuse)
    refused = pytest.raises(StudyFileError, match=r"is in .*study 2\.sortrank")
    with refused, replacing_study(path) as made:
        made.write_text("second")
    assert (path.read_text(), made.read_text()) == ("first", "second")
