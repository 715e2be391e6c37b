"""How a study in a lab stands: which stations take part, and what is not yet on the server."""

from dataclasses import dataclass
from typing import Literal

CLOSED = "closed"
"""The phase of a station whose program was ended."""


@dataclass(frozen=True, slots=True)
class StationSeen:
    """A station, as it told about itself last."""

    name: str
    participant: str = ""
    """Who takes part there; empty while nobody does."""
    trial: int | None = None
    """The number of the pair that is shown; None where there is none."""
    answered: int = 0
    budget: int | None = None
    pace: float | None = None
    """Seconds for an answer, lately."""
    pending: int = 0
    """Answers that are not yet on the server."""
    phase: str = "idle"
    seen_seconds: float = 0.0
    """How long ago its last sign of life was."""


@dataclass(frozen=True, slots=True)
class LabState:
    """What the study's computer has to say about the lab that it belongs to."""

    role: Literal["station", "desk"]
    server: str
    """The server in words, without a password."""
    name: str
    """Of the station; empty at the desk."""
    pending: int = 0
    """Answers given here that are not yet on the server."""
    connected: bool = False
    sentence: str = ""
    """What is to be said about the connection; empty while all is well."""
    stations: tuple[StationSeen, ...] = ()
    """All stations of the study; known at the desk."""
    study: str = ""
    """The study's title; known at the desk."""
    left_out: tuple[str, ...] = ()
    """Sentences about what the server has that is not sound; known at the desk."""

    @property
    def words(self) -> str:
        """What the researcher should know; empty while all is well."""
        if not self.pending:
            return self.sentence
        answers = "answer" if self.pending == 1 else "answers"
        waiting = f"not yet on the server: {self.pending:,} {answers}"
        return f"{self.sentence} {waiting.capitalize()}." if self.sentence else waiting
