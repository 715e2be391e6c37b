"""Drives SortRank's real window with a real mouse and keyboard (xdotool)."""

import subprocess
import time
from collections.abc import Callable

import pytest

_PATIENCE = 60.0
"""Seconds after which something that must come will not come, also on a busy machine."""
_PAUSE = 0.05
_BREATH = 0.5
"""A person does not act at the very moment either; what comes between two trials is ignored."""


class Driver:
    """Types and clicks into SortRank's window."""

    def __init__(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            for self.window in find_windows("SortRank$", seconds=1):
                # One that fails is the window of a program that was killed: it lingers.
                if _run(("xdotool", "windowactivate", "--sync", self.window), 10)[0] == 0:
                    return
        pytest.fail("SortRank's window did not come.")

    def appears(self, title: str, *, seconds: float = _PATIENCE) -> bool:
        """Wait for a window with this title, as a regular expression."""
        return bool(find_windows(title, seconds=seconds))

    def reach(self, where: str, act: Callable[[], None], *, seconds: float = 10) -> None:
        """Act until the title says so; what comes between two trials is rightly ignored."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            time.sleep(_BREATH)
            act()
            if self.appears(rf"\({where}\)", seconds=seconds):
                return
        _, title, _ = _run(("xdotool", "getwindowfocus", "getwindowname"), _PATIENCE)
        pytest.fail(f"The window never said {where}; the keyboard was at {title!r}.")

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


def find_windows(title: str, *, seconds: float) -> list[str]:
    """Return the visible windows with this title, as soon as there is one; none if none comes."""
    command = ("xdotool", "search", "--onlyvisible", "--name", title)
    deadline = time.monotonic() + seconds
    while True:
        status, printed, _ = _run(command, _PATIENCE)
        if status == 0 and printed:
            return printed.split()
        if time.monotonic() >= deadline:
            return []
        time.sleep(_PAUSE)


def xdotool(*arguments: str, seconds: float = _PATIENCE) -> str:
    """Run xdotool until it succeeds, and return what it prints.

    It fails in passing where a window comes or goes while it looks: that means "not yet".
    """
    command = ("xdotool", *arguments)
    deadline = time.monotonic() + seconds
    while True:
        status, printed, complaint = _run(command, _PATIENCE)
        if status == 0:
            return printed
        if time.monotonic() >= deadline:
            pytest.fail(f"{' '.join(command)} never succeeded: {complaint}")
        time.sleep(_PAUSE)


def _run(command: tuple[str, ...], seconds: float) -> tuple[int, str, str]:
    """Return the exit code and what was printed; a command that hangs has failed like any other."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 1, "", "it did not end"
    return done.returncode, done.stdout, done.stderr
