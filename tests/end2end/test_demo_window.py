"""The demo in a real window, driven by a real mouse and keyboard (xdotool)."""

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.driver import Driver, xdotool

pytestmark = pytest.mark.xcb
ANSWERS = 12


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the demo; its results go to a folder when its window is closed."""
    command = [sys.executable, "-m", "sortrank_gui", "demo", "--answers", str(ANSWERS)]
    process = subprocess.Popen(
        [*command, "--output", str(tmp_path / "results"), "--size", "1100x760"],
        env=os.environ | {"SORTRANK_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def test_demo_counts_answers_and_closes(program: subprocess.Popen[str], tmp_path: Path) -> None:
    """Keys, clicks, undo and the robot count; closing the window ends the program well."""
    driver = Driver()
    assert driver.appears(r"\(0 of 12\)")  # from the start page on, keys would act elsewhere
    driver.reach("1 of 12", driver.press("Left"))
    driver.reach("2 of 12", driver.press("j"))
    driver.reach("3 of 12", driver.click(0.17, 0.4))
    driver.reach("4 of 12", driver.click(0.48, 0.4))
    driver.reach("3 of 12", driver.press("BackSpace"))
    driver.reach("4 of 12", driver.press("space"))
    driver.reach("5 of 12", driver.press("Down"))
    driver.reach("12 of 12", driver.press("ctrl+r"), seconds=20)
    xdotool("key", "alt+F4")
    assert program.wait(timeout=60) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
    with (tmp_path / "results" / "answers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["answer"] for row in rows[:5]] == ["left", "right", "left", "neither", "equal"]
    assert [row["given_by"] for row in rows] == ["person"] * 5 + ["robot"] * (ANSWERS - 5)
