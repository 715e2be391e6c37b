"""Comparisons of computed values that the last bits do not decide.

How it works
------------
The last bits of products and exponentials differ between processors, and after a fit so do the
last three or four digits. Items of which the same is known have equal scores in theory; in the
machine they differ by such errors, and their order would be another one elsewhere. So values are
compared in whole steps that are coarse beside the errors and fine beside anything that matters, and
chance, seeded, decides between equals. Zero and the largest value lie in the middle of a step,
where most equals are: it takes a value at the edge of a step to come out differently.
docs/decisions/rounding.md has the figures.
"""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

STEP = 1e-8
"""A step, as a share of the largest value."""


def in_steps(values: Floats, largest: float | None = None) -> Floats:
    """Return the values as whole numbers of steps of `STEP` times the largest absolute value."""
    if largest is None:
        largest = float(np.abs(values).max(initial=0.0))
    steps: Floats = np.rint(values / max(STEP * largest, 1e-300))
    return steps


def sort_with_chance(values: Floats, rng: np.random.Generator) -> Ints:
    """Return the order of rising values, equals in random order."""
    return np.lexsort((rng.random(len(values)), in_steps(values)))


def choose_pair(
    first: Ints, second: Ints, n_items: int, rng: np.random.Generator
) -> tuple[int, int]:
    """Return one of these pairs by chance, whatever the order in which they were found."""
    keys = np.minimum(first, second) * n_items + np.maximum(first, second)
    if len(keys) > 1:
        keys = np.unique(keys)
    one, two = divmod(int(keys[rng.integers(len(keys))]), n_items)
    return one, two
