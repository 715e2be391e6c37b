"""Scores that are known, from a file or from the fit of answers that people gave."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.populations.about import Floats, PopulationFacts


@dataclass(frozen=True, slots=True)
class Given:
    """Known scores, of a file or of a fit; item k has score k in every repetition."""

    scores: tuple[float, ...]

    name: ClassVar = "given"
    facts: ClassVar = PopulationFacts(
        place=3,
        title="Given scores",
        brief="Scores of a file, or of answers that people gave",
        label="own data",
        by_chance=False,
    )

    def __post_init__(self) -> None:
        if len(self.scores) < 2 or not np.isfinite(self.scores).all():
            raise InputError("Given scores must be two finite numbers or more.")

    @classmethod
    def from_array(cls, scores: Sequence[float] | Floats) -> "Given":
        """Return the population of these scores."""
        return cls(tuple(float(score) for score in scores))

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores; there must be as many as items."""
        if n_items != len(self.scores):
            raise InputError(f"There are {len(self.scores)} scores for {n_items} items.")
        return np.array(self.scores)
