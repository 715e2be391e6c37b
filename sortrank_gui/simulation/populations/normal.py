"""Normal scores: most items are middling, few are very good or very bad."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.populations.about import (
    NOISE,
    Floats,
    Parameter,
    PopulationFacts,
    Values,
)

SPREAD = Parameter(
    "spread",
    "Spread (logits)",
    "sd",
    "The standard deviation of the scores: the lower, the more answers are wrong",
    *(0.01, 1000, 1.5, 0.1),
)


def _complete(n_items: int, values: Values) -> Values:
    """Find the spread: that of uniform scores of the given noise, where no other is given."""
    if "spread" in values:
        return values
    if "noise" not in values:
        raise InputError("A normal population needs a noise or a spread.")
    NOISE.check(values["noise"])
    return {"spread": (n_items + 1) / values["noise"] / math.sqrt(12)}


@dataclass(frozen=True, slots=True)
class Normal:
    """Scores are independent and normal, with this standard deviation."""

    spread: float

    name: ClassVar = "normal"
    facts: ClassVar = PopulationFacts(
        place=2,
        title="Normal",
        brief="Most items are middling, few are very good or very bad",
        parameters=(SPREAD,),
        complete=_complete,
    )

    def __post_init__(self) -> None:
        SPREAD.check(self.spread)

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items."""
        return rng.normal(0, self.spread, n_items)
