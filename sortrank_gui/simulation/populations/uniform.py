"""Uniform scores: any value between the least and the most is as likely as any other."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sortrank_gui.simulation.populations.about import NOISE, Floats, PopulationFacts


@dataclass(frozen=True, slots=True)
class Uniform:
    """Scores are independent and uniform on [0, (n + 1) / noise] (Section 3.2)."""

    noise: float

    name: ClassVar = "uniform"
    facts: ClassVar = PopulationFacts(
        place=0,
        title="Uniform",
        brief="Every score between the lowest and the highest is as likely as any other",
        parameters=(NOISE,),
    )

    def __post_init__(self) -> None:
        NOISE.check(self.noise)

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items."""
        return rng.uniform(0, (n_items + 1) / self.noise, n_items)
