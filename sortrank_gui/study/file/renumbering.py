"""Sessions of one person that have the same number, as merges of older versions left them."""

from collections.abc import Iterable
from typing import Protocol


class Numbered(Protocol):
    """A session, as far as its number goes."""

    participant: str
    number: int


def renumber_doubled(sessions: Iterable[Numbered]) -> list[str]:
    """Give sessions whose number an earlier one has the next free number; say so in sentences."""
    listed, told = list(sessions), list[str]()
    taken: dict[str, set[int]] = {}
    for row in listed:
        taken.setdefault(row.participant, set()).add(row.number)
    seen = set[tuple[str, int]]()
    for row in listed:
        if (row.participant, row.number) in seen:
            before, row.number = row.number, max(taken[row.participant]) + 1
            taken[row.participant].add(row.number)
            told.append(
                f"{row.participant} has two sessions with the number {before}, as older merges "
                f"left them; one of them counts as session {row.number}, here and in every export."
            )
        seen.add((row.participant, row.number))
    return told
