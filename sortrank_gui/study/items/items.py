"""What is ranked: items, the question about them and, where it is known, the truth."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError


@dataclass(frozen=True, slots=True)
class Item:
    """Something to rank: a name, with an image, a text, or both."""

    name: str
    image: Path | None = None
    """A file with the picture: of the demo, or of an item on its way into a study."""
    text: str = ""
    digest: str = ""
    """The SHA-256 of the picture inside a study file, which hands out its bytes by this name."""


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """Items with the question about them; `truth` holds their true scores, higher is better."""

    title: str
    prompt: str
    items: tuple[Item, ...]
    truth: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        if len(self.items) < 2:
            raise InputError(f"A study needs at least two items; “{self.title}” has fewer.")
        if self.truth is not None and len(self.truth) != len(self.items):
            raise InputError(
                f"The ground truth of “{self.title}” has {len(self.truth)} scores "
                f"for {len(self.items)} items."
            )
