"""A study through a crash: answered, killed, resumed, finished and exported."""

import csv
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item
from tests.end2end.driver import Driver, xdotool

pytestmark = pytest.mark.xcb
Start = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Return a study of six words and eight trials."""
    path = tmp_path / "words.sortrank"
    items = [Item(f"word {k}") for k in range(6)]
    design = Design(
        title="Words",
        prompt="Which is longer?",
        min_response_ms=0,
        interval_ms=0,
        stop=StopRules(budget=8),
    )
    create_study(path, design, items)
    return path


@pytest.fixture
def start(study: Path, tmp_path: Path) -> Iterator[Start]:
    """Return a starter of the program with that study, in folders of its own."""
    folders = {"SORTRANK_HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    processes: list[subprocess.Popen[str]] = []

    def run() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "sortrank_gui", "open", str(study), "--size", "1100x760"],
            env=os.environ | folders,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield run
    for process in processes:
        process.kill()
        process.communicate()


def test_killed_session_is_resumed_and_finished(start: Start, study: Path) -> None:
    """No answer is lost by a kill; the same code goes on, and the export has all eight."""
    program, driver = start(), Driver()
    driver.reach("0 of 8", driver.press("Return"))
    for count, key in enumerate(["Left", "Right", "f"], start=1):
        driver.reach(f"{count} of 8", driver.press(key))
    program.kill()
    program.wait()

    program, driver = start(), Driver()
    assert driver.appears("^Words — SortRank$")
    driver.reach("3 of 8", lambda: _type_code(driver))
    for count, key in enumerate(["j", "1", "2", "Left", "Right"], start=4):
        driver.reach(f"{count} of 8", driver.press(key))
    xdotool("key", "ctrl+e")  # a participant who presses Enter lets nobody in
    driver.press("Return")()
    assert driver.appears("^Words — SortRank$")
    xdotool("key", "alt+F4")
    assert program.wait(timeout=60) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""

    answers = study.with_name("answers.csv")
    command = [sys.executable, "-m", "sortrank_gui", "export", str(study), "--answers"]
    subprocess.run([*command, str(answers)], check=True, capture_output=True)
    with answers.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    given = ["left", "right", "left", "right", "left", "right", "left", "right"]
    assert [row["answer"] for row in rows] == given
    assert {(row["participant"], row["session"]) for row in rows} == {("P01", "1")}
    assert [row["trial"] for row in rows] == [str(k) for k in range(1, 9)]


def _type_code(driver: Driver) -> None:
    """Start with the code of the one who was interrupted, and continue."""
    xdotool("key", "ctrl+a")
    xdotool("type", "P01")
    for _ in range(2):  # start, and continue
        xdotool("key", "Return")
        driver.appears("nothing of that name", seconds=0.5)
