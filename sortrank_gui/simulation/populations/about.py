"""What is to be said about a population; every form, command and file takes it from its class."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError

Floats = NDArray[np.float64]
Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number above 0 that a population has as an attribute of this name."""

    name: str
    title: str
    symbol: str
    tip: str
    low: float
    high: float
    usual: float
    step: float

    def check(self, value: float) -> None:
        """Refuse what is no number above 0."""
        if not 0 < value < np.inf:
            raise InputError(f"The {self.name} must be a number above 0, and it is {value:g}.")


NOISE = Parameter(
    "noise",
    "Noise (λ)",
    "λ",
    "How many items there are to one logit: the higher, the more answers are wrong",
    *(0.01, 10_000, 5.0, 0.5),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PopulationFacts:
    """What a population is called, how it is explained, and what decides about it."""

    place: int
    """Its place among all populations."""
    title: str
    brief: str
    """One line, for a tooltip."""
    label: str = ""
    """What tells its results from others with the same parameters; nothing for the usual one."""
    parameters: tuple[Parameter, ...] = ()
    by_chance: bool = True
    """Whether it can be chosen by its name alone."""
    complete: Callable[[int, Values], Values] | None = None
    """Finds parameters from others, for so many items."""


class Population(Protocol):
    """Draws true scores; a frozen dataclass whose fields are its parameters."""

    name: ClassVar[str]
    facts: ClassVar[PopulationFacts]

    def draw(self, n_items: int, rng: np.random.Generator) -> Floats:
        """Return the scores of `n_items` items, in random order."""
        ...
