"""The text of a file, whatever its encoding, and the place of a mistake in it."""

import codecs
import gzip
import re
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui import limits
from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import open_plain

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE = re.compile(r"[^\r\n]+(?:\r\n|\r|\n)?|\r\n|\r|\n")
_STANDARD_INPUT = Path("-")
_LARGEST = 10**12
_MOST_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, which every sentence about it names."""

    source: str
    line: int

    @property
    def words(self) -> str:
        """Where it is, for readers."""
        return f"line {self.line}"

    def mistake(self, sentence: str) -> InputError:
        """Return the error that says what is wrong here."""
        return InputError(f"{self.source}, {self.words}: {sentence}")

    def whole(self, text: str, what: str, *, lowest: int = 0, highest: int = _LARGEST) -> int:
        """Return a text of this line as a whole number."""
        try:
            number = int(text)
        except ValueError:
            quoted = f"“{text[:_MOST_QUOTED]}”"
            raise self.mistake(f"{what} must be a whole number, and it is {quoted}.") from None
        if number < lowest:
            raise self.mistake(f"{what} must be {lowest} or more, and it is {number}.")
        if number > highest:
            raise self.mistake(f"{what} must be {highest:,} at most.")
        return number

    def number(self, text: str, what: str) -> float:
        """Return a text of this line as a finite number."""
        try:
            value = float(text)
            if value - value == 0 and "_" not in text:
                return value
        except ValueError:
            pass
        quoted = f"“{text[:_MOST_QUOTED]}”"
        raise self.mistake(f"{what} must be a number, and it is {quoted}.")


def name_source(path: Path) -> str:
    """Return a file as a user knows it; `-` is the standard input."""
    return "The standard input" if path == _STANDARD_INPUT else str(path)


def read_text(path: Path) -> str:
    """Return the text of a file, also a gzipped one: in Unicode, or else as Windows writes it."""
    source = name_source(path)
    try:
        data = _read_bytes(path, limits.MOST_TEXT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{source} can't be read: {reason}.") from error
    if len(data) > limits.MOST_TEXT_BYTES:
        raise InputError(f"{source} is larger than {limits.MOST_TEXT_BYTES / 1e6:.0f} MB.")
    try:
        text = _decode(data)
    except UnicodeError as error:
        raise InputError(
            f"{source} is not text that SortRank can read; save it as UTF-8."
        ) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise Place(source, line).mistake("this is no text file; save it as UTF-8 text.")
    return text


def split_lines(text: str) -> Iterator[str]:
    """Yield lines with their ends, as editors count them."""
    return (found.group() for found in _LINE.finditer(text))


def read_lines(path: Path) -> Iterator[tuple[Place, str]]:
    """Yield the lines of a text file that are not blank, without blanks around them."""
    source = name_source(path)
    for number, line in enumerate(split_lines(read_text(path)), start=1):
        if line := line.strip():
            yield Place(source, number), line


def _read_bytes(path: Path, most: int) -> bytes:
    if path == _STANDARD_INPUT:
        return sys.stdin.buffer.read(most)
    with open_plain(path, pipes=True) as file:
        if path.suffix.lower() == ".gz":
            with gzip.open(file) as unpacked:
                return unpacked.read(most)
        return file.read(most)


def _decode(data: bytes) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding)
    if data[:200].count(0) * 3 > len(data[:200]):  # mostly ASCII in two bytes a letter
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252")
