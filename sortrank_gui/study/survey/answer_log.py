"""The answers of the newest snapshot as arrays, for tables of all or of the first of them."""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import Comparisons, Outcome
from sortrank_gui.study.file.journal import GivenAnswer, Kind, Snapshot

Rows = NDArray[np.int64]
"""Shape (k, 3): left item, right item, outcome."""


class AnswerLog:
    """Follows snapshots; what two of them share is counted once.

    Only regular trials reach the model: the others are kept as answers without an outcome.
    """

    def __init__(self, n_items: int) -> None:
        self._n_items = n_items
        self._snapshot = Snapshot([], 0)
        self._rows: Rows = np.empty((0, 3), dtype=np.int64)
        self._table = Comparisons(n_items)

    @property
    def length(self) -> int:
        """How many answers there are."""
        return self._snapshot.length

    @property
    def shown(self) -> NDArray[np.int64]:
        """How often each item was shown."""
        return np.bincount(self._rows[:, :2].ravel(), minlength=self._n_items)

    def follow(self, snapshot: Snapshot) -> int:
        """Take a newer snapshot; return how many answers it shares with the one before."""
        shared = _count_shared(self._snapshot, snapshot)
        if shared < self.length:
            self._rows = self._rows[:shared]
            self._table = self.table(shared)
        new = _make_rows(snapshot.answers(shared))
        self._table.add_outcomes(*new.T)
        self._rows = np.concatenate((self._rows, new))
        self._snapshot = snapshot
        return shared

    def table(self, count: int | None = None) -> Comparisons:
        """Return the outcomes of all answers, or of the first ones."""
        if count is None:
            return self._table
        table = Comparisons(self._n_items)
        table.add_outcomes(*self._rows[:count].T)
        return table


def _make_rows(answers: list[GivenAnswer]) -> Rows:
    rows = [
        (
            given.trial.left,
            given.trial.right,
            given.answer.outcome if given.trial.kind is Kind.REGULAR else Outcome.NEITHER,
        )
        for given in answers
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def _count_shared(old: Snapshot, new: Snapshot) -> int:
    """Return how many answers at the beginning are the same."""
    most = min(old.length, new.length)
    if old.journal is new.journal:  # it only ever grows
        return most
    pairs = zip(old.journal[:most], new.journal[:most], strict=True)
    return next((k for k, (a, b) in enumerate(pairs) if a is not b), most)
