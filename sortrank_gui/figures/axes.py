"""Axes on paper and on the screen: places of values, ticks at round numbers, and their texts."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sortrank_gui.figures.numbers import number_text

_LEAST = 1e-30
"""What a logarithmic axis takes for 0."""
Tick = tuple[float, str]
"""A value and its text."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A range of values; `fraction` is 0 at its low end and 1 at its high end."""

    low: float
    high: float
    log: bool = False
    step: float = 0.0
    """How far apart the ticks of a linear axis are; 0 lets it choose."""

    @classmethod
    def around(cls, values: Iterable[float], *, log: bool = False, tight: bool = False) -> "Axis":
        """Return an axis that covers the values, with a little room unless `tight`."""
        usable = [v for v in values if math.isfinite(v) and (v > _LEAST or not log)]
        low, high = (min(usable), max(usable)) if usable else (1.0, 10.0)
        if high - low <= 1e-12 * max(0.0 if log else 1.0, abs(low), abs(high)):
            low, high = (low / 2, high * 2) if log else (low - 0.5, high + 0.5)
        if log:
            room = (high / low) ** (0.02 if tight else 0.05)
            return cls(low / room, high * room, log=True)
        room = (0.0 if tight else 0.04) * (high - low)
        return cls(low if low == 0 else low - room, high + room)

    @classmethod
    def between_ticks(cls, low: float, high: float, steps: int) -> "Axis":
        """Return an axis that covers the values and ends at ticks: it rarely moves as they do."""
        axis = cls.around((low, high), tight=True)
        step = _round_step((axis.high - axis.low) / steps)
        first, last = math.floor(axis.low / step + 1e-9), math.ceil(axis.high / step - 1e-9)
        return cls(step * first, step * last, step=step)

    def place(self, value: float) -> float:
        """Return where a value lies on a line: itself, or its logarithm to the base of 10.

        What a logarithmic axis does not have, such as 0, lies one power of ten below it.
        """
        return math.log10(max(value, self.low / 10)) if self.log else value

    def fraction(self, value: float) -> float:
        """Return which part of the axis lies below a value."""
        start = self.place(self.low)
        return (self.place(value) - start) / (self.place(self.high) - start)

    def ticks(self, steps: int = 6) -> list[Tick]:
        """Return round values within the range, with their texts; about so many steps apart."""
        values = self._log_ticks(steps) if self.log else self._linear_ticks(steps)
        return [(value, number_text(value)) for value in values]

    def _linear_ticks(self, steps: int) -> list[float]:
        step = self.step or _round_step((self.high - self.low) / steps)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [k * step for k in range(first, last + 1)]

    def _log_ticks(self, steps: int) -> list[float]:
        exponents = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for parts in ((1, 2, 5), (1, 3), (1,)):
            every = [part * 10.0**exponent for exponent in exponents for part in parts]
            found = [value for value in every if self.low <= value <= self.high * (1 + 1e-9)]
            if len(found) < 2:
                return self._linear_ticks(steps)
            if len(found) <= steps + 1:
                return found
        return found[:: -(-len(found) // (steps + 1))]


def some_ranks(first: int, last: int) -> list[int]:
    """Return a few round ranks from the first to the last."""
    if first == last:
        return [first]
    values = (value for value, _ in Axis(first, last).ticks())
    return [round(value) for value in values if value == round(value)]


def _round_step(rough: float) -> float:
    """Return 1, 2 or 5 times a power of ten, not much below a step."""
    unit = 10.0 ** math.floor(math.log10(rough))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= 0.75 * rough)
