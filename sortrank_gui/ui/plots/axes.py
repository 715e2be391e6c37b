"""Axes of a figure: from values to places, with ticks at round numbers, linear or logarithmic."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True, slots=True)
class Axis:
    """A range of values; `fraction` is 0 at its low end and 1 at its high end."""

    low: float
    high: float
    log: bool = False

    @classmethod
    def around(cls, values: Iterable[float], *, log: bool = False, tight: bool = False) -> "Axis":
        """Return an axis that covers the values, with a little room unless `tight`."""
        usable = [v for v in values if math.isfinite(v) and (v > 0 or not log)]
        low, high = (min(usable), max(usable)) if usable else (1.0, 10.0)
        if low == high:
            low, high = (low / 2, high * 2) if log else (low - 0.5, high + 0.5)
        if log:
            room = (high / low) ** (0.02 if tight else 0.05)
            return cls(low / room, high * room, log=True)
        room = (0.0 if tight else 0.04) * (high - low)
        return cls(low if low == 0 else low - room, high + room)

    def fraction(self, value: float) -> float:
        """Return where a value lies; one that a log axis does not have lies at its low end."""
        if not self.log:
            return (value - self.low) / (self.high - self.low)
        value = max(value, self.low / 2)
        return math.log(value / self.low) / math.log(self.high / self.low)

    def ticks(self) -> list[tuple[float, str]]:
        """Return round values within the range, with their texts."""
        values = self._log_ticks() if self.log else self._linear_ticks()
        return [(value, number_text(value)) for value in values]

    def _linear_ticks(self) -> list[float]:
        rough = (self.high - self.low) / 5
        unit = 10 ** math.floor(math.log10(rough))
        step = unit * min((1, 2, 5, 10), key=lambda k: abs(math.log(k * unit / rough)))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [k * step for k in range(first, last + 1)]

    def _log_ticks(self) -> list[float]:
        decades = math.log10(self.high / self.low)
        parts = (1,) if decades > 3.2 else (1, 3) if decades > 2.2 else (1, 2, 5)
        exponents = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        every = [part * 10.0**exponent for exponent in exponents for part in parts]
        return [value for value in every if self.low <= value <= self.high]


def number_text(value: float) -> str:
    """Return 12,000 as such, a million as 10⁶, and 0.00002 as 2·10⁻⁵."""
    if abs(value) >= 1e6 or 0 < abs(value) < 1e-3:
        exponent = math.floor(math.log10(abs(value)) + 1e-9)
        factor = value / 10.0**exponent
        power = f"10{str(exponent).translate(_SUPERSCRIPTS)}"
        return power if abs(factor - 1) < 1e-9 else f"{factor:g}·{power}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"
