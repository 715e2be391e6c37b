"""The driver of the window, with an xdotool that fails as the real one does now and then."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.end2end import driver

pytestmark = pytest.mark.posix("xdotool is a program of X11")

FAILING_TWICE = """#!/bin/sh
echo "$@" >>"$0.calls"
[ "$(wc -l <"$0.calls")" -gt 2 ] && echo 4711 && exit 0
echo "X Error of failed request: BadWindow" >&2
exit 1
"""


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put an xdotool on the path that succeeds at its third call; return where calls are noted."""
    tool = tmp_path / "xdotool"
    tool.write_text(FAILING_TWICE, encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path / "xdotool.calls"


def test_window_that_goes_away_during_the_search_is_not_there_yet(calls: Path) -> None:
    """The search goes on after a failure, and finds what comes."""
    assert driver.find_windows("SortRank$", seconds=60) == ["4711"]
    assert len(calls.read_text(encoding="utf-8").splitlines()) == 3


def test_command_is_repeated_until_it_succeeds(calls: Path) -> None:
    """A key is pressed when there is a window to take it."""
    assert driver.xdotool("key", "Left") == "4711\n"
    assert calls.read_text(encoding="utf-8").splitlines() == ["key Left"] * 3


def test_search_ends_at_its_deadline(calls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not come in time is not found: nothing waits for ever, nothing is raised."""
    clock = SimpleNamespace(monotonic=iter(range(0, 100, 10)).__next__, sleep=lambda _: None)
    monkeypatch.setattr(driver, "time", clock)
    assert driver.find_windows("SortRank$", seconds=5) == []
    assert len(calls.read_text(encoding="utf-8").splitlines()) == 1
