"""Temporary folders, which go when they can."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sortrank_gui import safe_files
from sortrank_gui.safe_files import remove_folder


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
