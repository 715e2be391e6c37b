"""How far a piece of work is: for bars, in the window and on the command line."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is."""

    done: int
    total: int
    seconds: float
    share: float | None = None
    """How much of the work is done, where its parts are not all as long."""
    kept: float = 0.0
    """How much of it was done before this run."""

    @property
    def remaining_seconds(self) -> float | None:
        """The time that is left, at the pace so far."""
        if self.share is not None:
            new = self.share - self.kept
            return self.seconds / new * (1 - self.share) if new > 0 else None
        return self.seconds / self.done * (self.total - self.done) if self.done else None
