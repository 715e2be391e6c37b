"""What is ranked: items, the question about them and, where it is known, the truth."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.limits import LONGEST_NAME, LONGEST_TEXT

Progress = Callable[[int, int], None]
"""Hears how many items are done, and of how many; it may raise to stop that."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Another look of an item: in a condition, or as an answer to a context."""

    name: str
    image: Path | None = None
    text: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to rank: a name, with an image, a text, or both."""

    name: str
    image: Path | None = None
    """A file with the picture: of the demo, or of an item on its way into a study."""
    text: str = ""
    digest: str = ""
    """The SHA-256 of the picture inside a study file, which hands out its bytes by this name."""
    tags: tuple[str, ...] = ()
    """Words by which blocks and conditions choose items."""
    variants: tuple[Variant, ...] = ()


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


def find_problem(item: Item) -> str:
    """Say what an item needs before a study can hold it; nothing where all is well."""
    if not item.name.strip():
        return "needs a name"
    if len(item.name) > LONGEST_NAME or not is_one_line(item.name):
        return f"needs a name that is one line of at most {LONGEST_NAME} characters"
    if len(item.text) > LONGEST_TEXT or not is_encodable(item.text):
        return "has a text that is too long or can't be saved"
    if not all(tag.strip() and len(tag) <= LONGEST_NAME and is_one_line(tag) for tag in item.tags):
        return f"has a tag that is not one line of 1 to {LONGEST_NAME} characters"
    names = [each.name for each in item.variants]
    if len(set(names)) < len(names) or not all(map(is_one_line, names)):
        return "has two variants of one name, or one whose name is not one line"
    if any(len(v.text) > LONGEST_TEXT or not is_encodable(v.text) for v in item.variants):
        return "has a variant whose text is too long or can't be saved"
    return ""


def take_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken; it is taken from now on."""
    free, number = name, 1
    while free in taken:
        number += 1
        end = f" ({number})"
        free = f"{name[: LONGEST_NAME - len(end)]}{end}"
    taken.add(free)
    return free


def is_one_line(text: str) -> bool:
    """Say whether a text can be shown and saved on one line."""
    return text.isprintable() or not any(
        unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text
    )


def is_encodable(text: str) -> bool:
    """Say whether a text can be saved."""
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a pair
        return False
    return "\0" not in text
