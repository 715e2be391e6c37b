"""Streams of random numbers that never coincide."""

from zlib import crc32

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.chance import stream


def test_stream_repeats_itself() -> None:
    """The same purpose, seed and key give the same numbers."""
    assert stream("a", 1, 2).random() == stream("a", 1, 2).random()


def test_stream_differs_by_purpose_seed_and_length_of_key() -> None:
    """Zeros at the end of a key count, unlike in NumPy's own seeding."""
    draws = [
        generator.random()
        for generator in (
            stream("a", 7),
            stream("a", 7, 0),
            stream("a", 7, 0, 0),
            stream("b", 7),
            stream("a", 0, 7),
            np.random.default_rng(7),
            np.random.default_rng((7, 0)),
        )
    ]
    assert len(set(draws[:6])) == 6
    assert draws[5] == draws[6]  # the trap that this module is for


def test_stream_refuses_a_negative_seed() -> None:
    """The sentence says what a seed is."""
    with pytest.raises(InputError, match="seed"):
        stream("a", -1)


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1, 2**32, 2**70])
def test_stream_has_the_numbers_of_its_words(seed: int) -> None:
    """Those NumPy gives for the purpose's checksum, the length of the key, the seed and the key."""
    words = (crc32(b"answers"), 2, seed, 5)
    expected = np.random.default_rng(words).random(3)
    assert stream("answers", seed, 5).random(3).tolist() == expected.tolist()
