"""Notices when the GUI thread is busy for too long to answer a click."""

import sys
import time
from dataclasses import dataclass
from statistics import median
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer, Slot

if sys.platform == "linux":
    import resource

_BEAT_MS = 2
_LIMIT_MS = 50.0
_USUAL_MS = 4.5
"""What `_measure_speed` takes on the machine for which the limit was set."""
_REFILL_MS = 2.0
"""What a thread may need more after another one had its processor: its caches are empty then."""


@dataclass(frozen=True, slots=True)
class Stall:
    """The time between two beats, in milliseconds: on the processor, and by the clock."""

    busy_ms: float
    wall_ms: float
    preempted: int
    """How often the processor was taken away meanwhile, as far as the system counts it."""

    @property
    def own_ms(self) -> float:
        """What it would have worked on a machine that has nothing else to do, at least."""
        return self.busy_ms - _REFILL_MS * self.preempted


class StallWatch(QObject):
    """Beats on the GUI thread; what it works between two beats is what a click would wait for.

    On a machine that has other things to do, the clock says little: a thread that had to wait for a
    processor is not at fault. So tests judge by the thread's own processor time, less what others
    cost it, and where the processor itself is slower than usual, the limit is higher in proportion.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stalls: list[Stall] = []
        self.limit_ms = _LIMIT_MS
        self._timer = QTimer(self, interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_beat)
        self._busy, self._wall, self._preempted = 0.0, 0.0, 0

    def __enter__(self) -> Self:
        self.limit_ms = _find_limit()
        self._busy, self._wall = time.thread_time(), time.perf_counter()
        self._preempted = _count_preempted()
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
        return max((stall.own_ms for stall in self.stalls), default=0.0)

    def report(self) -> str:
        """Say how it went, for whoever has to find the cause."""
        worst = sorted(self.stalls, key=lambda stall: stall.own_ms, reverse=True)[:5]
        return f"{len(self.stalls)} beats; the worst {worst}; limit {self.limit_ms:.0f} ms"

    @Slot()
    def _on_beat(self) -> None:
        busy, wall, preempted = time.thread_time(), time.perf_counter(), _count_preempted()
        times = 1e3 * (busy - self._busy), 1e3 * (wall - self._wall)
        self.stalls.append(Stall(*times, preempted - self._preempted))
        self._busy, self._wall, self._preempted = busy, wall, preempted


def _count_preempted() -> int:
    """Return how often this thread has lost its processor to another one; 0 where nobody counts."""
    if sys.platform != "linux":
        return 0
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw


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
