"""Single answers as columns: which pair was on the screen, and which side was chosen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """Answers in the order in which they were given; answers of “neither” are left out."""

    n_items: int
    left: Ints
    right: Ints
    chosen: Floats
    """1 where the left item was chosen, 0 where the right one was, 0.5 for equal."""

    def __len__(self) -> int:
        return len(self.left)

    def take(self, which: Bools | Ints | slice) -> "Judgements":
        """Return some of the answers."""
        return Judgements(self.n_items, self.left[which], self.right[which], self.chosen[which])

    def decided(self) -> "Judgements":
        """Return the answers that are not “equal”."""
        equal = self.chosen == 0.5
        return self.take(~equal) if equal.any() else self

    def table(self) -> Comparisons:
        """Return who beat whom how often."""
        table = Comparisons(self.n_items)
        won, lost = self.chosen == 1.0, self.chosen == 0.0
        equal = ~(won | lost)
        table.add(
            np.concatenate((self.left[won], self.right[lost])),
            np.concatenate((self.right[won], self.left[lost])),
        )
        table.add_ties(self.left[equal], self.right[equal])
        return table

    def gaps(self, scores: Floats) -> Floats:
        """Return by how much the left item's score is above the right one's."""
        gaps: Floats = scores[self.left] - scores[self.right]
        return gaps

    def pull(self, weights: Floats) -> Floats:
        """Sum weights of answers for each item: plus where it is left, minus where it is right."""
        up = np.bincount(self.left, weights, self.n_items)
        down = np.bincount(self.right, weights, self.n_items)
        difference: Floats = (up - down).astype(np.float64)
        return difference
