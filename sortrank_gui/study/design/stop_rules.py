"""When a session, or one block of it, is over."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StopRules:
    """Over as soon as one of these holds. None switches a rule off."""

    budget: int | None = 200
    """Trials a participant answers in a session: regular, catch and repeat ones."""
    sorts: int | None = None
    """Complete sorts (or rounds)."""
    minutes: float | None = None
    """Time spent on trials; breaks and pauses do not count."""
    displacement: float | None = None
    """Expected displacement per item, from the posterior."""
