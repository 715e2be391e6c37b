"""Where true scores come from: the paper's two models, a normal distribution, or given scores.

The noise of the paper, lambda, is how many items there are to one logit: neighbours are 1 / lambda
apart on average. Scores come in random order, so that no item's number tells its rank.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Poisson:
    """Gaps between neighbours are exponential with mean 1 / noise (Section 3.1 of the paper)."""

    noise: float

    def __post_init__(self) -> None:
        _check_positive("noise", self.noise)

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items."""
        gaps = rng.exponential(1 / self.noise, n_items - 1)
        return rng.permutation(np.concatenate(([0.0], np.cumsum(gaps))))


@dataclass(frozen=True, slots=True)
class Uniform:
    """Scores are independent and uniform on [0, (n + 1) / noise] (Section 3.2)."""

    noise: float

    def __post_init__(self) -> None:
        _check_positive("noise", self.noise)

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items."""
        return rng.uniform(0, (n_items + 1) / self.noise, n_items)


@dataclass(frozen=True, slots=True)
class Normal:
    """Scores are independent and normal, with this standard deviation."""

    spread: float

    def __post_init__(self) -> None:
        _check_positive("spread", self.spread)

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items."""
        return rng.normal(0, self.spread, n_items)


@dataclass(frozen=True, slots=True)
class Given:
    """Known scores, of a file or of a fit; item k has score k in every repetition."""

    scores: tuple[float, ...]

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


Population = Poisson | Uniform | Normal | Given
NAMES = ("poisson", "uniform", "normal")


def create(
    name: str, *, n_items: int, noise: float | None = None, spread: float | None = None
) -> Population:
    """Return a population by name.

    Normal scores take their standard deviation, the spread; without one they get that of uniform
    scores of the given noise.
    """
    if name not in NAMES:
        raise InputError(f"There is no population “{name}”; choose one of {', '.join(NAMES)}.")
    if name == "normal" and spread is not None:
        return Normal(spread)
    if noise is None:
        needed = "a noise or a spread" if name == "normal" else "a noise"
        raise InputError(f"A {name} population needs {needed}.")
    _check_positive("noise", noise)
    match name:
        case "poisson":
            return Poisson(noise)
        case "uniform":
            return Uniform(noise)
        case _:
            return Normal((n_items + 1) / noise / math.sqrt(12))


def _check_positive(what: str, value: float) -> None:
    if not 0 < value < np.inf:
        raise InputError(f"The {what} must be a number above 0, and it is {value:g}.")
