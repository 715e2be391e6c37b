"""The answers that count, of all sessions of a file, as snapshots that other threads may read."""

from collections.abc import Iterable

from sortrank_gui.study.file.journal import GivenAnswer, Record, Snapshot, effective


class AnswerPool:
    """Grows with every answer; taking one back starts a new list, as snapshots ask for."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._given = [record.given for record in effective(list(records))]

    def add(self, given: Iterable[GivenAnswer]) -> None:
        """Take new answers."""
        self._given.extend(given)

    def remove(self, given: GivenAnswer) -> None:
        """Forget the last answer that equals this one."""
        place = len(self._given) - 1 - self._given[::-1].index(given)
        self._given = self._given[:place] + self._given[place + 1 :]

    def snapshot(self) -> Snapshot:
        """Return the answers so far."""
        return Snapshot(self._given, len(self._given))
