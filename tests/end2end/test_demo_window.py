"""The real program in a real window, driven by a real mouse and keyboard (xdotool)."""

import csv
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.xcb
ANSWERS = 12


class Driver:
    """Types and clicks into SortRank's window."""

    def __init__(self) -> None:
        assert self.appears("SortRank$", seconds=60)
        self.window = xdotool("search", "--onlyvisible", "--name", "SortRank$").split()[0]
        xdotool("windowactivate", "--sync", self.window)

    def appears(self, title: str, *, seconds: float) -> bool:
        """Wait for a window with this title, as a regular expression."""
        try:
            xdotool("search", "--sync", "--onlyvisible", "--name", title, timeout=seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def reach(self, answered: int, act: Callable[[], None], *, seconds: float = 1.5) -> None:
        """Act until the title says so; what comes between two trials is rightly ignored."""
        for _ in range(8):
            act()
            if self.appears(rf"\({answered} of {ANSWERS}\)", seconds=seconds):
                return
        pytest.fail(f"The window never had {answered} answers.")

    def press(self, key: str) -> Callable[[], None]:
        """Return an act that presses a key."""
        return lambda: xdotool("key", key) and None

    def click(self, x: float, y: float) -> Callable[[], None]:
        """Return an act that clicks at a place, as a share of the window's width and height."""
        geometry = dict(
            line.split("=") for line in self._geometry().splitlines() if line.startswith(("W", "H"))
        )
        place = [str(round(x * int(geometry["WIDTH"]))), str(round(y * int(geometry["HEIGHT"])))]
        return lambda: xdotool("mousemove", "--window", self.window, *place, "click", "1") and None

    def _geometry(self) -> str:
        return xdotool("getwindowgeometry", "--shell", self.window)


def xdotool(*arguments: str, timeout: float = 20) -> str:
    """Run xdotool and return what it prints."""
    command = ["xdotool", *arguments]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=timeout
    ).stdout


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the demo; its results go to a folder when its window is closed."""
    command = [sys.executable, "-m", "sortrank_gui", "demo", "--answers", str(ANSWERS)]
    process = subprocess.Popen(
        [*command, "--output", str(tmp_path / "results"), "--size", "1100x760"],
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def test_demo_counts_answers_and_closes(program: subprocess.Popen[str], tmp_path: Path) -> None:
    """Keys, clicks, undo and the robot count; closing the window ends the program well."""
    driver = Driver()
    driver.reach(1, driver.press("Left"))
    driver.reach(2, driver.press("j"))
    driver.reach(3, driver.click(0.17, 0.4))
    driver.reach(4, driver.click(0.48, 0.4))
    driver.reach(3, driver.press("BackSpace"))
    driver.reach(4, driver.press("space"))
    driver.reach(5, driver.press("Down"))
    driver.reach(ANSWERS, driver.press("ctrl+r"), seconds=20)
    xdotool("key", "alt+F4")
    assert program.wait(timeout=30) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
    with (tmp_path / "results" / "answers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["answer"] for row in rows[:5]] == ["left", "right", "left", "neither", "equal"]
    assert [row["given_by"] for row in rows] == ["person"] * 5 + ["robot"] * (ANSWERS - 5)
