"""What every reader gives, and how it names the place of a mistake."""

import gzip
import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Comparisons of named items; item k of the table is `names[k]`."""

    names: tuple[str, ...]
    table: Comparisons
    skipped: int = 0
    """Rows without an outcome that counts, such as “neither”."""


class Mistake(Exception):  # noqa: N818
    """What is wrong with a line, without saying where."""


@contextmanager
def open_text(path: Path) -> Iterator[TextIO]:
    """Open a text file, also a gzipped one; `-` is the standard input."""
    if str(path) == "-":
        yield sys.stdin
        return
    try:
        with path.open("rb") as raw:
            content = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
            with io.TextIOWrapper(content, encoding="utf-8-sig", newline="") as file:
                yield file
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path} can't be read: {reason}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not text in UTF-8.") from error


def display_name(path: Path) -> str:
    """Return the file as a user knows it."""
    return "The standard input" if str(path) == "-" else str(path)


@contextmanager
def at_line(path: Path, line: int) -> Iterator[None]:
    """Name the file and the line of a mistake."""
    try:
        yield
    except Mistake as mistake:
        raise InputError(f"{display_name(path)}, line {line}: {mistake}") from mistake


def read_whole(text: str, what: str, *, lowest: int = 0) -> int:
    """Return a whole number."""
    try:
        number = int(text)
    except ValueError:
        raise Mistake(f"{what} must be a whole number, and it is “{text}”.") from None
    if number < lowest:
        raise Mistake(f"{what} must be {lowest} or more, and it is {number}.")
    return number


class NumberedNames:
    """Gives numbers to names as they appear."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}

    def number(self, name: str) -> int:
        """Return the number of a name, a new one if it is new."""
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def names(self) -> tuple[str, ...]:
        """All names, by their numbers."""
        return tuple(self._numbers)


def ranked_pairs(groups: list[list[int]]) -> tuple[list[int], list[int]]:
    """Return winners and losers of an order: every item beats those in later groups."""
    winners, losers = [], []
    for place, group in enumerate(groups):
        worse = [item for later in groups[place + 1 :] for item in later]
        for item in group:
            winners += [item] * len(worse)
            losers += worse
    return winners, losers
