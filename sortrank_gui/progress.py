"""How far a piece of work is: for bars, in the window and on the command line."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is."""

    done: int
    total: int
    seconds: float

    @property
    def remaining_seconds(self) -> float | None:
        """The time that is left, at the pace so far."""
        return self.seconds / self.done * (self.total - self.done) if self.done else None
