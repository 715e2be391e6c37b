"""Drives SortRank's real window with a real mouse and keyboard (xdotool)."""

import subprocess
from collections.abc import Callable

import pytest


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

    def reach(self, where: str, act: Callable[[], None], *, seconds: float = 1.5) -> None:
        """Act until the title says so; what comes between two trials is rightly ignored."""
        for _ in range(8):
            act()
            if self.appears(rf"\({where}\)", seconds=seconds):
                return
        pytest.fail(f"The window never said {where}.")

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
