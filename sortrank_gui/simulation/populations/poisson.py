"""A Poisson process of scores: the paper's model of gaps between neighbours."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sortrank_gui.simulation.populations.about import NOISE, Floats, PopulationFacts


@dataclass(frozen=True, slots=True)
class Poisson:
    """Gaps between neighbours are exponential with mean 1 / noise (Section 3.1 of the paper)."""

    noise: float

    name: ClassVar = "poisson"
    facts: ClassVar = PopulationFacts(
        place=1,
        title="Poisson (the paper)",
        brief="Gaps between neighbours are exponential: some are close, some far apart",
        label="Poisson",
        parameters=(NOISE,),
    )

    def __post_init__(self) -> None:
        NOISE.check(self.noise)

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items."""
        gaps = rng.exponential(1 / self.noise, n_items - 1)
        return rng.permutation(np.concatenate(([0.0], np.cumsum(gaps))))
