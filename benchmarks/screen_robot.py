"""The robot of `screen_times`: looks at a pixel of an X screen, presses, and writes times down.

Called as `python -m benchmarks.screen_robot key|mouse WINDOW X Y ANSWERS`; prints a line when it
looks, and then for each answer when the pair appeared, when it pressed and when the pair was gone,
in milliseconds of the clock that all processes share.
"""

import ctypes
import json
import random
import sys
from time import perf_counter, sleep
from typing import Any, NamedTuple

SHOWN = (192, 0, 0)
"""The colour of the pixel while the pair is on the screen."""
_LEFT_KEY = 0xFF51
_POLL_SECONDS = 0.0002
_PATIENCE_SECONDS = 30.0
_ALL_PLANES, _Z_PIXMAP = 0xFFFFFFFF, 2


class Seen(NamedTuple):
    """What really happened in a trial, in milliseconds."""

    shown_ms: float
    pressed_ms: float
    gone_ms: float


class _Display:
    """The few calls of Xlib and of its extension for tests that a robot needs."""

    def __init__(self) -> None:
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        for name in ("XOpenDisplay", "XGetImage"):
            getattr(self._x, name).restype = ctypes.c_void_p
        self._x.XGetPixel.restype = self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        self._root = self._x.XDefaultRootWindow(self._display)

    def shows_pair(self, x: int, y: int) -> bool:
        """Look at a pixel."""
        image = ctypes.c_void_p(
            self._x.XGetImage(
                self._display, ctypes.c_ulong(self._root), x, y, 1, 1, _ALL_PLANES, _Z_PIXMAP
            )
        )
        pixel = self._x.XGetPixel(image, 0, 0)
        self._x.XDestroyImage(image)
        return (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255) == SHOWN

    def focus(self, window: int) -> None:
        """Let a window have the keys."""
        self._x.XSetInputFocus(self._display, ctypes.c_ulong(window), 1, 0)
        self._x.XSync(self._display, 0)

    def point(self, x: int, y: int) -> None:
        """Move the mouse there."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def press(self, way: str) -> None:
        """Press the left arrow, or click."""
        code = self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(_LEFT_KEY)) & 255
        fake: Any = self._test.XTestFakeKeyEvent
        if way == "mouse":
            fake, code = self._test.XTestFakeButtonEvent, 1
        for down in (1, 0):
            fake(self._display, code, down, ctypes.c_ulong(0))
        self._x.XFlush(self._display)


def _answer(way: str, window: int, x: int, y: int, answers: int) -> None:
    display, chance = _Display(), random.Random(1)
    display.focus(window)
    display.point(x, y + 20 if way == "mouse" else 0)
    print("looking", flush=True)
    for _ in range(answers):
        shown = _wait(display, x, y, for_pair=True)
        sleep(chance.uniform(0.2, 0.5))
        pressed = 1e3 * perf_counter()
        display.press(way)
        gone = _wait(display, x, y, for_pair=False)
        print(json.dumps(Seen(shown, pressed, gone)), flush=True)


def _wait(display: _Display, x: int, y: int, *, for_pair: bool) -> float:
    until = perf_counter() + _PATIENCE_SECONDS
    while display.shows_pair(x, y) is not for_pair:
        if perf_counter() > until:
            sys.exit(1)
        sleep(_POLL_SECONDS)
    return 1e3 * perf_counter()


if __name__ == "__main__":
    _answer(sys.argv[1], *map(int, sys.argv[2:]))
