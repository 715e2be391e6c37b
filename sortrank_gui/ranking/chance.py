"""Random numbers by purpose and key, so that no two uses of a seed ever share their numbers."""

from hashlib import blake2b
from zlib import crc32

import numpy as np

from sortrank_gui.errors import InputError

_WORD = 2**32


def stream(purpose: str, seed: int, *key: int) -> np.random.Generator:
    """Return the random numbers of this purpose, seed and key.

    NumPy's own `default_rng(7)`, `default_rng((7, 0))` and `default_rng((7, 0, 0))` are one and the
    same: a strategy with seed 7 would follow the very numbers that shuffled the truth. Here the
    purpose and the length of the key go into the seed as well.
    """
    if seed < 0:
        raise InputError(f"A seed is a whole number from 0 up, and this one is {seed}.")
    words = (crc32(purpose.encode()), len(key) + 1, seed, *key)
    if max(words) < _WORD:  # the same numbers, sooner
        return np.random.default_rng(np.array(words, dtype=np.uint32))
    return np.random.default_rng(words)


def derive_seed(seed: int, *facts: object) -> int:
    """Return a seed of 31 bits for this use of the study's seed."""
    text = "|".join(map(str, (seed, *facts)))
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) >> 1
