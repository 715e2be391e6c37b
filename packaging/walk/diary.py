"""What happened in a walk, to be compared with the files."""

from dataclasses import dataclass, field
from typing import Any

CODES = ("VP07", "VP08", "VP09")
"""Who counts, who is excluded, and who first declines and then withdraws."""
REASON = "talked on the phone"


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as the hand gave it."""

    participant: str
    trial: int
    kind: str
    left: str
    right: str
    answer: str
    input: str
    key: str
    undone: bool = False


@dataclass(slots=True)
class Diary:
    """What happened in the walk, to be compared with the files."""

    language: str
    answers: list[Given] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        """Write down a step, and say it."""
        self.lines.append(line)
        print(f"  {line}", flush=True)


def values(given: Given) -> tuple[Any, ...]:
    """Return an answer as a row."""
    return tuple(getattr(given, name) for name in Given.__slots__)
