"""What a comparison of two items can end in, and its seeded coin for "equal" and "neither"."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

_WORD = (1 << 64) - 1


class Outcome(IntEnum):
    """The answer to a pair (first, second); arrays of answers hold these numbers."""

    FIRST = 0
    SECOND = 1
    EQUAL = 2
    NEITHER = 3


def flip_coin(seed: int, step: int) -> bool:
    """Return the coin of this step: it depends on seed and step alone, not on earlier flips."""
    return bool(flip_coins(seed, step, 1)[0])


def flip_coins(seed: int, first_step: int, count: int) -> NDArray[np.bool_]:
    """Return the coins of `count` steps in a row (the finaliser of SplitMix64, one bit of it)."""
    bits = np.arange(first_step, first_step + count, dtype=np.uint64)
    bits += np.uint64((seed * 0x9E3779B97F4A7C15) & _WORD)
    bits *= np.uint64(0xD1342543DE82EF95)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
    heads: NDArray[np.bool_] = (bits ^ (bits >> np.uint64(31))) & np.uint64(1) == 1
    return heads
