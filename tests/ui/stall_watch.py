"""Notices when the GUI thread is busy for too long to answer a click."""

import time
from dataclasses import dataclass
from statistics import median
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer, Slot

_BEAT_MS = 2
_LIMIT_MS = 50.0
_USUAL_MS = 4.5
"""What `_measure_speed` takes on the machine for which the limit was set."""


@dataclass(frozen=True, slots=True)
class Stall:
    """The time between two beats, in milliseconds: on the processor, and by the clock."""

    busy_ms: float
    wall_ms: float


class StallWatch(QObject):
    """Beats on the GUI thread; what it works between two beats is what a click would wait for.

    On a machine that has other things to do, the clock says little: a thread that had to wait for a
    processor is not at fault. So tests judge by the thread's own processor time, and where the
    processor itself is slower than usual, the limit is higher in proportion.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stalls: list[Stall] = []
        self.limit_ms = _LIMIT_MS
        self._timer = QTimer(self, interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_beat)
        self._busy, self._wall = 0.0, 0.0

    def __enter__(self) -> Self:
        self.limit_ms = _find_limit()
        self._busy, self._wall = time.thread_time(), time.perf_counter()
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._on_beat()
        self._timer.stop()
        self.limit_ms = max(self.limit_ms, _find_limit())

    @property
    def worst_busy_ms(self) -> float:
        """The longest time that the GUI thread worked without a look at its events."""
        return max((stall.busy_ms for stall in self.stalls), default=0.0)

    def report(self) -> str:
        """Say how it went, for whoever has to find the cause."""
        busy = sorted((stall.busy_ms for stall in self.stalls), reverse=True)[:5]
        wall = sorted((stall.wall_ms for stall in self.stalls), reverse=True)[:5]
        return (
            f"{len(self.stalls)} beats; busiest {busy}; longest by the clock {wall}; "
            f"limit {self.limit_ms:.0f} (ms)"
        )

    @Slot()
    def _on_beat(self) -> None:
        busy, wall = time.thread_time(), time.perf_counter()
        self.stalls.append(Stall(1e3 * (busy - self._busy), 1e3 * (wall - self._wall)))
        self._busy, self._wall = busy, wall


def _find_limit() -> float:
    """Return what the thread may work at once: longer on a slow processor, or by a coarse clock.

    Windows counts a thread's time in steps of 10 to 16 ms, and a beat may get two that are not its
    own; one slice of a busy machine there has several.
    """
    times = [_measure_speed() for _ in range(7)]
    grain = _find_grain()
    usual = sum(times) / len(times) if grain > 1 else median(times)
    return _LIMIT_MS * max(1.0, usual / _USUAL_MS) + 4 * (grain if grain > 1 else 0.0)


def _measure_speed() -> float:
    """Return the milliseconds of a fixed piece of work."""
    began = time.thread_time()
    sum(k * k for k in range(100_000))
    return 1e3 * (time.thread_time() - began)


def _find_grain() -> float:
    """Return the milliseconds from one reading of the thread's clock to the next other one."""
    began = time.thread_time()
    while (now := time.thread_time()) == began:
        pass
    return 1e3 * (now - began)
