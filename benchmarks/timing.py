"""Times as ratios: ours and a peer take turns in one run, so that a noisy machine hits both."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Race:
    """Seconds of both sides, a round each."""

    ours: list[float]
    theirs: list[float]

    @property
    def ratios(self) -> list[float]:
        """How many times longer the peer took, round by round, in rising order."""
        return sorted(their / our for our, their in zip(self.ours, self.theirs, strict=True))

    def summary(self) -> str:
        """Return the median ratio with its range."""
        low, middle, high = self.ratios[0], statistics.median(self.ratios), self.ratios[-1]
        return f"{_short(middle)} ({_short(low)} to {_short(high)})"


def race(ours: Callable[[], Any], theirs: Callable[[], Any], repeats: int) -> Race:
    """Time both on the processor, alternately.

    The first round of ours is a warm-up and does not count.
    """
    ours()
    rounds = [(processor_seconds(ours), processor_seconds(theirs)) for _ in range(repeats)]
    return Race([our for our, _ in rounds], [their for _, their in rounds])


def seconds(work: Callable[[], Any]) -> float:
    """Return how long one call takes, by the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(work: Callable[[], Any]) -> float:
    """Return how long one call keeps processors busy: the others who use the machine are left out.

    What they cost all the same, by the caches that all share, is in it.
    """
    start = time.process_time()
    work()
    return time.process_time() - start


def milliseconds(times: list[float]) -> float:
    """Return the median in milliseconds."""
    return 1e3 * statistics.median(times)


def _short(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"
