import os
from pathlib import Path

import pytest

from sortrank_gui.ui.window.settings import Settings


def test_settings_come_back(tmp_path: Path) -> None:
    """What one start remembers, the next one knows."""
    path = tmp_path / "new" / "window.json"
    Settings(path).remember(theme="dark", splitter=[800, 400])
    again = Settings(path)
    assert (again.text("theme"), again.numbers("splitter")) == ("dark", [800, 400])
    assert (again.text("tab", "Survey"), again.numbers("theme")) == ("Survey", [])


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"recent": [1, {}], "theme": 3}', '{"theme": "\\ud800"}', "[" * 100_000],
)
def test_damaged_settings_are_as_good_as_none(tmp_path: Path, content: str) -> None:
    """A file that is no settings gives the defaults."""
    path = tmp_path / "window.json"
    path.write_text(content)
    settings = Settings(path)
    assert (settings.text("theme"), settings.recent) == ("", [])


def test_recent_studies_are_ten_at_most_and_each_once(tmp_path: Path) -> None:
    """The last one opened is the first."""
    settings = Settings()
    for number in [*range(12), 5]:
        settings.add_recent(tmp_path / f"{number}.sortrank")
    names = [path.stem for path in settings.recent]
    assert names == ["5", "11", "10", "9", "8", "7", "6", "4", "3", "2"]


def test_settings_that_cannot_be_written_are_forgotten(tmp_path: Path) -> None:
    """A disk that can't be written to is no reason to stop."""
    (tmp_path / "file").write_text("")
    settings = Settings(tmp_path / "file" / "window.json")
    settings.remember(theme="dark")
    assert settings.text("theme") == "dark"


def test_numbers_that_are_too_large_for_a_window_are_none(tmp_path: Path) -> None:
    """Qt takes no number of a hundred digits."""
    path = tmp_path / "window.json"
    path.write_text(f'{{"sizes": [{10**100}, 1], "fine": [3]}}')
    settings = Settings(path)
    assert (settings.numbers("sizes"), settings.numbers("fine")) == ([], [3])


@pytest.mark.skipif(os.name != "posix", reason="only Unix has pipes in folders, and such names")
def test_pipe_in_place_of_settings_and_names_without_letters(tmp_path: Path) -> None:
    """Nobody waits for a pipe; the name of a study may be any bytes."""
    os.mkfifo(tmp_path / "pipe")
    assert Settings(tmp_path / "pipe").recent == []
    settings = Settings(tmp_path / "window.json")
    strange = Path(os.fsdecode(b"/\xff.sortrank"))
    settings.add_recent(strange)
    assert settings.recent == [strange]
